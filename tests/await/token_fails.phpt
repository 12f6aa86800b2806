--TEST--
A token that fails throws its own exception, the identical object, at the await; that failure counts as handled (AW-12, D3)
--FILE--
<?php
use function Async\{spawn, await, suspend};

$slow = spawn(function () {
    for ($i = 0; $i < 5; $i++) suspend();
    return 'slow';
});
$token = spawn(function () {
    throw new LengthException('token failed');
});
foreach (['while waiting', 'failed already'] as $when) {
    try {
        await($slow, $token);
    } catch (Throwable $e) {
        echo "$when: ", get_class($e), ': ', $e->getMessage(), "\n";
        var_dump($e === $token->getException(), $e->getPrevious());
    }
}
var_dump(await($slow));
?>
--EXPECT--
while waiting: LengthException: token failed
bool(true)
NULL
failed already: LengthException: token failed
bool(true)
NULL
string(4) "slow"
