--TEST--
All coroutines and waiters get the identical reason given to cancel(), or the same new one (CN-16)
--FILE--
<?php
use Async\{Scope, AsyncCancellation};
use function Async\{suspend, delay};

final class Reason extends AsyncCancellation { public $data = 42; }

foreach ([new Reason('own'), null] as $reason) {
    $scope = new Scope;
    $children = [Scope::inherit($scope), Scope::inherit($scope)];
    $seen = [];
    foreach ([$scope, ...$children] as $s) {
        foreach ([1, 2] as $_) {
            $s->spawn(function () use (&$seen) { try { delay(100000); } catch (AsyncCancellation $e) { $seen[] = $e; throw $e; } });
        }
    }
    $never = $children[0]->spawn(fn() => 1);
    suspend();
    $late = $children[0]->spawn(fn() => 1);
    $reason ? $scope->cancel($reason) : $scope->cancel(null);
    $seen[] = $late->getException();
    $scope->awaitAfterCancellation();
    try { $children[1]->awaitCompletion(); } catch (AsyncCancellation $e) { $seen[] = $e; }
    echo count($seen), ' ', count(array_unique(array_map('spl_object_id', $seen))), ' ', get_class($seen[0]), ' ',
        preg_replace('~/.*/~', '', $seen[0]->getMessage()), ' ', $seen[0]->data ?? '-', "\n";
}
foreach ([new Exception, 'text', new stdClass] as $wrong) {
    try { (new Scope)->cancel($wrong); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
8 1 Reason own 42
8 1 Async\AsyncCancellation cancelled at cancel_reason.php:19 -
Async\Scope::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
Async\Scope::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, string given
Async\Scope::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, stdClass given
