<?php
/* Test cases that use coroutines, as users of PHPUnit write them. */
use PHPUnit\Framework\TestCase;
use function Async\{spawn, await, delay, suspend};

class InsideTest extends TestCase
{
    private array $log = [];

    protected function setUp(): void
    {
        usleep(1000);
        $this->log[] = 'set up';
    }

    protected function tearDown(): void
    {
        usleep(1000);
        $this->assertSame('set up', $this->log[0]);
    }

    public function testAwaits(): void
    {
        $this->assertSame([1, 2], [await(spawn(fn() => 1)), await(spawn(fn() => 2))]);
    }

    public static function delays(): array
    {
        return [[1], [2], [3]];
    }

    /** @dataProvider delays */
    public function testWaits(int $ms): void
    {
        $start = hrtime(true);
        usleep($ms * 1000);
        $this->assertGreaterThanOrEqual($ms, (hrtime(true) - $start) / 1e6);
    }

    public function testExpectsException(): void
    {
        $this->expectException(DomainException::class);
        $this->expectExceptionMessage('from a coroutine');
        await(spawn(fn() => throw new DomainException('from a coroutine')));
    }

    public function testOutput(): void
    {
        $this->expectOutputString('onetwo');
        echo 'one';
        delay(2);
        echo 'two';
    }

    public function testWarningsAreCaught(): void
    {
        set_error_handler(fn($type, $message) => throw new ErrorException($message));
        try {
            suspend();
            $this->expectException(ErrorException::class);
            file_get_contents('/does/not/exist');
        } finally {
            restore_error_handler();
        }
    }

    public function testMock(): void
    {
        $mock = $this->createMock(IteratorAggregate::class);
        $mock->expects($this->exactly(2))->method('getIterator')->willReturnCallback(function () {
            delay(1);
            return new ArrayIterator([1]);
        });
        $this->assertSame([1], iterator_to_array($mock));
        $this->assertSame([1], iterator_to_array(await(spawn(fn() => $mock->getIterator()))));
    }

    public function testFails(): void
    {
        $this->assertSame(1, await(spawn(fn() => 2)), 'fails on purpose');
    }

    public function testFailsInCoroutine(): void
    {
        await(spawn(fn() => $this->assertTrue(false, 'fails on purpose')));
    }

    public function testSkipped(): void
    {
        suspend();
        $this->markTestSkipped('on purpose');
    }

    /** @depends testAwaits */
    public function testDepends(): void
    {
        $this->assertTrue(true);
    }

    /**
     * @runInSeparateProcess
     */
    public function testInAnotherProcess(): void
    {
        $this->assertSame('there', await(spawn(function () {
            usleep(1000);
            return 'there';
        })));
    }
}
