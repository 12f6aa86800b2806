--TEST--
A cancellation before the start releases closure and arguments at once; exceptions of their destructors leave cancel() (CN-01, lifetime rule 7)
--FILE--
<?php
use function Async\{spawn, suspend, await};

class Noisy {
    function __construct(public string $name, public bool $throws = false) {}
    function __destruct() {
        echo "gone {$this->name}\n";
        if ($this->throws) throw new Exception("from {$this->name}");
    }
}
function go($throws) {
    $captured = new Noisy('captured');
    $c = spawn(function ($arg, $named) use ($captured) {}, new Noisy('argument', $throws), named: new Noisy('named'));
    unset($captured);
    try {
        $c->cancel();
    } catch (Exception $e) {
        echo 'thrown: ', $e->getMessage(), "\n";
    }
    echo "cancel returned\n";
    var_dump($c->isCancelled());
}
go(false);
go(true);
suspend();
?>
--EXPECTF--
gone argument
gone named
gone captured
cancel returned
bool(true)
gone argument
gone named
gone captured
thrown: from argument
cancel returned
bool(true)
