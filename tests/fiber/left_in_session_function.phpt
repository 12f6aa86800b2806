--TEST--
The program ends while a Fiber is in the middle of a session function
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.cache_limiter=
session.use_strict_mode=0
--FILE--
<?php
use function Async\{await, spawn};

class Handler implements SessionHandlerInterface
{
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
        Fiber::suspend();
        return '';
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
$fiber = new Fiber(fn() => session_start());
await(spawn(fn() => $fiber->start()));
echo "end\n";
?>
--EXPECT--
end
