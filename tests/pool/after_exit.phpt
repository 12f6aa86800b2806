--TEST--
Pool: shutdown functions after exit() or a fatal error get the places of coroutines that never run again, with new resources (D14, D15)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = <<<'CODE'
    use function Async\{spawn, suspend, delay};
    $made = 0;
    $pool = new Async\Pool(function () use (&$made) { return ++$made; }, fn($r) => print("destroyed $r\n"), max: 2);
    register_shutdown_function(function () use ($pool) {
        $pool->use(fn($a) => $pool->use(fn($b) => print("lent $a $b\n")));
        $a = $pool->acquire();
        echo 'lent ', $pool->lent(), ' idle ', $pool->idle(), "\n";
    });
    $pool->acquire();
    spawn(function () use ($pool) {
        $pool->acquire();
        spawn(function () { END; });
        delay(100000);
    });
    delay(100000);
    CODE;
show_php('exit', str_replace('END', 'exit(3)', $code));
show_php('fatal error', str_replace('END', '@trigger_error("fatal", E_USER_ERROR)', $code));
show_php('exit of main', str_replace(["});\ndelay(100000);", 'END'], ["});\nsuspend();\nexit(4);", '1'], $code));
?>
--EXPECTF--
-- exit
destroyed 2
destroyed 1
lent 3 4
lent 1 idle 1
destroyed 4
status 3
-- fatal error

Fatal error: fatal in %a
destroyed 2
destroyed 1
lent 3 4
lent 1 idle 1
status 255
-- exit of main
destroyed 2
lent 3 1
lent 1 idle 1
destroyed 1
status 4
