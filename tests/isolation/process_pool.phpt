--TEST--
The jobs of a process pool that was made in an isolated scope see the state of that scope, as after a fork
--INI--
memory_limit=128M
precision=14
--FILE--
<?php
use Async\{ProcessPool, Scope};
use function Async\await;

final class Settings
{
    public static string $name = 'base';
}

/** Remembers where it was made again. */
final class Traveller
{
    public string $seen = '';

    public function __unserialize(array $data): void
    {
        $this->seen = Settings::$name;
    }

    public function __serialize(): array
    {
        return [];
    }
}

function counted(): int
{
    static $count = 0;
    return ++$count;
}

$name = 'base';
$task = function (Traveller $traveller) {
    $seen = [
        'unserialize' => $traveller->seen, 'static' => Settings::$name, 'global' => $GLOBALS['name'],
        'count' => counted(), 'precision' => ini_get('precision'), 'memory' => ini_get('memory_limit'),
    ];
    Settings::$name = 'job';
    return $seen;
};
$show = function (string $who, ProcessPool $pool) {
    echo $who, ': ', json_encode(await($pool->submit(new Traveller))), "\n";
};

$outer = new ProcessPool($task, workers: 1);
$show('outer pool', $outer);
$scope = Scope::isolated();
$inner = await($scope->spawn(function () use ($task, $show, $outer) {
    Settings::$name = $GLOBALS['name'] = 'isolated';
    ini_set('precision', '5');
    counted();
    counted();
    counted();
    $inner = new ProcessPool($task, workers: 1, memoryLimit: 64 << 20);
    $show('inner pool', $inner);
    $show('its second job', $inner);
    $show('outer pool, asked inside', $outer);
    return $inner;
}));
$show('inner pool, asked outside', $inner);
echo Settings::$name, ' ', counted(), "\n";
?>
--EXPECT--
outer pool: {"unserialize":"base","static":"base","global":"base","count":1,"precision":"14","memory":"128M"}
inner pool: {"unserialize":"isolated","static":"isolated","global":"isolated","count":4,"precision":"5","memory":"67108864"}
its second job: {"unserialize":"job","static":"job","global":"isolated","count":5,"precision":"5","memory":"67108864"}
outer pool, asked inside: {"unserialize":"job","static":"job","global":"base","count":2,"precision":"14","memory":"128M"}
inner pool, asked outside: {"unserialize":"job","static":"job","global":"isolated","count":6,"precision":"5","memory":"67108864"}
base 1
