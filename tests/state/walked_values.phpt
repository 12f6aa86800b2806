--TEST--
Values that C code walks over while a method of one of them waits and another coroutine replaces what lies around it (D43)
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/walked_values.inc';

check_walks([
    'serialize' => serialize(...),
    'serialize of an array' => fn($o) => serialize(['o' => $o, 'again' => [$o->node]]),
    'print_r' => fn($o) => print_r($o, true),
    'print_r of an array' => fn($o) => print_r([[$o]], true),
    'var_dump' => function ($o) { ob_start(); var_dump($o); return ob_get_clean(); },
    'debug_zval_dump' => function ($o) { ob_start(); debug_zval_dump($o); return preg_replace('/refcount\(\d+\)/', '', ob_get_clean()); },
    'json_encode' => json_encode(...),
    'json_encode of an array' => fn($o) => json_encode([[$o]], JSON_PARTIAL_OUTPUT_ON_ERROR),
    'http_build_query' => fn($o) => http_build_query($o),
    'var_export' => fn($o) => var_export($o, true),
    'compare' => fn($o) => $o == clone $o ? 'same' : 'not',
    'array_walk_recursive' => function ($o) {
        $all = [];
        $value = [&$o->node->list, $o->typed->list];
        array_walk_recursive($value, function ($v, $k) use (&$all) { suspend(); $all[] = is_object($v) ? 'object' : $v; });
        return implode(' ', $all);
    },
]);
?>
--EXPECT--
serialize: 0 left
serialize of an array: 0 left
print_r: 0 left
print_r of an array: 0 left
var_dump: 0 left
debug_zval_dump: 0 left
json_encode: 0 left
json_encode of an array: 0 left
http_build_query: 0 left
var_export: 0 left
compare: 0 left
array_walk_recursive: 0 left
1728 runs
