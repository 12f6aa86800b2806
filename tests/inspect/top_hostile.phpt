--TEST--
bin/async-top and programs that answer anything: garbage, half lines, no end, silence; the terminal is as before at each end
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

$folder = socket_folder();
$php = escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY);
$top = escapeshellarg(dirname(__DIR__, 2) . '/bin/async-top');

/** A program that answers each question so. It ends with this one. */
function hostile(string $name, Closure $answer): string
{
    global $hostile;
    $path = socket_folder() . "/$name";
    $server = stream_socket_server("unix://$path");
    if (($pid = pcntl_fork()) === 0) {
        while ($client = @stream_socket_accept($server, 600)) {
            fgets($client);
            $answer($client);
            fclose($client);
        }
        posix_kill(getmypid(), SIGKILL);
    }
    $hostile[] = $pid;
    return $path;
}
register_shutdown_function(function () {
    array_map(fn($pid) => posix_kill($pid, SIGKILL), $GLOBALS['hostile']);
});

function once(string $socket, string $options = '--once', string $before = ''): string
{
    global $php, $top;
    exec("$before $php -n $top $options $socket 2>&1 </dev/null", $lines, $status);
    return str_replace($socket, 'SOCKET', implode("\n", $lines)) . "\n$status\n";
}

$scope = ['id' => 1, 'parent' => null, 'name' => 'global', 'place' => '/x.php:1', 'state' => 'open', 'isolated' => false, 'coroutines' => [1]];
$coroutine = ['id' => 1, 'name' => 'main', 'scope' => 1, 'state' => 'running', 'since_ms' => 1.5, 'cpu_ms' => 2, 'waits_for' => 'x',
    'wait' => [], 'spawned_at' => '/x.php:1', 'suspended_at' => '/x.php:2', 'switches' => 1, 'stack' => ['f()']];
$snapshot = ['answer' => 'snapshot', 'pid' => 1, 'time' => 2.5, 'php' => '8', 'async' => '1', 'script' => '/a/x.php', 'lag_ms' => 0.5,
    'loop' => ['turns' => 1, 'timers' => 1, 'descriptors' => 1, 'jobs' => 1], 'scopes' => [$scope], 'coroutines' => [$coroutine], 'stack' => ['f()']];
$stuck = ['answer' => 'stuck', 'pid' => 1, 'time' => 2.5, 'php' => '8', 'async' => '1', 'script' => '/a/x.php', 'since_ms' => 2.5,
    'coroutine' => 5, 'name' => 'x', 'spawned_at' => '/x.php:1', 'function' => 'f()', 'place' => '/x.php:1', 'stack' => ['f()'], 'steady' => true];

echo "-- garbage\n";
echo once(hostile('random', fn($client) => fwrite($client, random_bytes(1000) . "\n")));
echo once(hostile('number', fn($client) => fwrite($client, "5\n")));
echo once(hostile('html', fn($client) => fwrite($client, "HTTP/1.1 400 Bad Request\r\n\r\n")));
echo once(hostile('deep', fn($client) => fwrite($client, str_repeat('[', 100000) . str_repeat(']', 100000) . "\n")));
echo once(hostile('kind', fn($client) => fwrite($client, '{"answer":"coroutine"}' . "\n")));
echo once(hostile('escapes', fn($client) => fwrite($client, json_encode(['answer' => 'error', 'error' => "\e[2J\u{9b}2J\r\n"]) . "\n")));
echo "-- half a line\n";
echo once(hostile('half', fn($client) => fwrite($client, '{"answer":"snap')));
echo once(hostile('nothing', fn($client) => null));
echo "-- in pieces, and more than one line\n";
echo once(hostile('pieces', function ($client) {
    foreach (str_split('{"answer":"idle","script":"x.php"}' . "\n{}\n") as $byte) {
        @fwrite($client, $byte);
        usleep(200);
    }
}));
echo "-- no end\n";
echo once(hostile('endless', function ($client) {
    while (@fwrite($client, str_repeat('x', 1 << 20)));
}), '--once', 'ulimit -v 1000000;');

echo "-- each key with each wrong value\n";
$source = file_get_contents(dirname(__DIR__, 2) . '/bin/async-top');
eval('?>' . preg_replace('/^#!.*\n/', '', strstr($source, '/* ---- main ---- */', true)));

/** Each path of keys to a value of the answer. */
function paths(array $value, array $before = []): iterable
{
    foreach ($value as $key => $inner) {
        yield [...$before, $key];
        if (is_array($inner)) {
            yield from paths($inner, [...$before, $key]);
        }
    }
}

set_error_handler(fn($code, $message) => throw new ErrorException($message));
$count = ['shown' => 0, 'refused' => 0];
$wrong = [null, true, -1, 0, PHP_INT_MAX, 1e308, '', 'text', "\e[31m\n", [], [1], ['x' => []], [[[]]], new stdClass, 'MISSING'];
foreach ([$snapshot, $stuck] as $answer) {
    foreach (paths($answer) as $path) {
        foreach ($wrong as $value) {
            $changed = $answer;
            $at = &$changed;
            foreach ($path as $key) {
                $outer = &$at;
                $at = &$at[$key];
            }
            $at = $value;
            if ($value === 'MISSING') {
                unset($outer[$key]);
            }
            unset($at, $outer);
            try {
                foreach ([[], ['flat' => true], ['stacks' => true, 'sort' => 'cpu'], ['sort' => 'name']] as $more) {
                    $decoded = decode(json_encode($changed));
                    $options = $more + options([]);
                    $shares = $decoded['answer'] === 'snapshot' ? shares($decoded, ['time' => 1] + $snapshot) : [];
                    [$head, $rows] = screen($decoded, $snapshot, $options, $shares);
                    foreach ([...$head, ...$rows] as $row) {
                        if (preg_match('/[\x00-\x1f]/', $row)) {
                            echo 'a control character at ', implode('.', $path), "\n";
                        }
                    }
                }
                $count['shown']++;
            } catch (Failure) {
                $count['refused']++;
            } catch (Throwable $e) {
                echo implode('.', $path), ' = ', json_encode($value), ': ', $e->getMessage(), ' at line ', $e->getLine(), "\n";
            }
        }
    }
}
var_dump($count['shown'] > 100, $count['refused'] > 100);

echo "-- scopes that are no tree\n";
$scopes = [];
foreach ([[0, 0], [1, null], [2, 1], [2, 1], [3, 2], [3, 2], [3, 3], [4, 5], [5, 4], [6, null]] as [$id, $parent]) {
    $scopes[] = ['id' => $id, 'parent' => $parent] + $scope;
}
for ($id = 7; $id < 3000; $id++) {
    $scopes[] = ['id' => $id, 'parent' => $id - 1] + $scope;
}
$rows = rows(decode(json_encode(['scopes' => $scopes] + $snapshot)), options([]), []);
echo count($rows), ' rows, the widest has ', max(array_map('strlen', $rows)), "\n";
restore_error_handler();

echo "-- in a terminal\n";
$same = 'echo ended $?; if [ "$(stty -g)" = "$before" ]; then echo same terminal; else stty -a; fi';
$own_id = "before=\$(stty -g); sh -c 'echo pid=\$\$; exec \"\$0\" \"\$@\"'";
$silent = hostile('silent', fn($client) => sleep(600));
foreach (["\x03", 'q', SIGTERM, SIGHUP, SIGINT] as $end) {
    $screen = new Screen($silent, 24, 80, $own_id, $same);
    $pid = (int) $screen->says('/pid=(\d+)/')[1];
    $screen->says('/\e\[\?1049h/');
    $start = microtime(true);
    is_int($end) ? posix_kill($pid, $end) : $screen->press($end);
    $screen->says('/same terminal|speed/');
    echo trim(strtr($screen->end(), "\r\n", '  ')), microtime(true) - $start < 9 ? '' : ' late', "\n";
}
$screen = new Screen(hostile('later', fn($client) => fwrite($client, is_file("$folder/sign") ? "x\n" : json_encode($snapshot) . "\n")),
    24, 80, $own_id, $same);
$screen->says('/1 coroutines/');
touch("$folder/sign");
$screen->says('/same terminal|speed/');
echo trim(preg_replace('/\s+/', ' ', $screen->end())), "\n";

echo "-- a terminal without a cursor\n";
$one = hostile('one', fn($client) => fwrite($client, json_encode($snapshot) . "\n"));
$screen = new Screen($one, 24, 50, 'TERM=dumb');
$said = strtr($screen->end(), ["\r" => '']);
var_dump(str_contains($said, "\e"), max(array_map(fn($it) => preg_match_all('/./us', $it), explode("\n", $said))));
echo trim(strstr($said, 'ended')), "\n";

echo "-- a reader that leaves\n";
echo shell_exec("{ $php -n $top --once $one; echo \$? >&2; } 2>&1 >/dev/full | head -n 1");
echo shell_exec("$php -n $top --once $one | head -n 1");
?>
--EXPECT--
-- garbage
async-top: this is no answer of async
1
async-top: this is no answer of async
1
async-top: this is no answer of async
1
async-top: this is no answer of async
1
async-top: this is no answer of async
1
async-top: ?[2J?2J??
1
-- half a line
async-top: SOCKET: the program has closed the connection
1
async-top: SOCKET: the program has closed the connection
1
-- in pieces, and more than one line
x.php  pid 0  PHP ?  async ?
idle: no request goes on
0
-- no end
async-top: SOCKET: the answer is too long
1
-- each key with each wrong value
bool(true)
bool(true)
-- scopes that are no tree
2997 rows, the widest has 173
-- in a terminal
ended 0  same terminal
ended 0  same terminal
ended 0  same terminal
ended 0  same terminal
ended 0  same terminal
async-top: this is no answer of async ended 1 same terminal
-- a terminal without a cursor
bool(false)
int(50)
ended 0
-- a reader that leaves
255
x.php  pid 1  PHP 8  async 1
