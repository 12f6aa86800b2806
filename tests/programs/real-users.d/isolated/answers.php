<?php
/*
 * Applications of one request, many at once in isolated scopes: the same answers as in a fresh process for each.
 *
 *   php answers.php APPLICATION one N                 the answer to request N, here
 *   php answers.php APPLICATION all COUNT AT_ONCE     the answers to COUNT requests, as JSON; with the extension
 *
 * REAL_USERS_SHARED=1: in scopes that are not isolated, to show what that does.
 *
 * An application is a file beside this one that returns a function: it gets a request and prints the answer.
 */
use Async\Scope;
use function Async\{await, iterate};

const LOCALES = ['en', 'de', 'fr'];
const ZONES = ['Europe/Berlin', 'America/Lima', 'Asia/Tokyo', 'UTC'];

[, $application, $mode, $count] = $argv;
$handle = require __DIR__ . "/$application.php";

/** Request N: each has a user, a locale, a zone and a message of its own; every seventh fails. */
function request(int $n): array
{
    return [
        'user' => "user$n",
        'locale' => LOCALES[$n % 3],
        'zone' => ZONES[$n % 4],
        'message' => "message $n",
        'fails' => $n % 7 === 3,
    ];
}

function answer(callable $handle, int $n): string
{
    ob_start();
    try {
        $handle(request($n));
    } catch (DomainException $e) {
        echo 'error: ', $e->getMessage();
    }
    return ob_get_clean();
}

if ($mode === 'one') {
    echo answer($handle, (int) $count);
    exit;
}

function isolated_answer(callable $handle, int $n): string
{
    $scope = getenv('REAL_USERS_SHARED') ? Scope::inherit() : Scope::isolated();
    $answer = await($scope->spawn(answer(...), $handle, $n));
    $scope->dispose();
    return $answer;
}

function main(callable $handle, int $count, int $at_once): void
{
    $answers = [];
    iterate(range(0, $count - 1), function (int $n) use ($handle, &$answers) {
        $answers[$n] = isolated_answer($handle, $n % 20);
    }, concurrency: $at_once);
    ksort($answers);
    echo json_encode($answers);
}
main($handle, (int) $count, (int) $argv[4]);
