--TEST--
Laravel's requests, 50 at once in isolated scopes, see their own session, configuration, route, URL and container
--EXTENSIONS--
mbstring
openssl
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('laravel/framework', 'laravel'); ?>
--FILE--
<?php
require __DIR__ . '/laravel.inc';
use Async\Laravel\{Requests, Sandbox};
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\{App, Route, View};
use function Async\{await, delay, spawn};

class Counter
{
    public int $count = 0;
}
function routes(): void
{
    Route::get('/user/{name}', function (Request $request, string $name) {
        config(['app.locale' => "locale of $name"]);
        App::setLocale($name);
        session(['user' => $name]);
        date_default_timezone_set(crc32($name) % 2 ? 'Asia/Tokyo' : 'Europe/Paris');
        $zone = date_default_timezone_get();
        app('counter')->count++;
        app('single')->count++;
        View::share('name', $name);
        delay(20);
        if (str_ends_with($name, '7')) {
            abort(418, "no tea for $name");
        }
        return implode(' ', [
            request()->path(), request()->route('name'), session('user'), App::getLocale(), url('/x'), url()->current(),
            app('counter')->count, app('single')->count, View::shared('name'),
            date_default_timezone_get() === $zone ? 'same zone' : 'another zone',
            app('request') === $request ? 'same request' : 'another request',
        ]);
    });
}
function expected(string $name): string
{
    return "user/$name $name $name $name http://localhost/x http://localhost/user/$name 1 1 $name same zone same request";
}
$application = laravel_application();
$application->scoped('counter', fn() => new Counter);
$application->singleton('single', fn() => new Counter);
$requests = new Requests($application, limit: 50);

echo "-- 200 requests\n";
$answers = [];
for ($i = 0; $i < 200; $i++) {
    $answers["user$i"] = spawn(fn() => $requests->handle(Request::create("/user/user$i")));
}
$wrong = $refused = 0;
foreach ($answers as $name => $coroutine) {
    $response = await($coroutine);
    if ($response->getStatusCode() === 418) {
        $refused++;
        $wrong += !str_contains($response->getContent(), "no tea for $name");
    } elseif ($response->getContent() !== expected($name)) {
        $wrong++ || print($response->getContent() . "\n" . expected($name) . "\n");
    }
}
echo "$wrong wrong, $refused refused\n";

echo "-- the application itself has not changed\n";
var_dump(app() === $application, App::getLocale(), config('app.locale'), $application->resolved('session.store'));
var_dump(Async\stats()['isolations'] ?? null);

echo "-- a cancelled request ends before its caller goes on\n";
$coroutine = spawn(function () use ($application) {
    try {
        Sandbox::run($application, function () {
            try {
                delay(10000);
            } finally {
                delay(1);
                echo "ended\n";
            }
        });
    } finally {
        echo "the caller goes on\n";
    }
});
delay(5);
$coroutine->cancel();
try {
    await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}

echo "-- an exception of a task\n";
try {
    Sandbox::run($application, fn(Application $own) => throw new RuntimeException('of a task'));
} catch (RuntimeException $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
-- 200 requests
0 wrong, 20 refused
-- the application itself has not changed
bool(true)
string(2) "en"
string(2) "en"
bool(false)
int(0)
-- a cancelled request ends before its caller goes on
ended
the caller goes on
cancelled
-- an exception of a task
of a task
