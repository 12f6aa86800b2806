--TEST--
Errors in files with keyword forms: the right file and line, malformed forms are named (SY-27, SY-14, D20)
--FILE--
<?php
$file = __DIR__ . '/errors.tmp.php';

function show(string $code): void
{
    file_put_contents($GLOBALS['file'], "<?php\n$code\n");
    // The last file with this name was another one.
    function_exists('opcache_invalidate') && opcache_invalidate($GLOBALS['file'], true);
    try {
        include $GLOBALS['file'];
        echo "no error\n";
    } catch (Throwable $e) {
        echo substr(get_class($e), 0, 16), ', ', $e->getFile() === $GLOBALS['file'] ? '' : $e->getFile(), 'line ', $e->getLine(), ': ', $e->getMessage(), "\n";
        if ($e->getPrevious()) {
            echo "previous\n";
        }
    }
}

echo "-- malformed\n";
foreach ([
    "spawn foo();\nspawn;",
    "spawn foo();\n\$x = spawn;",
    "\nspawn \$coroutine;",
    "spawn 5;",
    "spawn foo;",
    "spawn new Foo();",
    "spawn exit();",
    "spawn isset(\$x);",
    "spawn include 'x';",
    "spawn fn() => 1;",
    "spawn spawn foo();",
    "spawn (\$x);\nspawn foo();",
    "spawn use (\$x);",
    "spawn static;",
    "spawn with;",
    "spawn with \$scope;",
    "spawn with { };",
    "spawn in \$scope;",
    "spawn \$scope task(1);",
    "await;\nawait \$x;",
    "await \$x;\n\n\$y = await;",
    "await \$x;\nf(await);",
    "await until \$x;",
    "await \$x until;",
    "await \$x until ;\n",
    "await if;",
    "await \$x;\nsuspend + \$any;",
    "await \$x;\nmy_function(suspend);",
    "await \$x;\n\$y = suspend;",
    "await \$x;\n\$y = \$z ? 1 : suspend;",
    "suspend foo();",
    "suspend \$x;",
    "suspend 5;",
    str_repeat("await ", 101) . "\$x;",
    "await \$x;\n" . str_repeat("await \$y = \$z ? ", 60) . "\$x;",
] as $code) {
    show($code);
}

echo "-- elsewhere in the file\n";
foreach ([
    "spawn foo();\n\n\$x = ;",
    "\$x = ;\n\nspawn foo();",
    "spawn {\n    \$x = ;\n};",
    "spawn foo();\nif (true) {\n",
    "spawn foo();\nif (true) {\n)",
    "spawn foo() bar();",
    "\$x = spawn { }\n\$y = 1;",
    "spawn foo() until \$y;",
    "await \$x \$y;",
    "spawn { }::method();",
    "f(await \$x, \$y = = 1);",
    "\$r = \$x until \$y;",
    "\$await = ;",
    "function spawn() { }\n\$x = ;",
    "spawn foo();\n\$x = 09;",
    "await \$x;\n__halt_compiler();",
] as $code) {
    show($code);
}

echo "-- later\n";
show("\$f = await spawn {\n    return fn() => throw new LogicException('thrown');\n};\n\n\$f();");
show("spawn { };\n\nundefined_function();");
echo "-- eval\n";
try {
    eval("\n\nspawn;\nspawn foo();");
} catch (ParseError $e) {
    echo $e->getLine(), ' ', basename($e->getFile()), ' ', $e->getMessage(), "\n";
}
try {
    eval("spawn foo();\n\n;;)");
} catch (ParseError $e) {
    echo $e->getLine(), ' ', basename($e->getFile()), ' ', $e->getMessage(), "\n";
}
unlink($file);
?>
--EXPECT--
-- malformed
ParseError, line 3: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 3: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 3: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
Error, line 2: Call to undefined function spawn()
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "spawn with" needs a scope and then a function call or a block: spawn with $scope f($x); or spawn with $scope { ... };
ParseError, line 2: syntax error, "spawn with" needs a scope and then a function call or a block: spawn with $scope f($x); or spawn with $scope { ... };
ParseError, line 2: syntax error, "spawn with" needs a scope and then a function call or a block: spawn with $scope f($x); or spawn with $scope { ... };
ParseError, line 2: syntax error, "spawn with" needs a scope and then a function call or a block: spawn with $scope f($x); or spawn with $scope { ... };
ParseError, line 2: syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
ParseError, line 2: syntax error, "await" needs something to wait for: await $coroutine; or await $coroutine until $cancellation;
ParseError, line 4: syntax error, "await" needs something to wait for: await $coroutine; or await $coroutine until $cancellation;
ParseError, line 3: syntax error, "await" needs something to wait for: await $coroutine; or await $coroutine until $cancellation;
ParseError, line 2: syntax error, "await" needs something to wait for: await $coroutine; or await $coroutine until $cancellation;
ParseError, line 2: syntax error, "until" needs something that ends the wait: await $coroutine until $cancellation;
ParseError, line 2: syntax error, "until" needs something that ends the wait: await $coroutine until $cancellation;
ParseError, line 2: syntax error, "await" needs something to wait for: await $coroutine; or await $coroutine until $cancellation;
ParseError, line 3: syntax error, "suspend" is a statement of its own, without parameters and value: suspend;
ParseError, line 3: syntax error, "suspend" is a statement of its own, without parameters and value: suspend;
ParseError, line 3: syntax error, "suspend" is a statement of its own, without parameters and value: suspend;
ParseError, line 3: syntax error, "suspend" is a statement of its own, without parameters and value: suspend;
ParseError, line 2: syntax error, "suspend" is a statement of its own, without parameters and value: suspend;
ParseError, line 2: syntax error, "suspend" is a statement of its own, without parameters and value: suspend;
ParseError, line 2: syntax error, "suspend" is a statement of its own, without parameters and value: suspend;
ParseError, line 2: syntax error, keyword forms are nested too deeply, more than 100 levels
ParseError, line 3: syntax error, keyword forms are nested too deeply, more than 100 levels
-- elsewhere in the file
ParseError, line 4: syntax error, unexpected token ";"
ParseError, line 2: syntax error, unexpected token ";"
ParseError, line 3: syntax error, unexpected token ";"
ParseError, line 5: Unclosed '{' on line 3
ParseError, line 4: Unclosed '{' on line 3 does not match ')'
ParseError, line 2: syntax error, unexpected identifier "bar"
ParseError, line 3: syntax error, unexpected variable "$y"
ParseError, line 2: syntax error, unexpected identifier "until"
ParseError, line 2: syntax error, unexpected variable "$y"
ParseError, line 2: syntax error, unexpected token "::", expecting end of file
ParseError, line 2: syntax error, unexpected token "="
ParseError, line 2: syntax error, unexpected identifier "until"
ParseError, line 2: syntax error, unexpected token ";"
ParseError, line 3: syntax error, unexpected token ";"
ParseError, line 3: Invalid numeric literal
ParseError, line 2: syntax error, unexpected variable "$x"
-- later
LogicException, line 3: thrown
Error, line 4: Call to undefined function undefined_function()
-- eval
3 errors.php(88) : eval()'d code syntax error, "spawn" needs a function call or a block: spawn f($x); or spawn { ... };
3 errors.php(93) : eval()'d code Unmatched ')'
