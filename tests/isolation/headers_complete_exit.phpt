--TEST--
completeHeaders() in the output handler of a page that has called exit(): after its shutdown functions
--FILE--
<?php
use function Async\completeHeaders;

$scope = Async\Scope::isolated(catchExit: true);
$notes = new ArrayObject();
$scope->spawn(function () use ($notes) {
    ob_start(function (string $text, int $phase) use ($notes) {
        if ($phase & PHP_OUTPUT_HANDLER_FINAL) {
            completeHeaders();
            $notes[] = "the handler has '$text': " . json_encode(headers_list(), JSON_UNESCAPED_SLASHES);
        }
        return '';
    });
    header_register_callback(new class ($notes) {
        public function __construct(private ArrayObject $notes) {}
        public function __invoke() { header('X-Object: 1'); }
        public function __destruct() { $this->notes[] = 'the callback is gone'; }
    });
    register_shutdown_function(fn() => header('X-Shutdown: 1'));
    echo 'text';
    exit;
});
$scope->awaitCompletion();
unset($scope);
echo implode("\n", (array) $notes), "\n";
?>
--EXPECT--
the callback is gone
the handler has 'text': ["X-Shutdown: 1","Content-type: text/html; charset=UTF-8","X-Object: 1"]
