--TEST--
At the end of the script the callbacks of inner scopes come before those of outer ones (D13, D18)
--FILE--
<?php
// schedules: none
use Async\{Scope, TaskGroup};

$outer = new Scope;
$middle = Scope::inherit($outer);
$inner = Scope::inherit($middle);
$other = new Scope;
$kept = [];
$outer->onFinally(fn() => print "outer\n");
$other->onFinally(function () use (&$kept) {
    echo "other\n";
    $kept[] = $late = new Scope;
    $late->onFinally(fn() => print "late\n");
});
$inner->onFinally(fn() => print "inner\n");
$middle->onFinally(fn() => print "middle\n");
$group = new TaskGroup(scope: $inner);
$group->onFinally(fn() => print "group of the inner one\n");
$outer->spawn(fn() => print "coroutine\n");
$gone = new Scope;
$gone->onFinally(fn() => print "gone\n");
$gone = null;
?>
--EXPECT--
coroutine
gone
group of the inner one
inner
middle
outer
other
late
