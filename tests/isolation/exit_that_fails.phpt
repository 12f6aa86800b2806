--TEST--
exit() that fails, because its argument is no string, is no exit(): the scope that would catch it goes on
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

function fails(mixed $bad): string
{
    set_error_handler(fn($level, $message) => throw new Exception($message));
    try {
        exit($bad);
    } catch (Throwable $e) {
        echo get_class($e), ', ';
    }
    suspend();
    return 'went on';
}
function main(): void
{
    foreach ([[], new stdClass] as $bad) {
        $scope = Scope::isolated(catchExit: true);
        $coroutine = $scope->spawn(fails(...), $bad);
        $other = $scope->spawn(function () {
            suspend();
            suspend();
            return 'undisturbed';
        });
        echo await($coroutine), ', ', await($other), "\n";
        var_dump($scope->getExitStatus(), $scope->isClosed());
        $scope->spawn(fn() => exit('a text'));
        $scope->awaitCompletion();
        echo "\n";
        var_dump($scope->getExitStatus());
    }
}
main();
?>
--EXPECTF--
%r(ArrayException|TypeError)%r, went on, undisturbed
NULL
bool(false)
a text
int(0)
%r(Error|TypeError)%r, went on, undisturbed
NULL
bool(false)
a text
int(0)
