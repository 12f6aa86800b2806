--TEST--
An exception of a handler goes to the parent with the failure as its previous; the rethrown failure stays the same object (EH-07, D10 e)
--FILE--
<?php
use Async\Scope;

function chain(Throwable $e) { for (; $e; $e = $e->getPrevious()) $names[] = get_class($e) . ' ' . $e->getMessage(); return implode(' <- ', $names); }

foreach ([
    'another' => fn($e) => throw new LogicException('from the handler'),
    'wrapped' => fn($e) => throw new LogicException('wrapped', 0, $e),
    'again' => fn($e) => throw $e,
    'error' => fn($e) => no_such_function(),
    'type error' => fn(LogicException $e) => 1,
    'too few arguments' => fn($a, $b, $c, $d) => 1,
] as $name => $handler) {
    $parent = new Scope;
    $parent->setChildScopeExceptionHandler(function ($scope, $coroutine, $e) use ($name, &$failed) {
        echo "$name: ", preg_replace('/, called in.*/', '', chain($e)), $e === $failed->getException() ? ' (identical)' : '', "\n";
    });
    $child = Scope::inherit($parent);
    $child->setExceptionHandler($handler);
    $failed = $child->spawn(fn() => throw new Exception('failed'));
    $parent->awaitCompletion();
    // A handler was set, so the child was not cancelled.
    if ($child->isCancelled() || $parent->isCancelled()) echo "cancelled\n";
}
?>
--EXPECTF--
another: LogicException from the handler <- Exception failed
wrapped: LogicException wrapped <- Exception failed
again: Exception failed (identical)
error: Error Call to undefined function no_such_function() <- Exception failed
type error: TypeError {closure%S}(): Argument #1 ($e) must be of type LogicException, Exception given <- Exception failed
too few arguments: ArgumentCountError Too few arguments to function {closure%S}(), 3 passed and exactly 4 expected <- Exception failed
