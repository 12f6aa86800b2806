--TEST--
An error handler that throws for a warning which comes when no PHP code runs ends no coroutine: each such warning of the extension (P7)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$cases = [
    'group dropped with the result of a coroutine' => 'spawn(function () { $g = new Async\TaskGroup(); $g->spawn(fn() => delay(50)); return $g; });',
    'scope dropped with the result of a coroutine' => 'spawn(function () { $s = new Async\Scope(); $s->spawn(fn() => delay(1)); return $s; });',
    'mutex' => '$GLOBALS["m"] = $m = new Async\Mutex(); spawn(function () use ($m) { $m->lock(); });',
    'transaction' => '$db = new Async\PooledPDO("sqlite::memory:", max: 1); spawn(function () use ($db) { $db->beginTransaction(); });',
    'future, result of a coroutine' => 'spawn(fn() => Async\Future::failed(new Exception("unseen")));',
    'future, of a link' => '$s = new Async\FutureState(); (new Async\Future($s))->map(fn() => throw new Exception("unseen")); $s->complete(1); unset($s);',
    'future, at the end' => '$GLOBALS["kept"] = Async\Future::failed(new Exception("unseen"));',
];
$start = 'use function Async\{spawn, await, delay, suspend};
set_error_handler(function ($level, $message, $file, $line) { echo "handler "; throw new ErrorException($message, 0, $level, $file, $line); });
$other = spawn(function () { for ($i = 0; $i < 4; $i++) delay(2); echo "other ends, "; return 1; });
';
foreach ($cases as $name => $code) {
    [$output, $status] = run_php("$start (function () { $code })(); await(\$other); echo 'main ends ';", '-d display_errors=1 -d log_errors=0 -d html_errors=0');
    $warnings = preg_match_all('~^Warning: .*~m', $output, $m);
    printf("%s: status %d, %s, %s\n", $name, $status, str_contains($output, 'other ends, main ends') || preg_match('~other ends,.*main ends~s', $output) ? 'all end' : 'ENDED EARLY', preg_replace('~ at \S+| #\d+|in Unknown.*~', '', $m[0][0] ?? 'no warning'));
}
?>
--EXPECTF--
group dropped with the result of a coroutine: status 0, all end, Warning: TaskGroup created input code:4 was dropped: 1 unfinished task is cancelled. Keep the group and await it, or call dispose() in Standard input code on line 4
scope dropped with the result of a coroutine: status 0, all end, Warning: Coroutine is zombie input code:4 in Scope disposed input code:4 in Standard input code on line 4
mutex: status 0, all end, Warning: Async\Mutex: coroutine spawned input code:4 ended without unlock() in Standard input code on line 4
transaction: status 0, all end, Warning: PDO connection: coroutine spawned input code:4, by the main script, ended inside a transaction, which is rolled back in Standard input code on line 4
future, result of a coroutine: status 0, all end, Warning: Unobserved error of the future created input code:4, await it or call ignore(): Exception: unseen in Standard input code:4 
future, of a link: status 0, all end, Warning: Unobserved error of the future created input code:4, await it or call ignore(): Exception: unseen in Standard input code:4 
future, at the end: status 0, all end, Warning: Unobserved error of the future created input code:4, await it or call ignore(): Exception: unseen in Standard input code:4 
