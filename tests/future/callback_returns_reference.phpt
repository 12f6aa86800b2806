--TEST--
A callback that returns by reference settles the future with the value that the variable had then
--FILE--
<?php
use Async\Future;
use function Async\await;

class Holder
{
    public $value = 5;

    function &get($ignored = null)
    {
        return $this->value;
    }
}

$holder = new Holder;
$mapped = Future::completed(1)->map([$holder, 'get']);
$caught = Future::failed(new Exception)->catch([$holder, 'get']);
var_dump(await($mapped), await($caught));
$holder->value = 6;
var_dump(await($mapped), await($caught));
var_dump(await($mapped->map(fn($value) => $value + 1)));
?>
--EXPECT--
int(5)
int(5)
int(5)
int(5)
int(6)
