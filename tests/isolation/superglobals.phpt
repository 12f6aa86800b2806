--TEST--
Superglobals under auto_globals_jit, those of no name in the script included (I1)
--INI--
auto_globals_jit=1
--ENV--
OWN=environment
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

$names = ['_GET', '_POST', '_COOKIE', '_SERVER', '_ENV', '_REQUEST', '_FILES'];
$change = function (string $who) use ($names) {
    foreach ($names as $name) $GLOBALS[$name]['who'] = $who;
    eval('$_SERVER["by eval"] = $who; $_REQUEST["r"] = $who; $_ENV["e"] = $who;');
    suspend();
    $result = '';
    foreach ($names as $name) $result .= $GLOBALS[$name]['who'];
    return $result . eval('return $_SERVER["by eval"] . $_REQUEST["r"] . $_ENV["e"] . isset($_SERVER["argv"]);');
};
$one = Scope::isolated(); $two = Scope::isolated();
$results = [$one->spawn($change, '1'), $two->spawn($change, '2')];
echo await($results[0]), ' ', await($results[1]), "\n";
$seen = [];
foreach ($names as $name) $seen[] = isset($GLOBALS[$name]['who']);
echo json_encode($seen), eval('return json_encode([isset($_SERVER["by eval"]), $_REQUEST, isset($_ENV["e"])]);'), "\n";
?>
--EXPECT--
11111111111 22222222221
[false,false,false,false,false,false,false][false,[],false]
