--TEST--
exit() in one isolation ends all: their shutdown functions run inside, and an exit() among them ends those of that isolation
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class State { static $name = 'main'; }
function at_end(string $what): void
{
    echo "$what of ", State::$name, "\n";
}
register_shutdown_function('at_end', 'shutdown');
$scopes = [];
foreach (['one', 'two', 'three'] as $name) {
    $scope = $scopes[] = Scope::isolated();
    $scope->spawn(function () use ($name) {
        State::$name = $name;
        register_shutdown_function('at_end', 'shutdown');
        if ($name === 'two') {
            register_shutdown_function(function () { echo "exits\n"; exit; });
            register_shutdown_function(fn() => print("never\n"));
        }
        suspend();
        if ($name === 'one') {
            exit('exit of ' . State::$name . "\n");
        }
        suspend();
    });
}
suspend();
suspend();
echo "never\n";
?>
--EXPECT--
exit of one
shutdown of one
shutdown of two
exits
shutdown of three
shutdown of main
