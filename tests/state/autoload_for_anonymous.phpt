--TEST--
An anonymous class that several coroutines declare while its parent is loaded: linked once, others get an exception (D35)
--INI--
opcache.enable_cli=0
--FILE--
<?php
use function Async\{awaitAll, delay, spawn};

spl_autoload_register(function ($class) {
    delay(2);
    eval($class === 'Base' ? 'abstract class Base { function f() { return 1; } }' : "interface $class {}");
});
function make(): Base
{
    return new class extends Base implements Face, Other { public $list = [1]; };
}
[$results, $errors] = awaitAll(array_map(fn() => spawn(fn() => make()->f()), range(1, 5)));
echo array_unique($results) === [array_key_first($results) => 1] ? 'made' : 'not made', "\n";
foreach (array_unique(array_map(fn($error) => $error->getMessage(), $errors)) as $message) {
    echo preg_replace('/load \w+/', 'load …', $message), "\n";
}
var_dump(make()->f(), class_implements(make()));
// schedules: any
?>
--EXPECT--
made
Another coroutine has declared this anonymous class meanwhile: load … before
int(1)
array(2) {
  ["Face"]=>
  string(4) "Face"
  ["Other"]=>
  string(5) "Other"
}
