--TEST--
The scripts in tools/bpftrace use probes and arguments that the module has
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || !shell_exec('command -v readelf')) die('skip needs readelf');
preg_match('~^\S+ \S+ \S+ \S+ \S+ +(\S+async\S*\.so)$~m', file_get_contents('/proc/self/maps'), $match)
    or die('skip async is built into PHP');
str_contains((string) shell_exec('readelf -n ' . escapeshellarg($match[1])), 'Provider: async') or die('skip built without sys/sdt.h');
?>
--FILE--
<?php
preg_match('~^\S+ \S+ \S+ \S+ \S+ +(\S+async\S*\.so)$~m', file_get_contents('/proc/self/maps'), $match);
preg_match_all('/Provider: async\s+Name: (\w+)\s+Location: .*\s+Arguments: ([^\n]*)/',
    shell_exec('readelf -n ' . escapeshellarg($match[1])), $notes, PREG_SET_ORDER);
$arguments = [];
foreach ($notes as [, $name, $values]) {
    $arguments[$name] = count(explode(' ', trim($values)));
}
// The table of the probes in the documents.
preg_match_all('/^\| `async:(\w+)` \| (.*) \|$/m', file_get_contents(dirname(__DIR__, 2) . '/docs/seeing.md'), $rows, PREG_SET_ORDER);
foreach ($rows as [, $name, $words]) {
    $told[$name] = count(explode(';', $words));
}
var_dump($told == $arguments);

$used = [];
foreach (glob(dirname(__DIR__, 2) . '/tools/bpftrace/*.bt') as $script) {
    $code = preg_replace('~/\*(?s:.*?)\*/|^#!.*~m', '', file_get_contents($script));
    if (preg_match_all('/usdt:\$1:(\w+):(\w+)\s*(?:\/[^\/]*\/\s*)?\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/', $code, $probes, PREG_SET_ORDER)
            !== substr_count($code, 'usdt:')) {
        echo 'WRONG: ', basename($script), " cannot be read\n";
    }
    foreach ($probes as [, $provider, $name, $body]) {
        $used[$name] = true;
        preg_match_all('/\barg(\d)/', $body, $numbers);
        foreach ($numbers[1] as $number) {
            if ($provider !== 'async' || $number >= ($arguments[$name] ?? 0)) {
                echo 'WRONG: ', basename($script), " uses arg$number of $provider:$name\n";
            }
        }
    }
}
ksort($used);
echo implode(' ', array_keys($used)), "\n";
?>
--EXPECT--
bool(true)
end mark spawn switch turn wake
