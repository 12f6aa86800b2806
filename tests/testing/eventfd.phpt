--TEST--
Async\Testing\run(): waiting for an eventfd of the process takes no time, waiting for a timer of the kernel takes its time
--EXTENSIONS--
ffi
--SKIPIF--
<?php if (!is_link('/proc/self/fd/0')) die('skip without /proc an eventfd is not known'); ?>
--INI--
ffi.enable=1
--FILE--
<?php
use function Async\{await, delay, spawn};
use function Async\Testing\elapsed;

require __DIR__ . '/timed.inc';

$c = FFI::cdef('
    struct times { long every, every_ns, first, first_ns; };
    int eventfd(unsigned int, int);
    int timerfd_create(int, int);
    int timerfd_settime(int, int, const struct times *, struct times *);
');

timed('an eventfd', function () use ($c) {
    $fd = $c->eventfd(0, 0);
    $writing = spawn(function () use ($fd) {
        delay(3_600_000);
        fwrite(fopen("php://fd/$fd", 'w'), pack('q', 5));
    });
    $number = unpack('q', fread(fopen("php://fd/$fd", 'r'), 8))[1];
    await($writing);
    return "$number after " . round(elapsed());
}, 0, 5);

timed('a timer of the kernel', function () use ($c) {
    $fd = $c->timerfd_create(1, 0);
    $times = $c->new('struct times');
    $times->first_ns = 300_000_000;
    $c->timerfd_settime($fd, 0, FFI::addr($times), null);
    $read = [fopen("php://fd/$fd", 'r')];
    return stream_select($read, $write, $except, 3600) . ' after ' . (elapsed() < 30 ? 'real time' : elapsed());
}, 0.29, 30);
?>
--EXPECT--
an eventfd: 5 after 3600
a timer of the kernel: 1 after real time
