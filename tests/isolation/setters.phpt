--TEST--
What functions of PHP set is an isolation's own
--FILE--
<?php
require __DIR__ . '/setters.inc';
check_setters([
    'error_reporting' => [error_reporting(...), error_reporting(...), E_ERROR, E_WARNING],
    'date_default_timezone_set' => [date_default_timezone_get(...), date_default_timezone_set(...), 'Asia/Tokyo', 'America/Lima'],
    'set_include_path' => [get_include_path(...), set_include_path(...), '/one', '/two'],
    'ignore_user_abort' => [fn() => ignore_user_abort(), fn($v) => ignore_user_abort($v), true, true],
    'setlocale' => [fn() => setlocale(LC_ALL, 0), fn($v) => setlocale(LC_ALL, $v), 'C', 'POSIX'],
    'LC_CTYPE' => [fn() => setlocale(LC_CTYPE, 0), fn($v) => setlocale(LC_CTYPE, $v), 'C', 'C'],
    'assert_options' => [fn() => @assert_options(ASSERT_WARNING), fn($v) => @assert_options(ASSERT_WARNING, $v), 0, 0],
    'error_log' => [fn() => ini_get('error_log'), fn($v) => ini_set('error_log', $v), '/tmp/one', '/tmp/two'],
    'exception handler' => [function () { $old = set_exception_handler(null); restore_exception_handler(); return $old; },
        set_exception_handler(...), 'intval', 'strval'],
    'stream_context_set_default' => [fn() => stream_context_get_options(stream_context_get_default()), stream_context_set_default(...),
        ['http' => ['header' => 'X-User: one']], ['http' => ['header' => 'X-User: two', 'method' => 'PUT'], 'ssl' => ['peer_name' => 'two']]],
]);
?>
--EXPECT--
10 rows
