--TEST--
include_path that another coroutine changes while a search waits in url_stat() of a stream wrapper: the search goes on in the old one
--FILE--
<?php
use function Async\{await, delay, spawn};

class Places
{
    public $context;
    private string $rest = '';

    function url_stat(string $url, int $flags): array|false
    {
        echo "asked for $url\n";
        delay(1);
        return str_starts_with($url, 'places://third/') ? ['mode' => 0100644, 'size' => 0] : false;
    }

    function stream_open(string $url): bool
    {
        $this->rest = "<?php return '$url';\n";
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
stream_wrapper_register('places', Places::class);

const PATH = 'places://first:places://second:places://third';

/** Takes the memory that was freed. */
function take_memory(): array
{
    $strings = [];
    for ($i = 0; $i < 1000; $i++) {
        $strings[] = str_pad("places://other/$i", strlen(PATH), ':places://none');
    }
    return $strings;
}

$searches = [
    'fopen' => fn() => rtrim(fgets(fopen('a.php', 'r', true))),
    'include' => fn() => include 'a.php',
    'stream_resolve_include_path' => fn() => stream_resolve_include_path('a.php'),
    'file_get_contents' => fn() => rtrim(file_get_contents('a.php', true)),
];
$changes = [
    'set_include_path' => fn() => set_include_path('.'),
    'ini_set' => fn() => ini_set('include_path', '.'),
    'ini_restore' => fn() => ini_restore('include_path'),
];
foreach ($searches as $name => $search) {
    foreach ($changes as $change_name => $change) {
        set_include_path('none');
        // Not a literal: PHP frees this one when it is replaced.
        set_include_path(str_replace('PATH', PATH, 'PATH'));
        $searcher = spawn($search);
        Async\suspend();
        $change();
        $memory = take_memory();
        $result = await($searcher);
        echo "$name, $change_name: $result\n";
    }
}
?>
--EXPECT--
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
fopen, set_include_path: <?php return 'places://third/a.php';
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
fopen, ini_set: <?php return 'places://third/a.php';
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
fopen, ini_restore: <?php return 'places://third/a.php';
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
include, set_include_path: places://third/a.php
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
include, ini_set: places://third/a.php
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
include, ini_restore: places://third/a.php
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
stream_resolve_include_path, set_include_path: places://third/a.php
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
stream_resolve_include_path, ini_set: places://third/a.php
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
stream_resolve_include_path, ini_restore: places://third/a.php
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
file_get_contents, set_include_path: <?php return 'places://third/a.php';
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
file_get_contents, ini_set: <?php return 'places://third/a.php';
asked for places://first/a.php
asked for places://second/a.php
asked for places://third/a.php
file_get_contents, ini_restore: <?php return 'places://third/a.php';
