--TEST--
Whole programs: a dashboard, a pool that replaces its workers, requests with contexts, strategies, tolerant choices (SY-01…SY-22)
--FILE--
<?php
declare(strict_types=1);

namespace App;

use Async\{Context, Coroutine, Key, Scope, ScopeProvider, SpawnStrategy, TaskGroup};
use Exception;
use RuntimeException;
use function Async\{any, coroutineContext, currentContext, delay, hiPriority, onFinally, protect, rootContext};

// ---- the failure of a nested part reaches the coroutine that awaits the whole ----
function settings(bool $broken): array
{
    suspend;
    return $broken ? throw new RuntimeException('no settings') : ['theme' => 'dark'];
}
function profile(bool $broken): array
{
    $group = new TaskGroup(Scope::inherit(), captureResults: true);
    spawn with $group strtoupper('ann');
    spawn with $group settings($broken);
    [$name, $settings] = await $group;
    return [$name, ...$settings];
}
function dashboard(bool $broken): array
{
    $scope = new Scope();
    $group = new TaskGroup($scope, captureResults: true);
    spawn with $group profile($broken);
    $group->add(spawn with $scope {
        return ['note'];
    });
    try {
        [$profile, $notes] = await $group;
        return ['profile' => $profile, 'notes' => $notes];
    } catch (Exception $e) {
        return ['error' => $e->getMessage()];
    }
}
foreach ([false, true] as $broken) {
    echo json_encode(await spawn dashboard($broken)), "\n";
}

// ---- a watcher replaces workers that failed, until it is stopped ----
final class WorkerStopped extends Exception
{
}
final class Workers
{
    private Scope $watcher;
    private TaskGroup $pool;
    private int $started = 0;

    public function __construct(private readonly int $size, private readonly int $enough)
    {
        $this->watcher = new Scope();
        $this->pool = new TaskGroup(captureResults: false);
    }

    public function run(): int
    {
        $watch = spawn with $this->watcher $this->watch();
        for ($i = 0; $i < $this->size; $i++) {
            spawn with $this->pool $this->work();
        }
        try {
            return await $watch;
        } finally {
            $this->watcher->cancel();
            $this->pool->cancel();
        }
    }

    private function work(): never
    {
        $number = ++$this->started;
        suspend;
        throw new WorkerStopped("worker $number", $number < $this->enough ? 1 : 0);
    }

    private function watch(): int
    {
        suspend;
        for ($stopped = 0; $stopped < $this->enough + $this->size - 1;) {
            try {
                await $this->pool;
            } catch (WorkerStopped $e) {
                $stopped++;
                echo $e->getMessage(), " stopped\n";
                if ($e->getCode() !== 0) {
                    spawn with $this->pool $this->work();
                }
            }
        }
        return $this->started;
    }
}
echo (new Workers(size: 2, enough: 3))->run(), " workers\n";

// ---- contexts: of a server, of its requests, of one coroutine ----
final class Connection
{
    public function __construct(public readonly string $name)
    {
    }

    public static function mine(): self
    {
        static $key;
        $key ??= new Key('connection');
        $context = coroutineContext();
        if (!$context->has($key)) {
            $context->set($key, new self(currentContext()->get('request')));
        }
        return $context->get($key);
    }

    public function __destruct()
    {
        echo "connection of {$this->name} back\n";
    }
}
function handle(): void
{
    echo currentContext()->get('server'), ' ', currentContext()->get('request'), ' ',
        Connection::mine() === Connection::mine() ? 'one' : 'two', ' ',
        await spawn (fn() => coroutineContext()->find('connection') ?? 'nothing')(), ' ',
        json_encode(rootContext()->get('request')), "\n";
}
function serve(): void
{
    foreach (['first', 'second'] as $name) {
        $request = Scope::inherit();
        $request->context->set('request', $name);
        spawn with $request handle();
        await $request;
    }
}
$server = new Scope();
$server->context->set('server', 'S')->set('request', null);
await spawn with $server serve();

// ---- user-defined strategies ----
class Listed implements SpawnStrategy
{
    public array $seen = [];

    public function provideScope(): ?Scope
    {
        return null;
    }

    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        return [];
    }

    public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
        $this->seen[] = $coroutine->getSpawnFileAndLine()[1];
    }
}
final class First extends Listed
{
    public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        $coroutine->asHiPriority();
        return [];
    }
}
spawn {
    echo "normal priority\n";
};
spawn with new First() {
    echo "before the normal one\n";
};
spawn with hiPriority() {
    echo "before all\n";
};
$listed = new Listed();
spawn with $listed { echo "last\n"; };
suspend;
echo $listed->seen[0] === __LINE__ - 2 ? "right line\n" : "line {$listed->seen[0]}\n";

// ---- the first of several, with some tolerance ----
function fail(string $why): never
{
    throw new Exception($why);
}
function available(array $sources, int $tolerance): mixed
{
    $errors = 0;
    $trigger = any($sources);
    while ($errors < $tolerance) {
        try {
            return await $trigger;
        } catch (Exception) {
            $errors++;
        }
    }
    throw new Exception("$errors failed");
}
echo available([spawn fail('a'), spawn fail('b'), spawn strtoupper('third')], 3), "\n";
try {
    available([spawn fail('a'), spawn fail('b')], 2);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}

function fastest(string ...$hosts): string
{
    $group = new TaskGroup(captureResults: false);
    foreach ($hosts as $host) {
        spawn with $group use ($host): string {
            return $host === '' ? throw new Exception('no host') : "page of $host";
        };
    }
    try {
        return await $group->race(ignoreErrors: true);
    } finally {
        $group->getErrors();
    }
}
echo fastest('', 'mirror'), "\n";

// ---- limits that fail themselves, cleaning up, a part that is not interrupted ----
$long = spawn delay(1_000_000);
try {
    await $long until spawn fail('the limit is broken');
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
    $long->cancel();
}
$task = spawn {
    onFinally(fn() => print("closed\n"));
    protect(function () {
        suspend;
        echo "critical data written\n";
    });
    echo "never\n";
};
suspend;
$task->cancel();
try {
    await $task;
} catch (\Async\CancellationException) {
    echo "cancelled\n";
}
?>
--EXPECT--
{"profile":{"0":"ANN","theme":"dark"},"notes":["note"]}
{"error":"no settings"}
worker 1 stopped
worker 2 stopped
worker 3 stopped
worker 4 stopped
4 workers
S first one nothing null
connection of first back
S second one nothing null
connection of second back
before all
before the normal one
normal priority
last
right line
THIRD
2 failed
page of mirror
the limit is broken
critical data written
closed
cancelled
