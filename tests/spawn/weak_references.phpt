--TEST--
A parked coroutine keeps its object alive, an ended one does not (D5; architecture "Coroutine")
--FILE--
<?php
use function Async\{spawn, suspend, delay, currentCoroutine};

$weak = WeakReference::create(spawn(function () { delay(50); }));
$map = new WeakMap;
$map[$weak->get()] = 'data';
suspend();
gc_collect_cycles();
var_dump($weak->get()?->isSuspended(), count($map));
delay(100);
suspend();
var_dump($weak->get(), count($map));
$main = WeakReference::create(currentCoroutine());
var_dump($main->get() === currentCoroutine());
?>
--EXPECT--
bool(true)
int(1)
NULL
int(0)
bool(true)
