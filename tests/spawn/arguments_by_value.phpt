--TEST--
spawn() passes arguments by value: PHP's own warning for a by-reference parameter, the caller's variable unchanged (SP-08)
--FILE--
<?php
use function Async\{spawn, await};

function change(array &$list, $value) {
    $list[] = $value;
    return count($list);
}

$list = [1, 2];
var_dump(await(spawn('change', $list, 3)));
var_dump(count($list));

$reference = &$list;
var_dump(await(spawn('change', $reference, 3)));
var_dump(count($list));

// sort() by reference, an internal function
var_dump(await(spawn('sort', $list)), $list === [1, 2]);

// A value copied at the spawn does not change with the variable.
$text = 'before';
$coroutine = spawn(fn($t) => $t, $text);
$text = 'after';
var_dump(await($coroutine));

// A closure captures by reference.
$coroutine = spawn(function () use (&$list) {
    $list[] = 'captured';
});
await($coroutine);
var_dump(end($list));
?>
--EXPECTF--
Warning: change(): Argument #1 ($list) must be passed by reference, value given in %sarguments_by_value.php on line 10
int(3)
int(2)

Warning: change(): Argument #1 ($list) must be passed by reference, value given in %sarguments_by_value.php on line 14
int(3)
int(2)

Warning: sort(): Argument #1 ($array) must be passed by reference, value given in %sarguments_by_value.php on line 18
bool(true)
bool(true)
string(6) "before"
string(8) "captured"
