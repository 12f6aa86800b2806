--TEST--
Guarded classes that disable_classes names are left alone: no warning at the first async call, other objects stay whole (P10)
--SKIPIF--
<?php
if (PHP_VERSION_ID >= 80500) {
    die('skip disable_classes is gone');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$program = <<<'CODE'
    class Plain
    {
        public $value;

        public function __destruct()
        {
            echo 'destructor ';
        }
    }
    set_error_handler(function ($level, $message) {
        throw new ErrorException($message);
    });
    Async\await(Async\spawn(function () {
        $plain = new Plain;
        $plain->value = new stdClass;
        unset($plain);
        $others = [new ArrayObject([1]), new Exception('x'), new stdClass];
        usleep(1000);
    }));
    echo 'end';
    CODE;
$extensions = [];
foreach (['pdo', 'mysqlnd', 'mysqli', 'pgsql', 'igbinary', 'msgpack', 'redis', 'memcached', 'sqlite3', 'amqp'] as $extension) {
    if (!extension_loaded($extension) && file_exists(ini_get('extension_dir') . "/$extension.so")) {
        $extensions[] = "-d extension=$extension";
    }
}
/* All classes that have replaced handlers: clients/library.h, .objects. */
$classes = ['PDO', 'PDOStatement', 'mysqli', 'mysqli_stmt', 'mysqli_result', 'PgSql\\Connection', 'Redis', 'RedisCluster',
    'Memcached', 'SQLite3', 'SQLite3Stmt', 'SQLite3Result', 'AMQPChannel'];
// Each alone, and all at once. Under a tool, where a start of PHP takes long, only every fourth alone.
$alone = array_filter($classes, fn($i) => $i % 4 === 0 || !getenv('ASYNC_TEST_TOOL'), ARRAY_FILTER_USE_KEY);
foreach ([...$alone, implode(',', $classes)] as $disabled) {
    [$output, $status] = run_php($program, implode(' ', $extensions) . " -d 'disable_classes=$disabled'");
    if ($output !== 'destructor end' || $status !== 0) {
        echo "$disabled: status $status: $output\n";
    }
}
echo "done\n";
?>
--EXPECT--
done
