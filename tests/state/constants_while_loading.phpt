--TEST--
Several coroutines need constants, default values and static properties whose expressions name classes that an autoloader is loading (D35)
--FILE--
<?php
use function Async\{spawn, await, suspend};

/* Two classes for each round: A needs B, B needs C. The autoloader waits. */
spl_autoload_register(function ($class) {
    for ($i = ord(sha1($class)[0]) % 3 + 1; $i > 0; $i--) {
        suspend();
    }
    $number = substr($class, 1);
    if ($class[0] === 'B') {
        eval("class B$number { const Y = C$number::Z . 'y'; public static \$s = [C$number::Z]; }");
    } elseif ($class[0] === 'C') {
        eval("class C$number { const Z = 'z'; }");
    } elseif ($class[0] === 'R') {
        eval("class R$number { const Y = Q$number::X; }");
    }
});
$uses = [
    'constant' => [fn($n) => "A$n::X", '"zy"'],
    'constant of constants' => [fn($n) => "A$n::W", '"zy!"'],
    'default of a property' => [fn($n) => "(new A$n)->p", '["zy"]'],
    'static property' => [fn($n) => "A$n::\$s", '["zy",1]'],
    'default of a parameter' => [fn($n) => "(new A$n)->f()", '"zy?"'],
    'constant()' => [fn($n) => "constant('A$n::X')", '"zy"'],
    'reflection' => [fn($n) => "(new ReflectionClass('A$n'))->getConstants()", '{"X":"zy","W":"zy!"}'],
    'inherited' => [fn($n) => "H$n::W", '"zy!"'],
    'real recursion' => [fn($n) => "Q$n::X", null],
];
$number = 0;
$run = function (string $code): string {
    try {
        return json_encode(eval("return $code;"));
    } catch (Error $e) {
        return $e->getMessage();
    }
};
foreach ($uses as $first => [$code, $expected]) {
    foreach ($uses as $second => [$other, $wanted]) {
        $n = ++$number;
        eval("class A$n { const X = B$n::Y; const W = self::X . '!'; public \$p = [B$n::Y]; public static \$s = [B$n::Y, 1];
            function f(\$d = B$n::Y . '?') { return \$d; } }
            class H$n extends A$n { }
            class Q$n { const X = R$n::Y; }");
        $coroutines = [spawn($run, $code($n)), spawn($run, $other($n)), spawn($run, $code($n)), spawn($run, $other($n))];
        foreach ($coroutines as $i => $coroutine) {
            $answer = await($coroutine);
            $right = $i % 2 ? $wanted : $expected;
            if ($right === null ? !str_contains($answer, 'self-referencing') : $answer !== $right) {
                echo "$first, $second, $i: $answer\n";
            }
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
