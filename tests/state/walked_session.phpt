--TEST--
$_SESSION is written while a method of one of its values waits, and other coroutines write to $_SESSION (D43)
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
require __DIR__ . '/walked_values.inc';

class Memory implements SessionHandlerInterface
{
    public static string $written;
    public function open($path, $name): bool { return true; }
    public function close(): bool { return true; }
    public function read($id): string { return ''; }
    public function write($id, $data): bool { self::$written = $data; return true; }
    public function destroy($id): bool { return true; }
    public function gc($lifetime): int { return 0; }
    // 8.6 asks for these two, and calls them where their interfaces are implemented.
    public function create_sid(): string { return bin2hex(random_bytes(16)); }
    public function validateId($id): bool { return true; }
}

// No output before the end, because PHP starts no session after output.
ob_start();
session_set_save_handler(new Memory, false);
session_start();
$encode = function ($o): string {
    $_SESSION = ['o' => $o, 'list' => [new Part(30), str_repeat('list', 3)], 'last' => [$o->node, new Part(31)]];
    $encoded = session_encode();
    $_SESSION = [];
    return bin2hex($encoded);
};
$write = function ($o): string {
    $_SESSION = ['o' => $o, 'last' => [new Part(30)]];
    session_write_close();
    session_start();
    $_SESSION = [];
    return bin2hex(Memory::$written);
};
$regenerate = function ($o): string {
    $_SESSION = [$o, 'o' => $o];
    session_regenerate_id();
    $_SESSION = [];
    return bin2hex(Memory::$written);
};
foreach ([
    'emptied' => function () { $_SESSION = []; },
    'grown' => function () { for ($i = 0; $i < 50; $i++) { $_SESSION["key$i"] = $i; } },
    'unset' => function () { unset($_SESSION['o'], $_SESSION['list']); },
    'replaced' => function () { $_SESSION['o'] = str_repeat('text', 3); $_SESSION['last'][1] = 7; $_SESSION['list'] = 8; },
] as $how => $change) {
    $writes["session $how"] = function ($o) use ($change) { isset($_SESSION['o']) && $change(); };
}
check_walks(['session_encode' => $encode, 'session_write_close' => $write, 'session_regenerate_id' => $regenerate]);
?>
--EXPECT--
session_encode: 0 left
session_write_close: 0 left
session_regenerate_id: 0 left
576 runs
