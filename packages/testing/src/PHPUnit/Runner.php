<?php

namespace Async\Testing\PHPUnit;

use Async\Testing\ScheduleFailure;
use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\ExpectationFailedException;
use PHPUnit\Framework\IncompleteTest;
use PHPUnit\Framework\SkippedTest;

use function Async\Testing\explore;
use function Async\Testing\run;

/** Runs a test as its settings say, and reports a failure the way PHPUnit wants it. */
final class Runner
{
    public static int $tests = 0;
    public static int $schedules = 0;

    /** What the test returns; with several schedules, in the last one. */
    public static function run(callable $test, Settings $settings): mixed
    {
        $result = null;
        $counted = static function () use ($test, &$result) {
            self::$schedules++;
            return $result = $test();
        };
        self::$tests++;
        if ($settings->runs === 0) {
            return run($counted, $settings->seed, $settings->virtualTime);
        }
        try {
            explore($counted, $settings->runs, $settings->virtualTime);
        } catch (ScheduleFailure $failure) {
            throw self::translate($failure);
        }
        return $result;
    }

    /** A failed assertion stays a failure, and a skipped test is one that is skipped. */
    private static function translate(ScheduleFailure $failure): \Throwable
    {
        $cause = $failure->getPrevious();
        $message = $failure->getMessage() . "\nor: ASYNC_SEED={$failure->seed} with this test alone";
        return match (true) {
            $cause instanceof SkippedTest, $cause instanceof IncompleteTest => $cause,
            $cause instanceof ExpectationFailedException
                => new ExpectationFailedException($message, $cause->getComparisonFailure(), $cause),
            $cause instanceof AssertionFailedError => new AssertionFailedError($message, 0, $cause),
            default => $failure,
        };
    }
}
