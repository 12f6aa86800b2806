--TEST--
protect() delays the end of a scope by cancel, dispose, a failure, a time limit or the parent; it follows right after (PR-01, PR-02, PR-03, PR-04, D25)
--FILE--
<?php
use Async\{Scope, BoundedScope};
use function Async\{protect, suspend, delay};

function rounds($n) { while ($n--) suspend(); }
$body = function ($name) {
    try {
        $result = protect(fn() => protect(function () { rounds(4); return 'whole'; }));
        echo "not reached\n";
    } catch (Async\AsyncCancellation $e) {
        echo "$name: after the section\n";
        throw $e;
    }
};
foreach ([
    'cancel' => fn($s, $p) => $s->cancel(),
    'dispose' => fn($s, $p) => @$s->dispose(),
    'failure' => function ($s, $p) { $s->spawn(fn() => throw new Exception); },
    'parent' => fn($s, $p) => $p->cancel(),
    'bound' => fn($s, $p) => $s->spawnAndBound(fn() => 1),
] as $name => $end) {
    $parent = new Scope;
    $parent->setExceptionHandler(fn() => 1);
    $scope = BoundedScope::inherit($parent);
    $c = $scope->spawn($body, $name);
    suspend();
    $end($scope, $parent);
    rounds(3);
    if ($c->isCompleted()) echo "$name: cut off\n";
    $scope->awaitAfterCancellation();
    var_dump($c->isCancelled());
}
// A failure inside is a failure; the pending cancellation is its previous exception or gone.
$scope = new Scope;
$scope->setExceptionHandler(fn($e) => print('handler: ' . $e->getMessage() . "\n"));
$scope->spawn(fn() => protect(function () { rounds(2); throw new Exception('inside'); }));
suspend();
$scope->cancel();
$scope->awaitAfterCancellation();
?>
--EXPECTF--
cancel: after the section
bool(true)
dispose: after the section
bool(true)
failure: after the section
bool(true)
parent: after the section
bool(true)
bound: after the section
bool(true)
%Shandler: inside
