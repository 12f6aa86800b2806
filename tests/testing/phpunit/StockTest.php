<?php
/* Tests for PHPUnit; tests/testing/phpunit.phpt says what comes out. */

use Async\Testing\PHPUnit\{Async, RunsAsync, Schedules};
use PHPUnit\Framework\TestCase;

use function Async\{await, awaitAll, delay, spawn, suspend};

class StockTest extends TestCase
{
    use RunsAsync;

    private int $count = 0;

    protected function setUp(): void
    {
        $this->count = 0;
    }

    #[Async]
    public function testHour(): void
    {
        $began = hrtime(true);
        sleep(3600);
        $this->assertLessThan(60e9, hrtime(true) - $began);
    }

    #[Schedules(20)]
    public function testEachScheduleIsSetUp(): void
    {
        $this->assertSame(0, $this->count++);
    }

    #[Schedules(200)]
    public function testRace(): void
    {
        $add = function (int $turns) {
            while ($turns--) {
                suspend();
            }
            $seen = $this->count;
            suspend();
            $this->count = $seen + 1;
        };
        awaitAll([spawn($add, 0), spawn($add, 4)]);
        $this->assertSame(2, $this->count);
    }

    #[Async]
    public function testLeak(): void
    {
        spawn(fn() => delay(1000));
        $this->assertTrue(true);
    }

    #[Schedules(5)]
    public function testExpectedException(): void
    {
        $this->expectException(LogicException::class);
        await(spawn(fn() => throw new LogicException('expected')));
    }

    #[Schedules(5)]
    public function testSkipped(): void
    {
        $this->markTestSkipped('later');
    }

    public function testPlain(): void
    {
        $this->assertSame(0, $this->count);
    }
}
