<?php

namespace Async\Testing\PHPUnit;

use PHPUnit\Event\TestRunner\ExecutionFinished;
use PHPUnit\Event\TestRunner\ExecutionFinishedSubscriber;
use PHPUnit\Runner\Extension\Extension as RunnerExtension;
use PHPUnit\Runner\Extension\Facade;
use PHPUnit\Runner\Extension\ParameterCollection;
use PHPUnit\TextUI\Configuration\Configuration;

/**
 * The extension for PHPUnit 10 and later: parameters for all tests, and a line at the end that tells how many schedules
 * were run. The trait RunsAsync works without it.
 *
 *     <bootstrap class="Async\Testing\PHPUnit\Extension">
 *         <parameter name="schedules" value="1000"/>   for each test with #[Schedules]
 *         <parameter name="seed" value="17"/>          only the schedule of this seed
 *     </bootstrap>
 */
final class Extension implements RunnerExtension
{
    public function bootstrap(Configuration $configuration, Facade $facade, ParameterCollection $parameters): void
    {
        foreach (['schedules' => 'ASYNC_SCHEDULES', 'seed' => 'ASYNC_SEED'] as $name => $variable) {
            if ($parameters->has($name) && getenv($variable) === false) {
                putenv("$variable=" . $parameters->get($name));
            }
        }
        $facade->registerSubscriber(new class () implements ExecutionFinishedSubscriber {
            public function notify(ExecutionFinished $event): void
            {
                if (Runner::$tests > 0) {
                    printf("\n\nAsync: %d tests in %d schedules", Runner::$tests, Runner::$schedules);
                }
            }
        });
    }
}
