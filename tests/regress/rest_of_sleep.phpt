--TEST--
sleep() that a signal ends returns the whole seconds that are left, as outside a coroutine (D41, P10)
--EXTENSIONS--
pcntl
--FILE--
<?php
pcntl_signal(SIGALRM, fn() => null);
/** The alarm comes when 0.3 seconds have passed: 29.7 are left, or less on a slow machine. */
$sleep = function (): int {
    pcntl_alarm(1);
    usleep(700_000);
    return sleep(30);
};
$show = function (string $where, int $rest): void {
    echo "$where: ", $rest <= 29 && $rest > 0 ? 'whole seconds' : $rest, "\n";
};

$show('outside', $sleep());
$beside = Async\spawn(fn() => Async\delay(5000));
$show('inside', Async\await(Async\spawn($sleep)));
$beside->cancel();
?>
--EXPECT--
outside: whole seconds
inside: whole seconds
