--TEST--
async.inspect: a program with 10,000 coroutines under load answers, goes on, and does not reach its memory limit
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('a snapshot takes longer than a client may wait');
?>
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/inspected.inc';

$program = new Inspected(<<<'CODE'
    use function Async\{spawn, delay, suspend};
    $goes_on = true;
    $turns = 0;
    for ($i = 0; $i < 5000; $i++) {
        spawn(function () use (&$goes_on) { while ($goes_on) { delay(random_int(1, 400)); } });
        spawn(function () use (&$goes_on, &$turns) { while ($goes_on) { suspend(); $turns++; } });
    }
    // The memory of a snapshot is more than what is left.
    spawn(function () use (&$goes_on, &$turns) {
        ini_set('memory_limit', (string) (memory_get_usage(true) + 2 * 1024 * 1024));
        ready();
        fgets(STDIN);
        $goes_on = false;
        fgets(STDIN);
    });
    register_shutdown_function(function () use (&$turns) {
        echo "turns: ", $turns > 0 ? 'some' : 'none', "\n";
        $memory = 'x';
        echo "limit: ", ini_get('memory_limit') < 1e9 ? 'kept' : 'gone', "\n";
        while (true) { $memory .= $memory; }
    });
    CODE);
for ($i = 0; $i < 5; $i++) {
    $snapshot = $program->snapshot();
    $states = array_count_values(array_column($snapshot['coroutines'] ?? [], 'state'));
    $ids = array_unique(array_column($snapshot['coroutines'] ?? [], 'id'));
    var_dump($snapshot['answer'] === 'snapshot' && array_sum($states) === 10001 && count($ids) === 10001
        && $states['waiting'] >= 2 && $snapshot['loop']['coroutines'] === 10001);
}
// Several clients that ask together get one answer.
$clients = array_map(fn() => client($program->socket), range(1, 6));
array_map(fn($client) => fwrite($client, "snapshot 10000\n"), $clients);
// A client that does not read for long loses its connection: all lines come before the first is decoded.
$lines = array_map(fn($client) => (string) fgets($client), $clients);
$answers = array_map(fn($line) => json_decode($line, true)['answer'] ?? 'none', $lines);
var_dump(array_count_values($answers));
$program->say('');
echo preg_replace('/Allowed memory .*/', 'Allowed memory …', $program->end());
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(1) {
  ["snapshot"]=>
  int(6)
}
turns: some
limit: kept

Fatal error: Allowed memory …
