--TEST--
async.inspect: while PHP is stuck in one call, the helper thread says in which one; in a loop, PHP answers itself
--FILE--
<?php
require __DIR__ . '/inspected.inc';

function told(array $answer): void
{
    echo $answer['answer'], ': ', $answer['coroutine'] === 1 ? 'main' : "#$answer[coroutine]", ' ', $answer['function'],
        ' ', $answer['place'], "\n  ", implode("\n  ", $answer['stack']), "\n";
}

echo "-- in a call, in a coroutine\n";
$program = new Inspected(<<<'CODE'
    class Work
    {
        static function run(): void { array_map(fn($it) => (new self)->wait($it), [60]); }
        function wait(int $seconds): void
        {
            ready();
            $read = [STDIN]; $none = null;
            stream_select($read, $none, $none, $seconds);
        }
    }
    Async\await(Async\spawn(Work::run(...)));
    CODE, '-d async.hooks=none');
$answer = question_until(fn($it) => str_starts_with($it['function'] ?? '', 'stream'), $program->socket, 'snapshot 1');
told($answer);
var_dump($answer['spawned_at'], $answer['steady'], $answer['since_ms'] < 60000, $answer['script']);
// Time goes on, and the next answer says so.
usleep(100000);
var_dump(question($program->socket, 'snapshot 1')['since_ms'] >= $answer['since_ms'] + 100);
$program->end();

echo "-- in a call that needs the processor, in main\n";
$program = new Inspected(<<<'CODE'
    Async\spawn(fn() => 1);
    Async\suspend();
    ready();
    hash_pbkdf2('sha256', 'x', 'y', 1000000000);
    CODE);
told(question_until(fn($it) => str_starts_with($it['function'] ?? '', 'hash'), $program->socket, 'snapshot 50'));
$program->kill(9);

echo "-- in a loop\n";
$program = new Inspected(<<<'CODE'
    stream_set_blocking(STDIN, false);
    function loop(): void { while (!feof(STDIN)) fgets(STDIN); }
    Async\spawn(function () { ready(); loop(); });
    CODE);
$snapshot = $program->snapshot();
$running = array_values(array_filter($snapshot['coroutines'], fn($it) => $it['state'] === 'running'))[0];
var_dump($snapshot['answer'], $running['id']);
// The innermost one may be fgets() or feof().
echo implode("\n", array_slice($running['stack'], -2)), "\n";
$program->end();
?>
--EXPECTF--
-- in a call, in a coroutine
stuck: #2 stream_select() Command line code:9
  stream_select()
  Work::wait() Command line code:9
  Work::{closure%S}() Command line code:4
  array_map()
  Work::run() Command line code:4
string(20) "Command line code:12"
bool(true)
bool(true)
string(%d) "%s"
bool(true)
-- in a call that needs the processor, in main
stuck: main hash_pbkdf2() Command line code:5
  hash_pbkdf2()
  {main} Command line code:5
-- in a loop
string(8) "snapshot"
int(2)
loop() Command line code:3
{closure%S}() Command line code:4
