--TEST--
signal() accepts an int-backed enum case; other types and numbers are refused (TM-07)
--EXTENSIONS--
pcntl
--FILE--
<?php
// schedules: none: without its signal it would wait for ever
use function Async\signal;

enum Signal: int { case Usr1 = SIGUSR1; case Kill = SIGKILL; case Nonsense = 1000; }
enum Text: string { case Usr1 = 'SIGUSR1'; }
enum Pure { case Usr1; }
var_dump(signal(Signal::Usr1) instanceof Async\Future, signal(str_repeat((string) SIGUSR1, 1)) instanceof Async\Future);
foreach ([Signal::Kill, Signal::Nonsense, Text::Usr1, Pure::Usr1, 0, -1, SIGKILL, SIGSTOP, 'text', [], new stdClass] as $wrong) {
    try {
        signal($wrong);
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
bool(true)
bool(true)
ValueError: Async\signal(): Argument #1 ($signal) must be a signal that can be caught
ValueError: Async\signal(): Argument #1 ($signal) must be the number of a signal, from 1 to 64
ValueError: Async\signal(): Argument #1 ($signal) must be an int or an enum case that is backed by an int
TypeError: Async\signal(): Argument #1 ($signal) must be of type BackedEnum|int, Pure given
ValueError: Async\signal(): Argument #1 ($signal) must be the number of a signal, from 1 to 64
ValueError: Async\signal(): Argument #1 ($signal) must be the number of a signal, from 1 to 64
ValueError: Async\signal(): Argument #1 ($signal) must be a signal that can be caught
ValueError: Async\signal(): Argument #1 ($signal) must be a signal that can be caught
TypeError: Async\signal(): Argument #1 ($signal) must be of type BackedEnum|int, string given
TypeError: Async\signal(): Argument #1 ($signal) must be of type BackedEnum|int, array given
TypeError: Async\signal(): Argument #1 ($signal) must be of type BackedEnum|int, stdClass given
