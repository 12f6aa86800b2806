--TEST--
An error that stays unseen until no coroutine is left ends the application (TG-21, P7, D21)
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{suspend, spawn};

register_shutdown_function(function () { echo "shutdown functions\n"; });
$group = new TaskGroup();
$group->spawn(fn() => throw new Exception('unseen'));
$group->spawn(fn() => throw new Exception('unseen, too'));
spawn(function () { for ($i = 0; $i < 10; $i++) suspend(); echo "others come to their end\n"; });
echo "end of main\n";
?>
--EXPECTF--
end of main
others come to their end

Fatal error: Uncaught Exception: unseen in %s:7
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %sunseen_errors_at_end.php on line 7
  in coroutine #2 spawned at %sunseen_errors_at_end.php:7
  by the main script

Warning: Uncaught Exception: unseen, too in %s:8
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %sunseen_errors_at_end.php on line 8
shutdown functions
