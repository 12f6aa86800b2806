--TEST--
Spawned coroutines do not see the local context; the local context does not show the scope's values (CL-03)
--FILE--
<?php
use function Async\{coroutineContext, currentContext, spawn, await};

function task(): void
{
    coroutineContext()->set('data', 'This local data');
    await(spawn(function () {
        // No data will be found
        echo coroutineContext()->find('data') . "\n";
        var_dump(coroutineContext()->find('of the scope'), currentContext()->find('of the scope'));
    }));
    echo coroutineContext()->find('data'), "\n";
}
currentContext()->set('of the scope', 'shared');
await(spawn(task(...)));
?>
--EXPECT--

NULL
string(6) "shared"
This local data
