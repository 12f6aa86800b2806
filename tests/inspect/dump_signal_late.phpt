--TEST--
async.dump_signal: nothing happens when the signal comes after the request; what is executed then, and a program with its own disposition, is not touched
--EXTENSIONS--
posix
pcntl
session
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('signals come at times that fit the speed of PHP alone'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

const OPTIONS = '-d async.dump_signal=SIGUSR2 -d async.dump_file=/dev/null';

/* PHP code that runs after the end of the request for extensions that were loaded last. */
const LATE = 'function late(callable $do): void {
    session_set_save_handler(new class ($do) implements SessionHandlerInterface {
        public function __construct(private $do) {}
        public function open(string $path, string $name): bool { return true; }
        public function close(): bool { return true; }
        public function read(string $id): string { return ""; }
        public function write(string $id, string $data): bool { ($this->do)(); return true; }
        public function destroy(string $id): bool { return true; }
        public function gc(int $lifetime): int { return 0; }
        // 8.6 asks for these two, and calls them where their interfaces are implemented.
        public function create_sid(): string { return bin2hex(random_bytes(16)); }
        public function validateId(string $id): bool { return true; }
    }, false);
    ini_set("session.use_cookies", 0); ini_set("session.cache_limiter", ""); session_start();
    echo "goes on\n";
} ';

function show(string $title, string $code): void
{
    show_php($title, LATE . $code, OPTIONS);
}

show('when the request has ended', 'late(function () { posix_kill(getmypid(), SIGUSR2); echo "late\n"; });');
show('after an exit in a coroutine', 'late(fn() => posix_kill(getmypid(), SIGUSR2)); Async\spawn(fn() => exit(3)); Async\delay(10);');
show('what is executed then', 'late(fn() => pcntl_exec("/bin/sh", ["-c", "kill -USR2 $$; echo WRONG"]));');
show('a program with the default action', 'pcntl_signal(SIGUSR2, SIG_DFL); late(fn() => posix_kill(getmypid(), SIGUSR2));');
?>
--EXPECT--
-- when the request has ended
goes on
late
status 0
-- after an exit in a coroutine
goes on
status 3
-- what is executed then
goes on
status 140
-- a program with the default action
goes on
status 140
