--TEST--
bin/async-top prints what a program does, and needs no extension
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_tools('async-top runs on stock PHP, whose own leaks are reported'); ?>
--FILE--
<?php
require __DIR__ . '/inspected.inc';

/** On stock PHP, without any setting. */
function top(string $arguments, ?int &$status = null): string
{
    $command = escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY) . ' -n '
        . escapeshellarg(dirname(__DIR__, 2) . '/bin/async-top') . " $arguments 2>&1 </dev/null";
    exec($command, $lines, $status);
    return implode("\n", $lines) . "\n";
}

/** Numbers that differ from run to run. */
function steady(string $text): string
{
    return preg_replace(['/pid \d+  PHP \S+/', '/ +(-|[\d.]+(ms|s|min)) +(-|[\d.]+(ms|s|min)) +(-|\d+%) /', '/lag [\d.]+\w+/',
        '/\d+ turns/', '/^( +#\d+ .*?)(main|awaits|last|reads|a name\?\[31m)  +\S.*/m'],
        ['pid N  PHP V', ' T T P ', 'lag T', 'N turns', '$1$2: WAITS'], $text);
}

file_put_contents(socket_folder() . '/program.php', <<<'CODE'
    <?php
    use function Async\{spawn, delay, await};
    function reads(): void
    {
        fgets(STDIN);
        exit;
    }
    echo getmypid(), " ready\n";
    $scope = new Async\Scope;
    $scope->spawn(reads(...));
    $scope->spawn(function () { delay(3600000); })->setName("a name\e[31m");
    spawn(fn() => await(spawn(fn() => delay(3600000))->setName('last')))->setName('awaits');
    delay(3600000);
    CODE);
$program = new Inspected(socket_folder() . '/program.php');
question_until(fn($it) => count($it['coroutines'] ?? []) === 5, $program->socket, 'snapshot 10000');

echo "-- once\n", steady(top("--once --wait=10000 $program->socket", $status)), "$status\n";
echo "-- flat\n", steady(top("--flat --sort=name --reverse --width=90 --wait 10000 --pid $program->pid "
    . escapeshellarg('unix:' . socket_folder() . '/s-%p'), $status)), "$status\n";
echo "-- stacks\n", steady(top("--flat --stacks --wait=10000 --width 110 $program->socket", $status)), "$status\n";
echo "-- json\n";
$answer = json_decode(top("--json --wait=10000 $program->socket", $status), true);
var_dump($answer['answer'], $answer['pid'] === $program->pid, $status);
$awaits = array_column($answer['coroutines'], null, 'name')['awaits'];
$words = strtok($awaits['waits_for'], '(/');
var_dump($words !== '' && str_contains(top("--once --wait=10000 --width=400 $program->socket"), $words));

echo "-- by the process\n";
if (is_dir('/proc/self/task')) {
    var_dump(str_contains(top('--list'), sprintf("%7d  %s", $program->pid, $program->socket)));
    var_dump(json_decode(top("--pid=$program->pid --json"), true)['pid'] === $program->pid);
} else {
    echo "bool(true)\nbool(true)\n";
}

echo "-- stuck\n";
$stuck = new Inspected('Async\spawn(function () { ready(); fgets(STDIN); });', '-d async.hooks=none');
question_until(fn($it) => ($it['function'] ?? '') === 'fgets()', $stuck->socket, 'snapshot 1');
echo preg_replace('/for \S+:/', 'for T:', steady(top("--once --wait=1 $stuck->socket", $status))), "$status\n";
$stuck->end();

echo "-- errors\n";
foreach (['--nothing', '--sort=size', '--pid=x', '--pid', 'one two', '--once=1', socket_folder() . '/none', "--pid=1 --once"] as $wrong) {
    echo str_replace(socket_folder(), 'FOLDER', top($wrong, $status)), "$status\n";
}
$program->end();
echo str_replace($program->socket, 'SOCKET', top("--once $program->socket", $status)), "$status\n";
echo strtok(top('--help', $status), "\n"), " $status\n";
?>
--EXPECTF--
-- once
program.php  pid N  PHP V  async 0.1.0-dev
5 coroutines: 5 waiting
loop: lag T, N turns, 3 timers, 1 descriptors, 0 jobs
    ID STATE      SINCE     CPU  CPU% SWITCHES  NAME, AND WHAT IT DOES
                                                scope global, coroutines: 3
    #1 waiting T T P        1    main: WAITS
    #4 waiting T T P        1    awaits: WAITS
    #5 waiting T T P        1    last: WAITS
                                                scope 2, made at program.php:9, coroutines: 2
    #2 waiting T T P        1    reads: WAITS
    #3 waiting T T P        1    a name?[31m: WAITS
0
-- flat
program.php  pid N  PHP V  async 0.1.0-dev
5 coroutines: 5 waiting
loop: lag T, N turns, 3 timers, 1 descriptors, 0 jobs
    ID STATE      SINCE     CPU  CPU% SWITCHES  NAME, AND WHAT IT DOES
    #2 waiting T T P        1  reads: WAITS
    #1 waiting T T P        1  main: WAITS
    #5 waiting T T P        1  last: WAITS
    #4 waiting T T P        1  awaits: WAITS
    #3 waiting T T P        1  a name?[31m: WAITS
0
-- stacks
program.php  pid N  PHP V  async 0.1.0-dev
5 coroutines: 5 waiting
loop: lag T, N turns, 3 timers, 1 descriptors, 0 jobs
    ID STATE      SINCE     CPU  CPU% SWITCHES  NAME, AND WHAT IT DOES
    #1 waiting T T P        1  main: WAITS
                                                  Async\delay()
                                                  {main} program.php:13
    #2 waiting T T P        1  reads: WAITS
                                                  fgets()
                                                  reads() program.php:5
    #3 waiting T T P        1  a name?[31m: WAITS
                                                  Async\delay()
                                                  {closure%S}() program.php:11
    #4 waiting T T P        1  awaits: WAITS
                                                  Async\await()
                                                  {closure%S}() program.php:12
    #5 waiting T T P        1  last: WAITS
                                                  Async\delay()
                                                  {closure%S}() program.php:12
0
-- json
string(8) "snapshot"
bool(true)
int(0)
bool(true)
-- by the process
bool(true)
bool(true)
-- stuck
Standard input code  pid N  PHP V  async 0.1.0-dev
STUCK for T: coroutine #2 spawned at Command line code:2 in fgets() at Command line code:2
    fgets()
    {closure%S}() Command line code:2
0
-- errors
async-top: unknown option --nothing (--help lists all)
2
async-top: --sort is one of id, name, state, since, cpu, switches
2
async-top: --pid needs a number above zero
2
async-top: --pid needs a value
2
async-top: one socket at a time
2
async-top: --once has no value
2
async-top: FOLDER/none: No such file or directory
1
async-top: process 1 has no socket: is async.inspect set?
1
async-top: SOCKET: No such file or directory
1
usage: async-top [option …] [SOCKET] 0
