--TEST--
isFinished(), isClosed(), isCancelled() through the life of a scope (SC-20, DI-13, ZO-03)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

function show(string $when, Scope $scope): void
{
    printf("%-28s %s %s %s\n", $when, $scope->isFinished() ? 'finished' : 'busy', $scope->isClosed() ? 'closed' : 'open',
        $scope->isCancelled() ? 'cancelled' : '-');
}
function started(): Scope
{
    $scope = new Scope;
    $scope->spawn(function () { suspend(); suspend(); });
    suspend();
    return $scope;
}
show('new', new Scope);
$s = new Scope; $s->spawn(fn() => 1); show('queued', $s);
suspend(); show('over', $s);
$s->spawn(fn() => 1); show('used again', $s); suspend();
$s = started(); show('parked', $s); $s->cancel(); show('cancel()', $s); suspend(); suspend(); show('cancel(), drained', $s);
$s = started(); @$s->dispose(); show('dispose()', $s); $s->awaitAfterCancellation(); show('dispose(), drained', $s);
$s = started(); @$s->disposeSafely(); show('disposeSafely()', $s); $s->awaitAfterCancellation(); show('disposeSafely(), drained', $s);
$s = started(); @$s->disposeAfterTimeout(100000); show('disposeAfterTimeout()', $s); $s->awaitAfterCancellation(); show('… drained', $s);
$s = new Scope; $s->disposeSafely(); show('disposeSafely(), empty', $s);
$s = new Scope; $s->cancel(); show('cancel(), empty', $s);
$parent = new Scope; $s = Scope::inherit($parent); $s->spawn(fn() => suspend()); show('parent of a busy one', $parent);
$s->awaitCompletion(); show('parent, child drained', $parent); show('child', $s);
$parent->cancel(); show('child of a cancelled one', $s);
$parent = new Scope; $s = Scope::inherit($parent); $parent->disposeSafely(); show('child of a disposed one', $s);
show('global', Scope::global());
?>
--EXPECT--
new                          finished open -
queued                       busy open -
over                         finished open -
used again                   busy open -
parked                       busy open -
cancel()                     busy closed cancelled
cancel(), drained            finished closed cancelled
dispose()                    busy closed cancelled
dispose(), drained           finished closed cancelled
disposeSafely()              finished closed -
disposeSafely(), drained     finished closed -
disposeAfterTimeout()        finished closed -
… drained                  finished closed -
disposeSafely(), empty       finished closed -
cancel(), empty              finished closed cancelled
parent of a busy one         busy open -
parent, child drained        finished open -
child                        finished open -
child of a cancelled one     finished closed cancelled
child of a disposed one      finished closed -
global                       busy open -
