--TEST--
The overview examples of the document in function form: coroutine output first, results, time limits (OV-01…OV-04)
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, timeout};

// OV-01
function myFunction(): void { echo "Hello, World!\n"; }
spawn('myFunction');
delay(1);
echo "Next line\n";

// OV-02
spawn(function () {
    $result = file_get_contents(__FILE__);
    if ($result === false) {
        echo "Error reading\n";
    }
    echo 'File content: ', strlen($result) > 100 ? '...' : $result, "\n";
});
echo "Next line\n";
suspend();
delay(1);

// OV-03
function fetchData(string $file): string {
    $result = @file_get_contents($file);
    if ($result === false) {
        throw new Exception("Error reading $file");
    }
    return $result;
}
echo substr(await(spawn('fetchData', __FILE__)), 0, 5), "\n";
try { echo await(spawn('fetchData', '/no/such/file')); } catch (Exception $e) { echo $e->getMessage(), "\n"; }

// OV-04
$slow = fn() => delay(100000);
try {
    echo await(spawn($slow), spawn(fn() => delay(2)));
} catch (Async\AwaitCancelledException $e) {
    echo "ended by the token\n";
}
exit;
?>
--EXPECT--
Hello, World!
Next line
Next line
File content: ...
<?php
Error reading /no/such/file
ended by the token
