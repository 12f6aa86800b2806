--TEST--
setName() and getName(): the given name, or what the coroutine calls; in reports of exceptions, deadlocks, the watchdog and var_dump() (TL-08, D36)
--FILE--
<?php
namespace App;

require __DIR__ . '/../inc/child.php';

use function Async\{spawn, suspend, await, delay, currentCoroutine};

class Mailer
{
    public function send(int $n): int { return $n; }
    public static function flush(): void {}
    public function __invoke(): void {}
    public function __call(string $name, array $args): mixed { return null; }
    public static function __callStatic(string $name, array $args): mixed { return null; }
}
class SubMailer extends Mailer {}
function work(): void {}

$mailer = new SubMailer;
$spawned = [
    spawn([$mailer, 'send'], 1), spawn('App\SubMailer::flush'), spawn([Mailer::class, 'flush']), spawn($mailer), spawn('App\work'),
    spawn('strlen', 'x'), spawn($mailer->send(...), 1), spawn(work(...)), spawn(fn() => 1), spawn([$mailer, 'any']),
    spawn([SubMailer::class, 'all']), spawn(function () {}),
];
echo 'main: ', currentCoroutine()->getName(), "\n";
foreach ($spawned as $coroutine) echo str_replace(__FILE__, 'FILE', $coroutine->getName()), "\n";
suspend();
suspend();
echo 'after the end: ', str_replace(__FILE__, 'FILE', $spawned[0]->getName()), "\n";

$named = spawn(fn() => delay(1));
var_dump($named->setName("a\0b") === $named, $named->getName() === "a\0b", $named->setName('second')->getName());
await($named);
var_dump($named->getName());
echo str_starts_with($named->setName('')->getName(), 'spawned at ') ? "as before\n" : "WRONG\n";
currentCoroutine()->setName('the script');
var_dump(currentCoroutine()->getName());
// Names of coroutines that are gone are forgotten, and ids are not used twice.
for ($i = 0; $i < 1000; $i++) spawn(fn() => 1)->setName(str_repeat('x', 1000));
suspend();
unset($coroutine);
$used = memory_get_usage();
for ($i = 0; $i < 1000; $i++) spawn(fn() => 1)->setName(str_repeat('x', 1000));
suspend();
echo memory_get_usage() - $used < 100_000 ? "forgotten\n" : 'WRONG: ' . (memory_get_usage() - $used) . "\n";
var_dump(spawn(fn() => 1)->setName('shown'));

foreach ([
    'uncaught' => 'Async\spawn(function () { $c = Async\spawn(function () { throw new Exception("broken"); })->setName("inner"); Async\await($c); })->setName("outer");',
    'not awaited' => 'Async\spawn(function () { Async\spawn(function () { throw new Exception("broken"); })->setName("inner"); Async\suspend(); Async\delay(5); })->setName("outer");',
    'deadlock' => '$c = Async\spawn(fn() => (new Async\Channel())->recv())->setName("reader"); Async\await($c);',
    'watchdog' => 'ini_set("async.max_activity_interval", 50); $c = Async\spawn(function () { $t = microtime(true); while (microtime(true) - $t < 0.2); })->setName("busy"); Async\await($c);',
    'forgotten lock' => '$m = new Async\Mutex; Async\await(Async\spawn(fn() => $m->lock())->setName("locker"));',
] as $title => $code) {
    preg_match_all('~(?:in |by |[Cc]oroutine )(?:coroutine )?#\d+( "\w+")?~', run_php($code)[0], $found);
    echo "$title: ", implode(', ', array_unique($found[0])), "\n";
}
?>
--EXPECTF--
main: main
App\SubMailer::send
App\SubMailer::flush
App\Mailer::flush
App\SubMailer::__invoke
App\work
strlen
App\SubMailer::send
App\work
{closure} at FILE:22
App\SubMailer::any
App\SubMailer::all
{closure} at FILE:23
after the end: spawned at FILE:21
bool(true)
bool(true)
string(6) "second"
string(6) "second"
as before
string(10) "the script"
forgotten
object(Async\Coroutine)#%d (4) {
  ["id"]=>
  int(%d)
  ["name"]=>
  string(5) "shown"
  ["state"]=>
  string(6) "queued"
  ["spawnedAt"]=>
  string(%d) "%snames.php:%d"
}
uncaught: in coroutine #4 "inner", in coroutine #2 "outer"
not awaited: in coroutine #4 "inner", by coroutine #2 "outer"
deadlock: coroutine #2 "reader"
watchdog: Coroutine #2 "busy"
forgotten lock: coroutine #2 "locker"
