--TEST--
A callable that is kept means what it meant where it was given: __call() of $this there, or __callStatic()
--EXTENSIONS--
pdo
pdo_sqlite
pcntl
posix
--FILE--
<?php
use Async\{AsyncCancellation, BoundedScope, Future, FutureState, Mutex, Pool, PooledPDO, ProcessPool, Scope, Semaphore};
use Async\TaskGroup;
use function Async\{delay, ignoreErrors, iterate, once, onFinally, onSpawn, spawn, spawnWith, supervise};

define('LOG', tempnam(sys_get_temp_dir(), 'callable'));

/** Seen from child processes, too. */
function note($text)
{
    file_put_contents(LOG, "$text\n", FILE_APPEND);
}

class Base
{
    public function __call($name, $arguments)
    {
        note("__call $name " . $this::class);
        return new ArrayObject; // for a factory
    }

    public static function __callStatic($name, $arguments)
    {
        note("__callStatic $name");
        return new ArrayObject;
    }
}

class Heir extends Base
{
    // Base has no such method.
    public function later() { note('later'); }

    public function run(Closure $code, ...$arguments) { return $code->bindTo($this, self::class)(...$arguments); }
}

class Named extends Heir { public function __call($name, $arguments) { return json_encode($arguments); } }

$fails = static fn() => throw new Exception('expected');
// Each place gives what makes the callable be called, or NULL: that was done, or happens soon.
$places = [
    // First: a worker leaves the frames of the script, and would leave connections with them.
    'Async\supervise' => function ($f) { supervise(1, $f); },
    'Async\spawn' => function ($f) { spawn($f); },
    'Async\spawnWith' => function ($f) { $s = new Scope; spawnWith($s, $f); delay(1); },
    'Async\Syntax\spawn' => function ($f) { Async\Syntax\spawn($f); },
    'Async\Syntax\spawnWith' => function ($f) { $s = new Scope; Async\Syntax\spawnWith($s, $f); delay(1); },
    'Async\Scope::spawn' => function ($f) { $s = new Scope; $s->spawn($f); delay(1); },
    'Async\BoundedScope::spawnAndBound' => function ($f) { $s = new BoundedScope; $s->spawnAndBound($f); delay(1); },
    'Async\TaskGroup::spawn' => function ($f) { $g = new TaskGroup; $g->spawn($f); Async\await($g->all()); },
    'Async\TaskGroup::spawnWithKey' => function ($f) {
        $g = new TaskGroup;
        $g->spawnWithKey(1, $f);
        Async\await($g->all());
    },
    'Async\TaskGroup::onFinally' => function ($f) {
        $g = new TaskGroup;
        $g->onFinally($f);
        return function () use ($g) { $g->close(); };
    },
    'Async\onFinally' => function ($f) { spawn(fn() => onFinally($f)); },
    'Async\Coroutine::onFinally' => function ($f) { spawn(fn() => 0)->onFinally($f); },
    'Async\Scope::onFinally' => function ($f) {
        $s = new Scope;
        $s->onFinally($f);
        return function () use ($s) { $s->dispose(); };
    },
    'Async\Scope::setExceptionHandler' => function ($f) use ($fails) {
        $s = new Scope;
        $s->setExceptionHandler($f);
        return function () use ($s, $fails) { $s->spawn($fails); $s->awaitCompletion(); };
    },
    'Async\Scope::setChildScopeExceptionHandler' => function ($f) use ($fails) {
        $s = new Scope;
        $s->setChildScopeExceptionHandler($f);
        return function () use ($s, $fails) { ($c = Scope::inherit($s))->spawn($fails); $s->awaitCompletion(); };
    },
    'Async\Scope::awaitAfterCancellation' => function ($f) {
        $s = new Scope;
        $s->spawn(function () {
            try {
                delay(10000);
            } finally {
                throw new Exception('expected');
            }
        });
        delay(1);
        $s->cancel();
        $s->awaitAfterCancellation($f);
    },
    'Async\Future::map' => function ($f) {
        $s = new FutureState;
        $m = (new Future($s))->map($f);
        return function () use ($s, $m) { $s->complete(1); $m->await(); };
    },
    'Async\Future::catch' => function ($f) {
        $s = new FutureState;
        $m = (new Future($s))->catch($f);
        return function () use ($s, $m) { $s->error(new Exception('expected')); $m->await(); };
    },
    'Async\Future::finally' => function ($f) {
        $s = new FutureState;
        $m = (new Future($s))->finally($f);
        return function () use ($s, $m) { $s->complete(1); $m->await(); };
    },
    'Async\ignoreErrors' => function ($f) use ($fails) {
        $t = ignoreErrors(spawn($fails), $f);
        return function () use ($t) { Async\await($t); };
    },
    'Async\iterate' => function ($f) { iterate([1], $f); },
    'Async\once' => function ($f) { $o = once($f); return function () use ($o) { $o(); }; },
    'Async\Mutex::synchronized' => function ($f) { (new Mutex)->synchronized($f); },
    'Async\Semaphore::run' => function ($f) { (new Semaphore(1))->run($f); },
    'Async\Pool::use' => function ($f) { $p = new Pool(fn() => new stdClass); $p->use($f); $p->close(); },
    'Async\Pool::__construct $factory' => function ($f) {
        $p = new Pool($f);
        return function () use ($p) { $p->release($p->acquire()); $p->close(); };
    },
    'Async\Pool::__construct $destructor' => function ($f) {
        $p = new Pool(fn() => new stdClass, $f);
        return function () use ($p) { $p->release($p->acquire()); $p->close(); };
    },
    'Async\Pool::__construct $healthcheck' => function ($f) {
        $p = new Pool(fn() => new stdClass, healthcheck: $f);
        return function () use ($p) { $p->release($p->acquire()); $p->release($p->acquire()); $p->close(); };
    },
    'Async\Pool::__construct $reset' => function ($f) {
        $p = new Pool(fn() => new stdClass, reset: $f);
        return function () use ($p) { $p->release($p->acquire()); $p->close(); };
    },
    'Async\PooledPDO::__construct $reset' => function ($f) {
        $p = new PooledPDO('sqlite::memory:', reset: $f);
        return function () use ($p) { $p->exec('SELECT 1'); $p->release(); };
    },
    'Async\PooledPDO::__construct $onConnect' => function ($f) {
        $p = new PooledPDO('sqlite::memory:', onConnect: $f);
        return function () use ($p) { $p->exec('SELECT 1'); };
    },
    'PDO option reset' => function ($f) {
        $p = new PDO('sqlite::memory:', options: ['async.pool' => ['reset' => $f]]);
        return function () use ($p) { spawn(fn() => $p->exec('SELECT 1')); delay(1); };
    },
    'PDO option onConnect' => function ($f) {
        $p = new PDO('sqlite::memory:', options: ['async.pool' => ['onConnect' => $f]]);
    },
    'Async\ProcessPool::__construct' => function ($f) {
        $p = new ProcessPool($f, workers: 1);
        return function () use ($p) { $p->submit()->await(); };
    },
    'Async\Testing\run' => function ($f) { Async\Testing\run($f); },
    'Async\Testing\explore' => function ($f) { Async\Testing\explore($f, 1); },
    // Last: it is called for all that follows.
    'Async\onSpawn' => function ($f) { onSpawn($f); return function () { spawn(fn() => 0); }; },
];

function logged()
{
    delay(1);
    $lines = array_unique(file(LOG, FILE_IGNORE_NEW_LINES));
    file_put_contents(LOG, '');
    return implode(', ', $lines);
}

/** The places that there are, without the aliases of methods. */
function all_places()
{
    $names = [];
    foreach ((new ReflectionExtension('async'))->getFunctions() as $function) {
        $all[strtolower($function->name)] = $function;
    }
    foreach ((new ReflectionExtension('async'))->getClasses() as $class) {
        foreach ($class->getMethods() as $method) {
            $all[] = $method;
        }
    }
    foreach ($all as $function) {
        foreach ($function->getParameters() as $parameter) {
            if (preg_match('/\bcallable\b/', (string) $parameter->getType())) {
                $class = $function instanceof ReflectionMethod ? $function->getDeclaringClass()->name . '::' : '';
                $names[$class . $function->name][] = $parameter->name;
            }
        }
    }
    return $names;
}

foreach (all_places() as $name => $parameters) {
    if (preg_match('/^Async\\\\Debug|_|::(onExit|finally)$|onExit$/', $name) && !str_contains($name, '__construct')
        && $name !== 'Async\Future::finally') {
        continue; // another name of a function that is here
    }
    foreach ($parameters as $parameter) {
        if (!isset($places[$name]) && !isset($places["$name \$$parameter"])) {
            echo "not tried: $name \$$parameter\n";
        }
    }
}

$heir = new Heir;
$wrong = 0;
foreach ($places as $name => $place) {
    foreach (['undefined', 'later'] as $method) {
        $trigger = $heir->run($place, ['Base', $method]);
        $trigger && $trigger->bindTo(null, null)();
        if (!str_ends_with($log = logged(), "__call $method Heir")) {
            echo "$name, of an object: $log\n";
        }
        $trigger = $place(['Base', $method]);
        $trigger && $heir->run($trigger);
        if (!str_ends_with($log = logged(), "__callStatic $method")) {
            echo "$name, of no object: $log\n";
        }
    }
}
unlink(LOG);
// Arguments with names go on.
echo (new Named)->run(fn() => Async\await(spawn(['Named', 'undefined'], 1, x: 2))), "\n";
// Names of classes that only the giver has.
class Root { public static function __callStatic($name, $arguments) { return static::class . " $name"; } }
class Leaf extends Root
{
    public function give() { return array_map(Async\await(...), [@spawn('parent::missing'), @spawn('self::other')]); }
    public static function giveStatically() { return Async\await(@spawn(['parent', 'missing'])); }
}
echo implode(', ', (new Leaf)->give()), ', ', Leaf::giveStatically(), "\n";
echo count($places), " places\ndone\n";
?>
--EXPECT--
{"0":1,"x":2}
Leaf missing, Leaf other, Leaf missing
37 places
done
