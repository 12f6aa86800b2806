--TEST--
spl_autoload_extensions() that another coroutine changes while spl_autoload() asks a stream wrapper: the search goes on with the old ones
--FILE--
<?php
use function Async\{await, delay, spawn};

class Places
{
    public $context;

    function url_stat(string $url, int $flags): array|false
    {
        echo "asked for $url\n";
        delay(1);
        return false;
    }
}
stream_wrapper_register('places', Places::class);
set_include_path('places://here');

/** Not a literal: PHP frees it when it is replaced. */
function extensions(string ...$extensions): string
{
    return implode(',', $extensions);
}

spl_autoload_register();
spl_autoload_extensions(extensions('.first', '.second', '.third'));
$search = spawn(fn() => class_exists('Missing'));
Async\suspend();
spl_autoload_extensions(extensions('.other'));
$memory = [];
for ($i = 0; $i < 1000; $i++) {
    $memory[] = str_pad("$i", strlen('.first,.second,.third'), ',.none');
}
var_dump(await($search));
var_dump(class_exists('Missing'));
?>
--EXPECT--
asked for places://here/missing.first
asked for places://here/missing.second
asked for places://here/missing.third
bool(false)
asked for places://here/missing.other
bool(false)
