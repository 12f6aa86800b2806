--TEST--
Two coroutines look for files in an include_path with a stream wrapper that waits: opcache runs the right files later
--EXTENSIONS--
opcache
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.file_update_protection=0
opcache.jit=0
--FILE--
<?php
use function Async\{await, delay, spawn};

class Nothing
{
    public $context;

    function url_stat(): bool
    {
        delay(2);
        return false;
    }
}
stream_wrapper_register('nothing', Nothing::class);
$folder = sys_get_temp_dir() . '/async' . uniqid();
mkdir($folder);
foreach (['first', 'second', 'third'] as $name) {
    file_put_contents("$folder/$name.php", "<?php echo '$name', \"\\n\";");
    include "$folder/$name.php";
}
set_include_path("nothing://here:$folder");

$names = ['first', 'second', 'third'];
foreach (array_map(fn(string $name) => spawn(fn() => include_once "$name.php"), $names) as $search) {
    await($search);
}
// While one of them waits, another one includes.
$search = spawn(fn() => include_once 'first.php');
Async\suspend();
include 'second.php';
await($search);
foreach ($names as $name) {
    include "$name.php";
}
array_map(unlink(...), glob("$folder/*.php"));
rmdir($folder);
?>
--EXPECT--
first
second
third
second
first
second
third
