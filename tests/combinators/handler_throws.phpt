--TEST--
An exception of the handler of ignoreErrors() is thrown at the await, and the await can be repeated (CB-05, D23)
--FILE--
<?php
// schedules: any
use Async\Future;
use function Async\{await, any, all, ignoreErrors};

$sources = [Future::failed(new Exception('one')), Future::completed('fine')];
$throws = fn($e) => throw new LogicException('handler of ' . $e->getMessage());
foreach (['any' => any($sources), 'all' => all($sources), 'future' => $sources[0]] as $name => $trigger) {
    $ignoring = ignoreErrors($trigger, $throws);
    for ($i = 0; $i < 2; $i++) {
        try {
            $value = await($ignoring);
            echo "$name: ", json_encode($value), "\n";
        } catch (LogicException $e) {
            echo "$name: ", $e->getMessage(), "\n";
        }
    }
}
?>
--EXPECT--
any: handler of one
any: "fine"
all: handler of one
all: {"1":"fine"}
future: handler of one
future: handler of one
