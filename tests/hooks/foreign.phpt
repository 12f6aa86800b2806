--TEST--
An extension that is not known to be safe waits in place, in each way to wait; its answers are those of stock PHP; async.hook_extensions adds it (D42, P10)
--SKIPIF--
<?php
require __DIR__ . '/slots.inc';
skip_without_slots();
if (!extension_loaded('session')) {
    die('skip no sessions');
}
if (extension_loaded('tidy') || extension_loaded('imap')) {
    die('skip the extension of the test has their names');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/slots.inc';

/*
 * For each way to wait: do two coroutines get their own answers, and were both calls under way at the same time? The
 * static buffer gives the answer to another question then.
 */
$code = <<<'CODE'
    $name = getenv('ASYNC_TEST_NAME');
    [$ask, $ways, $most] = ["{$name}_ask", "{$name}_ways", "{$name}_most"];
    gethostbyname('localhost');
    $result = [];
    foreach ($ways() as $way) {
        $call = fn(string $question) => $ask($way, $question, function () { usleep(20000); });
        $calls = [Async\spawn($call, 'one'), Async\spawn($call, 'two')];
        $answers = array_map(Async\await(...), $calls);
        $result[($answers === ['one', 'two'] ? 'right' : 'wrong') . ($most() > 1 ? ', parks' : ', blocks')][] = $way;
    }
    foreach ($result as $what => $those) {
        echo $what, ': ', $those === $ways() ? 'all' : implode(' ', $those), "\n";
    }
    // An ordinary call beside it parks as ever.
    $other = Async\spawn(usleep(...), 10000);
    usleep(1);
    echo $other->isSuspended() ? '' : "usleep() blocks\n";
    CODE;
$calls = $code;
$show = function (string $title, string $name, string $options = '', string $build = '') use (&$code) {
    $extension = '-d extension=' . escapeshellarg(foreign_extension($name, $build));
    echo "-- $title\n", run_php($code, "$extension $options", "export ASYNC_TEST_NAME=$name; ")[0];
};

$show('unknown', 'foreign');
$show('named', 'foreign', '-d async.hook_extensions=other,Foreign');
$show('another one is named', 'foreign', '-d async.hook_extensions=fore');
$show('an extension of PHP', 'tidy');
$show('one whose library has one state for all', 'imap');

// ext/session calls the handler of another extension.
$code = <<<'CODE'
    session_module_name('foreign');
    session_id('one');
    $session = Async\spawn(fn() => @session_start(['use_cookies' => 0, 'cache_limiter' => '']) ? $_SESSION['name'] : 'failed');
    Async\suspend();
    foreign_ask('nothing', 'two');
    echo 'session ', Async\await($session), "\n";
    CODE;
$show('sessions', 'foreign', '', '-DWITH_SESSION');
$show('sessions, named', 'foreign', '-d async.hook_extensions=foreign', '-DWITH_SESSION');
$code = $calls;

// A library that is known to be safe in the extensions of PHP.
$nap = '#include <poll.h>' . "\n" . 'int nap(int ms) { struct pollfd none = {-1}; return poll(&none, 1, ms); }';
$library = build_library('libpq.so.5', $nap);
$build = '-DWITH_LIBRARY ' . escapeshellarg($library) . ' -Wl,-rpath,' . escapeshellarg(dirname($library));
$load = fn(string $name) => '-d extension=' . escapeshellarg(foreign_extension($name, $build));
$show('with a library', 'foreign', '', $build);
$show('with a library that an extension of PHP uses, too', 'foreign', $load('tidy'), $build);
$show('the extension of PHP that uses it, too', 'tidy', $load('foreign'), $build);
?>
--EXPECT--
-- unknown
right, blocks: all
-- named
wrong, parks: all
-- another one is named
right, blocks: all
-- an extension of PHP
wrong, parks: all
-- one whose library has one state for all
right, blocks: all
-- sessions
session one
-- sessions, named
session two
-- with a library
right, blocks: all
-- with a library that an extension of PHP uses, too
right, blocks: all
-- the extension of PHP that uses it, too
wrong, parks: all
