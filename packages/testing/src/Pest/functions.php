<?php

/*
 * For Pest, whose tests are closures:
 *
 *     it('sells each seat once', schedules(200, function () { … }));
 */

namespace Async\Testing\Pest;

use Async\Testing\PHPUnit\Runner;
use Async\Testing\PHPUnit\Settings;

/** A test that runs in a coroutine, with the virtual clock or without. */
function async(\Closure $test, bool $virtualTime = true, ?int $seed = null): \Closure
{
    return with_settings($test, new Settings(0, $seed, $virtualTime));
}

/** A test that runs once in each of $runs schedules. */
function schedules(int $runs, \Closure $test, bool $virtualTime = true): \Closure
{
    $seed = getenv('ASYNC_SEED');
    return with_settings($test, is_string($seed) && ctype_digit($seed)
        ? new Settings(0, (int) $seed, $virtualTime) : new Settings($runs, null, $virtualTime));
}

/** @internal Pest binds the closure to the test case. */
function with_settings(\Closure $test, Settings $settings): \Closure
{
    // Pest reads the parameters of the closure that it gets: one with parameters would need a data set.
    $call = static fn (object $case, array $arguments) => Runner::run(
        fn () => \Closure::bind($test, $case, $case::class)(...$arguments), $settings);
    return (new \ReflectionFunction($test))->getNumberOfParameters() === 0
        ? function () use ($call) { return $call($this, []); }
        : function (mixed ...$arguments) use ($call) { return $call($this, $arguments); };
}
