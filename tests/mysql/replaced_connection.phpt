--TEST--
An instruction that replaces a connection has its result, whatever others write to its array while the old one is closed
--EXTENSIONS--
mysqlnd
pdo
mysqli
pdo_mysql
--SKIPIF--
<?php require __DIR__ . '/../inc/servers.inc'; skip_without_server('mysql'); ?>
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/mysql.inc';

final class Holder
{
    public array $open = [];
    public ?array $more = null;
    public $got;
    public function replace(string $name, $value) { return $this->open[$name] = $value; }
    public function nest(string $name, $value) { return $this->open['nested'][$name] = $value; }
    public function replaceProperty($value) { return $this->got = $value; }
}
/** A connection that is closed with a rollback, which waits for the server. */
$connect = function (): PDO {
    $connection = pdo();
    $connection->beginTransaction();
    return $connection;
};
$uses = [
    'element' => [fn($h) => $h->replace('a', null), fn($h, $c) => $h->open = ['a' => $c]],
    'nested' => [fn($h) => $h->nest('a', 5), fn($h, $c) => $h->open = ['nested' => ['a' => $c]]],
    'property' => [fn($h) => $h->replaceProperty('new'), fn($h, $c) => $h->got = $c],
];
foreach ($uses as $what => [$use, $fill]) {
    $holder = new Holder;
    (function () use ($holder, $fill, $connect) { $fill($holder, $connect()); })();
    $user = spawn($use, $holder);
    $writer = spawn(function () use ($holder) {
        $holder->got = 'other';
        for ($i = 0; $i < 1000; $i++) {
            $holder->open[] = str_repeat('Q', 30);
            $holder->open['nested'][] = str_repeat('Q', 30);
        }
        // Memory that was freed is used again.
        return array_map(fn($length) => str_repeat('Q', $length), range(8, 4000, 8));
    });
    echo "$what: ", json_encode(await($user)), "\n";
    await($writer);
}
?>
--EXPECT--
element: null
nested: 5
property: "new"
