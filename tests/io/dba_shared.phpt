--TEST--
A database of dba_open() in several coroutines: its functions come one after the other, and a close waits for the call under way
--EXTENSIONS--
dba
--SKIPIF--
<?php
if (!in_array('flatfile', dba_handlers(), true)) {
    die('skip no handler "flatfile"');
}
?>
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

/** A file in memory whose methods wait. */
class Slow
{
    public $context;
    public static string $data = '';
    private int $at = 0;
    private $file;

    /** The handler asks for a descriptor, and uses the stream. */
    function stream_cast()
    {
        return $this->file ??= tmpfile();
    }

    function stream_open(): bool
    {
        return true;
    }

    function stream_read(int $size): string
    {
        delay(1);
        $part = substr(self::$data, $this->at, min($size, 16));
        $this->at += strlen($part);
        return $part;
    }

    function stream_write(string $data): int
    {
        delay(1);
        self::$data = substr(self::$data, 0, $this->at) . $data . substr(self::$data, $this->at + strlen($data));
        $this->at += strlen($data);
        return strlen($data);
    }

    function stream_eof(): bool
    {
        return $this->at >= strlen(self::$data);
    }

    function stream_tell(): int
    {
        return $this->at;
    }

    function stream_seek(int $offset, int $whence): bool
    {
        $this->at = match ($whence) {
            SEEK_SET => $offset,
            SEEK_CUR => $this->at + $offset,
            SEEK_END => strlen(self::$data) + $offset,
        };
        return true;
    }

    function stream_flush(): bool
    {
        return true;
    }

    function stream_truncate(int $size): bool
    {
        self::$data = substr(self::$data, 0, $size);
        return true;
    }

    function stream_stat(): array
    {
        return ['size' => strlen(self::$data)];
    }

    function stream_set_option(): bool
    {
        return false;
    }
}
stream_wrapper_register('slow', Slow::class);

$database = dba_open('slow://file', 'n-', 'flatfile');
$tasks = [];
for ($i = 0; $i < 10; $i++) {
    $tasks[] = spawn(function () use ($database, $i) {
        dba_insert("key $i", "value $i", $database);
        return dba_fetch("key $i", $database);
    });
}
echo implode(', ', array_map(await(...), $tasks)), "\n";

$fetch = spawn(fn() => dba_fetch('key 9', $database));
suspend();
dba_close($database);
var_dump(await($fetch));
?>
--EXPECT--
value 0, value 1, value 2, value 3, value 4, value 5, value 6, value 7, value 8, value 9
string(7) "value 9"
