--TEST--
foreach over a channel gives values until it is closed and empty; keys count up; several consumers share the values (D37)
--FILE--
<?php
use Async\Channel;
use function Async\{spawn, suspend, await};

$channel = new Channel(1);
spawn(function () use ($channel) {
    foreach (['a', 'b', 'c', null, false] as $value) {
        $channel->send($value);
    }
    $channel->close();
});
foreach ($channel as $key => $value) {
    echo $key, ' => ', json_encode($value), "\n";
}
foreach ($channel as $value) {
    echo "BROKEN: empty\n";
}

// break leaves the rest in the channel.
$channel = new Channel(5);
for ($i = 1; $i <= 5; $i++) {
    $channel->send($i);
}
foreach ($channel as $value) {
    if ($value === 2) {
        break;
    }
}
var_dump(count($channel), $channel->recv());

// The iterator used directly; a value that was passed cannot be read again.
$iterator = $channel->getIterator();
var_dump($iterator instanceof Iterator, $iterator->current(), $iterator->key());
$iterator->next();
var_dump($iterator->current(), $iterator->key());
$channel->close();
$iterator->next();
var_dump($iterator->valid(), $iterator->current());
unset($iterator);

// Two consumers of one channel.
$channel = new Channel;
$got = [];
$consumers = [];
foreach (['left', 'right'] as $name) {
    $consumers[] = spawn(function () use ($channel, $name, &$got) {
        foreach ($channel as $value) {
            $got[$name][] = $value;
        }
    });
}
for ($i = 0; $i < 6; $i++) {
    $channel->send($i);
}
$channel->close();
foreach ($consumers as $consumer) {
    await($consumer);
}
$all = array_merge(...array_values($got));
sort($all);
var_dump(count($got), $all === range(0, 5));

// A channel is no array.
try {
    foreach ($channel as &$value) {
    }
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
// schedules: may deadlock
?>
--EXPECT--
0 => "a"
1 => "b"
2 => "c"
3 => null
4 => false
int(3)
int(3)
bool(true)
int(4)
int(0)
int(5)
int(1)
bool(false)
NULL
int(2)
bool(true)
An iterator cannot be used with foreach by reference
