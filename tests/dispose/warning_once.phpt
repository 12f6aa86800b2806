--TEST--
The dispose methods can be repeated and combined; each coroutine is reported once (DI-09, DI-16)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$warnings = 0;
set_error_handler(function () use (&$warnings) { $warnings++; return true; });
$methods = ['dispose', 'disposeSafely', 'disposeAfterTimeout', 'cancel', '__destruct'];
foreach ($methods as $first) {
    foreach ($methods as $second) {
        $scope = new Scope;
        $child = Scope::inherit($scope);
        foreach ([$scope, $child] as $s) {
            $s->spawn(function () { try { suspend(); suspend(); } finally { suspend(); suspend(); } });
        }
        suspend();
        $warnings = 0;
        foreach ([$first, $second, $first] as $n => $method) {
            $scope->$method(...($method === 'disposeAfterTimeout' ? [50000 + $n] : []));
        }
        $child->disposeSafely();
        printf("%-20s %-20s %d warnings%s\n", $first, $second, $warnings, $scope->isCancelled() ? ', cancelled' : '');
        $scope->awaitAfterCancellation();
    }
}
var_dump(Async\stats()['timers']);
?>
--EXPECT--
dispose              dispose              2 warnings, cancelled
dispose              disposeSafely        2 warnings, cancelled
dispose              disposeAfterTimeout  2 warnings, cancelled
dispose              cancel               2 warnings, cancelled
dispose              __destruct           2 warnings, cancelled
disposeSafely        dispose              2 warnings, cancelled
disposeSafely        disposeSafely        2 warnings
disposeSafely        disposeAfterTimeout  2 warnings
disposeSafely        cancel               2 warnings, cancelled
disposeSafely        __destruct           2 warnings
disposeAfterTimeout  dispose              2 warnings, cancelled
disposeAfterTimeout  disposeSafely        2 warnings
disposeAfterTimeout  disposeAfterTimeout  2 warnings
disposeAfterTimeout  cancel               2 warnings, cancelled
disposeAfterTimeout  __destruct           2 warnings
cancel               dispose              0 warnings, cancelled
cancel               disposeSafely        0 warnings, cancelled
cancel               disposeAfterTimeout  0 warnings, cancelled
cancel               cancel               0 warnings, cancelled
cancel               __destruct           0 warnings, cancelled
__destruct           dispose              2 warnings, cancelled
__destruct           disposeSafely        2 warnings
__destruct           disposeAfterTimeout  2 warnings
__destruct           cancel               2 warnings, cancelled
__destruct           __destruct           2 warnings
int(0)
