--TEST--
State of the process is shared: locale, current directory, umask, environment (docs/shared-state.md)
--FILE--
<?php
require __DIR__ . '/shared.inc';
$locale = setlocale(LC_CTYPE, 'C.UTF-8', 'en_US.UTF-8', 'POSIX');
show_sharing([
    'setlocale' => [fn() => setlocale(LC_CTYPE, 0), fn($v) => setlocale(LC_CTYPE, $v), $locale, 'C'],
    'chdir' => [getcwd(...), chdir(...), realpath('/tmp'), realpath(__DIR__)],
    'umask' => [umask(...), umask(...), 0o27, 0o77],
    'putenv' => [fn() => getenv('SHARED_TEST'), fn($v) => putenv("SHARED_TEST=$v"), 'a', 'b'],
    'cli_set_process_title' => PHP_OS_FAMILY === 'Linux'
        ? [cli_get_process_title(...), cli_set_process_title(...), 'title a', 'title b']
        : [fn() => umask(), umask(...), 0o27, 0o77],
]);
?>
--EXPECT--
setlocale: shared
chdir: shared
umask: shared
putenv: shared
cli_set_process_title: shared
