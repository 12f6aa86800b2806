--TEST--
Guarded classes that are subclassed, mocked or never constructed: each method gives in a coroutine what it gives on stock PHP (D28, P10)
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('stock extensions crash in objects without a constructor, or read memory that was never set');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/* Prints one line for each method of the class: what a call of it gives. */
$program = <<<'CODE'
    [, $class, $kind, $mode] = $argv;
    error_reporting(E_ALL & ~E_DEPRECATED);
    set_error_handler(fn($level, $message) => print("[$message] "));
    function argument(ReflectionParameter $parameter): mixed
    {
        $type = $parameter->getType();
        return match ($type instanceof ReflectionNamedType ? $type->getName() : 'string') {
            'int' => 1, 'float' => 1.0, 'bool' => true, 'array' => [], 'callable' => fn() => null, 'object' => new stdClass,
            default => '/nowhere',
        };
    }
    /** A subclass that PHPUnit or Mockery could have made: each method is overridden. */
    function mock(ReflectionClass $parent): string
    {
        $code = "class Mocked extends \\{$parent->name} { public function __construct() {} ";
        foreach ($parent->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            if (!$method->isFinal() && !$method->isStatic() && !str_starts_with($method->name, '__')) {
                $code .= "#[ReturnTypeWillChange] public function {$method->name}(\$a = 0, \$b = 0, \$c = 0, \$d = 0, \$e = 0, ...\$f) { return func_num_args(); } ";
            }
        }
        eval("$code}");
        return 'Mocked';
    }
    $parent = new ReflectionClass($class);
    $make = match ($kind) {
        'unconstructed' => fn() => $parent->newInstanceWithoutConstructor(),
        'subclass' => function () use ($parent) {
            class_exists('Own', false) || eval("class Own extends \\{$parent->name} { public function __construct() {} }");
            return new Own;
        },
        'mock' => fn() => new (class_exists('Mocked', false) ? 'Mocked' : mock($parent)),
    };
    $body = function () use ($parent, $make) {
        foreach ($parent->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            if ($method->isStatic() || in_array($method->name, ['__construct', '__destruct', '__sleep', '__wakeup'])
                || stripos($method->name, 'connect') !== false) {
                continue;
            }
            echo $method->name, ': ';
            try {
                $object = $make();
                $arguments = array_map(argument(...), array_filter($method->getParameters(), fn($p) => !$p->isOptional()));
                $result = $object->{$method->name}(...$arguments);
                echo is_object($result) ? get_class($result) : json_encode($result), "\n";
            } catch (Throwable $e) {
                echo get_class($e), ' ', $e->getMessage(), "\n";
            }
            unset($object);
        }
    };
    if ($mode === 'coroutine') {
        Async\await(Async\spawn($body));
    } else {
        $body();
    }
    CODE;
$file = __DIR__ . '/mocked_classes.tmp';
file_put_contents($file, "<?php\n$program");
$options = '-n';
foreach (['mysqlnd', 'mysqli', 'pdo', 'pdo_sqlite', 'igbinary', 'msgpack', 'redis', 'memcached', 'sqlite3', 'amqp', 'curl', 'soap'] as $name) {
    if (file_exists(ini_get('extension_dir') . "/$name.so")) {
        $options .= " -d extension=$name";
    }
}
$php = escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY);
preg_match_all('/-d "?extension=\S*async\S*/', (string) getenv('TEST_PHP_EXTRA_ARGS'), $found);
$async = implode(' ', $found[0]);
$classes = ['PDO', 'PDOStatement', 'mysqli', 'mysqli_stmt', 'Redis', 'RedisCluster', 'RedisSentinel', 'Memcached', 'SQLite3',
    'AMQPConnection', 'AMQPChannel', 'AMQPQueue', 'AMQPExchange', 'SoapClient'];
$compared = 0;
foreach ($classes as $class) {
    foreach (['unconstructed', 'subclass', 'mock'] as $kind) {
        $call = fn(string $more, string $mode) => shell_exec(
            "timeout 20 $php $options $more $file " . escapeshellarg($class) . " $kind $mode 2>&1; echo status $?");
        $stock = $call('', 'stock');
        if (!preg_match('/status 0\n$/', $stock)) {
            continue; // stock PHP does not have the class, or crashes itself
        }
        $ours = $call($async, 'coroutine');
        $compared += substr_count($stock, "\n");
        if ($ours !== $stock) {
            $theirs = explode("\n", $stock);
            foreach (explode("\n", $ours) as $i => $line) {
                $line === ($theirs[$i] ?? '') || print("$class, $kind: $line instead of " . ($theirs[$i] ?? 'nothing') . "\n");
            }
        }
    }
}
unlink($file);
echo $compared > 0 ? "done\n" : "nothing compared\n";
?>
--EXPECT--
done
