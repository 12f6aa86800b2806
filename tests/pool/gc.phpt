--TEST--
Pool: cycles through callables, idle and lent resources are collected; a pool with a resource lent to a live coroutine is not
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await};

class Resource
{
    public $link;
    public function __destruct() { echo "gone\n"; }
}
function circle(): void
{
    $pool = new Pool(function () use (&$pool) { $r = new Resource; $r->link = $pool; return $r; });
    $pool->use(fn() => null);
}
circle();
echo "collect\n";
gc_collect_cycles();

$holder = spawn(function () {
    $pool = new Pool(function () use (&$pool) { $r = new Resource; $r->link = $pool; return $r; });
    $pool->acquire();
    unset($pool);
    suspend();
});
suspend();
echo "collect, lent\n";
gc_collect_cycles();
await($holder);
suspend();
echo "collect, ended\n";
gc_collect_cycles();
echo "end\n";
?>
--EXPECT--
collect
gone
collect, lent
collect, ended
gone
end
