--TEST--
Observers of Fibers that are PHP code hear of the begin and the end of each context, and may wait there
--EXTENSIONS--
ffi
--SKIPIF--
<?php
if (ini_get('ffi.enable') === '0') die('skip ffi is off');
try {
    FFI::cdef('void zend_observer_fiber_init_register(void (*handler)(intptr_t));');
} catch (FFI\Exception) {
    die('skip this PHP does not export its functions');
}
?>
--FILE--
<?php
// schedules: none, it starts other processes
require __DIR__ . '/../inc/child.php';
$observe = <<<'PHP'
    $engine = FFI::cdef('
        void zend_observer_fiber_init_register(void (*handler)(intptr_t));
        void zend_observer_fiber_switch_register(void (*handler)(intptr_t, intptr_t));
        void zend_observer_fiber_destroy_register(void (*handler)(intptr_t));
    ');
    class Seen { public static int $begun = 0, $switches = 0, $ended = 0; }
    $engine->zend_observer_fiber_init_register(function (int $context): void {
        usleep(1);
        Seen::$begun++;
    });
    $engine->zend_observer_fiber_switch_register(function (int $from, int $to): void {
        Seen::$switches++;
    });
    $engine->zend_observer_fiber_destroy_register(function (int $context): void {
        usleep(1);
        Seen::$ended++;
    });
    register_shutdown_function(function () {
        printf("%s, %s\n", Seen::$begun === Seen::$ended ? 'all ended' : Seen::$begun - Seen::$ended . ' left',
            Seen::$switches > 10 ? 'switches seen' : Seen::$switches . ' switches');
    });
    function work() {
        for ($i = 0; $i < 3; $i++) {
            usleep(1);
        }
    }
    PHP;

show_php('coroutines', $observe . <<<'PHP'
    for ($i = 0; $i < 5; $i++) {
        Async\spawn('work');
    }
    PHP, loading('ffi'));
show_php('Fibers in coroutines', $observe . <<<'PHP'
    for ($i = 0; $i < 5; $i++) {
        Async\spawn(function () {
            $fiber = new Fiber('work');
            $fiber->start();
        });
    }
    PHP, loading('ffi'));
show_php('exit()', $observe . <<<'PHP'
    for ($i = 0; $i < 5; $i++) {
        Async\spawn('sleep', 20);
        Async\spawn('work');
    }
    Async\delay(20);
    exit(3);
    PHP, loading('ffi'));
?>
--EXPECT--
-- coroutines
all ended, switches seen
status 0
-- Fibers in coroutines
all ended, switches seen
status 0
-- exit()
all ended, switches seen
status 3
