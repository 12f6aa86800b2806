--TEST--
Contexts of scopes that a failure has cancelled are emptied when PHP code disposes of or cancels a scope above (CX-16)
--FILE--
<?php
use Async\Scope;
use function Async\{currentContext, suspend};

class Value
{
    public function __destruct() { echo "emptied\n"; }
}
foreach (['dispose', 'disposeSafely', 'cancel'] as $method) {
    $top = new Scope;
    $parent = Scope::inherit($top);
    $failing = Scope::inherit($parent);
    $idle = Scope::inherit($failing);
    $parent->setExceptionHandler(fn($e) => print("handled\n"));
    $idle->spawn(function () { currentContext()->set('key', new Value); });
    suspend();
    suspend();
    $failing->spawn(function () { throw new Exception; });
    suspend();
    suspend();
    suspend();
    echo "$method: ";
    @$top->$method();
    echo "over\n";
    unset($top, $parent, $failing, $idle);
}
?>
--EXPECT--
handled
dispose: emptied
over
handled
disposeSafely: emptied
over
handled
cancel: emptied
over
