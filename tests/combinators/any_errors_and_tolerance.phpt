--TEST--
any() throws the error of the next source that fails; a further await goes on: the example getFirstAvailable() (CB-01, CB-06, AW-15, D23)
--FILE--
<?php
use function Async\{spawn, await, any, suspend};

function getFirstAvailable(array $sources, int $errorTolerance = 0): mixed
{
    if ($errorTolerance <= 0) {
        $errorTolerance = count($sources) / 2;
    }
    $errors = 0;
    $trigger = Async\any($sources);
    while ($errors < $errorTolerance) {
        try {
            return await($trigger);
        } catch (Exception $e) {
            echo 'failed: ', $e->getMessage(), "\n";
            $errors++;
        }
    }
    throw new Exception("sources failed: {$errors} errors");
}
$fails = fn($name) => spawn(function () use ($name) { suspend(); throw new Exception($name); });
$works = fn($name) => spawn(function () use ($name) { suspend(); suspend(); return $name; });
echo getFirstAvailable([$fails('a'), $works('b'), $fails('c'), $works('d')], 3), "\n";
try {
    getFirstAvailable([$fails('e'), $fails('f'), $works('g'), $works('h')]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
failed: a
failed: c
b
failed: e
failed: f
sources failed: 2 errors
