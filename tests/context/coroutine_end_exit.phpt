--TEST--
exit() in a coroutine with an own context, or in a destructor of its values, ends the application at once (CL-04, D15)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$class = 'use function Async\{coroutineContext, spawn, delay}; class Calls { function __construct(public Closure $f) {} function __destruct() { ($this->f)(); } }'
    . 'spawn(function () { coroutineContext()->set("p", new Calls(fn() => print("parked\n"))); delay(100000); echo "never\n"; });';
show_php('in the body', $class . 'spawn(function () { coroutineContext()->set("a", new Calls(fn() => print("released\n"))); exit(5); }); delay(1000); echo "never\n";');
show_php('in a destructor', $class . 'spawn(function () { coroutineContext()->set("a", new Calls(fn() => exit(6))); }); delay(1000); echo "never\n";');
show_php('in a destructor, handle held', $class . '$c = spawn(function () { coroutineContext()->set("a", new Calls(fn() => exit(6)))->set("b", new Calls(fn() => print("second value\n"))); }); delay(1000); echo "never\n";');
show_php('in a callback', $class . '$c = spawn(function () { coroutineContext()->set("a", new Calls(fn() => print("released\n"))); }); $c->onFinally(fn() => exit(7)); delay(1000); echo "never\n";');
show_php('in a destructor behind a callback', $class . '$c = spawn(function () { coroutineContext()->set("a", new Calls(fn() => exit(8))); }); $c->onFinally(fn() => print("callback\n")); delay(1000); echo "never\n";');
?>
--EXPECTF--
-- in the body
%r(?:(?!never).)*%rstatus 5
-- in a destructor
%r(?:(?!never).)*%rstatus 6
-- in a destructor, handle held
%r(?:(?!never).)*%rstatus 6
-- in a callback
%r(?:(?!never).)*%rstatus 7
-- in a destructor behind a callback
callback
%r(?:(?!never).)*%rstatus 8
