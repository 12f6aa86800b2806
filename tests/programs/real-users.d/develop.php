<?php
/* xdebug's develop mode: stack traces inside coroutines. */
require __DIR__ . '/common.inc';
require __DIR__ . '/covered.inc';

$frames = fn() => array_column(array_slice(xdebug_get_function_stack(), -3), 'function');
$deep = function (int $n) use (&$deep, $frames): array {
    usleep(300);
    return $n ? $deep($n - 1) : $frames();
};
$plain = $deep(4);
same('develop: function stack', $plain, Async\await(Async\spawn($deep, 4)));
same('develop: in ten coroutines', array_fill(0, 10, $plain), together(10, fn() => $deep(4)));
// A coroutine's stack begins with its own function: no frame of coroutines that ran before it.
$depths = together(5, function () use (&$depth) {
    $before = count(xdebug_get_function_stack());
    usleep(500);
    return [$before, count(xdebug_get_function_stack())];
});
check('develop: depth is one of its own', count(array_unique(array_map('json_encode', $depths))) === 1 && $depths[0][0] === $depths[0][1],
    json_encode($depths));
$trace = function () {
    try {
        Covered\outer(-1);
        (new ReflectionMethod(Covered\Work::class, 'fails'))->invoke(new Covered\Work, 1);
    } catch (LogicException $e) {
        return array_slice(array_column($e->getTrace(), 'function'), 0, 2);
    }
};
same('develop: trace of an exception', $trace(), Async\await(Async\spawn($trace)));
ini_set('html_errors', '0');
ini_set('display_errors', '1');
$warning = function () {
    ob_start();
    usleep(100);
    echo $undefined;
    return preg_replace('/^ +[\d.]+ +\d+ /m', '', ob_get_clean());
};
$outside = $warning();
$inside = Async\await(Async\spawn($warning));
check('develop: warnings have a stack', str_contains($inside, 'Undefined variable') && substr_count($inside, '{closure:') === substr_count($outside, '{closure:'), $inside);
// Limits on nesting count each coroutine's own calls.
ini_set('xdebug.max_nesting_level', '60');
$nested = fn(int $n) => $n ? (usleep(10) ?? $nested($n - 1)) : 'deep enough';
$nested = function (int $n) use (&$nested) {
    if ($n === 0) {
        usleep(1000);
        return 'deep enough';
    }
    return $nested($n - 1);
};
same('develop: nesting', array_fill(0, 5, 'deep enough'), together(5, fn() => $nested(30)));
