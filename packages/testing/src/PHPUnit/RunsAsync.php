<?php

namespace Async\Testing\PHPUnit;

use PHPUnit\Framework\TestCase;

/**
 * For a test case: tests with the attributes Async, Schedules or VirtualTime run in coroutines.
 *
 * PHPUnit calls a test by its name. After setUp() the name is that of a method of this trait, which takes the name back,
 * and calls the test.
 */
trait RunsAsync
{
    private ?string $asyncTest = null;

    /**
     * @internal
     * @preCondition
     */
    #[\PHPUnit\Framework\Attributes\PreCondition]
    public function prepareAsyncTest(): void
    {
        $name = $this->asyncTestName();
        if (Settings::of($this, $name) !== null) {
            $this->asyncTest = $name;
            $this->asyncTestName('runAsyncTest');
        }
    }

    /** @internal */
    public function runAsyncTest(mixed ...$arguments): mixed
    {
        $name = $this->asyncTest;
        $this->asyncTestName($name);
        $this->asyncTest = null;
        if (!extension_loaded('async')) {
            self::markTestSkipped('The extension async is not loaded');
        }
        $settings = Settings::of($this, $name);
        $output = '';
        $run = 0;
        $thrown = null;
        $test = function () use ($name, $arguments, &$output, &$run, &$thrown) {
            $isFirst = $run++ === 0;
            $run === 2 && $this->tearDown();
            $isFirst || $this->setUp();
            ob_start();
            try {
                $result = $this->{$name}(...$arguments);
                if ($thrown) {
                    self::fail('Not thrown in this schedule: ' . $thrown::class);
                }
                return $result;
            } catch (\PHPUnit\Framework\Exception $failure) {
                throw $failure;
            } catch (\Throwable $exception) {
                if (!$this->expectsAnException()) {
                    throw $exception;
                }
                $thrown = $exception;
                return null;
            } finally {
                $output = (string) ob_get_clean();
                $isFirst || $this->tearDown();
            }
        };
        try {
            $result = Runner::run($test, $settings);
        } finally {
            $run > 1 && $this->setUp();   /* for the tearDown() of PHPUnit */
            echo $output;
        }
        if ($thrown) {
            throw $thrown;
        }
        return $result;
    }

    /** The name by which PHPUnit calls the test, and a new one for it. */
    private function asyncTestName(?string $new = null): string
    {
        $access = function (?string $new) {
            $property = property_exists(TestCase::class, 'methodName') ? 'methodName' : 'name';
            if ($new !== null) {
                $this->{$property} = $new;
            }
            return $this->{$property};
        };
        return \Closure::bind($access, $this, TestCase::class)($new);
    }

    private function expectsAnException(): bool
    {
        return \Closure::bind(function () {
            foreach (['', 'Message', 'MessageRegExp', 'Code', 'Object'] as $kind) {
                if (isset($this->{"expectedException$kind"})) {
                    return true;
                }
            }
            return false;
        }, $this, TestCase::class)();
    }
}
