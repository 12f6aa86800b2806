<?php

declare(strict_types=1);

namespace Async\Laravel;

use Async\HttpFoundation\UniqueIds;
use Async\Scope;
use Closure;
use Illuminate\Container\Container;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Foundation\Application;
use Illuminate\Queue\Connectors\DatabaseConnector;
use Illuminate\Queue\QueueManager;
use Illuminate\Routing\RouteCollection;
use Illuminate\Routing\Router;
use Illuminate\Support\Facades\Facade;
use Illuminate\View\Factory as ViewFactory;
use LogicException;
use ReflectionProperty;

use function Async\await;
use function Async\protect;

/**
 * Runs code in an isolated scope, with an application of its own: a copy of the booted one.
 *
 * An isolated scope has its own static properties, but objects are shared. So the container is cloned, and with it those of
 * its services that know their application or keep something of a request.
 */
final class Sandbox
{
    /** Services whose state belongs to one request: the copy makes them anew. */
    private const ANEW = [
        'auth.driver', 'cookie', 'redirect', 'session', 'session.store', 'translator', 'url', 'validator',
        'db.connection', 'db.transactions', 'queue.connection', Kernel::class,
    ];

    /** Properties in which a manager keeps what it has made, with the application that it was made for. */
    private const MADE = ['connections', 'drivers', 'guards', 'mailers', 'stores', 'disks'];

    private function __construct() {}

    /**
     * Returns what $task returns, and throws what it throws.
     *
     * @template T
     * @param Closure(Application): T $task
     * @return T
     */
    public static function run(Application $booted, Closure $task): mixed
    {
        return self::lend($booted, static function (Closure $inCopy) use ($task): mixed {
            $scope = Scope::isolated();
            try {
                return await($scope->spawn($inCopy, $task));
            } finally {
                $scope->cancel();
                // A cancelled task has its end before its caller goes on.
                protect($scope->awaitAfterCancellation(...));
            }
        });
    }

    /**
     * Calls $isolate with a function that calls a task with a copy of the application. It is to be called once, in the
     * isolated scope that $isolate makes and ends.
     *
     * @internal
     *
     * @template T
     * @param Closure(Closure(Closure(Application): mixed): mixed): T $isolate
     * @return T
     */
    public static function lend(Application $booted, Closure $isolate): mixed
    {
        $application = null;
        try {
            return $isolate(static function (Closure $task) use ($booted, &$application): mixed {
                $application = self::enter($booted);
                try {
                    return $task($application);
                } finally {
                    self::disconnect($application);
                }
            });
        } finally {
            // exit() runs no block `finally` in the scope, and shutdown functions may have connected again.
            $application && protect(static fn() => self::disconnect($application));
        }
    }

    private static function enter(Application $booted): Application
    {
        if (!$booted->isBooted()) {
            throw new LogicException('The application is not booted: call bootstrap() of its kernel first');
        }
        UniqueIds::beginAnew();
        $application = clone $booted;
        Container::setInstance($application);
        Facade::clearResolvedInstances();
        Facade::setFacadeApplication($application);
        $application->instance('app', $application);
        $application->instance(Container::class, $application);
        foreach (self::ANEW as $name) {
            $application->forgetInstance($name);
        }
        $application->forgetScopedInstances();
        self::copyServices($application);
        Model::setConnectionResolver($application->make('db'));
        return $application;
    }

    private static function copyServices(Application $application): void
    {
        $application->instance('config', clone $application->make('config'));
        foreach (array_keys($application->getBindings()) as $name) {
            $service = $application->resolved($name) && $application->isShared($name) ? $application->make($name) : null;
            if ($service instanceof Router) {
                self::copyRouter($application, $name, $service);
            } elseif (is_object($service) && self::knowsApplication($service)) {
                $application->instance($name, self::copyOf($service, $application));
            }
        }
        self::copyView($application);
        self::connectQueue($application);
    }

    private static function knowsApplication(object $service): bool
    {
        return method_exists($service, 'setApplication') || method_exists($service, 'setContainer');
    }

    private static function copyOf(object $service, Application $application): object
    {
        $copy = clone $service;
        method_exists($copy, 'setApplication') ? $copy->setApplication($application) : $copy->setContainer($application);
        foreach (self::MADE as $name) {
            if (property_exists($copy, $name)) {
                (new ReflectionProperty($copy, $name))->setValue($copy, []);
            }
        }
        return $copy;
    }

    /** A route that matches keeps its parameters in itself. */
    private static function copyRouter(Application $application, string $name, Router $router): void
    {
        $copy = (clone $router)->setContainer($application);
        $application->instance($name, $copy);
        $routes = $router->getRoutes();
        if ($routes instanceof RouteCollection) {
            $own = new RouteCollection();
            foreach ($routes->getRoutes() as $route) {
                $own->add(clone $route);
            }
            $copy->setRoutes($own);
        } else {
            $own = (clone $routes)->setRouter($copy)->setContainer($application);
            (new ReflectionProperty(Router::class, 'routes'))->setValue($copy, $own);
            $application->instance('routes', $own);
        }
    }

    private static function copyView(Application $application): void
    {
        if ($application->resolved('view')) {
            $view = $application->make('view');
            $view instanceof ViewFactory && $view->share('app', $application);
        }
    }

    /** Laravel's provider gives this connector the database of the application that it was made for. */
    private static function connectQueue(Application $application): void
    {
        $queue = $application->make('queue');
        if ($queue instanceof QueueManager) {
            $queue->addConnector('database', static fn() => new DatabaseConnector($application->make('db')));
        }
    }

    private static function disconnect(Application $application): void
    {
        $database = $application->make('db');
        if ($database instanceof DatabaseManager) {
            foreach ($database->getConnections() as $name => $connection) {
                $database->purge($name);
                // Connections of async/eloquent have a pool, which a purge leaves to other coroutines.
                method_exists($connection, 'forgetPool') && $connection->forgetPool();
            }
        }
    }
}
