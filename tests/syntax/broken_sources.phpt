--TEST--
A long broken source is rejected quickly: no look-ahead is repeated for each word (D20)
--INI--
memory_limit=-1
--FILE--
<?php
$times = getenv('ASYNC_TEST_TOOL') === 'valgrind' ? 20000 : 200000;
foreach ([
    'await $x; ' . str_repeat('use ', $times),
    'await $x; ' . str_repeat('use function a, ', $times),
    'await $x; ' . str_repeat('class a ', $times),
    'await $x; ' . str_repeat('function f(): a|', $times),
    str_repeat('await new class ', $times),
    str_repeat('await static ', $times),
    str_repeat('await fn ', $times),
    str_repeat('await $x ? spawn { } : ', $times),
    str_repeat('spawn with $a->', $times),
    str_repeat('spawn f(', $times),
    'spawn with $a' . str_repeat('()', $times),
    'await ' . str_repeat('-', $times),
] as $code) {
    try {
        eval($code);
    } catch (ParseError) {
        echo substr($code, 0, 20), "\n";
    }
}
?>
--EXPECT--
await $x; use use us
await $x; use functi
await $x; class a cl
await $x; function f
await new class awai
await static await s
await fn await fn aw
await $x ? spawn { }
spawn with $a->spawn
spawn f(spawn f(spaw
spawn with $a()()()(
await --------------
