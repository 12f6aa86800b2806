--TEST--
A failure is the identical exception object at every await, with its trace untouched; the scope never sees it (AW-04, D10 a, P7)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function fails() {
    suspend();
    throw new DomainException('failed', 7, new RuntimeException('cause'));
}

$c = spawn('fails');
$seen = [];
foreach ([1, 2, 3] as $i) {
    spawn(function () use ($c, &$seen) {
        try {
            await($c);
        } catch (Throwable $e) {
            $seen[] = $e;
        }
    });
}
try {
    await($c);
} catch (DomainException $e) {
    $seen[] = $e;
}
suspend();
try {
    await($c);
} catch (DomainException $e) {
    $seen[] = $e;
}
$seen[] = $c->getException();
echo count($seen), ' times, ', count(array_unique(array_map('spl_object_id', $seen))), " object\n";
echo $e->getMessage(), ' ', $e->getCode(), ' ', $e->getPrevious()->getMessage(), ' line ', $e->getLine(), "\n";
echo $e->getTraceAsString(), "\n";
var_dump($c->getResult(), $c->isCancelled(), $c->isCompleted());
// schedules: any
?>
--EXPECTF--
6 times, 1 object
failed 7 cause line 6
#0 [internal function]: fails()
#1 {main}
NULL
bool(false)
bool(true)
