--TEST--
A destructor called by hand, called twice, or overridden disposes the scope once (DI-01, D8)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

set_error_handler(function ($n, $message) { echo preg_replace('~ [^ ]*/~', ' ', $message), "\n"; return true; });
class Loud extends Scope { function __destruct() { echo "mine\n"; parent::__destruct(); echo "mine again\n"; } }
class Silent extends Scope { function __destruct() { echo "without parent\n"; } }
class Throws extends Scope { function __destruct() { throw new Exception('from the destructor'); } }
foreach ([Scope::class, Loud::class, Silent::class, Throws::class] as $class) {
    $scope = new $class;
    $scope->spawn(function () use ($class) { suspend(); suspend(); suspend(); echo "$class: zombie\n"; });
    suspend();
    if ($class === Scope::class) {
        $scope->__destruct();
        $scope->__destruct();
        var_dump($scope->isClosed());
    }
    try { unset($scope); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
Coroutine is zombie at destructor_called.php:11 in Scope disposed at destructor_called.php:14
bool(true)
mine
Coroutine is zombie at destructor_called.php:11 in Scope disposed at destructor_called.php:6
mine again
without parent
Coroutine is zombie at destructor_called.php:11 in Scope disposed at destructor_called.php:18
Async\Scope: zombie
Coroutine is zombie at destructor_called.php:11 in Scope disposed at destructor_called.php:18
from the destructor
Loud: zombie
Silent: zombie
Throws: zombie
