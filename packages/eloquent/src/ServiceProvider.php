<?php

namespace Async\Eloquent;

use Illuminate\Support\ServiceProvider as StockProvider;

/** Laravel finds this provider by itself. */
class ServiceProvider extends StockProvider
{
    public function register()
    {
        Pooling::register($this->app);
        $this->app->singleton('db', fn($app) => new DatabaseManager($app, $app->make('db.factory')));
    }
}
