--TEST--
Address space for no stack at all: the first coroutine fails with an exception that names the limit, and the script ends
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('limits the address space');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

[$peak] = run_php('preg_match("/VmPeak:\s+(\d+)/", file_get_contents("/proc/self/status"), $m); echo $m[1];');
foreach ([2500, 1500] as $more) {
    [$output, $status] = run_php(<<<'PHP'
        use function Async\{spawn, await};
        $kept = [new stdClass, str_repeat('x', 100)];
        foreach ([fn() => 1, fn() => $kept, gethostbyname(...)] as $body) {
            try {
                await(spawn($body, 'localhost'));
                echo "worked\n";
            } catch (Async\AsyncException $e) {
                echo $e->getMessage(), "\n";
            }
        }
        $forgotten = new Async\Scope;
        PHP, '', 'ulimit -v ' . ($peak + $more) . ';');
    echo $output, "status $status\n";
}
?>
--EXPECTF--
No address space %s(ulimit -v)%s
No address space %s(ulimit -v)%s
No address space %s(ulimit -v)%s
status 0
No address space %s(ulimit -v)%s
No address space %s(ulimit -v)%s
No address space %s(ulimit -v)%s
status 0
