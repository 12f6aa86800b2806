--TEST--
Sentry's hub follows coroutines: tags of the exceptions of 50 coroutines and their children, and a flush at the end of each
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('sentry/sentry', 'sentry'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('sentry', 'Async\Sentry');
use Sentry\{Event, State\Scope, Transport\TransportInterface, Transport\Result, Transport\ResultStatus};
use function Async\{spawn, delay, await};
class Recorder implements TransportInterface
{
    public array $events = [];
    public int $flushes = 0;

    public function send(Event $event): Result
    {
        $this->events[] = $event;
        return new Result(ResultStatus::success(), $event);
    }

    public function close(?int $timeout = null): Result
    {
        $this->flushes++;
        return new Result(ResultStatus::success());
    }
}
$t = new Recorder();
Sentry\init(['dsn' => 'http://key@127.0.0.1:1/1', 'transport' => $t, 'default_integrations' => false]);
Sentry\configureScope(fn (Scope $s) => $s->setTag('app', 'test'));
$all = [];
for ($i = 0; $i < 50; $i++) {
    Sentry\configureScope(fn (Scope $s) => $s->setTag('request', "r$i"));
    $all[] = spawn(function () use ($i) {
        delay(mt_rand(0, 5));
        Sentry\configureScope(fn (Scope $s) => $s->setTag('own', "o$i"));
        delay(mt_rand(0, 5));
        $c = spawn(fn () => Sentry\captureException(new Exception("child $i")));
        Sentry\configureScope(fn (Scope $s) => $s->setTag('late', "l$i"));
        await($c);
        Sentry\withScope(function (Scope $s) use ($i) {
            $s->setTag('inner', "i$i");
            delay(mt_rand(0, 5));
            Sentry\captureException(new Exception("parent $i"));
        });
    });
}
foreach ($all as $c) await($c);
Sentry\captureMessage('main');
delay(1);
$bad = 0;
foreach ($t->events as $e) {
    $m = $e->getExceptions() ? $e->getExceptions()[0]->getValue() : $e->getMessage();
    [$k, $i] = explode(' ', "$m ");
    $tags = ['app' => 'test', 'request' => "r$i", 'own' => "o$i"];
    $want = [
        'child' => $tags,
        'parent' => $tags + ['late' => "l$i", 'inner' => "i$i"],
        'main' => ['app' => 'test', 'request' => 'r49'],
    ][$k];
    if ($e->getTags() != $want) { $bad++; echo $m, json_encode($e->getTags()), "\n"; }
}
echo count($t->events), " events, $bad with wrong tags, {$t->flushes} flushes\n";
register_shutdown_function(function () use ($t) {
    Sentry\captureMessage('in a shutdown function');
    $last = end($t->events);
    echo $last->getMessage(), ': ', json_encode($last->getTags()), "\n";
});
?>
--EXPECT--
101 events, 0 with wrong tags, 100 flushes
in a shutdown function: {"app":"test","request":"r49"}
