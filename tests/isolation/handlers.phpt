--TEST--
Error and exception handlers: an isolation has copies of those that its maker sees, and changes its own only
--FILE--
<?php
require __DIR__ . '/isolated.inc';
use Async\Scope;
use function Async\{await, spawn, suspend};

function handler(string $name): Closure
{
    return function ($type, $message) use ($name) { echo "$name: $message\n"; return true; };
}
function current_exception_handler(): ?string
{
    $handler = set_exception_handler(null);
    restore_exception_handler();
    return $handler;
}
set_error_handler(handler('main below'));
set_error_handler(handler('main'));
set_exception_handler('strlen');

$body = function (string $name) {
    trigger_error("$name begins");
    set_error_handler(handler($name));
    set_exception_handler("str$name");
    suspend();
    trigger_error("$name goes on");
    spawn(fn() => trigger_error("another coroutine of $name"));
    suspend();
    echo current_exception_handler(), "\n";
    restore_error_handler();
    trigger_error("$name restored");
    restore_error_handler();
    trigger_error("$name restored twice");
    restore_exception_handler();
    echo current_exception_handler(), "\n";
    suspend();
    trigger_error("$name ends");
};
$one = isolated($body, 'rev');
$two = isolated($body, 'val');
suspend();
trigger_error('in main');
suspend();
suspend();
set_error_handler(handler('main above'));
await($one);
await($two);
echo current_exception_handler(), "\n";
trigger_error('in main');
restore_error_handler();
trigger_error('in main');
restore_error_handler();
trigger_error('in main');
restore_error_handler();

echo "-- levels of a coroutine, a handler that runs, a wait in it\n";
await(spawn(function () {
    set_error_handler(function ($type, $message) {
        suspend();
        await(isolated(function () use ($message) {
            echo "inside after $message\n";
        }));
        return true;
    });
    trigger_error('first');
    await(isolated(function () {
        trigger_error('copied with its maker');
    }));
}));
set_error_handler(function ($type, $message) {
    static $depth = 0;
    echo "main ", $depth++, ": $message\n";
    if ($depth === 1) {
        await(isolated(function () { trigger_error('made in the handler'); suspend(); trigger_error('later'); }));
    }
    return true;
});
trigger_error('in main');
trigger_error('in main');

echo "-- a handler with state goes with its isolation\n";
class Noisy { function __construct(public $name) {} function __invoke() { return true; } function __destruct() { echo "$this->name is gone\n"; } }
$scope = Scope::isolated();
await($scope->spawn(function () {
    spawn(function () {
        set_exception_handler(new Noisy('the exception handler'));
    });
    suspend();
}));
unset($scope);
suspend();
suspend();
suspend();
echo "end\n";
?>
--EXPECT--
main: rev begins
main: val begins
main: in main
rev: rev goes on
val: val goes on
main: another coroutine of rev
strrev
main: rev restored
main below: rev restored twice
strlen
main: another coroutine of val
strval
main: val restored
main below: val restored twice
strlen
main below: rev ends
main below: val ends
strlen
main above: in main
main: in main
main below: in main
-- levels of a coroutine, a handler that runs, a wait in it
inside after first
inside after copied with its maker
main 0: in main
main 1: made in the handler
main 2: later
main 3: in main
-- a handler with state goes with its isolation
the exception handler is gone
end
