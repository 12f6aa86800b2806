--TEST--
all() with errors: a CompositeException of all by the keys of their tasks, or the results without them, or NULL in their place (TG-17, TG-18, D16)
--FILE--
<?php
use Async\{TaskGroup, CompositeException};
use function Async\{await, suspend, spawn};

$group = new TaskGroup();
$group->spawn(fn() => 'result 1');
$group->spawn(function () { suspend(); throw new Exception('second'); });
$group->spawn(fn() => throw new Exception('third'));
$group->spawn(fn() => 'result 4');
$all = $group->all();
$other = spawn(function () use ($all) {
    try {
        await($all);
    } catch (CompositeException $e) {
        return $e;
    }
});
try {
    await($all);
} catch (CompositeException $e) {
    echo get_class($e), ": {$e->getMessage()}\n";
    foreach ($e->getExceptions() as $i => $error) {
        echo "$i: {$error->getMessage()}\n";
    }
}
var_dump(await($other) === $e);
/* The errors were thrown: await() does not throw them again. */
echo json_encode(await($group)), "\n";
echo json_encode(await($group->all(ignoreErrors: true))), "\n";
echo json_encode(await($group->all(ignoreErrors: true, nullOnFail: true))), "\n";

/* One error is a CompositeException as well. */
$group = new TaskGroup();
$group->spawn(fn() => throw new Exception('only'));
try {
    await($group->all(nullOnFail: true));
} catch (CompositeException $e) {
    echo count($e->getExceptions()), " {$e->getExceptions()[0]->getMessage()} ({$e->getMessage()})\n";
}

/* The keys are those of getErrors(); what is added later gets the next number. any() keeps them, too. */
$group = new TaskGroup();
$group->spawnWithKey('name', fn() => throw new Exception('named'));
$group->spawnWithKey(7, fn() => throw new Exception('numbered'));
foreach ([$group->all(), $group->any()] as $trigger) {
    try {
        await($trigger);
    } catch (CompositeException $e) {
        $e->addException(new Exception('added'));
        $messages = array_map(fn($e) => $e->getMessage(), $e->getExceptions());
        $added = array_key_last($messages);
        ksort($messages, SORT_STRING); // any() has them in the order in which the tasks failed
        echo json_encode($messages), " $added\n";
    }
}
var_dump(array_diff_key($messages, $group->getErrors()) === [8 => 'added']);
$group = new TaskGroup();
$group->spawnWithKey(PHP_INT_MAX, fn() => throw new Exception('last number'));
try {
    await($group->all());
} catch (CompositeException $e) {
    try {
        $e->addException($e);
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}

/* Ignored errors are not reported later. */
(function () {
    $group = new TaskGroup(captureResults: true);
    $group->spawn(fn() => 'result 1');
    $group->spawn(fn() => throw new Exception('Error'));
    var_dump(await($group->all(ignoreErrors: true, nullOnFail: true)));
})();
// schedules: any
?>
--EXPECT--
Async\CompositeException: Several exceptions at once, the first: Exception: second
1: second
2: third
bool(true)
{"0":"result 1","3":"result 4"}
{"0":"result 1","3":"result 4"}
["result 1",null,null,"result 4"]
1 only (One exception: Exception: only)
{"7":"numbered","8":"added","name":"named"} 8
{"7":"numbered","8":"added","name":"named"} 8
bool(true)
Cannot add element to the array as the next element is already occupied
array(2) {
  [0]=>
  string(8) "result 1"
  [1]=>
  NULL
}
