--TEST--
A child scope limits neither its parent nor its siblings; its end does not affect them (SH-07, SH-10, SH-12)
--FILE--
<?php
use Async\{Scope, BoundedScope};
use function Async\{suspend, delay, await};

$parent = new Scope;
$child = Scope::inherit($parent);
$sibling = Scope::inherit($parent);
$bounded = BoundedScope::inherit($parent);
$stop = false;
$bounded->spawn(fn() => delay(100000));
$bounded->withTimeout(1);
$works = function () use (&$stop) { while (!$stop) delay(1); return 'result'; };
$own = $parent->spawn($works);
$other = $sibling->spawn($works);
$child->spawn(fn() => delay(100000));
suspend();
$child->cancel();
try { $bounded->awaitCompletion(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
foreach ([$parent, $sibling, $child, $bounded] as $s) echo $s->isClosed() ? 'closed ' : 'open ';
$stop = true;
echo await($own), ' ', await($other), "\n";

// A child cannot wait for its parent, but a parent can wait for its child.
$message = await($sibling->spawn(function () use ($parent) {
    try { $parent->awaitCompletion(); } catch (Async\AsyncException $e) { return preg_replace('~/.*/~', '', $e->getMessage()); }
}));
echo $message, "\n";
$parent->awaitCompletion();
// schedules: may go on, when main is cancelled
?>
--EXPECT--
The scope reached its time limit of 1 ms
open open closed closed result result
Awaiting a scope from within itself or its child scope would cause a deadlock. Scope created at child_and_parent_independent.php:5
