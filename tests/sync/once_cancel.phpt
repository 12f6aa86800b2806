--TEST--
once(): when the computing coroutine is cancelled, the longest waiter computes; if it is cancelled too, the next waiter computes (P5)
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{spawn, suspend, await, once, delay};

$log = [];
$get = once(function () use (&$log) {
    $id = Async\currentCoroutine()->getId();
    $log[] = "$id begins";
    delay(5);
    $log[] = "$id ends";
    return "by $id";
});
$all = [];
for ($i = 0; $i < 5; $i++) {
    $all[] = spawn($get);
}
suspend();
$first = $all[0]->getId();
// One computes, one is chosen and cancelled before it runs, one waits.
$all[0]->cancel();
suspend();
$all[1]->cancel();
$all[3]->cancel();
foreach ([2, 4] as $i) {
    $result = await($all[$i]);
}
$number = fn($text) => preg_replace_callback('/\d+/', fn($m) => $m[0] - $first, $text);
echo $number($result), "\n", $number(implode(', ', $log)), "\n";
var_dump($get() === $result);

// Without a waiter the next caller computes.
$runs = 0;
$get = once(function () use (&$runs) {
    $runs++;
    suspend();
    return $runs;
});
$cancelled = spawn($get);
suspend();
$cancelled->cancel();
suspend();
var_dump($get(), $get());

// A cancellation of another coroutine is an error like others.
$other = spawn(fn() => delay(60_000));
$get = once(fn() => await($other));
$callers = [];
for ($i = 0; $i < 2; $i++) {
    $callers[] = spawn(function () use ($get) {
        try {
            $get();
        } catch (AsyncCancellation $e) {
            return $e->getMessage();
        }
    });
}
suspend();
$other->cancel(new AsyncCancellation('other'));
var_dump(await($callers[0]), await($callers[1]));
?>
--EXPECT--
by 2
0 begins, 2 begins, 2 ends
bool(true)
int(2)
int(2)
string(5) "other"
string(5) "other"
