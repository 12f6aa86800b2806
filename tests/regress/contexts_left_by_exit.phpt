--TEST--
exit() empties the contexts of scopes that have neither handle nor coroutines, also when they hold scopes below (CX-16, D15)
--FILE--
<?php
use Async\Scope;
use function Async\{any, currentContext, delay, spawn, suspend};

final class Told
{
    public mixed $other = null;

    public function __construct(private string $name)
    {
    }

    public function __destruct()
    {
        echo "$this->name is gone\n";
    }
}

/** @return array{Scope, Scope} a scope with a value of that name, and a scope below */
function pair_of(string $name): array
{
    $parent = new Scope;
    $parent->set('value', $value = new Told($name));
    $child = Scope::inherit($parent);
    $value->other = $child;
    return [$parent, $child];
}

function coroutine_below(): void
{
    [$parent, $child] = pair_of(__FUNCTION__);
    $child->spawn(fn() => delay(1000));
}

function coroutine_above(): void
{
    [$parent, $child] = pair_of(__FUNCTION__);
    $parent->spawn(fn() => delay(1000));
}

function trigger_below(): void
{
    [$parent, $child] = pair_of(__FUNCTION__);
    $parent->set('trigger', any([$child->spawn(fn() => delay(1000))]));
}

function set_by_coroutine(): void
{
    [$parent, $child] = pair_of(__FUNCTION__);
    $parent->spawn(function () use ($child) {
        currentContext()->set('child', $child);
        delay(1000);
    });
    suspend();
    $child->context->set('key', 1);
}

set_error_handler(fn() => true); // the scopes say that they leave zombies
foreach (['coroutine_below', 'coroutine_above', 'trigger_below', 'set_by_coroutine'] as $shape) {
    $shape();
}
gc_collect_cycles();
echo "exit\n";
register_shutdown_function(function () {
    echo "shutdown functions\n";
});
exit(0);
?>
--EXPECT--
exit
coroutine_below is gone
coroutine_above is gone
trigger_below is gone
set_by_coroutine is gone
shutdown functions
