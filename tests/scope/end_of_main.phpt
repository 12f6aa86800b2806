--TEST--
At the end of main scopes run to completion; an uncaught exception and gracefulShutdown() cancel the global tree, exit ends all (SC-05, SC-10, D5, D15, D21)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = <<<'PHP'
use Async\Scope;
use function Async\{spawn, suspend};

function works(string $name) {
    return function () use ($name) {
        try { for ($i = 0; $i < 5; $i++) suspend(); echo "$name is done\n"; }
        catch (Async\AsyncCancellation) { echo "$name is cancelled\n"; }
        finally { echo "$name finally\n"; }
    };
}
$inherited = Scope::inherit();
$independent = new Scope;
spawn(works('global'));
$inherited->spawn(works('inherited'));
$independent->spawn(works('independent'));
suspend();
PHP;
show_php('end of main', $code);
show_php('exit', "$code exit(3);");
show_php('shutdown', "$code Async\\gracefulShutdown();");
[$output, $status] = run_php("$code throw new Exception('uncaught');");
echo "-- uncaught\n", preg_replace('~^(PHP )?Fatal.*?thrown in.*?\n~sm', "Fatal error …\n", ltrim($output)), "status $status\n";
?>
--EXPECT--
-- end of main
global is done
global finally
inherited is done
inherited finally
independent is done
independent finally
status 0
-- exit

status 3
-- shutdown
global is cancelled
global finally
inherited is cancelled
inherited finally
independent is done
independent finally
status 0
-- uncaught
Fatal error …
global is cancelled
global finally
inherited is cancelled
inherited finally
independent is done
independent finally
status 255
