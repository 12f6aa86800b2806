--TEST--
dump() shows connections with their owners, a connection in the middle of connect(), isolations, and the end of main (TL-08, D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use function Async\{delay, dump, snapshot, spawn, suspend};

function shown(string $text): string
{
    return preg_replace(['~\S*dump_connections\.php~', '~\d+ ms left|\d+\.\d s left~', '~tcp://127.0.0.1:\d+~'], ['FILE', 'N ms left', 'tcp://127.0.0.1:N'], $text);
}

/** The words of a section. */
function section(string $key): void
{
    foreach (snapshot()[$key] as $row) echo "  $key: ", shown($row['text']), "\n";
}

/** What each coroutine waits for. */
function waits(): void
{
    foreach (snapshot()['coroutines'] as $row) echo "  ", shown($row["name"]), ", $row[state]: ", shown($row['waits_for'] ?? '-'), "\n";
}

$pdo = new PDO('sqlite::memory:');
$owner = spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    delay(100000);
})->setName('owner');
$others = [];
foreach ([1, 2] as $i) $others[] = spawn(fn() => $pdo->query('select 1'))->setName("other $i");
suspend();
echo "a transaction\n";
section('connections');
waits();
foreach ($others as $other) $other->cancel();
$owner->cancel();
suspend();
delay(5);
section('connections');

echo "connecting\n";
// The kernel answers no connection of a server whose queue is full.
$server = stream_socket_server('tcp://127.0.0.1:0', $error, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, stream_context_create(['socket' => ['backlog' => 1]]));
$clients = [];
for ($i = 0; $i < 6; $i++) {
    $clients[] = spawn(function () use ($server) { $c = @stream_socket_client('tcp://' . stream_socket_get_name($server, false), $error, $message, 100); delay(100000); });
}
delay(50);
$words = array_filter(array_map(fn($row) => shown($row['waits_for'] ?? ''), snapshot()['coroutines']), fn($words) => str_contains($words, 'connect'));
echo '  ', implode(', ', array_unique($words)), "\n";
foreach ($clients as $client) $client->cancel();
suspend();

echo "an isolation\n";
$scope = Async\Scope::inherit()->isolated();
$scope->spawn(function () { section('isolations'); });
suspend();
unset($scope);
section('isolations');

spawn(function () { suspend(); suspend(); echo "after main\n"; waits(); });
?>
--EXPECTF--
a transaction
  connections: PDO connection, in a transaction since FILE:23, held by coroutine #2 "owner", 2 waiters
  main, running: -
  owner, waiting: delay, N ms left
  other 1, waiting: PDO connection, held by coroutine #2 "owner"
  other 2, waiting: PDO connection, held by coroutine #2 "owner"

Warning: PDO connection: coroutine #2 "owner" spawned at %sdump_connections.php:22, by the main script, ended inside a transaction, which is rolled back in %sdump_connections.php on line 23
connecting
  connecting to tcp://127.0.0.1:N, N ms left
an isolation
  isolations: of scope 2 created at FILE:52
after main
  {closure} at FILE:58, running: -
