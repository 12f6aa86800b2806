--TEST--
A fork while destructors wait in the middle of a release: the child uses nothing that was freed (lifetime rule 12)
--SKIPIF--
<?php if (!extension_loaded('pcntl')) die('skip needs pcntl'); ?>
--FILE--
<?php
// The child must not use freed memory: tools that check memory see more than the output.
use function Async\{awaitAll, spawn, suspend};

class Slow
{
    static int $waiting = 0;
    static bool $go = false;

    function __destruct()
    {
        self::$waiting++;
        while (!self::$go) {
            suspend();
        }
        self::$waiting--;
    }
}

class Holder
{
    function __construct(public string $text, public Slow $slow, public Slow $last)
    {
    }
}

function text(): string
{
    return str_repeat('not a constant ', mt_rand(20, 30));
}
$cases = [
    'variables' => fn() => spawn(function () { $text = text(); $slow = new Slow; $last = new Slow; }),
    'variables, thrown' => fn() => spawn(function () { $text = text(); $slow = new Slow; throw new Exception('x'); }),
    'properties' => fn() => spawn(function () { $holder = new Holder(text(), new Slow, new Slow); }),
    'parameters' => fn() => spawn(fn() => null, text(), new Slow, new Slow),
    'named parameters' => fn() => spawn(fn(...$all) => null, text: text(), slow: new Slow, last: new Slow),
    'what a closure holds' => function () {
        $text = text();
        $slow = new Slow;
        return spawn(function () use ($text, $slow) {});
    },
];
foreach ($cases as $title => $case) {
    Slow::$go = false;
    $coroutine = $case();
    while (Slow::$waiting === 0) {
        suspend();
    }
    $child = pcntl_fork();
    if ($child === 0) {
        Slow::$go = true;
        exit(3);
    }
    pcntl_waitpid($child, $status);
    echo "$title: ", pcntl_wifexited($status) ? pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status), "\n";
    Slow::$go = true;
    awaitAll([$coroutine]);
    unset($coroutine);
    while (Slow::$waiting > 0) {
        suspend();
    }
}
?>
--EXPECT--
variables: 3
variables, thrown: 3
properties: 3
parameters: 3
named parameters: 3
what a closure holds: 3
