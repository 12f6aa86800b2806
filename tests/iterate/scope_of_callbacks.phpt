--TEST--
A callback of iterate() may ask for its scope: dropping that handle does not end the iteration (D8, D39)
--FILE--
<?php
use Async\Scope;
use function Async\{await, currentContext, currentScope, globalScope, iterate, spawn, suspend};

$seen = [];
iterate([1, 2, 3], function (int $value) use (&$seen) {
    $seen[] = spl_object_id(currentScope());
    suspend();
    $seen[] = spl_object_id(currentScope());
    echo "$value\n";
}, 1);
echo count($seen), ' times, ', count(array_unique($seen)), " scope\n";

// Several at a time, and coroutines that they start there.
iterate(['a', 'b', 'c'], function (string $value) {
    await(currentScope()->spawn(function () use ($value) {
        suspend();
        echo "$value in ", currentScope() === globalScope() ? 'the global scope' : 'a scope of its own', "\n";
    }));
});

// A handle that stays is that of a closed scope afterwards. So is one of a scope that callbacks have left by exceptions.
iterate([1], function () use (&$kept) {
    $kept = currentScope();
    currentContext()->set('key', 'value');
});
var_dump($kept->isClosed(), $kept->isFinished());
try {
    $kept->spawn(fn() => print "never\n");
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
try {
    iterate([1, 2], function (int $value) use (&$kept) {
        $kept = currentScope();
        suspend();
        $value === 1 && throw new Exception("failure $value");
    });
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($kept->isCancelled());

// Its callbacks run once, at the end.
iterate([1, 2], function (int $value) {
    $value === 1 && currentScope()->onFinally(fn(Scope $scope) => print "finally\n");
    suspend();
    echo "$value\n";
}, 1);
suspend();

// It may be ended from inside.
iterate([1, 2, 3], function (int $value) {
    echo "$value\n";
    $value === 2 && @currentScope()->disposeSafely();
}, 1);
echo "end\n";
?>
--EXPECT--
1
2
3
6 times, 1 scope
a in a scope of its own
b in a scope of its own
c in a scope of its own
bool(true)
bool(true)
Coroutine scope is closed
failure 1
bool(true)
1
2
finally
1
2
end
