--TEST--
Shutdown functions run when the isolation ends, inside it, in order, with those that they register; the rest after an exception is skipped
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class State { static $name = 'main'; }
class Last { function __construct(public $name) {} function __destruct() { echo "destructor in ", State::$name, ": $this->name\n"; } }
function at_end(string $what): void
{
    echo "$what in ", State::$name, ', ', $GLOBALS['global'], ', precision ', ini_get('precision'), "\n";
}
$global = 'of main';
register_shutdown_function('at_end', 'last of all');

function run(string $name, bool $fails = false): void
{
    $scope = Scope::isolated();
    await($scope->spawn(function () use ($name, $fails) {
        State::$name = $name;
        $GLOBALS['global'] = "of $name";
        $GLOBALS['object'] = new Last($name);
        ini_set('precision', strlen($name));
        register_shutdown_function('at_end', 'first');
        register_shutdown_function(function () use ($name) {
            register_shutdown_function('at_end', 'registered at the end');
            suspend();
            at_end('second');
        });
        if ($fails) {
            register_shutdown_function(function () { throw new Exception('thrown at the end'); });
            register_shutdown_function('at_end', 'skipped');
        }
        suspend();
    }));
    echo "-- $name has run\n";
}
run('one');
for ($i = 0; $i < 5; $i++) {
    suspend();
}
run('twofold');
run('three');
for ($i = 0; $i < 8; $i++) {
    suspend();
}
at_end('main');
?>
--EXPECT--
-- one has run
first in one, of one, precision 3
second in one, of one, precision 3
registered at the end in one, of one, precision 3
destructor in one: one
-- twofold has run
first in twofold, of twofold, precision 7
second in twofold, of twofold, precision 7
registered at the end in twofold, of twofold, precision 7
destructor in twofold: twofold
-- three has run
first in three, of three, precision 5
second in three, of three, precision 5
registered at the end in three, of three, precision 5
destructor in three: three
main in main, of main, precision 14
last of all in main, of main, precision 14
