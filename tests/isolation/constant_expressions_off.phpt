--TEST--
Constant expressions of statics are right wherever they are evaluated first, opcache off (I4)
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=0
--FILE--
<?php require __DIR__ . '/constant_expressions.inc'; ?>
--EXPECT--
Undefined constant "UNDEFINED_CONSTANT"
Undefined constant "UNDEFINED_CONSTANT"
5ok
5ok
ok5
Cannot assign string to property FailsLate::$bad of type int
Cannot assign string to property FailsLate::$bad of type int
done
