--TEST--
A class whose declaration waits in the parent process can be declared in a forked child (D35)
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

spl_autoload_register(function ($class) {
    delay(2);
    eval("class $class {}");
});

function parentOfChild(): string
{
    if (!class_exists('Child', false)) {
        class Child extends Base {}
    }
    return get_parent_class(new Child);
}
$all = [spawn(parentOfChild(...)), spawn(parentOfChild(...))];
suspend();
if (($pid = pcntl_fork()) === 0) {
    echo 'in the child: ', parentOfChild(), parentOfChild(), "\n";
    exit(0);
}
pcntl_waitpid($pid, $status);
echo pcntl_wexitstatus($status), ' ', await($all[0]), await($all[1]), "\n";
// schedules: any
?>
--EXPECT--
in the child: BaseBase
0 BaseBase
