--TEST--
require_once of a file that another coroutine still runs waits until that run is over (D35)
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{await, awaitAll, currentCoroutine, delay, protect, spawn, suspend};

$dir = sys_get_temp_dir() . '/async_once_' . uniqid(getmypid() . '_');
mkdir($dir);
mkdir("$dir/sub");
$count = 0;
/** A file with a name of its own. */
function file_with($code) {
    $path = $GLOBALS['dir'] . '/' . ++$GLOBALS['count'] . '.php';
    file_put_contents($path, "<?php\n$code\n");
    return $path;
}
/** A file whose function is declared after a wait. */
function slow() {
    return file_with('Async\delay(2); if (true) { function f' . $GLOBALS['count'] + 1 . '() { return "there"; } } return 7;');
}
function call($path) { return ('f' . basename($path, '.php'))(); }
function results($coroutines) {
    [$results, $errors] = awaitAll($coroutines);
    foreach ($errors as $key => $e) {
        $results[$key] = get_class($e) . ' ' . $e->getMessage();
    }
    ksort($results);
    return json_encode($results);
}
/** Start a run of the file in a coroutine, and return when that has parked in it. */
function begin($path, $how = 'require_once') {
    $GLOBALS['begun'] = false;
    $runner = spawn(fn() => match ($how) {
        'require_once' => require_once $path,
        'include' => include $path,
    });
    while (!$runner->isSuspended() && !$runner->isCompleted()) { suspend(); }
    return $runner;
}

$path = slow();
$once = fn() => [require_once $path, call($path)];
$answers = json_decode(results([spawn($once), spawn($once), spawn($once)]));
sort($answers);
echo 'three: ', json_encode($answers), "\n";

$path = slow();
$runner = begin($path, 'include');
echo 'main waits for include: ', json_encode([include_once $path, call($path), $runner->isCompleted()]), "\n";

$path = slow();
$waiter = spawn(function () use ($path) { suspend(); return [include_once $path, call($path)]; });
$answer = require_once $path;
echo 'main runs: ', json_encode([$answer, await($waiter)]), "\n";

$path = slow();
$runner = begin($path);
symlink($path, "$dir/link.php");
chdir($dir);
$relative = [
    'link' => fn() => require_once "$dir/link.php",
    'dots' => fn() => require_once "$dir/sub/../" . basename($path),
    'relative' => fn() => require_once './' . basename($path),
];
foreach ($relative as $name => $require) {
    $relative[$name] = spawn(fn() => [$require(), call($path)]);
}
echo 'names: ', results($relative), "\n";

$path = file_with('Async\delay(2); return 8;');
$runner = begin($path);
$again = spawn(fn() => include $path);
echo 'include runs again: ', json_encode(await($again)), "\n";
await($runner);

$path = file_with('Async\delay(2); throw new Exception("in the run");');
$runner = begin($path);
$waiter = spawn(fn() => require_once $path);
echo 'exception: ', results([$runner, $waiter]), "\n";

$path = file_with('Async\delay(60000); return 1;');
$runner = begin($path);
$waiter = spawn(fn() => require_once $path);
$cancelled = spawn(fn() => require_once $path);
$protected = spawn(fn() => [protect(fn() => require_once $path), delay(60000)]);
while (!$protected->isSuspended()) { suspend(); }
$cancelled->cancel(new AsyncCancellation('the waiter'));
$protected->cancel(new AsyncCancellation('the protected waiter'));
echo 'cancelled: ', results([$cancelled]), json_encode($protected->isCompleted()), json_encode($waiter->getAwaitingInfo()['type'] ?? null), "\n";
$runner->cancel(new AsyncCancellation('the runner'));
echo 'runner cancelled: ', results([$runner, $waiter, $protected]), "\n";

// A file that is run for each job: the waiter waits for the first run only.
$path = file_with('Async\delay(1); $runs++;');
$runs = 0;
$worker = spawn(function () use ($path, &$runs) { while ($runs < 1000) { include $path; } });
while (!$worker->isSuspended()) { suspend(); }
$answer = require_once $path;
echo 'jobs: ', json_encode([$answer, $runs > 0 && $runs < 100]), "\n";
$worker->cancel();

$path = slow();
$scope = Scope::isolated();
$runner = $scope->spawn(fn() => require_once $path);
while (!$runner->isSuspended()) { suspend(); }
echo 'isolated: ', json_encode([require_once $path, call($path), $runner->isCompleted()]), "\n";

$path = file_with('Async\delay(2); exit(3);');
$scope = Scope::isolated(catchExit: true);
$runner = $scope->spawn(fn() => require_once $path);
while (!$runner->isSuspended()) { suspend(); }
$answer = require_once $path;
echo 'exit of a scope: ', json_encode([$answer, $runner->isCompleted()]), "\n";

// The file that is asked for is run by a file that is run.
$inner = slow();
$outer = file_with("\$answer = require_once '$inner'; Async\\delay(2); return [\$answer, call('$inner')];");
$runner = begin($outer);
$waiters = [spawn(fn() => [require_once $inner, $runner->isCompleted()]), spawn(fn() => [require_once $outer, $runner->isCompleted()])];
echo 'nested: ', results([...$waiters, $runner]), "\n";

array_map('unlink', glob("$dir/*.php"));
rmdir("$dir/sub");
rmdir($dir);
?>
--EXPECT--
three: [[7,"there"],[true,"there"],[true,"there"]]
main waits for include: [true,"there",true]
main runs: [7,[true,"there"]]
names: {"dots":[true,"there"],"link":[true,"there"],"relative":[true,"there"]}
include runs again: 8
exception: ["Exception in the run",true]
cancelled: ["Async\\AsyncCancellation the waiter"]false"file being run"
runner cancelled: ["Async\\AsyncCancellation the runner",true,"Async\\AsyncCancellation the protected waiter"]
jobs: [true,true]
isolated: [true,"there",true]
exit of a scope: [true,true]
nested: [[true,false],[true,true],[7,"there"]]
