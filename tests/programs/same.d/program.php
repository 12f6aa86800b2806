<?php
/*
 * One random program: clients with operations of their own (client.php). Started by tests/programs/same.
 *
 *     php program.php SETTINGS FOLDER
 *
 * SETTINGS, in JSON: seed; servers; clients: a list of [kind, number of operations, of which in a shutdown function, number
 * of the client whose connection it has (the owner has its own number there) or null, skipped operations]. With the extension they run side by side, without one after the other.
 * Writes the transcript of each into FOLDER.
 */

require __DIR__ . '/client.php';

[, $settings, $folder] = $argv;
$settings = json_decode($settings, true);
define('IS_CONCURRENT', extension_loaded('async'));
ini_set('default_socket_timeout', '20');
extension_loaded('mysqli') && mysqli_report([MYSQLI_REPORT_OFF, MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT,
    MYSQLI_REPORT_ERROR][$settings['seed'] % 3]);
chdir($folder);

/** @var Client[] $clients */
$clients = $coroutines = [];
foreach ($settings['clients'] as $number => [$kind, , , $partner]) {
    require_once __DIR__ . "/$kind.php";
    $class = ucfirst($kind) . '_Client';
    $server = $settings['servers'][$class::SERVER] ?? [];
    $clients[$number] = new $class($server, $settings['servers'], $settings['seed'], $number, $partner !== null,
        $clients[$partner] ?? null);
}
foreach ($clients as $number => $client) {
    [, $operations, $late, $partner, $skipped] = $settings['clients'][$number];
    $body = fn() => $client->run(0, $operations - $late, $skipped);
    if ($partner !== null && isset($coroutines[$partner])) {
        // It needs the connection only. The others are at work meanwhile.
        $body = function () use ($client, $clients, $partner, $operations, $late, $skipped) {
            while (!$clients[$partner]->isOpen) {
                Async\delay(1);
            }
            $client->run(0, $operations - $late, $skipped);
        };
    }
    $coroutines[$number] = IS_CONCURRENT ? Async\spawn($body) : $body();
    $late && register_shutdown_function(fn() => $client->run($operations - $late, $operations, $skipped));
}
register_shutdown_function(function () use ($clients, $folder) {
    foreach ($clients as $number => $client) {
        file_put_contents("$folder/$number", $client->transcript());
    }
});
if (IS_CONCURRENT) {
    $ticks = Async\spawn(function () use ($settings) {
        while (true) {
            $settings['seed'] % 2 ? Async\delay(1) : Async\delay(7);
        }
    });
    Async\awaitAll($coroutines);
    $ticks->cancel();
}
