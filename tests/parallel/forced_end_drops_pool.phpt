--TEST--
An output handler drops process pools while the forced phase ends their scope: nothing is freed too early
--FILE--
<?php
use Async\{ProcessPool, Scope};
use function Async\{delay, spawn};

/* A worker that prints to its end, whatever job it has. */
function prints(): void
{
    static $scope = null;
    $scope ??= new Scope();
    $scope->spawn(function () {
        while (true) {
            delay(3);
            echo 'x';
        }
    });
}

$is_forced = false;
ob_start(function (string $text) use (&$is_forced, &$pools, &$fill): string {
    if ($is_forced && $pools) {
        $pools = null;
        // What was freed is used for something else.
        for ($length = 200; $length < 600; $length += 8) {
            $fill[] = str_repeat("\x7f", $length);
        }
        return "dropped\n";
    }
    return str_starts_with($text, 'x') ? '' : $text;
}, 1);

// A scope of its own: the first phase leaves it alone.
$scope = new Scope();
$scope->spawn(function () use (&$pools) {
    for ($i = 0; $i < 2; $i++) {
        $pool = new ProcessPool('prints', 2);
        array_map(Async\await(...), [$pool->submit(), $pool->submit()]);
        $pools[] = $pool;
    }
    unset($pool);
    delay(100_000);
});
while (count($pools ?? []) < 2) {
    delay(1);
}
spawn(fn() => throw new Exception('first'));
spawn(function () use (&$is_forced) {
    try {
        delay(100_000);
    } finally {
        $is_forced = true;
        throw new Exception('second');
    }
});
delay(100_000);
?>
--EXPECTF--
dropped
%A
Fatal error: Uncaught Exception: first in %s:%d
%A
Warning: Uncaught Exception: first in %s:%d
%A
Next Exception: second in %s:%d
%A
