--TEST--
async.inspect: a forked child has a socket of its own by %p, or none; the parent's stays
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/inspected.inc';

$code = <<<'CODE'
    use function Async\{spawn, delay};
    function child(): void
    {
        spawn(function () { delay(1); ready(); delay(60000); })->setName('of the child');
        spawn(function () { $read = [STDIN]; $none = null; stream_select($read, $none, $none, 60); });
    }
    spawn(function () { delay(60000); })->setName('of the parent');
    delay(1);
    ready();
    fgets(STDIN);
    $pid = pcntl_fork();
    if ($pid === 0) {
        child();
        return;
    }
    echo "$pid child\n";
    pcntl_waitpid($pid, $status);
    ready();
    fgets(STDIN);
    exit;
    CODE;

function names(array $snapshot): string
{
    $names = array_column($snapshot['coroutines'] ?? [], 'name');
    return $snapshot['answer'] . ': ' . implode(', ', preg_replace('/\{closure.*/', '…', $names));
}

echo "-- with %p\n";
$program = new Inspected($code);
$before = client($program->socket);
fwrite($before, "hello\n");
fgets($before);
$program->say('');
$lines = [$program->line(), $program->line()];
sort($lines);
$child = (int) $lines[0];
$socket = dirname($program->socket) . "/s-$child";
var_dump($lines === ["$child child", "$child ready"] && $child !== $program->pid);
$of_child = question_until(fn($it) => count($it['coroutines'] ?? []) === 2, $socket, 'snapshot 10000');
var_dump($of_child['pid'] === $child);
echo names($of_child), "\n";
// The client of the parent is still that of the parent.
fwrite($before, "hello\n");
var_dump(json_decode(fgets($before), true)['pid'] === $program->pid);
$of_parent = question($program->socket, 'snapshot 10000');
var_dump($of_parent['pid'] === $program->pid);
echo names($of_parent), "\n";
posix_kill($child, SIGTERM);
$program->line();
// A child that was killed leaves its socket; its parent has kept its own.
var_dump(file_exists($socket), question($program->socket, 'hello')['pid'] === $program->pid);
unlink($socket);
$program->end();
var_dump(file_exists($program->socket));

echo "-- without\n";
$path = socket_folder() . '/one';
$program = new Inspected($code, '', $path);
$program->say('');
$lines = [$program->line(), $program->line()];
sort($lines);
var_dump(question($path, 'hello')['pid'] === $program->pid, file_exists($path));
posix_kill((int) $lines[0], SIGTERM);
$program->line();
var_dump(question($path, 'hello')['pid'] === $program->pid);
$program->end();
var_dump(file_exists($path));

echo "-- a child that ends\n";
if (getenv('ASYNC_TEST_TOOL') === 'asan') {
    // In each child, LeakSanitizer would wait for threads of the parent, and say so between the lines.
    putenv('ASAN_OPTIONS=' . getenv('ASAN_OPTIONS') . ':detect_leaks=0');
}
$program = new Inspected(<<<'CODE'
    $pid = pcntl_fork();
    if ($pid === 0) {
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    for ($i = 0; $i < 50; $i++) {
        if (pcntl_fork() === 0) {
            exit(0);
        }
    }
    while (pcntl_waitpid(-1, $status) > 0);
    shell_exec('true');
    ready();
    fgets(STDIN);
    CODE);
var_dump(glob(socket_folder() . '/*') === [$program->socket], question($program->socket, 'hello')['answer']);
$program->end();
?>
--EXPECT--
-- with %p
bool(true)
bool(true)
snapshot: of the child, …
bool(true)
bool(true)
snapshot: main, of the parent
bool(true)
bool(true)
bool(false)
-- without
bool(true)
bool(true)
bool(true)
bool(false)
-- a child that ends
bool(true)
string(5) "hello"
