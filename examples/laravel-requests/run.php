<?php
/*
 * Requests of a Laravel application with one slow query each: one after the other, as stock PHP does it in one process, and
 * at once in isolated scopes. Start it from the folder of the repository:
 *
 *     ./dev run examples/laravel-requests/run.php [REQUESTS]
 */
declare(strict_types=1);

use Async\Laravel\Requests;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;
use function Async\awaitAllOrFail;
use function Async\spawn;

require __DIR__ . '/server.php';

function requests(int $count): array
{
    return array_map(fn(int $i): string => "user$i", range(1, $count));
}

function one_after_the_other(string $folder, int $count): void
{
    $kernel = application("$folder/stock", "$folder/socket")->make(Kernel::class);
    $kernel->bootstrap();
    $start = hrtime(true);
    $wrong = 0;
    foreach (requests($count) as $name) {
        $request = Request::create("/user/$name");
        $response = $kernel->handle($request);
        $wrong += $response->getContent() !== expected($name);
        $kernel->terminate($request, $response);
    }
    report('one after the other', $count, $start, $wrong);
}

function at_once(string $folder, int $count): void
{
    $requests = new Requests(application("$folder/async", "$folder/socket"), limit: 200);
    $start = hrtime(true);
    $answers = [];
    foreach (requests($count) as $name) {
        $answers[$name] = spawn(fn(): string => $requests->handle(Request::create("/user/$name"))->getContent());
    }
    $wrong = 0;
    foreach (awaitAllOrFail($answers) as $name => $answer) {
        $wrong += $answer !== expected($name);
    }
    report('at once', $count, $start, $wrong);
}

function report(string $title, int $count, int $start, int $wrong): void
{
    printf("%d requests %s: %.2f s, %d wrong\n", $count, $title, (hrtime(true) - $start) / 1e9, $wrong);
}

function install(): void
{
    if (!is_file(__DIR__ . '/vendor/autoload.php')) {
        passthru('composer install --no-interaction --working-dir=' . escapeshellarg(__DIR__), $status);
        $status === 0 || exit("Composer has failed\n");
    }
    require __DIR__ . '/vendor/autoload.php';
    require __DIR__ . '/application.php';
}

function main(array $arguments): void
{
    install();
    if (($arguments[1] ?? '') === '--stock') {          // a process of its own, without the extension
        one_after_the_other($arguments[2], (int) $arguments[3]);
        return;
    }
    $count = (int) ($arguments[1] ?? 200);
    $folder = start_server();
    passthru(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, __FILE__, '--stock', $folder, (string) $count])));
    at_once($folder, $count);
}
main($argv);
