--TEST--
100,000 queued coroutines that have not started own no stack; they run one after the other on few stacks
--INI--
memory_limit=256M
--FILE--
<?php
use function Async\{spawn, suspend, stats};

$n = getenv('ASYNC_TEST_TOOL') ? 2000 : 100000;
$ran = 0;
for ($i = 0; $i < $n; $i++) spawn(function () use (&$ran) { $ran++; });
var_dump(stats()['contexts']);
suspend();
var_dump($ran === $n, stats()['contexts'] <= 2);
for ($i = 0; $i < $n; $i++) $cs[] = spawn(function () use (&$ran) { $ran++; });
foreach ($cs as $c) $c->cancel();
unset($cs, $c);
suspend();
var_dump($ran === $n);
?>
--EXPECT--
int(0)
bool(true)
bool(true)
bool(true)
