--TEST--
exit() that a scope catches leaves output buffers open for the shutdown functions and destructors, as that of a script; the handlers of buffers are called
--INI--
display_errors=1
log_errors=0
--FILE--
<?php
use Async\Scope;

const BASE = 1;
class Last { static ?Last $one = null; function __destruct() { echo "destructor at level ", ob_get_level() - BASE, "\n"; } }

/* Each is a script of its own on stock PHP. */
const SCRIPTS = [
    'a handler' => 'ob_start(fn($text) => strtoupper($text)); echo "page\n"; exit("status text\n");',
    'two levels' => 'ob_start(fn($t) => "[$t]"); echo "a"; ob_start(fn($t) => "($t)"); echo "b"; exit(4);',
    'a shutdown function' => 'ob_start(fn($text) => strtoupper($text)); echo "page\n";
        register_shutdown_function(function () { echo "level ", ob_get_level() - BASE, "\n"; }); exit;',
    'a shutdown function that takes the page' => 'ob_start(); echo "page";
        register_shutdown_function(function () { $page = ob_get_clean(); echo strrev($page), ob_get_level() - BASE, "\n"; }); exit;',
    'a shutdown function that opens a level' => 'ob_start(fn($t) => "[$t]"); echo "page";
        register_shutdown_function(function () { ob_start(fn($t) => "($t)"); echo "more"; }); exit;',
    'a destructor' => 'ob_start(fn($text) => strtoupper($text)); Last::$one = new Last; $local = new Last; exit(5);',
    'exit() in a shutdown function' => 'ob_start(fn($text) => strtoupper($text)); echo "page\n";
        register_shutdown_function(function () { echo "first\n"; exit(9); });
        register_shutdown_function(function () { echo "second\n"; }); exit(3);',
    'only exit() in a shutdown function' => 'register_shutdown_function(function () { exit(8); });',
    'a level that may not be removed' => 'ob_start(fn($t) => "[$t]", 0, 0); echo "page"; exit;',
    'in a function' => '(function () { ob_start(fn($t) => "[$t]"); try { exit(6); } finally { echo "never"; } })();',
];

function on_stock(string $code): string
{
    exec(PHP_BINARY . ' -n -r ' . escapeshellarg("const BASE = 0; class Last { static ?Last \$one = null; function __destruct() {"
        . ' echo "destructor at level ", ob_get_level() - BASE, "\n"; } } ' . "(function () { $code })();"), $lines, $status);
    return implode("\n", $lines) . "\nstatus $status\n";
}
/* What reaches the base is collected by a level that is open before the first async call. */
function in_scope(string $code): string
{
    $before = ob_get_length();
    $scope = Scope::isolated(catchExit: true);
    $scope->spawn(function () use ($code) {
        eval($code);
    });
    $scope->awaitCompletion();
    $scope->dispose();
    $scope->awaitAfterCancellation();
    $text = substr(ob_get_contents(), $before);
    return rtrim($text, "\n") . "\nstatus " . ($scope->getExitStatus() ?? 0) . "\n";
}
ob_start();
$right = 0;
foreach (SCRIPTS as $name => $code) {
    $wanted = on_stock($code);
    $is = in_scope($code);
    ob_clean();
    if ($wanted === $is) {
        $right++;
    } else {
        fwrite(STDOUT, "$name:\n$wanted---- in a scope:\n$is");
    }
}
fwrite(STDOUT, "right: $right of " . count(SCRIPTS) . "\n");
ob_end_clean();

/* Two scopes at once, while a shutdown function waits. */
$scopes = [];
foreach (['x', 'y'] as $name) {
    $scopes[$name] = Scope::isolated(catchExit: true);
    $scopes[$name]->spawn(function () use ($name) {
        ob_start(fn($text) => "$name: $text");
        echo 'before, ';
        register_shutdown_function(function () { Async\delay(5); echo "after\n"; });
        Async\suspend();
        exit;
    });
}
foreach ($scopes as $scope) {
    $scope->awaitCompletion();
}

/* The handler of a coroutine that ends by an exception or a cancellation is called, too. */
$failed = Async\spawn(function () {
    ob_start(fn($text) => strtoupper($text));
    echo "failed\n";
    throw new Exception('thrown');
});
try {
    Async\await($failed);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
$failed = Async\spawn(function () {
    ob_start(fn() => throw new LogicException('of the handler'));
    throw new Exception('thrown');
});
try {
    Async\await($failed);
} catch (Exception $e) {
    echo $e->getMessage(), ', before: ', $e->getPrevious()->getMessage(), "\n";
}
$cancelled = Async\spawn(function () {
    ob_start(fn($text) => strtoupper($text));
    echo "cancelled\n";
    Async\delay(10000);
});
Async\suspend();
$cancelled->cancel();
try {
    Async\await($cancelled);
} catch (Async\AsyncCancellation) {
}
?>
--EXPECT--
right: 10 of 10
x: before, after
y: before, after
FAILED
thrown
of the handler, before: thrown
CANCELLED
