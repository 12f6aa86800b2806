--TEST--
A failed future that lives until the end of the request raises its warning there (D38)
--FILE--
<?php
// schedules: any
use Async\Future;

$kept = Future::failed(new Exception('kept until the end'));
echo "end of main\n";
?>
--EXPECTF--
end of main

Warning: Unobserved error of the future created at %s:5, await it or call ignore(): Exception: kept until the end in %s:5 in Unknown on line 0
