--TEST--
Data of the program is shared: superglobals, globals, statics, constants, included files, random numbers, connections (docs/shared-state.md)
--FILE--
<?php
// Sessions must start before any output.
ob_start();
require __DIR__ . '/shared.inc';
use function Async\{spawn, suspend, await};

class Statics { static $value; }
class Lazy { private static ?self $one = null; static function get(): self { return self::$one ??= new self; } }
function counter(mixed ...$set) { static $value; if ($set) $value = $set[0]; return $value; }
$generator = (function () { $v = null; while (true) { $new = yield $v; $v = $new ?? $v; } })();
$connection = extension_loaded('pdo_sqlite') ? new PDO('sqlite::memory:') : null;
show_sharing([
    '$_GET' => [fn() => $_GET['x'] ?? null, fn($v) => $_GET['x'] = $v, 1, 2],
    '$_SERVER' => [fn() => $_SERVER['x'] ?? null, fn($v) => $_SERVER['x'] = $v, 1, 2],
    '$_ENV' => [fn() => $_ENV['x'] ?? null, fn($v) => $_ENV['x'] = $v, 1, 2],
    // Without its extension it is no superglobal.
    '$_SESSION' => function_exists('session_id')
        ? [fn() => $_SESSION['x'] ?? null, fn($v) => $_SESSION['x'] = $v, 1, 2]
        : [fn() => $_COOKIE['x'] ?? null, fn($v) => $_COOKIE['x'] = $v, 1, 2],
    'global variable' => [fn() => $GLOBALS['x'] ?? null, fn($v) => $GLOBALS['x'] = $v, 1, 2],
    'static variable' => [counter(...), counter(...), 1, 2],
    'class static' => [fn() => Statics::$value, fn($v) => Statics::$value = $v, 1, 2],
    'one generator' => [fn() => $generator->current(), fn($v) => $generator->send($v), 1, 2],
    'transaction of one connection' => $connection
        ? [$connection->inTransaction(...), fn($v) => $v ? $connection->beginTransaction() : $connection->rollBack(), true, false]
        : [fn() => Statics::$value, fn($v) => Statics::$value = $v, 3, 4],
    'session_id' => function_exists('session_id')
        ? [session_id(...), session_id(...), 'one', 'two'] : [fn() => Statics::$value, fn($v) => Statics::$value = $v, 3, 4],
]);

// Made once, visible to all coroutines.
[$a, $b] = [spawn(Lazy::get(...)), spawn(Lazy::get(...))];
var_dump(await($a) === await($b));
file_put_contents(__DIR__ . '/shared_data.tmp.inc', '<?php echo "included once\n"; function from_include() { return "defined for all"; } return 5;');
$both = [spawn(fn() => include_once __DIR__ . '/shared_data.tmp.inc'), spawn(fn() => include_once __DIR__ . '/shared_data.tmp.inc')];
echo json_encode(array_map(Async\await(...), $both)), ' ', from_include(), "\n";
spawn(fn() => define('MADE_IN_COROUTINE', 'constant'));
suspend();
echo MADE_IN_COROUTINE, "\n";

// One sequence of random numbers: the second coroutine continues it.
mt_srand(5);
$alone = [mt_rand(), mt_rand(), mt_rand()];
$first = spawn(function () { mt_srand(5); $n = [mt_rand()]; suspend(); return [...$n, mt_rand()]; });
$second = spawn(function () { $n = mt_rand(); suspend(); return $n; });
[$one, $three] = await($first);
var_dump([$one, await($second), $three] === $alone);
// A separate randomizer has its own sequence.
$numbers = function () { $r = new Random\Randomizer(new Random\Engine\Mt19937(5)); $n = []; while (count($n) < 3) { $n[] = $r->nextInt(); suspend(); } return $n; };
$both = [spawn($numbers), spawn($numbers)];
var_dump(await($both[0]) === await($both[1]));
// The buffer of one stream: a line goes to the first reader.
$file = tmpfile();
fwrite($file, "1\n2\n3\n");
rewind($file);
$read = function () use ($file) { $l = trim(fgets($file)); suspend(); return $l . trim(fgets($file)); };
$both = [spawn($read), spawn($read)];
echo json_encode(array_map(Async\await(...), $both)), "\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/shared_data.tmp.inc'); ?>
--EXPECT--
$_GET: shared
$_SERVER: shared
$_ENV: shared
$_SESSION: shared
global variable: shared
static variable: shared
class static: shared
one generator: shared
transaction of one connection: shared
session_id: shared
bool(true)
included once
[5,true] defined for all
constant
bool(true)
bool(true)
["13","2"]
