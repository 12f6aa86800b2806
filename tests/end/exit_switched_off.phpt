--TEST--
Where uopz switches exit() off, the program, its coroutines and scopes go on, whichever extension is loaded first
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
// From PHP 8.4 on exit() is a function, which uopz replaces as any other one.
if (PHP_VERSION_ID >= 80400 || extension_loaded('uopz') || !is_at_hand('uopz')) {
    die('skip no uopz');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$code = <<<'CODE'
    use Async\Scope;

    function goes_on(string $where): string
    {
        exit(5);
        return "$where goes on";
    }
    function scopes(string $title): void
    {
        $scope = Scope::isolated(catchExit: true);
        $task = $scope->spawn(goes_on(...), 'scope');
        $scope->awaitCompletion();
        echo "$title: ", Async\await($task) ?? 'ended', ', status ', json_encode($scope->getExitStatus()),
            $scope->isClosed() ? ', closed' : ', open', "\n";
    }
    echo Async\await(Async\spawn(goes_on(...), 'coroutine')), "\n";
    scopes('off');
    uopz_allow_exit(true);
    scopes('on');
    uopz_allow_exit(false);
    Async\spawn(function () {
        Async\delay(1);
        echo "later\n";
        uopz_allow_exit(true);
        Async\spawn(fn() => print("never\n"));
        exit(3);
    });
    echo goes_on('main'), "\n";
    CODE;
[$output, $status] = run_php($code, '-d extension=uopz');
echo "-- uopz is last\n{$output}exit status $status\n";
putenv('TEST_PHP_EXTRA_ARGS=-d extension=uopz ' . getenv('TEST_PHP_EXTRA_ARGS'));
[$output, $status] = run_php($code);
echo "-- uopz is first\n{$output}exit status $status\n";
?>
--EXPECT--
-- uopz is last
coroutine goes on
off: scope goes on, status null, open
on: ended, status 5, closed
main goes on
later
exit status 3
-- uopz is first
coroutine goes on
off: scope goes on, status null, open
on: ended, status 5, closed
main goes on
later
exit status 3
