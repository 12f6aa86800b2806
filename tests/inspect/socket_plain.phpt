--TEST--
async.inspect: a script that makes no async call answers, too; the time limit, json_last_error() and the umask stay
--FILE--
<?php
require __DIR__ . '/inspected.inc';

echo "-- a loop\n";
$program = new Inspected(<<<'CODE'
    umask(0);
    stream_set_blocking(STDIN, false);
    json_decode('{');
    function wait() { while (fgets(STDIN) === false && !feof(STDIN)); }
    ready();
    wait();
    var_dump(json_last_error(), umask());
    CODE);
$snapshot = $program->snapshot();
var_dump($snapshot['answer'], $snapshot['coroutines']);
echo implode("\n", array_slice($snapshot['stack'], -2)), "\n";
echo $program->end();

echo "-- a call\n";
$program = new Inspected('ready(); fgets(STDIN);');
$answer = question_until(fn($it) => ($it['function'] ?? '') === 'fgets()', $program->socket, 'snapshot 1');
var_dump($answer['answer'], $answer['coroutine'], $answer['function'], $answer['since_ms'] > 0, $answer['stack']);
$program->end();
var_dump(file_exists($program->socket));

echo "-- after main\n";
$program = new Inspected(<<<'CODE'
    register_shutdown_function(function () { ready(); stream_set_blocking(STDIN, false); while (!feof(STDIN)) fgets(STDIN); });
    Async\spawn(fn() => Async\delay(1));
    CODE);
$snapshot = $program->snapshot();
var_dump($snapshot['answer'], $snapshot['coroutines'], end($snapshot['stack']));
$program->end();
?>
--EXPECTF--
-- a loop
string(8) "snapshot"
array(0) {
}
wait() Command line code:5
{main} Command line code:7
int(4)
int(0)
-- a call
string(5) "stuck"
NULL
string(7) "fgets()"
bool(true)
array(2) {
  [0]=>
  string(7) "fgets()"
  [1]=>
  string(26) "{main} Command line code:2"
}
bool(false)
-- after main
string(8) "snapshot"
array(0) {
}
string(%d) "{closure%S}() Command line code:2"
