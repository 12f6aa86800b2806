--TEST--
A coroutine that is cancelled in a wait right before a string with variables releases nothing but its own values (D11)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Items extends ArrayIterator
{
    public function __destruct() { echo $GLOBALS['is_over'] ? "released at the end\n" : "BROKEN: released too early\n"; }
}
class All implements IteratorAggregate
{
    public function getIterator(): Iterator { return $GLOBALS['items']; }
}
$is_over = false;
$items = new Items([1, 2]);

/** Leaves the iterator in the memory of its temporary values. */
function loop(): void
{
    $all = new All;
    foreach ($all as $item);
}
// The string lies at another place of the stack with each number of variables.
for ($n = 1; $n <= 12; $n++) {
    $variables = implode(' = ', array_map(fn($i) => "\$v$i", range(1, $n)));
    eval("function text$n(\$name) { $variables = 1; usleep(1); return \"name \$name of a text\"; }");
    for ($i = $cancelled = 0; $i < 4; $i++) {
        $coroutine = spawn(function () use ($n) {
            loop();
            return "text$n"('x');
        });
        suspend();
        $coroutine->cancel();
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
            $cancelled++;
        }
        $copy = $items;
        unset($copy);
    }
    $cancelled === 4 || print("$n: only $cancelled cancelled\n");
}
$is_over = true;
unset($items);
?>
--EXPECT--
released at the end
