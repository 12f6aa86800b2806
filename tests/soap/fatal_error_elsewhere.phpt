--TEST--
A fatal error of another coroutine is not reported as a fault of a waiting SoapClient (CO-04, P10)
--EXTENSIONS--
soap
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
// The call never ends then: its libxml memory is kept until the end of the process.
putenv('ASAN_OPTIONS=' . getenv('ASAN_OPTIONS') . ':detect_leaks=0');
show_php('fatal error', <<<'PHP'
    use function Async\{await, spawn, suspend};

    final class Client extends SoapClient
    {
        public function __doRequest(string $request, string $location, string $action, int $version, bool $oneWay = false, ?string $uriParserClass = null): ?string
        {
            echo "under way\n";
            suspend(); // to the error, which ends the process
            return '';
        }
    }

    // While a call is under way, ext/soap makes faults of fatal errors: of its own.
    $call = spawn(fn() => (new Client(null, ['location' => 'http://unused', 'uri' => 'urn:test']))->ask());
    spawn(function () {
        register_shutdown_function(function () {
            echo error_get_last()['message'] ?? 'nothing', "\n";
        });
        trigger_error('of another coroutine', E_USER_ERROR);
    });
    try {
        await($call);
    } catch (SoapFault $fault) {
        echo 'fault: ', $fault->getMessage(), "\n";
    }
    PHP, '-d display_errors=0');
?>
--EXPECT--
-- fatal error
under way
of another coroutine
status 255
