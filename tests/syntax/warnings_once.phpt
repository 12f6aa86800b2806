--TEST--
The lexer's warnings are raised once in a file that is compiled a second time (SY-27, D20)
--INI--
opcache.enable=0
--FILE--
<?php
$file = __DIR__ . '/warnings_once.tmp.php';
$code = <<<'CODE'
<?php
echo bin2hex("\400"), "\n";
$task = spawn {
    return bin2hex("\501");
};
echo await $task, "\n";
echo bin2hex("\602"), "\n";
CODE;
file_put_contents($file, $code);
include $file;

echo "-- a second error\n";
try {
    eval('echo "\401";' . "\n" . 'spawn f();' . "\n" . 'echo "\402"' . "\n" . 'echo;');
} catch (ParseError $error) {
    echo $error->getMessage(), "\n";
}
var_dump((bool) (error_reporting() & E_COMPILE_WARNING));

echo "-- and none of the keywords\n";
try {
    eval("echo '';\n" . 'echo "\403"; echo $spawn;' . "\n" . '5 5;');
} catch (ParseError $error) {
    echo $error->getMessage(), "\n";
}
eval('echo "\404";');
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/warnings_once.tmp.php');
?>
--EXPECTF--
Warning: Octal escape sequence overflow \400 is greater than \377 in %s on line 2

Warning: Octal escape sequence overflow \501 is greater than \377 in %s on line 4

Warning: Octal escape sequence overflow \602 is greater than \377 in %s on line 7
00
41
82
-- a second error

Warning: Octal escape sequence overflow \401 is greater than \377 in %s on line 1

Warning: Octal escape sequence overflow \402 is greater than \377 in %s on line 3
syntax error, unexpected token "echo", expecting "," or ";"
bool(true)
-- and none of the keywords

Warning: Octal escape sequence overflow \403 is greater than \377 in %s on line 2
syntax error, unexpected integer "5"

Warning: Octal escape sequence overflow \404 is greater than \377 in %s on line 1
%A
