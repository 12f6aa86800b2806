--TEST--
The default stream context of an isolation: a copy with its notification callback, used by its streams, released with it
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class Seen
{
    static array $options = [];
    public $context;
    function stream_open() { self::$options[] = stream_context_get_options($this->context)['seen']['user'] ?? 'none'; return true; }
    function stream_eof() { return true; }
    function stream_read() { return ''; }
    function stream_stat() { return []; }
    static function read() { file_get_contents('seen://x'); return array_pop(self::$options); }
}
class Last { static $name = 'main'; function __destruct() { echo 'destructed in ', self::$name, "\n"; } }
stream_wrapper_register('seen', Seen::class);

function in_scope(Closure $body, ...$args)
{
    $scope = Scope::isolated();
    return $scope->spawn(function () use ($scope, $body, $args) { return $body(...$args); });
}
$user = function (string $name) {
    $before = Seen::read();
    stream_context_set_default(['seen' => ['user' => $name]]);
    suspend();
    return "$before, then " . Seen::read();
};
$tasks = array_map(fn($name) => in_scope($user, $name), ['one', 'two']);
echo await($tasks[0]), '; ', await($tasks[1]), '; main: ', Seen::read(), "\n";
stream_context_set_default(['seen' => ['user' => 'main']]);
stream_context_set_params(stream_context_get_default(), ['notification' => function () {}]);
$tasks = array_map(fn($name) => in_scope($user, $name), ['one', 'two']);
echo await($tasks[0]), '; ', await($tasks[1]), '; main: ', Seen::read(), "\n";
$callback = fn() => stream_context_get_params(stream_context_get_default())['notification'] ?? null;
var_dump(await(in_scope($callback)) === $callback());

// An object in it goes with the isolation, inside; a context that a variable of another isolation holds stays.
$held = await(in_scope(function () {
    Last::$name = 'isolation';
    stream_context_set_default(['seen' => ['object' => new Last]]);
}));
suspend();
$held = await(in_scope(function () {
    stream_context_set_default(['seen' => ['user' => 'held']]);
    return stream_context_get_default();
}));
suspend();
echo stream_context_get_options($held)['seen']['user'], "\n";

$usage = 0;
for ($i = 0; $i < 50; $i++) {
    await(in_scope(fn() => stream_context_set_default(['seen' => ['user' => str_repeat('x', 1000)]]) && null));
    suspend();
    $usage = $i == 10 ? memory_get_usage() : $usage;
}
var_dump(memory_get_usage() - $usage < 5000);
?>
--EXPECT--
none, then one; none, then two; main: none
main, then one; main, then two; main: main
bool(true)
destructed in isolation
held
bool(true)
