<?php
/* A Laravel application in one file: unchanged code, written for one request in one process. */
declare(strict_types=1);

use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\{DB, Route};

/** @param string $folder for what a Laravel application writes; it is there */
function application(string $folder, string $socket): Application
{
    $settings = [
        'APP_KEY' => 'base64:' . base64_encode(str_repeat('k', 32)), 'CACHE_STORE' => 'array', 'DB_CONNECTION' => 'mariadb',
        'DB_DATABASE' => 'demo', 'DB_SOCKET' => $socket, 'DB_USERNAME' => 'root', 'LOG_CHANNEL' => 'stderr',
        'QUEUE_CONNECTION' => 'database', 'SESSION_DRIVER' => 'array',
    ];
    foreach ($settings as $name => $value) {
        $_ENV[$name] = $value;
    }
    foreach (['bootstrap/cache', 'storage/framework/views', 'storage/logs'] as $part) {
        is_dir("$folder/$part") || mkdir("$folder/$part", 0755, true);
    }
    $application = Application::configure($folder)
        ->withRouting(using: fn() => Route::middleware('web')->group(routes(...)))
        ->withMiddleware()
        ->withExceptions()
        ->create();
    $application->useEnvironmentPath($folder);
    return $application;
}

function routes(): void
{
    Route::get('/user/{name}', function (Request $request, string $name) {
        config(['app.locale' => "locale of $name"]);
        session(['user' => $name]);
        [$row] = DB::select('SELECT ? AS name, SLEEP(0.1) AS slept', [$name]);     // the slow query
        return response()->json([
            'query' => $row->name,
            'path' => request()->path(),
            'parameter' => request()->route('name'),
            'session' => session('user'),
            'locale' => config('app.locale'),
            'url' => url()->current(),
        ]);
    });
}

function expected(string $name): string
{
    return json_encode([
        'query' => $name, 'path' => "user/$name", 'parameter' => $name, 'session' => $name, 'locale' => "locale of $name",
        'url' => "http://localhost/user/$name",
    ]);
}
