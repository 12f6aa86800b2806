--TEST--
OpenTelemetry's current span follows coroutines: parents of the spans of 50 coroutines, their children and Fibers
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('open-telemetry/sdk', 'opentelemetry'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('opentelemetry', 'Async\OpenTelemetry');
use OpenTelemetry\SDK\Trace\{TracerProvider, SpanExporter\InMemoryExporter, SpanProcessor\SimpleSpanProcessor};
use function Async\{spawn, delay, await, suspend};
set_error_handler(function ($n, $m) { echo "ERROR $m\n"; });
$exporter = new InMemoryExporter();
$tracer = (new TracerProvider(new SimpleSpanProcessor($exporter)))->getTracer('test');
function within($tracer, $name, $f)
{
    $span = $tracer->spanBuilder($name)->startSpan();
    $scope = $span->activate();
    try {
        return $f();
    } finally {
        $scope->detach();
        $span->end();
    }
}
$all = [];
within($tracer, 'root', function () use ($tracer, &$all) {
    for ($i = 0; $i < 50; $i++) {
        $all[] = within($tracer, "spawner-$i", fn () => spawn(function () use ($i, $tracer) {
            delay(mt_rand(0, 5));
            within($tracer, "job-$i", function () use ($tracer, $i) {
                delay(mt_rand(0, 5));
                $inner = spawn(fn () => within($tracer, "inner-$i", fn () => delay(mt_rand(0, 5))));
                within($tracer, "step-$i", fn () => delay(mt_rand(0, 5)));
                await($inner);
                $fiber = new Fiber(fn () => within($tracer, "fiber-$i", function () { Fiber::suspend(); delay(1); }));
                $fiber->start();
                within($tracer, "beside-$i", fn () => suspend());
                $fiber->resume();
            });
        }));
    }
});
foreach ($all as $c) await($c);
$by = [];
foreach ($exporter->getSpans() as $s) $by[$s->getName()] = $s;
$bad = 0;
foreach ($by as $name => $s) {
    [$k, $i] = explode('-', "$name-");
    $want = ['spawner' => 'root', 'job' => "spawner-$i", 'inner' => "job-$i", 'step' => "job-$i", 'fiber' => "job-$i", 'beside' => "job-$i", 'root' => null][$k];
    if ($s->getParentSpanId() !== ($want ? $by[$want]->getSpanId() : '0000000000000000')) {
        $bad++;
        echo "$name: parent ", $s->getParentSpanId(), " wants $want\n";
    }
}
echo count($by), " spans, $bad with a wrong parent\n";
$key = OpenTelemetry\Context\Context::createKey('of main');
$scope = OpenTelemetry\Context\Context::getCurrent()->with($key, 'what is current in main')->activate();
register_shutdown_function(function () use ($key, $tracer, $scope) {
    echo 'a shutdown function has ', OpenTelemetry\Context\Context::getCurrent()->get($key), "\n";
    within($tracer, 'late', fn () => print("a span at the end\n"));
    echo $scope->detach() === 0 ? "detached\n" : "BROKEN\n";
});
?>
--EXPECT--
301 spans, 0 with a wrong parent
a shutdown function has what is current in main
a span at the end
detached
