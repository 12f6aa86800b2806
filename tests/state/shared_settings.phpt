--TEST--
Settings are shared, except error_reporting() and @: ini values, time zone, include path, headers, contexts, handlers (docs/shared-state.md)
--INI--
error_reporting=E_ALL
--FILE--
<?php
require __DIR__ . '/shared.inc';
// Headers are sent at the end only.
ob_start();
class Wrapper { public $context; }
show_sharing([
    'ini_set' => [fn() => ini_get('precision'), fn($v) => ini_set('precision', $v), '5', '7'],
    'set_time_limit' => [fn() => ini_get('max_execution_time'), set_time_limit(...), '1000', '2000'],
    'memory_limit' => [fn() => ini_get('memory_limit'), fn($v) => ini_set('memory_limit', $v), '1G', '2G'],
    'default_socket_timeout' => [fn() => ini_get('default_socket_timeout'), fn($v) => ini_set('default_socket_timeout', $v), '11', '12'],
    'set_include_path' => [get_include_path(...), set_include_path(...), '/a', '/b'],
    'date_default_timezone_set' => [date_default_timezone_get(...), date_default_timezone_set(...), 'Asia/Tokyo', 'America/Lima'],
    'http_response_code' => [http_response_code(...), http_response_code(...), 404, 503],
    'assert' => [fn() => ini_get('assert.exception'), fn($v) => @ini_set('assert.exception', $v), '0', '1'],
    'assert_options' => [fn() => @assert_options(ASSERT_WARNING), fn($v) => @assert_options(ASSERT_WARNING, $v), 0, 1],
    'error_reporting' => [error_reporting(...), error_reporting(...), E_ERROR, E_WARNING],
    'ini_set error_reporting' => [fn() => (int) ini_get('error_reporting'), fn($v) => ini_set('error_reporting', $v), E_ERROR, E_WARNING],
    'display_errors' => [fn() => ini_get('display_errors'), fn($v) => ini_set('display_errors', $v), '0', '1'],
    'ignore_user_abort' => [ignore_user_abort(...), fn($v) => ignore_user_abort((bool) $v), 1, 0],
    'gc_enable' => [gc_enabled(...), fn($v) => $v ? gc_enable() : gc_disable(), false, true],
    'stream_context_set_default' => [
        fn() => stream_context_get_options(stream_context_get_default())['http']['method'] ?? null,
        fn($v) => stream_context_set_default(['http' => ['method' => $v]]), 'PUT', 'HEAD',
    ],
    'stream_wrapper_register' => [
        fn() => in_array('shared', stream_get_wrappers()),
        fn($v) => $v ? stream_wrapper_register('shared', 'Wrapper') : stream_wrapper_unregister('shared'), true, false,
    ],
    'spl_autoload_register' => [
        fn() => count(spl_autoload_functions()),
        fn($v) => $v === 1 ? spl_autoload_register('class_exists') : spl_autoload_unregister('class_exists'), 1, 0,
    ],
    'set_exception_handler' => [
        function () { $old = set_exception_handler(null); restore_exception_handler(); return $old; },
        fn($v) => set_exception_handler($v), 'intval', 'strval',
    ],
]);

// A coroutine starts with the ini value, set by any coroutine.
ini_set('error_reporting', E_ALL);
Async\await(Async\spawn(fn() => error_reporting(E_NOTICE)));
var_dump(error_reporting() === E_ALL, Async\await(Async\spawn(error_reporting(...))) === E_NOTICE);
?>
--EXPECT--
ini_set: shared
set_time_limit: shared
memory_limit: shared
default_socket_timeout: shared
set_include_path: shared
date_default_timezone_set: shared
http_response_code: shared
assert: shared
assert_options: shared
error_reporting: own
ini_set error_reporting: shared
display_errors: shared
ignore_user_abort: shared
gc_enable: shared
stream_context_set_default: shared
stream_wrapper_register: shared
spl_autoload_register: shared
set_exception_handler: shared
bool(true)
bool(true)
