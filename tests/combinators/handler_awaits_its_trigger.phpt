--TEST--
The handler of a nested trigger cannot await the trigger that waits for it (CB-05, D26)
--FILE--
<?php
// schedules: any
use Async\{Future, AsyncException};
use function Async\{await, any, ignoreErrors};

$outer = any([
    ignoreErrors(Future::failed(new Exception('one')), function () use (&$outer) {
        try {
            await($outer);
        } catch (AsyncException $e) {
            echo $e->getMessage(), "\n";
        }
    }),
]);
var_dump(await($outer));
?>
--EXPECT--
The handler of ignoreErrors() cannot await the trigger that waits for it
NULL
