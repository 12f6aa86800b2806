--TEST--
exit() in a Laravel request ends this request alone: what was printed is the response, an answer that was given stays, and its database connections are closed
--EXTENSIONS--
mbstring
openssl
pdo
pdo_sqlite
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('laravel/framework', 'laravel'); ?>
--FILE--
<?php
require __DIR__ . '/laravel.inc';
use Async\AsyncCancellation;
use Async\Laravel\Requests;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\{DB, Route};
use Symfony\Component\HttpFoundation\Response;
use function Async\{await, awaitAllOrFail, delay, spawn};

class ExitsLater
{
    public function handle($request, $next)
    {
        return $next($request);
    }

    public function terminate(): void
    {
        echo 'after the answer, ';
        exit(1);
    }
}
/** The database connections of all requests: an object is shared by all scopes. */
final class Connections
{
    public static WeakMap $open;
}
function write(): void
{
    Connections::$open[DB::getPdo()] = true;
    DB::insert('INSERT INTO seen VALUES (1)');
    delay(5);
}
function routes(): void
{
    Route::get('/nothing', fn() => exit);
    Route::get('/text', fn() => exit('bye'));
    Route::get('/printed', function () {
        header('X-Page: one');
        header('X-Page: two', false);
        header('Content-Type: text/plain');
        http_response_code(403);
        register_shutdown_function(fn() => print(', its shutdown function'));
        echo 'printed';
        delay(5);
        exit(1);
    });
    Route::get('/later', fn() => response('answered', 201))->middleware(ExitsLater::class);
    Route::get('/answer/{n}', function (int $n) {
        delay(50);
        return "answer $n";
    });
    Route::get('/buffers', function () {
        echo 'one, ';
        ob_start(fn(string $text): string => strtoupper($text));
        echo 'two, ';
        ob_start();
        echo 'three';
        exit;
    });
    Route::get('/cleans', function () {
        echo 'thrown away';
        ob_clean();
        echo 'kept';
        exit;
    });
    Route::get('/redirects', function () {
        while (ob_get_level()) {
            ob_end_clean();
        }
        header('Location: /elsewhere', true, 302);
        exit;
    });
    Route::get('/child', function () {
        echo 'printed before a child exits';
        await(spawn(fn() => exit));
    });
    Route::get('/dumps', fn() => dd('a dump'));
    Route::get('/transaction', fn() => DB::transaction(function () {
        write();
        echo DB::transactionLevel();
        exit;
    }));
    Route::get('/writes', function () {
        write();
        return DB::table('seen')->count();
    });
    Route::get('/waits', fn() => DB::transaction(function () {
        write();
        $GLOBALS['begun'][] = true;
        try {
            delay(60_000);
        } finally {
            delay(5);
            echo "ended\n";
        }
    }));
}
function show(Response $response): void
{
    $page = implode(' ', $response->headers->all('X-Page'));
    echo "{$response->getStatusCode()} $page: {$response->getContent()}\n";
}
$_SERVER['VAR_DUMPER_FORMAT'] = 'html';
$file = sys_get_temp_dir() . '/async-laravel-' . getmypid() . '/database';
$application = laravel_application(['DB_CONNECTION' => 'sqlite', 'DB_DATABASE' => $file]);
Connections::$open = new WeakMap();
$own = new PDO("sqlite:$file", options: [PDO::ATTR_TIMEOUT => 0]);
$own->exec('CREATE TABLE seen (n INTEGER)');
$requests = new Requests($application, limit: 50);
$get = fn(string $path): Response => $requests->handle(Request::create($path));

echo "-- before the answer\n";
show($get('/nothing'));
show($get('/text'));
show($response = $get('/printed'));
echo $response->headers->get('Content-Type'), "\n";
show($get('/buffers'));
show($get('/cleans'));
echo $get('/redirects')->headers->get('Location'), "\n";
show($get('/child'));
$dump = $get('/dumps');
echo str_contains($dump->getContent(), 'a dump') ? 'a dump' : "BROKEN: {$dump->getContent()}", "\n";

echo "-- after the answer\n";
show($get('/later'));

echo "-- the others go on\n";
$paths = array_map(fn(int $n): string => "/answer/$n", range(1, 49));
array_splice($paths, 20, 0, '/printed');
$answers = awaitAllOrFail(array_map(fn(string $path) => spawn(fn(): string => $get($path)->getContent()), $paths));
$expected = array_map(fn(string $path): string => match ($path) {
    '/printed' => 'printed, its shutdown function',
    default => strtr(substr($path, 1), '/', ' '),
}, $paths);
echo $answers === $expected ? 'right' : json_encode($answers), ', ', Async\stats()['isolations'], " scopes left\n";

echo "-- in a transaction\n";
show($get('/transaction'));
echo $own->exec('INSERT INTO seen VALUES (2)'), ' written, ', count(Connections::$open), " open\n";
show($get('/writes'));

echo "-- cancelled\n";
$begun = new ArrayObject();      // objects are shared by scopes
$waits = spawn(fn() => $get('/waits'));
while (!count($begun)) {
    delay(1);
}
$waits->cancel();
try {
    await($waits);
} catch (AsyncCancellation) {
    echo "cancelled\n";
}
echo $own->exec('INSERT INTO seen VALUES (3)'), ' written, ', count(Connections::$open), " open\n";
show($get('/writes'));
?>
--EXPECT--
-- before the answer
200 : 
200 : bye
403 one two: printed, its shutdown function
text/plain;charset=UTF-8
200 : one, TWO, THREE
200 : kept
/elsewhere
200 : printed before a child exits
a dump
-- after the answer
after the answer, 201 : answered
-- the others go on
right, 0 scopes left
-- in a transaction
200 : 1
1 written, 0 open
200 : 2
-- cancelled
ended
cancelled
1 written, 0 open
200 : 4
