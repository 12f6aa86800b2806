--TEST--
A coroutine begins with the error number that the process had: some functions look at it without a failure (P10)
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
try {
    @pcntl_setns(null, 0);
    die('skip pcntl_setns() meets another error first');
} catch (ValueError $error) {
    str_contains($error->getMessage(), '$nstype') || die('skip pcntl_setns() meets another error first');
} catch (Error) {
    die('skip needs pcntl_setns()');
}
?>
--FILE--
<?php
// schedules: any
$in_no_namespace = function () {
    try {
        pcntl_setns(null, 0);
    } catch (ValueError $error) {
        return $error->getMessage();
    }
};
echo Async\await(Async\spawn($in_no_namespace)), "\n";
?>
--EXPECT--
pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (0)
