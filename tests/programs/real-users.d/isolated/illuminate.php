<?php
/* Packages of Laravel with a container in a static property, facades, macros, translations and views. */
use Illuminate\Config\Repository;
use Illuminate\Container\Container;
use Illuminate\Events\Dispatcher;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Support\Collection;
use Illuminate\Support\Facades\Config;
use Illuminate\Support\Facades\Event;
use Illuminate\Support\Facades\Facade;
use Illuminate\Support\Facades\Lang;
use Illuminate\Support\Facades\View;
use Illuminate\Support\Str;
use Illuminate\Translation\ArrayLoader;
use Illuminate\Translation\Translator;
use Illuminate\View\Engines\EngineResolver;
use Illuminate\View\Engines\PhpEngine;
use Illuminate\View\Factory;
use Illuminate\View\FileViewFinder;

foreach (['Container', 'Support', 'Translation', 'View', 'Events', 'Config', 'Filesystem'] as $package) {
    require_once "/usr/share/php/Illuminate/$package/autoload.php";
}

function boot(array $request): Container
{
    $container = new Container;
    Container::setInstance($container);
    Facade::clearResolvedInstances();
    Facade::setFacadeApplication($container);
    $container->singleton('config', fn() => new Repository(['app' => ['locale' => $request['locale']]]));
    $container->singleton('events', fn($c) => new Dispatcher($c));
    $container->singleton('translator', function ($c) {
        $loader = new ArrayLoader;
        foreach (['en' => 'Hello', 'de' => 'Hallo', 'fr' => 'Bonjour'] as $locale => $word) {
            $loader->addMessages($locale, 'page', ['hello' => "$word :user"]);
        }
        return new Translator($loader, $c['config']['app.locale']);
    });
    $container->singleton('view', function ($c) {
        $engines = new EngineResolver;
        $engines->register('php', fn() => new PhpEngine(new Filesystem));
        return new Factory($engines, new FileViewFinder(new Filesystem, [__DIR__ . '/views']), $c['events']);
    });
    return $container;
}

return function (array $request): void {
    boot($request);
    usleep(1000);
    Str::macro('signed', fn($text) => "$text ({$request['user']})");
    Collection::macro('owner', fn() => $request['user']);
    View::share('owner', $request['user']);
    Event::listen('page', fn($name) => strtoupper($name) . ' for ' . Config::get('app.locale'));
    date_default_timezone_set($request['zone']);
    usleep(3000);
    if ($request['fails']) {
        throw new DomainException('no page for ' . (new Collection)->owner() . ' in ' . Lang::getLocale());
    }
    echo Lang::get('page.hello', ['user' => $request['user']]), ', ', Str::signed($request['message']), ', ', date('H:i T', 86400), "\n";
    usleep(1000);
    echo implode(', ', Event::dispatch('page', [$request['user']])), "\n", View::make('page')->render();
};
