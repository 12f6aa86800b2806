--TEST--
A callable in a variable that another coroutine writes is called all the same when its class is loaded (D35)
--FILE--
<?php
use function Async\{await, spawn, suspend};

spl_autoload_register(function ($class) {
    suspend();
    suspend();
    eval("class $class
    {
        static function method(...\$a) { return __METHOD__; }
        static function __callStatic(\$name, \$a) { return \"\$name()\"; }
    }");
});
$number = 0;
/** A string that no constant holds. */
$class = function () use (&$number) { return 'Loaded' . ++$number; };
$uses = [
    'array' => [fn() => [$class(), 'met' . str_repeat('h', 1) . 'od'], function (&$a) { return $a(); }],
    '__callStatic' => [fn() => [$class(), str_repeat('any', 5)], function (&$a) { return $a(1, 2); }],
    'string' => [fn() => $class() . '::method', function (&$a) { return $a(); }],
    'call_user_func' => [fn() => [$class(), str_repeat('any', 5)], function (&$a) { return call_user_func($a); }],
    'first-class' => [fn() => [$class(), str_repeat('any', 5)], function (&$a) { return $a(...)(); }],
];
foreach ($uses as $what => [$make, $use]) {
    $a = $make();
    $user = spawn(function () use (&$a, $use) { return $use($a); });
    $writer = spawn(function () use (&$a) {
        $a = null;
        // Memory that was freed is used again.
        return array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
    });
    echo "$what: ", await($user), "\n";
    await($writer);
    unset($user, $writer);
}
?>
--EXPECT--
array: Loaded1::method
__callStatic: anyanyanyanyany()
string: Loaded3::method
call_user_func: anyanyanyanyany()
first-class: anyanyanyanyany()
