--TEST--
await … until: the second argument; a token that is a coroutine, that fails, that is a timeout (SY-16, SY-15)
--FILE--
<?php
use Async\{AwaitCancelledException, TimeoutException};
use function Async\{delay, timeout, suspend};

function forever(): void
{
    delay(100000);
}
function token(): Async\Coroutine
{
    return spawn suspend();
}
class Limits
{
    public $token;

    public function token(): Async\Coroutine
    {
        return $this->token = token();
    }
}

$slow = spawn forever();
$limits = new Limits;
$ways = [
    'variable' => function () use ($slow) { $token = token(); return await $slow until $token; },
    'call' => fn() => await $slow until token(),
    'method' => fn() => await $slow until $limits->token(),
    'new' => fn() => await $slow until new Async\Timeout(1),
    'spawn' => fn() => await $slow until spawn suspend(),
    'spawn on both sides' => fn() => await spawn forever() until spawn suspend(),
    'blocks' => fn() => await spawn { forever(); } until spawn { suspend(); },
    'brackets' => fn() => await ($slow) until (token()),
    'no white space' => fn() => await($slow) until(token()),
    'lines' => fn() => await
        $slow
        // a comment
        until
        timeout(1),
    'any case' => fn() => AWAIT $slow Until token(),
    'operators around' => fn() => 1 + await $slow until token() . 'x',
    'in the token' => fn() => await $slow until await spawn { return token(); },
];
foreach ($ways as $what => $way) {
    try {
        var_dump($way());
    } catch (AwaitCancelledException $e) {
        $previous = $e->getPrevious();
        echo $what, ': cancelled', $previous instanceof TimeoutException ? ' by a timeout' : '', "\n";
    }
}
try {
    await $slow until spawn { throw new LogicException('the token failed'); };
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
echo await spawn { return "in time\n"; } until timeout(100000);
// Without await the word is an ordinary name.
function until(string $x): string
{
    return "until $x";
}
const until = 'a constant';
$until = await spawn until(until) until timeout(100000);
echo $until, "\n";
array_map(fn($coroutine) => $coroutine === Async\currentCoroutine() || $coroutine->cancel(), Async\getCoroutines());
?>
--EXPECT--
variable: cancelled
call: cancelled
method: cancelled
new: cancelled by a timeout
spawn: cancelled
spawn on both sides: cancelled
blocks: cancelled
brackets: cancelled
no white space: cancelled
lines: cancelled by a timeout
any case: cancelled
operators around: cancelled
in the token: cancelled
the token failed
in time
until a constant
