--TEST--
A coroutine that forks while main is parked in an autoloader: the child ends as usual (D35, lifetime rule 12)
--EXTENSIONS--
pcntl
--FILE--
<?php
spl_autoload_register(function (string $class) {
    Async\await($GLOBALS['forker']);
    eval("class $class {}");
});
$forker = Async\spawn(function () {
    $child = pcntl_fork();
    if ($child === 0) {
        echo "child\n";
        return;
    }
    pcntl_waitpid($child, $status);
    echo pcntl_wifexited($status) ? 'exit status ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status), "\n";
});
echo get_class(new Loaded), "\n";
?>
--EXPECT--
child
exit status 0
Loaded
