--TEST--
Where igbinary is loaded, a process pool uses it for arguments, results and exceptions
--EXTENSIONS--
igbinary
--FILE--
<?php
use Async\ProcessPool;
use function Async\await;

final class Counted
{
    public function __construct(public int $n)
    {
    }
}
final class Own extends Exception
{
}
$pool = new ProcessPool(function (mixed $value) {
    if ($value === 'throw') {
        throw new Own('own', 5, new LogicException('before'));
    }
    return $value === 'closure' ? fn() => 1 : $value;
}, workers: 1);
$shared = new Counted(3);
$answer = await($pool->submit([$shared, $shared, str_repeat('x', 100_000), 1.5, null]));
var_dump($answer[0] === $answer[1], $answer[0]->n, strlen($answer[2]), $answer[3], $answer[4], await($pool->submit(false)));
foreach (['throw', 'closure'] as $how) {
    try {
        await($pool->submit($how));
    } catch (Exception $e) {
        echo get_class($e), ' ', $e->getCode(), ' ', $e->getPrevious() ? get_class($e->getPrevious()) : '-', "\n";
    }
}
?>
--EXPECT--
bool(true)
int(3)
int(100000)
float(1.5)
NULL
bool(false)
Own 5 LogicException
Exception 0 -
