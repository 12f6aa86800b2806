--TEST--
async.inspect: a program whose event loop sleeps answers on its socket, with a snapshot
--FILE--
<?php
require __DIR__ . '/inspected.inc';

$program = new Inspected(<<<'CODE'
    use function Async\{spawn, delay, await};
    $waits = spawn(function () { delay(60000); });
    $waits->setName('waits');
    $scope = new Async\Scope;
    $scope->spawn(function () { fgets(STDIN); })->setName('reads');
    spawn(function () { ready(); });
    $scope->awaitCompletion(Async\timeout(60000));
    $waits->cancel();
    CODE);

printf("%s %o\n", filetype($program->socket), fileperms($program->socket) & 0777);
$hello = question($program->socket, 'hello');
var_dump($hello['answer'], $hello['protocol'], $hello['pid'] === $program->pid, $hello['php'] === PHP_VERSION);

$snapshot = question_until(fn($it) => count($it['coroutines'] ?? []) === 3, $program->socket, 'snapshot 10000');
var_dump($snapshot['answer'], $snapshot['pid'] === $program->pid, $snapshot['lag_ms'] < 10000);
foreach ($snapshot['coroutines'] as $coroutine) {
    echo $coroutine['name'], ': ', $coroutine['state'], "\n";
}

foreach (['', 'snapshot x', 'snapshot 1 2', 'SNAPSHOT', "hello\r", str_repeat('x', 200)] as $question) {
    $answer = question($program->socket, $question);
    echo $answer['answer'], ': ', $answer['error'] ?? '', "\n";
}

// Several questions of one client, the last one without more to come.
$client = client($program->socket);
fwrite($client, "hello\nsnapshot 10000\nhello\n");
stream_socket_shutdown($client, STREAM_SHUT_WR);
while (($line = fgets($client)) !== false) {
    echo json_decode($line, true)['answer'], "\n";
}

echo $program->end();
var_dump(file_exists($program->socket));
?>
--EXPECT--
socket 600
string(5) "hello"
int(1)
bool(true)
bool(true)
string(8) "snapshot"
bool(true)
bool(true)
main: waiting
waits: waiting
reads: waiting
error: unknown question
error: unknown question
error: unknown question
error: unknown question
hello: 
error: unknown question
hello
snapshot
hello
bool(false)
