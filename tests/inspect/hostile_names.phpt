--TEST--
Names, paths and messages with control characters, invalid UTF-8 and NUL bytes: no report hands them to a terminal, and JSON stays valid
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
if (DIRECTORY_SEPARATOR !== '/') die('skip needs such file names');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/../inc/trace.inc';

/* What must not reach a terminal or a viewer: control characters (C0, DEL, C1), bytes that are no UTF-8, marks that change
 * the direction of the text or end a line. */
function is_shown(string $text): bool
{
    return preg_match('/^[^\x00-\x1f\x7f\x{80}-\x{9f}\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}]*$/Du', $text) === 1;
}

/* Names: each control character, invalid sequences, and good ones that stay as they are. */
$bad = ["\x7f", "\xc2\x9b31m", "\xe2\x80\xae", "\xe2\x80\xa8", "\xe2\x81\xa6", "\xff", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
    "\xf8\x88\x80\x80\x80", "\xe2\x80", "\xf0\x9f\x98", "\e[2J\e]0;title\x07", "a\nFatal error: b", "a\r\nb", "\x80", "a\0b"];
for ($i = 0; $i < 32; $i++) {
    $bad[] = 'a' . chr($i) . 'b';
}
$good = ['orders', 'Bestellungen für Österreich', '注文', '😀', 'quo"te', 'back\\slash', "a\u{a0}b", '<b>&amp;', '%s %n'];
$names = base64_encode(serialize([...$bad, ...$good]));

$folder = sys_get_temp_dir() . '/hostile_names_' . uniqid(getmypid() . '_');
mkdir($folder);
$file = "$folder/a\nb\e[31m\xff.php";
file_put_contents($file, <<<'PHP'
<?php
return [fn() => Async\delay(1000), fn() => (new Async\Channel)->recv(), new Async\Mutex, fn() => new Async\Scope, fn() => Async\timeout(9000)];
PHP);
register_shutdown_function(function () use ($folder) {
    array_map('unlink', glob("$folder/*"));
    rmdir($folder);
});
$start = 'use function Async\{await, delay, dump, metrics, snapshot, spawn, suspend}; $names = unserialize(base64_decode(' . "'$names'" . '));
    $spawn = function () use ($names) { foreach ($names as $name) { $all[] = spawn(fn() => delay(300))->setName($name); } suspend(); return $all; };
    $file = ' . var_export($file, true) . '; ';

echo "-- dump(), snapshot(), metrics()\n";
[$output] = run_php($start . '$all = $spawn(); $made = require $file; $made[2]->lock();
    spawn(fn() => $made[2]->lock())->setName($names[0]); $scope = $made[3](); $scope->spawn($made[0]); spawn($made[1]); $t = $made[4](); suspend();
    foreach ($all as $i => $c) if ($c->getName() !== $names[$i]) echo "BROKEN getName\n";
    echo base64_encode(serialize([dump(), json_encode(snapshot(), JSON_THROW_ON_ERROR), metrics()])); exit;');
[$dump, $json, $metrics] = unserialize(base64_decode($output)) ?: ['', '', ''];
foreach (explode("\n", $dump . $metrics) as $line) {
    if (!is_shown($line)) echo 'WRONG: ', json_encode($line, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
$snapshot = json_decode($json, true, 512, JSON_THROW_ON_ERROR);
array_walk_recursive($snapshot, fn($value) => is_string($value) && !is_shown($value) ? print("WRONG: $value\n") : 0);
$shown = array_column($snapshot['coroutines'], 'name');
echo count(array_intersect($good, $shown)) === count($good) ? 'good ones stay' : 'WRONG', "\n";
echo substr_count($dump, "\n  #") >= count($bad) ? "a line for each\n" : "WRONG\n";

echo "-- reports\n";
$reports = [
    'deadlock' => '$c = new Async\Channel; foreach ($names as $name) spawn(fn() => $c->recv())->setName($name); $c->recv();',
    'uncaught' => 'foreach ($names as $name) spawn(fn() => throw new Exception("it"))->setName($name); delay(10);',
    'fatal' => 'spawn(fn() => trigger_error("it", E_USER_ERROR))->setName($names[13]); delay(10);',
    'zombies' => '$s = new Async\Scope; foreach ($names as $name) $s->spawn(fn() => delay(5))->setName($name); suspend(); $s->disposeSafely();',
    'a test' => 'Async\Testing\run(function () use ($names) { foreach ($names as $name) spawn(fn() => delay(5000))->setName($name); });',
    'explore()' => 'Async\Testing\explore(function () use ($names) { await(spawn(fn() => throw new Exception("it"))->setName($names[13])); }, 2);',
    'a lock' => '$m = new Async\Mutex; $c = spawn(function () use ($m) { $m->lock(); delay(5); })->setName($names[13]); suspend(); $m->unlock();',
    'var_dump()' => '$all = $spawn(); foreach ($all as $c) { ob_start(); var_dump($c); ob_end_clean(); } echo dump();',
    'a file' => '$made = require $file; $s = $made[3](); spawn($made[1]); suspend(); echo dump();',
];
foreach ($reports as $name => $code) {
    [$output] = run_php($start . $code, '-d html_errors=0 -d log_errors=0 -d async.debug_deadlock=1');
    // Messages of PHP itself name the file as it is.
    foreach (explode("\n", str_replace($file, 'FILE', $output)) as $line) {
        if (!is_shown($line)) echo "WRONG $name: ", json_encode($line, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    }
    echo $name, strlen($output) > 20 ? '' : ": WRONG: $output", "\n";
}

echo "-- time line\n";
$trace = trace_name();
[$output] = run_php($start . '$spawn(); $made = require $file; spawn($made[0])->cancel(); suspend(); exit;', '-d async.trace=' . escapeshellarg($trace));
$read = new TraceFile($trace);
$read->report();
foreach ($read->names as $name) {
    if (!is_shown($name)) echo 'WRONG: ', json_encode($name), "\n";
}
echo count(array_intersect($good, array_map(fn($name) => preg_replace('/^#\d+ /', '', $name), $read->names))) === count($good) ? "good ones stay\n" : "WRONG\n";
?>
--EXPECT--
-- dump(), snapshot(), metrics()
good ones stay
a line for each
-- reports
deadlock
uncaught
fatal
zombies
a test
explore()
a lock
var_dump()
a file
-- time line
the file is sound
good ones stay
