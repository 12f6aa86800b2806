--TEST--
Each exception without an awaiter is reported: the first as fatal error, each further one as a warning of its own (ER-12, D21)
--FILE--
<?php
use Async\CompositeException;
use function Async\{spawn, delay};

$composite = new CompositeException('several');
$composite->addException(new Exception('a part'));
set_error_handler(function ($type, $message) use ($composite) {
    echo strtok($message, "\n") === 'Uncaught Async\CompositeException: several in ' . __FILE__ . ':5'
        ? 'several with ' . count($composite->getExceptions()) . ' part'
        : preg_replace('/ in .*/s', '', $message), "\n";
});
set_exception_handler(fn($exception) => print('handler: ' . $exception->getMessage() . "\n"));
spawn(fn() => throw new Exception('first'));
spawn(fn() => throw $composite);
spawn(fn() => throw new RuntimeException('third'));
spawn(fn() => throw new LogicException('fourth'));
delay(10000);
// schedules: none, it tests the order of turns
?>
--EXPECT--
handler: first
several with 1 part
Uncaught RuntimeException: third
Uncaught LogicException: fourth
