--TEST--
await() is an expression usable anywhere (AW-14)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function later($x) { return spawn(function () use ($x) { suspend(); return $x; }); }

echo "sum: ", await(later(1)) + await(later(2)) * 3, "\n";
$call = fn($f) => $f;
echo "text {$call(await(later('inside')))}\n";
$list = [await(later('a')), 'k' => await(later('b')), ...await(later(['c', 'd']))];
echo json_encode($list), "\n";
$object = new ArrayObject(await(later([1, 2])));
echo count($object), ' ', await(later($object))[1], ' ', await(later(fn($x) => $x + 1))(41), "\n";
echo match (await(later(2))) { 1 => 'one', 2 => 'two' }, "\n";
foreach (await(later([1, 2])) as $x) echo $x;
for ($i = 0; $i < await(later(2)); $i++) echo " i$i";
if (await(later(false)) || await(later(true))) echo " or";
echo await(later(null)) ?? ' null', "\n";
function gen() { yield await(later('y')); $x = yield; echo $x; return await(later('r')); }
$g = gen();
echo $g->current(); $g->next(); $g->send(await(later(' sent '))); echo $g->getReturn(), "\n";
switch (await(later('s'))) { case await(later('t')): echo 'no'; break; case await(later('s')): echo "switch\n"; }
try { throw await(later(new Exception('thrown'))); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
sum: 7
text inside
{"0":"a","k":"b","1":"c","2":"d"}
2 2 42
two
12 i0 i1 or null
y sent r
switch
thrown
