--TEST--
Laravel with pooled connections of Eloquent: the pool of a request or job ends with it, without the garbage collector, however it ends; a pool with a name serves all of them
--EXTENSIONS--
mbstring
mysqlnd
openssl
pdo
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('laravel/framework', 'laravel');
is_dir(__DIR__ . '/../../packages/eloquent') || die('skip the package is not here');
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/laravel.inc';
load_adapter('eloquent', 'Async\Eloquent');
use Async\Laravel\{Requests, Sandbox};
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\{DB, Route};
use function Async\{await, delay, spawn};

function routes(): void
{
    $query = function (): string {
        DB::transaction(fn() => DB::scalar('SELECT 1'));
        // One connection for each coroutine of a request.
        $other = spawn(fn() => DB::scalar('SELECT CONNECTION_ID()'));
        delay(1);
        return DB::scalar('SELECT CONNECTION_ID()') !== await($other) ? 'right' : 'wrong';
    };
    Route::get('/answers', $query);
    Route::get('/simple', fn() => DB::transaction(fn() => DB::scalar('SELECT 1 + SLEEP(0.01)')));
    Route::get('/exits', fn() => exit($query()));
    Route::get('/fails', fn() => throw new RuntimeException($query()));
    Route::get('/purges', function () use ($query) {
        $query();
        DB::purge();
        return $query();
    });
    Route::get('/purges-in-use', function () use ($query) {
        $db = DB::connection();
        $begun = new Async\Channel(1);
        $other = spawn(fn() => $db->transaction(function () use ($db, $begun) {
            $db->scalar('SELECT 1');
            $begun->send(true);
            delay(5);
            $db->scalar('SELECT 1');
            return $db->transactionLevel();
        }));
        $begun->recv();
        DB::purge();
        return $query() . ' ' . await($other);
    });
    Route::get('/shutdown', function () use ($query) {
        register_shutdown_function(fn() => DB::scalar('SELECT 1'));
        exit($query());
    });
}
function requests(Application $application, array $pool = []): Requests
{
    config(['database.connections.mysql.options' => ['async.pool' => $pool]]);
    return new Requests($application, limit: 10);
}
function answers(Requests $requests, string $path): string
{
    $all = array_map(fn() => spawn(function () use ($requests, $path) {
        $response = $requests->handle(Request::create($path));
        return $response->getStatusCode() . ' ' . ($response->getStatusCode() === 500 ? 'error' : $response->getContent());
    }), range(1, 20));
    return implode(', ', array_unique(array_map(fn($coroutine) => await($coroutine), $all)));
}

$mysql = server('mysql');
$application = laravel_application(['DB_CONNECTION' => 'mysql', 'DB_HOST' => $mysql['host'], 'DB_PORT' => (string) $mysql['port'],
    'DB_DATABASE' => $database = mysql_database($mysql), 'DB_USERNAME' => $mysql['user'], 'DB_PASSWORD' => $mysql['password']]);
$application->make(Kernel::class)->bootstrap();
$application->register(Async\Eloquent\ServiceProvider::class);
$alone = new PDO("mysql:host=$mysql[host];port=$mysql[port]", $mysql['user'], $mysql['password']);
$open = $alone->prepare('SELECT count(*) FROM information_schema.processlist WHERE db = ?');
/* The server needs a moment to notice the end of a connection. */
$left = function (int $expected = 0) use ($open, $database): string {
    for ($i = 0; $i < 100; $i++) {
        $open->execute([$database]);
        $count = (int) $open->fetchColumn();
        if ($count === $expected) {
            break;
        }
        delay(10);
    }
    return "$count open\n";
};

$requests = requests($application);
gc_collect_cycles();
gc_disable();
foreach (['/answers', '/exits', '/fails', '/purges', '/shutdown'] as $path) {
    echo "$path: ", answers($requests, $path), ', ', $left();
}
Sandbox::run($application, fn() => DB::scalar('SELECT 1'));
echo 'a task: ', $left();
$cancelled = spawn(fn() => Sandbox::run($application, fn() => [DB::scalar('SELECT 1'), delay(60_000)]));
delay(50);
$cancelled->cancel();
try {
    await($cancelled);
} catch (Async\AsyncCancellation) {
    echo 'a cancelled task: ', $left();
}

echo "-- a pool with a name\n";
$requests = requests($application, ['max' => 4, 'name' => 'all requests']);
echo answers($requests, '/simple'), ', ', $left(4);
Sandbox::run($application, function () {
    $pool = DB::connection()->getPool();
    DB::connection()->release();
    echo $pool->lent(), ' lent, ', count($pool), " in all\n";
    $pool->close();
});
echo $left();

echo "-- a purge while another coroutine is in the middle of a transaction\n";
$requests = requests($application);
echo answers($requests, '/purges-in-use'), "\n";
gc_collect_cycles();
echo $left();
?>
--EXPECT--
/answers: 200 right, 0 open
/exits: 200 right, 0 open
/fails: 500 error, 0 open
/purges: 200 right, 0 open
/shutdown: 200 right, 0 open
a task: 0 open
a cancelled task: 0 open
-- a pool with a name
200 1, 4 open
0 lent, 4 in all
0 open
-- a purge while another coroutine is in the middle of a transaction
200 right 1
0 open
