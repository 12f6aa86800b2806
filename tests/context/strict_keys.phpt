--TEST--
Under strict_types a key that is neither a string nor an object throws TypeError (CX-01)
--FILE--
<?php
declare(strict_types=1);

$c = Async\currentContext();
foreach ([1, 1.5, true, null] as $key) {
    try { $c->set($key, 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECTF--
Async\Context::set(): Argument #1 ($key) must be of type object|string, int given
Async\Context::set(): Argument #1 ($key) must be of type object|string, float given
Async\Context::set(): Argument #1 ($key) must be of type object|string, %s given
Async\Context::set(): Argument #1 ($key) must be of type object|string, null given
