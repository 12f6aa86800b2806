--TEST--
A Fiber in the middle of a session function: it goes on in another coroutine; beside isolated scopes it is not suspended there
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.cache_limiter=
session.use_strict_mode=0
--FILE--
<?php
use Async\Scope;
use function Async\{await, spawn};

ob_start();

class Handler implements SessionHandlerInterface
{
    public static $read;

    public function open($path, $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        return true;
    }

    public function read($id): string
    {
        return (self::$read)();
    }

    public function write($id, $data): bool
    {
        echo "write $data\n";
        return true;
    }

    public function destroy($id): bool
    {
        return true;
    }

    public function gc($lifetime): int
    {
        return 0;
    }

    // 8.6 asks for these two.
    public function create_sid(): string
    {
        return 'id';
    }

    public function validateId($id): bool
    {
        return true;
    }
}
session_set_save_handler(new Handler, false);

$suspended = function (): string {
    Fiber::suspend();
    return 'a|i:1;';
};
/** A handler that works with Fibers of its own. */
$inside = function () use ($suspended): string {
    $fiber = new Fiber($suspended);
    $fiber->start();
    $fiber->resume();
    return $fiber->getReturn();
};
function use_session(): void
{
    try {
        session_start();
        $_SESSION['b'] = 2;
        session_write_close();
    } catch (FiberError $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}

echo "-- another coroutine\n";
Handler::$read = $suspended;
await(spawn(function () use (&$fiber) {
    $fiber = new Fiber(use_session(...));
    $fiber->start();
}));
await(spawn(fn() => $fiber->resume()));

echo "-- an isolated scope\n";
$scope = Scope::isolated();
foreach (['suspended' => $suspended, 'Fibers inside' => $inside] as $name => $read) {
    echo "$name: ";
    await($scope->spawn(function () use ($read) {
        Handler::$read = $read;
        $fiber = new Fiber(use_session(...));
        $fiber->start();
    }));
}
unset($scope);

echo "-- beside an isolated scope\n";
$other = Scope::isolated();
Handler::$read = $suspended;
(new Fiber(use_session(...)))->start();
?>
--EXPECT--
-- another coroutine
write a|i:1;b|i:2;
-- an isolated scope
suspended: FiberError: Cannot switch fibers in current execution context
Fibers inside: write a|i:1;b|i:2;
-- beside an isolated scope
FiberError: Cannot switch fibers in current execution context
