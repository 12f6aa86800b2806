--TEST--
Sessions: isolated scopes with one id wait for each other; a wait that is cancelled leaves no session, and nothing is written
--EXTENSIONS--
session
--INI--
session.use_strict_mode=0
session.use_cookies=0
session.cache_limiter=
session.lazy_write=0
session.gc_probability=0
--FILE--
<?php
use Async\Scope;
use function Async\{await, awaitAll, delay, spawn, suspend};

$dir = sys_get_temp_dir() . '/session-same-' . uniqid(getmypid() . '_');
mkdir($dir);
ob_start();
ini_set('session.save_path', $dir);

function all_ended(): void
{
    while (Async\stats()['isolations'] > 0) {
        delay(1);
    }
}

function request(callable $body, mixed ...$args): void
{
    $scope = Scope::isolated();
    await($scope->spawn($body, ...$args));
    $scope->dispose();
}

// Each reads what the one before has written; half of them leave the session to the end of the scope.
$requests = [];
for ($i = 0; $i < 30; $i++) {
    $requests[] = spawn(request(...), function (int $i) {
        session_id('same');
        session_start();
        $count = $_SESSION['count'] ?? 0;
        $i % 3 ? suspend() : delay(1);
        $_SESSION['count'] = $count + 1;
        $i % 2 && session_write_close();
        $i % 2 && suspend();
    }, $i);
}
// Main and its coroutines have a session of their own, with the same id.
session_id('same');
session_start();
$_SESSION['main'] = 'was here';
delay(1);
session_write_close();
awaitAll($requests);
all_ended();
echo file_get_contents("$dir/sess_same"), "\n";

// Two sessions in one scope, one after the other, crosswise with another scope: each gives one back before it waits.
awaitAll(array_map(fn($ids) => spawn(request(...), function (array $ids) {
    foreach ([...$ids, ...$ids] as $id) {
        session_id($id);
        session_start();
        $_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
        delay(1);
        session_write_close();
    }
}, $ids), [['x', 'y'], ['y', 'x'], ['x', 'y']]));
all_ended();
echo file_get_contents("$dir/sess_x"), file_get_contents("$dir/sess_y"), "\n";

// Cancelled while another has the lock: of an empty session and another, by the module and by a handler on top of it.
class Inner extends SessionHandler
{
    public function create_sid(): string { return 'held'; }
}
$open = count(scandir('/proc/self/fd'));
$ways = [
    'started' => function () { session_id('held'); session_start(); },
    'started by a handler' => function () { session_set_save_handler(new Inner); session_id('held'); session_start(); },
    'a new id' => function () { session_set_save_handler(new Inner); session_id('own'); session_start(); session_regenerate_id(); },
];
foreach (['', 'count|i:5;'] as $content) {
    foreach ($ways as $title => $way) {
        file_put_contents("$dir/sess_held", $content);
        file_put_contents("$dir/sess_own", '');
        $holder = Scope::isolated();
        $waiter = Scope::isolated();
        $holds = $holder->spawn(function () {
            session_id('held');
            session_start();
            delay(40);
            $_SESSION['holder'] = session_status();
        });
        $waits = $waiter->spawn(function () use ($way, $title) {
            try {
                @$way();
            } finally {
                $_SESSION['waiter'] = 'lost';
                echo "$title: status ", session_status(), "\n";
            }
        });
        delay(10);
        $waits->cancel();
        try {
            await($waits);
        } catch (Async\AsyncCancellation) {
            echo "cancelled, ";
        }
        $waiter->dispose();
        delay(2);
        echo file_get_contents("$dir/sess_held") === $content ? 'as before' : 'written', ", ";
        await($holds);
        $holder->dispose();
        all_ended();
        echo file_get_contents("$dir/sess_held"), "\n";
    }
}
echo count(scandir('/proc/self/fd')) - $open, " descriptors left\n";
array_map('unlink', glob("$dir/*"));
rmdir($dir);
?>
--EXPECT--
main|s:8:"was here";count|i:30;
count|i:6;count|i:6;
started: status 1
cancelled, as before, holder|i:2;
started by a handler: status 1
cancelled, as before, holder|i:2;
a new id: status 1
cancelled, as before, holder|i:2;
started: status 1
cancelled, as before, count|i:5;holder|i:2;
started by a handler: status 1
cancelled, as before, count|i:5;holder|i:2;
a new id: status 1
cancelled, as before, count|i:5;holder|i:2;
0 descriptors left
