--TEST--
A destructor that runs while an object of any class is freed cannot keep it by a WeakReference or WeakMap; in a cycle it can (P10)
--INI--
error_reporting=8189
--FILE--
<?php
require __DIR__ . '/../inc/holders.inc';
use function Async\suspend;

/* A value whose destructor looks for the object that holds it. */
class Searching extends Value
{
    public static array $found = [];
    public static ?WeakReference $reference = null;
    public static ?WeakMap $map = null;
    public static int $runs = 0;

    public function __destruct()
    {
        self::$runs++;
        if ($object = self::$reference?->get()) {
            self::$found[] = $object;
        }
        foreach (self::$map ?? [] as $object => $ignored) {
            self::$found[] = $object;
        }
        suspend();
    }
}

/* Use an object by everything that needs no argument. */
function use_all(object $object): void
{
    foreach ((new ReflectionObject($object))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        if (preg_match('~^(is|get|has|count|capacity|available|idle|lent|waiting)~', $method->getName())
            && $method->getNumberOfRequiredParameters() === 0) {
            try {
                $method->invoke($object);
            } catch (Throwable) {
            }
        }
    }
    ob_start();
    var_dump($object);
    ob_end_clean();
}

/* These run user code in their own destructor, where the object is alive and may be kept, as by any destructor. */
$alive = ['Scope, context', 'Scope, child', 'Pool, resource', 'Pool, resource from the start'];
$only = $argv[1] ?? null;
foreach (holders() as $name => $make) {
    if ($only && $only !== $name) {
        continue;
    }
    foreach (leads() as $way => $lead) {
        foreach (['alone', 'in a cycle'] as $shape) {
            $value = new Searching;
            $object = $make($lead($value));
            if ($object instanceof Closure) {
                $object = (new ReflectionFunction($object))->getClosureThis();
            }
            if ($shape === 'in a cycle') {
                $value->own = $object;
            }
            Searching::$reference = WeakReference::create($object);
            Searching::$map = new WeakMap;
            Searching::$map[$object] = 1;
            Searching::$runs = 0;
            unset($value);
            if (Searching::$runs > 0) {
                /* The object was done with it already. */
                Searching::$found = [];
            }
            unset($object);
            for ($round = 0; $round < 3; $round++) {
                suspend();
                gc_collect_cycles();
            }
            $found = Searching::$found;
            Searching::$found = [];
            foreach ($found as $object) {
                use_all($object);
            }
            if ($found && $shape === 'alone' && !in_array($name, $alive)) {
                echo "$name by $way: kept ", get_class($found[0]), "\n";
            }
            unset($found, $object);
            suspend();
            gc_collect_cycles();
            if (Searching::$reference->get() !== null || count(Searching::$map) > 0) {
                echo "$name by $way, $shape: NEVER FREED\n";
            }
            Searching::$reference = Searching::$map = null;
            Searching::$found = [];
            suspend();
        }
    }
}
foreach (classes_without_holder() as $class) {
    echo "NO HOLDER: $class\n";
}
echo "done\n";
?>
--EXPECT--
done
