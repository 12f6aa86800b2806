--TEST--
bin/async-top goes on while the program forks, and shows the next program when it executes one
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('async-top runs on stock PHP, whose own leaks are reported');
if (@proc_open('true', [['pty'], ['pty'], ['pty']], $pipes) === false) die('skip needs pseudo terminals');
if (!`command -v stty`) die('skip needs stty');
?>
--FILE--
<?php
require __DIR__ . '/inspected.inc';
require __DIR__ . '/screen.inc';

file_put_contents(socket_folder() . '/next.php', <<<'CODE'
    <?php
    Async\spawn(fn() => Async\delay(600_000))->setName('of the next one');
    Async\delay(1);
    fgets(STDIN);
    exit;
    CODE);
// The settings and the extension are those of this program.
putenv('NEXT=' . php_command('-d async.inspect=unix:' . socket_folder() . '/s-%p ' . socket_folder() . '/next.php'));
$program = new Inspected(<<<'CODE'
    use function Async\{spawn, delay};
    spawn(fn() => delay(600_000))->setName('of the first one');
    delay(1);
    ready();
    fgets(STDIN);
    $child = pcntl_fork();
    if ($child === 0) {
        delay(600_000);
        exit;
    }
    spawn(fn() => delay(600_000))->setName('after the fork');
    fgets(STDIN);
    posix_kill($child, SIGKILL);
    pcntl_exec('/bin/sh', ['-c', 'exec ' . getenv('NEXT')]);
    CODE);
$shows = fn(string $name) => fn(array $lines) => str_contains(implode($lines), $name);

$screen = new Screen($program->socket, 24, 100);
var_dump(count($screen->lines($shows('of the first one'))));
$program->say('');
var_dump(count($screen->lines($shows('after the fork'))));
$program->say('');
// Between the two programs no process listens. If async-top looks just then, it says so and ends.
$seen = $screen->lines(fn($it) => str_contains(implode($it), 'of the next one') || $screen->says('/ended/', 0));
$screen->press('q');
echo preg_replace('/async-top: \S+: [\w ]+\s+ended 1/', 'ended 0', trim($screen->end())), "\n";

$screen = new Screen($program->socket, 24, 100);
$seen = implode("\n", $screen->lines($shows('of the next one')));
var_dump(str_contains($seen, 'next.php'), str_contains($seen, "pid $program->pid"), str_contains($seen, 'first'));
$screen->press('q');
echo trim($screen->end()), "\n";
$program->end();
?>
--EXPECT--
int(24)
int(24)
ended 0
bool(true)
bool(true)
bool(false)
ended 0
