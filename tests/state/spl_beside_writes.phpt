--TEST--
Containers and iterators of SPL: each walk waits half-way while another coroutine does each write: no crash, nothing left
--INI--
memory_limit=1G
opcache.jit=function
--FILE--
<?php
require __DIR__ . '/spl_beside_writes.inc';
require __DIR__ . '/spl_frees_too_early.inc';

// The tracing JIT of PHP 8.2 frees a wrong value in one of the cases, with plain Fibers and without this extension, too.
// So it is off (see INI).

/* Stock PHP crashes, or leaves values behind, when one flow does the same one after the other. */
function breaks_stock(string $container, string $walk, string $write): bool
{
    return $container === 'RecursiveTreeIterator' && $write === 'construct'
        || $container === 'deleting list' && $write === 'unset'
        || $write === 'throw'
        || $walk === 'setSize 0' && str_starts_with($write, 'setSize')
        || $walk === 'foreach by reference' && $container !== 'ArrayIterator'
        || $walk === 'construct again' && str_starts_with($container, 'Recursive')
        || $walk === 'unserialize' && str_contains($container, 'of another')
        || spl_frees_too_early() && preg_match(EARLY[$walk] ?? '/(?!)/', $container);
}
/* Walk => containers of which the old PHP frees a value before it has taken it out. */
const EARLY = ['set' => '/List|Stack|Queue|list/', 'unset' => '/Fixed/', 'setInfo' => '/Storage/', 'construct again' => '//'];

keys();
$runs = 0;
$case = 0;
set_error_handler(fn() => true);
// Under valgrind a part of them.
$every = getenv('USE_ZEND_ALLOC') === '0' ? 97 : 1;
foreach ($groups as [$containers, $walks, $writes]) {
    foreach ($containers as $container => $make) {
        foreach ($walks as $walkName => $walk) {
            foreach ($writes as $writeName => $write) {
                if (breaks_stock($container, $walkName, $writeName)) {
                    continue;
                }
                foreach ([0, 2] as $at) {
                    if ($case++ % $every === 0) {
                        $left = beside($make, $walk, $write, $at);
                        if ($left) {
                            echo "$container, $walkName, $writeName, $at: $left left\n";
                        }
                        $runs++;
                    }
                }
            }
        }
    }
}
echo $runs > 500 ? 'done' : $runs, "\n";
?>
--EXPECT--
done
