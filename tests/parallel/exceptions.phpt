--TEST--
Exceptions of a task arrive with class, message, code, trace of the worker and previous; one that cannot be made again as a WorkerException
--FILE--
<?php
use Async\{ProcessPool, WorkerException};
use function Async\await;

final class Own extends DomainException
{
    public mixed $extra = null;
}
function thrower(string $kind, ?Closure $unused = null): void
{
    match ($kind) {
        'own' => throw new Own('message', 7, new LogicException('before', 3)),
        'error' => intdiv(1, 0),
        'closure' => throw (function () {
            $e = new Own('with a closure', 5, new LogicException('its previous', 6));
            $e->extra = fn() => 1;
            return $e;
        })(),
        'unknown' => eval('final class OnlyThere extends Exception {} throw new OnlyThere("unknown here", 9);'),
        'result' => null,
    };
}
$pool = new ProcessPool(function (string $kind) {
    thrower($kind, fn() => 1);
    return fn() => 1;
}, workers: 1);
foreach (['own', 'error', 'closure', 'unknown', 'result'] as $kind) {
    try {
        await($pool->submit($kind));
    } catch (Throwable $e) {
        for (; $e; $e = $e->getPrevious()) {
            echo get_class($e), ' "', $e->getMessage(), '" ', $e->getCode(), ' ', basename($e->getFile()) === 'exceptions.php' ? 'line ' . ($e->getLine() > 0 ? 'known' : '?') : 'elsewhere', "\n";
            if ($e instanceof WorkerException) {
                echo '  ', $e->getOriginalClass(), ' ', str_contains($e->getOriginalTrace(), 'thrower(') ? 'trace' : 'no trace', "\n";
            } elseif ($kind === 'own') {
                echo '  ', str_contains($e->getTraceAsString(), 'thrower(') ? 'trace' : 'no trace', "\n";
            }
        }
    }
}
// The worker goes on.
var_dump($pool->getWorkerCount());
?>
--EXPECTF--
Own "message" 7 line known
  trace
LogicException "before" 3 line known
  trace
DivisionByZeroError "Division by zero" 0 line known
Async\WorkerException "Own: with a closure" 5 line known
  Own trace
Async\WorkerException "LogicException: its previous" 6 line known
  LogicException trace
Async\WorkerException "OnlyThere: unknown here" 9 elsewhere
  OnlyThere trace
Exception "Serialization of 'Closure' is not allowed" 0 %s
int(1)
