--TEST--
Fifty curl_exec() of a slow server take the time of one, with the answers of a sequential run (P11, IO-12)
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await};
require __DIR__ . '/server.inc';
$url = 'http://' . http_server();

/** Answers of fifty requests; the time they took is added. */
function fifty(string $url, array &$took): array
{
    $start = hrtime(true);
    for ($i = 0; $i < 50; $i++) {
        $all[] = spawn(fn() => get("$url/late/500/" . str_repeat("$i ", 1000 + $i)));
    }
    $answers = array_map('Async\await', $all);
    $took[] = (hrtime(true) - $start) / 1e6;
    return $answers;
}
$one = [];
for ($i = 0; $i < 50; $i++) {
    $one[] = get("$url/late/1/" . str_repeat("$i ", 1000 + $i));
}
foreach (['by address' => $url, 'by name' => str_replace('127.0.0.1', 'localhost', $url)] as $title => $place) {
    $took = [];
    var_dump(fifty($place, $took) === $one);
    // A busy machine can need a second try; under valgrind the limit is longer.
    for ($try = 0; min($took) > 650 && $try < 3; $try++) {
        fifty($place, $took);
    }
    echo $title, min($took) <= (getenv('ASYNC_TEST_TOOL') ? 15000 : 650) ? ": together\n" : sprintf(": %d ms\n", min($took));
}
echo Async\stats()['blocked_in_place'], "\n";
?>
--EXPECT--
bool(true)
by address: together
bool(true)
by name: together
0
