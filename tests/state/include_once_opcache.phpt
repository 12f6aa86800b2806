--TEST--
With opcache, one include_once waits for a run of its file, and the same instruction includes a file of a stream wrapper meanwhile
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.file_update_protection=0
opcache.jit=0
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Slow
{
    public $context;
    public static bool $is_opening = false, $may_open = false;
    private string $rest = '<?php return "of the wrapper";';

    function stream_open(): bool
    {
        self::$is_opening = true;
        while (!self::$may_open) {
            delay(1);
        }
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
stream_wrapper_register('slow', Slow::class);

$file = sys_get_temp_dir() . '/async' . uniqid() . '.php';
file_put_contents($file, '<?php
echo "begins\n";
Slow::$may_open = true;
while (!isset($GLOBALS["may_end"])) {
    Async\delay(1);
}
return "of the file";');
opcache_compile_file($file);

function load(string $name): mixed
{
    return include_once $name;
}

$opening = spawn(load(...), 'slow://x.php');
while (!Slow::$is_opening) {
    suspend();
}
$running = spawn(fn() => include_once $file);
suspend();
$waiting = spawn(load(...), $file);
var_dump(await($opening));
$may_end = true;
var_dump(await($running), await($waiting));
unlink($file);
?>
--EXPECT--
begins
string(14) "of the wrapper"
string(11) "of the file"
bool(true)
