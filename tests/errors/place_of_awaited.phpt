--TEST--
An awaited exception that stays uncaught: where its coroutine was spawned and awaited follows PHP's text; each way to await, the exception untouched (D36)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$start = "use function Async\\{spawn, await};\nfunction fails() { usleep(1); throw new RuntimeException('of task'); }\n";
$ways = [
    'await' => "\$c = spawn(fails(...));\nawait(\$c);",
    'await of any' => "\$c = spawn(fails(...));\nawait(Async\\any([\$c]));",
    'await of all' => "\$c = spawn(fails(...));\nawait(Async\\all([\$c]));",
    'awaitAllOrFail' => "\$c = spawn(fails(...));\nAsync\\awaitAllOrFail([\$c]);",
    'awaitAnyOrFail' => "\$c = spawn(fails(...));\nAsync\\awaitAnyOrFail([\$c]);",
    'awaitAnyOfOrFail' => "\$c = spawn(fails(...));\nAsync\\awaitAnyOfOrFail(1, [\$c]);",
    'select' => "\$c = spawn(fails(...));\nAsync\\select(['c' => \$c]);",
    'scope' => "\$s = new Async\\Scope(); \$s->spawn(fails(...));\n\$s->awaitCompletion();",
    'group' => "\$g = new Async\\TaskGroup(); \$g->spawn(fails(...));\nawait(\$g);",
    'race of group' => "\$g = new Async\\TaskGroup(); \$g->spawn(fails(...));\nawait(\$g->race());",
    'iterate' => "\nAsync\\iterate([1], fn() => fails());",
    'token' => "\$c = spawn(fails(...));\nawait(new Async\\Future(), \$c);",
    'protect' => "\$c = spawn(fails(...));\nAsync\\protect(fn() => await(\$c));",
    'in a function' => "\$c = spawn(fails(...));\n(function () use (\$c) {\n await(\$c); })();",
    'from a coroutine' => "\$c = spawn(function () {\n await(spawn(fails(...))); });\nawait(\$c);",
    'three deep' => "await(spawn(fn() => \nawait(spawn(fn() => \nawait(spawn(fails(...)))))));",
    'not awaited at the end' => "spawn(function () {\n await(spawn(fails(...))); });",
    'two waiters' => "\$c = spawn(fails(...));\nspawn(function () use (\$c) { try { await(\$c); } catch (Exception) {} });\nawait(\$c);",
    'not awaited' => "spawn(fails(...));",
    'of main' => "spawn(fn() => 1); Async\\suspend(); fails();",
    'caught, thrown again' => "\$c = spawn(fails(...));\ntry { await(\$c); } catch (Exception \$e) { throw \$e; }",
    'another one instead' => "\$c = spawn(fails(...));\ntry { await(\$c); } catch (Exception \$e) { throw new LogicException('other'); }",
];
foreach ($ways as $name => $code) {
    [$output] = run_php($start . $code, '-d display_errors=1 -d log_errors=0 -d html_errors=0');
    $after = substr($output, strpos($output, '  thrown in'));
    echo "---- $name\n", str_replace('Standard input code', 'FILE', trim(substr($after, strpos($after, "\n")))), "\n";
}
/* To the log as well, and nothing of it is in the exception. */
$code = $start . 'set_exception_handler(function ($e) { echo get_class($e), count((array) $e), "\n"; echo substr_count($e, "awaited"), "\n"; }); await(spawn(fails(...)));';
echo run_php($code, '-d display_errors=1')[0];
echo substr_count(run_php($start . 'await(spawn(fails(...)));', '-d display_errors=0 -d log_errors=1 -d error_log=')[0], 'awaited at'), "\n";
?>
--EXPECTF--
---- await
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- await of any
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- await of all
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- awaitAllOrFail
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- awaitAnyOrFail
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- awaitAnyOfOrFail
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- select
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- scope
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- group
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- race of group
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- iterate
in coroutine #2 spawned at FILE:4, awaited at FILE:4
  by the main script
---- token
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- protect
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- in a function
in coroutine #2 spawned at FILE:3, awaited at FILE:5
  by the main script
---- from a coroutine
in coroutine #3 spawned at FILE:4, awaited at FILE:4
  in coroutine #2 spawned at FILE:3, awaited at FILE:5
  by the main script
---- three deep
in coroutine #4 spawned at FILE:5, awaited at FILE:5
  in coroutine #3 spawned at FILE:4, awaited at FILE:4
  in coroutine #2 spawned at FILE:3, awaited at FILE:3
  by the main script
---- not awaited at the end
in coroutine #4 spawned at FILE:4, awaited at FILE:4
  in coroutine #2 spawned at FILE:3
  by the main script
---- two waiters
in coroutine #2 spawned at FILE:3, awaited at FILE:5
  by the main script
---- not awaited
in coroutine #2 spawned at FILE:3
  by the main script
---- of main

---- caught, thrown again
in coroutine #2 spawned at FILE:3, awaited at FILE:4
  by the main script
---- another one instead

RuntimeException7
0
1
