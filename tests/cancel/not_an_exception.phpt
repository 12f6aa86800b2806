--TEST--
catch (\Exception) never swallows a cancellation (CN-08, D2)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = spawn(function () {
    try {
        delay(100000);
    } catch (Exception $e) {
        echo "swallowed\n";
    } finally {
        echo "finally\n";
    }
});
suspend();
$c->cancel();
try { await($c); } catch (Exception) { echo "not here\n"; } catch (Error $e) { echo get_class($e), "\n"; }
?>
--EXPECT--
finally
Async\AsyncCancellation
