--TEST--
Whole programs: copying through a buffer, batches, a server with limits, supervisors, several awaiters (SY-01…SY-22)
--FILE--
<?php
declare(strict_types=1);

namespace App;

use Async\{CancellationException, Coroutine, Scope, TaskGroup};
use Exception;
use function Async\{all, captureErrors, delay, ignoreErrors, any};

// ---- two tasks share a buffer, files stay open until both are done ----
$source = fopen('php://memory', 'w+');
fwrite($source, "first line\nsecond line\n");
rewind($source);
$target = fopen('php://memory', 'w+');
$buffer = null;
try {
    $scope = new Scope();

    spawn with $scope use (&$buffer, $source) {
        while (!feof($source)) {
            if ($buffer === null) {
                $chunk = fgets($source);
                $buffer = $chunk !== false && $chunk !== '' ? $chunk : null;
            }
            suspend;
        }
        $buffer = '';
    };
    spawn with $scope use (&$buffer, $target) {
        while (true) {
            if (is_string($buffer)) {
                if ($buffer === '') {
                    break;
                }
                fwrite($target, $buffer);
                $buffer = null;
            }

            suspend;
        }
        echo "copied\n";
    };

    await $scope;
    rewind($target);
    echo stream_get_contents($target);
} finally {
    fclose($source);
    fclose($target);
}

// ---- batches of a group ----
function load(string $name): string
{
    suspend;
    return strtoupper($name);
}
function in_batches(array $names, int $limit): array
{
    $all = [];
    $group = new TaskGroup(captureResults: true);
    $count = 0;
    foreach ($names as $name) {
        spawn with $group load($name);
        if (++$count >= $limit) {
            $all = [...$all, ...await $group];
            $group->disposeResults();
            $count = 0;
        }
    }
    return [...$all, ...await $group];
}
echo implode(' ', await spawn in_batches(['a', 'b', 'c', 'd', 'e'], limit: 2)), "\n";

// ---- a server: every connection has a scope with a limit and a checker ----
final class Server
{
    private Scope $scope;
    private array $log = [];

    public function __construct(private array $connections)
    {
        $this->scope = new Scope();
    }

    public function start(): void
    {
        spawn with $this->scope $this->run();
    }

    public function stop(): array
    {
        await $this->scope until \Async\timeout(60000);
        return $this->log;
    }

    private function run(): void
    {
        while ($connection = array_shift($this->connections)) {
            try {
                $scope = Scope::inherit();

                (spawn with $scope $this->handle($connection, $scope))->onFinally(
                    function (Coroutine $coroutine) use ($connection) {
                        $this->log[] = "$connection over";
                    }
                );
                await $scope;
            } catch (\LogicException $e) {
                $this->log[] = $e->getMessage();
            }
        }
    }

    private function handle(string $connection, Scope $scope): void
    {
        $limits = Scope::inherit();
        $cancel = fn(string $why) => $this->log[] = "$connection $why";

        // Never reached.
        spawn with $limits self::limit($cancel);
        spawn with $limits use ($cancel) {
            try {
                while (true) {
                    delay(100000);
                }
            } finally {
                $cancel('checker ended');
            }
        }

        try {
            suspend;
            if ($connection === 'bad') {
                throw new \LogicException('bad request');
            }
            $this->log[] = "$connection answered";
        } finally {
            $limits->cancel();
        }
    }

    private static function limit(callable $cancel): void
    {
        delay(100000);
        $cancel('too slow');
    }
}
$server = new Server(['good', 'bad', 'next']);
$server->start();
foreach ($server->stop() as $line) {
    echo $line, "\n";
}

// ---- the same exception for all awaiters ----
$scope = new Scope();
spawn with $scope {
    throw new Exception('of a task');
};
$seen = [];
$watchers = new Scope();
for ($i = 0; $i < 2; $i++) {
    spawn with $watchers use ($scope, &$seen) {
        try {
            await $scope;
        } catch (Exception $e) {
            $seen[] = $e;
        }
    };
}
await $watchers;
echo count($seen), ' ', $seen[0] === $seen[1] ? 'same' : 'different', "\n";

// ---- combinators ----
[$result, $errors] = await captureErrors(all([
    'user' => spawn load('user'),
    'settings' => spawn {
        throw new Exception('no settings');
    },
]));
echo $errors['settings']->getMessage(), "\n";
echo await ignoreErrors(any([
    spawn { throw new Exception('unreachable'); },
    spawn load('second'),
]), fn(\Throwable $e) => print("ignored: {$e->getMessage()}\n")), "\n";

// ---- cancel ----
$coroutine = spawn {
    try {
        suspend;
        echo "never\n";
    } catch (CancellationException $e) {
        echo $e->getMessage(), "\n";
        throw $e;
    } finally {
        echo "cleaned up\n";
    }
};
suspend;
$coroutine->cancel(new CancellationException('not needed any more'));
spawn use ($coroutine) {
    echo $coroutine->isCancellationRequested() ? "requested\n" : "not requested\n";
}
try {
    await $coroutine;
} catch (CancellationException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
copied
first line
second line
A B C D E
good answered
good checker ended
good over
bad checker ended
bad over
bad request
next answered
next checker ended
next over
2 same
no settings
ignored: unreachable
SECOND
not needed any more
cleaned up
requested
not needed any more
