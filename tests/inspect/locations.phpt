--TEST--
The places of the spawn and of the last suspension are given as arrays and as "file:line" (TL-01…TL-04)
--FILE--
<?php
use function Async\{spawn, suspend, delay, currentCoroutine, await};

function short($x) { return is_array($x) ? [basename($x[0]), $x[1]] : basename($x); }
$c = spawn(function () {
    suspend();
    array_map(function () {
        delay(100000);
    }, [1]);
});
echo json_encode([short($c->getSpawnFileAndLine()), short($c->getSpawnLocation()), $c->getSuspendFileAndLine(), $c->getSuspendLocation()]), "\n";
suspend();
echo json_encode([short($c->getSuspendFileAndLine()), short($c->getSuspendLocation())]), "\n";
suspend();
echo json_encode([short($c->getSuspendFileAndLine()), short($c->getSuspendLocation())]), "\n";
var_dump($c->getSpawnFileAndLine()[0] === __FILE__);
$e = eval('return Async\spawn(fn() => 1);');
echo short($e->getSpawnLocation()), "\n";
$c->cancel();
suspend();
echo short($c->getSuspendLocation()), ' ', short($c->getSpawnLocation()), "\n";
?>
--EXPECT--
[["locations.php",5],"locations.php:5",["",0],""]
[["locations.php",6],"locations.php:6"]
[["locations.php",8],"locations.php:8"]
bool(true)
locations.php(17) : eval()'d code:1
locations.php:8 locations.php:5
