<?php

/** @generate-class-entries */

namespace Async\Testing;

/**
 * A test has failed in one of the schedules of Async\Testing\explore(). The message has the seed, the coroutines that ran
 * last, and the call that replays the schedule. getPrevious() is the exception of the test.
 */
class ScheduleFailure extends \Async\AsyncException
{
    /** Seed of the schedule, for Async\Testing\run(). */
    public readonly int $seed;
}

/** A test has left something at its end: the message lists it, with the places. */
class LeakException extends \Async\AsyncException
{
    /**
     * What it has left, one line for each.
     *
     * @var array<int, string>
     */
    public readonly array $leaks;
}
