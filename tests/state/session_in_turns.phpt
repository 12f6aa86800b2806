--TEST--
Session calls take turns while the save handler waits; the handler itself can call session functions (docs/shared-state.md)
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.cache_limiter=
session.save_handler=files
--FILE--
<?php
use function Async\{awaitAll, delay, spawn};

class Slow implements SessionHandlerInterface
{
    private array $data = [];
    private int $inside = 0;

    private function work(mixed $result): mixed
    {
        $this->inside++ === 0 or print "two at once\n";
        $this->inside === 1 && session_id();
        delay(1);
        $this->inside--;
        return $result;
    }

    public function open($path, $name): bool { return $this->work(true); }
    public function close(): bool { return $this->work(true); }
    public function read($id): string { return $this->work($this->data[$id] ?? ''); }
    public function write($id, $data): bool { $this->data[$id] = $data; return $this->work(true); }
    public function destroy($id): bool { unset($this->data[$id]); return $this->work(true); }
    public function gc($lifetime): int { return $this->work(0); }
    // 8.6 asks for these two, and calls them where their interfaces are implemented.
    public function create_sid(): string { return bin2hex(random_bytes(16)); }
    public function validateId($id): bool { return true; }
}

// No output before the end, because PHP starts no session after output. Concurrent calls also raise notices.
ob_start();
error_reporting(E_ALL & ~(E_WARNING | E_NOTICE));
session_set_save_handler(new Slow, true);
mt_srand(5);
$use = function (int $number) {
    for ($i = 0; $i < 30; $i++) {
        session_id("session$number");
        session_start();
        $_SESSION["by$number"] = $i;
        delay(mt_rand(0, 2));
        switch (mt_rand(0, 5)) {
            case 0: session_destroy(); break;
            case 1: session_regenerate_id(true); break;
            case 2: session_reset(); break;
            case 3: session_abort(); break;
            case 4: session_set_save_handler(new Slow, true); break;
            default: session_write_close();
        }
    }
};
awaitAll(array_map(fn($number) => spawn($use, $number), range(1, 6)));
session_abort();

// Without a concurrent call the session has all that was written.
session_set_save_handler(new Slow, true);
awaitAll([spawn(function () {
    session_id('mine');
    session_start();
    $_SESSION['value'] = 42;
    session_write_close();
    session_start();
    echo $_SESSION['value'], "\n";
    session_write_close();
})]);
echo "done\n";
?>
--EXPECT--
42
done
