--TEST--
The status of a caught exit() is the scope's; the program keeps its own, also when several coroutines call exit() at once
--SKIPIF--
<?php if (!function_exists('proc_open')) die('skip proc_open() is needed'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$cases = [
    'one' => '$s->spawn(fn() => exit(3));',
    'two at once' => 'class D { function __destruct() { suspend(); } } $f = function (int $n) { $d = new D; exit($n); }; $s->spawn($f, 3); $s->spawn($f, 4);',
    'a cancelled one exits, too' => '$s->spawn(function () { try { suspend(); suspend(); suspend(); } finally { exit(6); } }); $s->spawn(fn() => exit(3));',
    'in a shutdown function' => '$s->spawn(function () { register_shutdown_function(fn() => exit(7)); exit(3); });',
    'in two scopes' => '$s->spawn(fn() => exit(3)); $t = Scope::isolated(catchExit: true); $t->spawn(fn() => exit(4)); $t->awaitCompletion(); echo $t->getExitStatus(), " ";',
    'main fails' => '$s->spawn(fn() => exit(3)); $end = "throw new Exception;";',
    'main exits' => '$s->spawn(fn() => exit(3)); $end = "exit(9);";',
];
foreach ($cases as $name => $code) {
    [$output, $status] = run_php('use Async\Scope; use function Async\{delay, spawn, suspend}; $end = ""; $s = Scope::isolated(catchExit: true); '
        . $code . ' $s->awaitCompletion(); echo $s->getExitStatus(), "\n"; delay(1); eval($end);', '-d display_errors=0');
    echo "$name: status $status, of the scope ", trim($output), "\n";
}
?>
--EXPECT--
one: status 0, of the scope 3
two at once: status 0, of the scope 3
a cancelled one exits, too: status 0, of the scope 3
in a shutdown function: status 0, of the scope 7
in two scopes: status 0, of the scope 4 3
main fails: status 255, of the scope 3
main exits: status 9, of the scope 3
