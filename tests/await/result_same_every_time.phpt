--TEST--
await() suspends until completion; later and repeated awaits return the same result at once (AW-02, AW-06)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$object = new stdClass;
$c = spawn(function () use ($object) {
    echo "body\n";
    suspend();
    echo "body ends\n";
    return $object;
});
echo "before\n";
var_dump(await($c) === $object);
spawn(function () { echo "not run by an await of something completed\n"; });
var_dump(await($c) === $object, await($c) === $object, $c->getResult() === $object, $c->getException());
echo "end of main\n";
?>
--EXPECT--
before
body
body ends
bool(true)
bool(true)
bool(true)
bool(true)
NULL
end of main
not run by an await of something completed
