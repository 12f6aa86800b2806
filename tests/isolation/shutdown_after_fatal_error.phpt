--TEST--
After a fatal error the shutdown functions of every isolation run once, inside it, and find the error; then those of main
--INI--
display_errors=0
log_errors=0
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class State { static $name = 'main'; }
function at_end(): void
{
    echo State::$name, ' ', ini_get('precision'), ': ', error_get_last()['message'] ?? 'no error', "\n";
}
register_shutdown_function('at_end');
$scopes = [];
foreach (['one', 'two', 'three'] as $i => $name) {
    $scope = $scopes[] = Scope::isolated();
    $scope->spawn(function () use ($name, $i) {
        State::$name = $name;
        ini_set('precision', $i + 1);
        set_error_handler(fn() => print("error in $name\n"));
        register_shutdown_function('at_end');
        if ($name === 'three') {
            register_shutdown_function(function () { trigger_error('in a shutdown function', E_USER_ERROR); });
            register_shutdown_function(fn() => print("never\n"));
        }
        suspend();
        if ($name === 'two') {
            class_exists('State') && eval('class State {}');
        }
        suspend();
    });
}
suspend();
suspend();
suspend();
echo "never\n";
?>
--EXPECTF--
one 1: %r(Cannot declare class State, because the name is already in use|Cannot redeclare class State \(previously declared in .*:5\))%r
two 2: %r(Cannot declare class State, because the name is already in use|Cannot redeclare class State \(previously declared in .*:5\))%r
three 3: %r(Cannot declare class State, because the name is already in use|Cannot redeclare class State \(previously declared in .*:5\))%r
main 14: in a shutdown function
