--TEST--
Frames of all kinds and sizes across the ends of VM stack pages: the same results in a coroutine as in main, in large and small stacks (quality "Bad input")
--SKIPIF--
<?php require __DIR__ . '/../inc/child.php'; skip_under_xdebug('calls are on the C stack there'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$inc = var_export(__DIR__ . '/vm_stack.inc', true);
$tool = getenv('ASYNC_TEST_TOOL') ? 'true' : 'false';
$code = <<<PHP
    require $inc;
    \$file = tempnam(sys_get_temp_dir(), 'vm');
    file_put_contents(\$file, '<?php \$a = vm_count(1, 2, 3); return \$a + vm_count(...range(1, 20));');
    // Through the first page, which has 56 to 248 KiB, and at least one more.
    \$bytes = $tool ? 80_000 : 320_000;
    foreach (['vm_walk' => [\$bytes, \$file], 'vm_leave' => [\$bytes]] as \$function => \$arguments) {
        \$main = \$function(...\$arguments);
        \$first = Async\await(Async\spawn(\$function, ...\$arguments));
        \$beside = array_map(fn() => Async\spawn(\$function, ...\$arguments), $tool ? [1] : [1, 2]);
        \$same = \$main === \$first;
        foreach (\$beside as \$c) \$same = \$same && Async\await(\$c) === \$main;
        echo \$function, ' ', count(\$main) > 5 && \$same ? 'the same' : 'DIFFERENT', "\n";
    }
    \$seen = vm_coroutines(\$bytes);
    echo implode(' ', array_slice(\$seen, 0, 4)), ' … ', implode(' ', array_slice(\$seen, -3)), ', ', count(\$seen), "\n";
    echo VmItem::\$destroyed % 2 === 0 && VmItem::\$destroyed > 1000 ? "destroyed\n" : "not destroyed\n";
    unlink(\$file);
    PHP;
foreach (['large' => '', 'small' => '-d async.stack_size=64K', 'medium' => '-d async.stack_size=200K'] as $title => $option) {
    show_php($title, $code, "$option -d memory_limit=1G");
}
?>
--EXPECT--
-- large
vm_walk the same
vm_leave the same
over 91 over 91 … 60 61 62, 45
destroyed
status 0
-- small
vm_walk the same
vm_leave the same
over 91 over 91 … 60 61 62, 45
destroyed
status 0
-- medium
vm_walk the same
vm_leave the same
over 91 over 91 … 60 61 62, 45
destroyed
status 0
