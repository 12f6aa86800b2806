--TEST--
A Fiber is suspended in a call in which no coroutine may park: coroutines park meanwhile, and that call still does not
--FILE--
<?php
use function Async\{await, delay, spawn};

/** May this coroutine park here? */
function may_park(): string
{
    try {
        await(spawn(fn() => delay(1)));
        return 'parks';
    } catch (Async\AsyncException $e) {
        return 'does not park';
    }
}

class Source
{
    public $context;
    public static $open;
    private string $rest = '<?php return may_park();';

    function stream_open(): bool
    {
        say('in the call', (self::$open)());
        return true;
    }

    function stream_read(): string
    {
        [$data, $this->rest] = [$this->rest, ''];
        return $data;
    }

    function stream_eof(): bool
    {
        return $this->rest === '';
    }

    function stream_stat(): array
    {
        return [];
    }

    function stream_set_option(): bool
    {
        return false;
    }
}
stream_wrapper_register('source', Source::class);

/** PHP compiles a file, and calls $open for it. */
function compile(callable $open): string
{
    Source::$open = $open;
    return include 'source://file.php';
}

function say(string ...$words): void
{
    echo implode(' ', $words), "\n";
}

$suspended = function (): string {
    Fiber::suspend();
    return may_park();
};
say('no Fiber: then', await(spawn(compile(...), may_park(...))));

echo "-- the Fiber is suspended in the call\n";
await(spawn(function () use (&$fiber, $suspended) {
    $fiber = new Fiber(fn() => say('then the Fiber', compile($suspended)));
    $fiber->start();
    say('its coroutine', may_park());
}));
say('main', may_park());
await(spawn(function () use (&$fiber) {
    $fiber->resume();
    say('the next coroutine', may_park());
}));

echo "-- the Fiber is started in the call\n";
say('then', await(spawn(compile(...), function () use (&$fiber) {
    $fiber = new Fiber(function () {
        say('the Fiber', may_park());
        Fiber::suspend();
        say('later the Fiber', may_park());
    });
    $fiber->start();
    return may_park();
})));
$fiber->resume();

echo "-- a Fiber is suspended in its call, and resumed in another call\n";
$fiber = new Fiber(function () use ($suspended) {
    say('then the Fiber', compile($suspended));
    Fiber::suspend();
    say('later the Fiber', may_park());
});
$fiber->start();
say('then', await(spawn(compile(...), function () use ($fiber) {
    $fiber->resume();
    return may_park();
})));
$fiber->resume();

echo "-- Fibers in Fibers, each suspended in its call\n";
$open = function () use (&$inner, $suspended) {
    $inner = new Fiber(fn() => say('then the inner', compile($suspended)));
    $inner->start();
    return $suspended();
};
$outer = new Fiber(fn() => say('then the outer', compile($open)));
$outer->start();
say('main', may_park());
$inner->resume();
say('main', may_park());
$outer->resume();
say('main', may_park());

echo "-- the Fiber is destroyed in the call\n";
$fiber = new Fiber(fn() => compile($suspended));
$fiber->start();
unset($fiber);
say('main', may_park());
?>
--EXPECT--
in the call does not park
no Fiber: then parks
-- the Fiber is suspended in the call
its coroutine parks
main parks
in the call does not park
then the Fiber parks
the next coroutine parks
-- the Fiber is started in the call
the Fiber does not park
in the call does not park
then parks
later the Fiber parks
-- a Fiber is suspended in its call, and resumed in another call
in the call does not park
then the Fiber does not park
in the call does not park
then parks
later the Fiber parks
-- Fibers in Fibers, each suspended in its call
main parks
in the call does not park
then the inner parks
main parks
in the call does not park
then the outer parks
main parks
-- the Fiber is destroyed in the call
main parks
