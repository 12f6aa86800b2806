--TEST--
async.inspect: the helper reads the frames of a stuck PHP also where process_vm_readv() is refused; where nothing can be read it says so
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('a tool has a way of its own to read memory');
if (!trim((string) shell_exec('command -v cc'))) die('skip needs a C compiler');
$refuse = sys_get_temp_dir() . '/refuse.' . getmypid();
exec('cc -o ' . escapeshellarg($refuse) . ' ' . escapeshellarg(dirname(__DIR__) . '/faults/refuse.c') . ' 2>&1', $output, $status);
if ($status === 0) exec("$refuse 1 process_vm_readv true", $output, $status);
@unlink($refuse);
if ($status !== 0) die('skip no call can be refused here');
?>
--FILE--
<?php
require __DIR__ . '/inspected.inc';

const PBKDF2 = "hash_pbkdf2('sha256', 'x', 'y', 1000000000);";

$refuse = socket_folder() . '/refuse';
exec("cc -o $refuse " . escapeshellarg(dirname(__DIR__) . '/faults/refuse.c'));
$php = getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;

/** From now on, programs run so. */
function run_by(string $script): void
{
    $path = socket_folder() . '/php';
    @unlink($path);
    file_put_contents($path, "#!/bin/sh\n$script");
    chmod($path, 0700);
    putenv("TEST_PHP_EXECUTABLE=$path");
}

/** Without what differs from run to run. */
function told(array $answer): string
{
    unset($answer['pid'], $answer['time'], $answer['since_ms']);
    return json_encode($answer, JSON_UNESCAPED_SLASHES | JSON_PRETTY_PRINT);
}

$programs = [
    'in a call, in a coroutine' => [<<<'CODE'
        final class Work
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
        CODE, 'stream_select()', 'Work::wait()'],
    'in a call that needs the processor, without a coroutine' => [
        'function work() { ready(); ' . PBKDF2 . ' } work();', 'hash_pbkdf2()', 'work()'],
];
foreach ($programs as $name => [$code, $function, $caller]) {
    $answers = [];
    // As it is, and with EPERM, with ENOSYS.
    foreach (['', "$refuse 1 process_vm_readv ", "$refuse 38 process_vm_readv "] as $before) {
        run_by("exec $before'$php' \"\$@\"\n");
        $program = new Inspected($code, '-d async.hooks=none');
        $answers[] = told(question_until(fn($it) => ($it['function'] ?? '') === $function, $program->socket, 'snapshot 1'));
        $program->kill(9);
    }
    echo "$name: ", count(array_unique($answers)) === 1 ? 'the same' : implode("\n", $answers), "\n";
    echo str_contains($answers[0], "\"$caller ") && str_contains($answers[0], '"steady": true') ? '' : "WRONG: $answers[0]\n";
}

echo "-- no descriptor is free for the other way\n";
run_by("ulimit -n 40; exec $refuse 1 process_vm_readv '$php' \"\$@\"\n");
$program = new Inspected('ready(); fgets(STDIN); while ($files[] = @fopen("/dev/null", "r")); echo "full\n"; ' . PBKDF2);
$client = client($program->socket);
fwrite($client, "hello\n");
fgets($client);
$program->say('');
echo $program->line(), "\n";
fwrite($client, "snapshot 1\n");
$answer = json_decode(fgets($client), true);
var_dump($answer['since_ms'] > 0 && $answer['since_ms'] < 60000);
unset($answer['script'], $answer['php'], $answer['async']);
echo told($answer), "\n";
$program->kill(9);
?>
--EXPECT--
in a call, in a coroutine: the same
in a call that needs the processor, without a coroutine: the same
-- no descriptor is free for the other way
full
bool(true)
{
    "answer": "stuck",
    "error": "the system lets no memory be read",
    "steady": true
}
