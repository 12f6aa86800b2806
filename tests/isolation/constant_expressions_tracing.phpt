--TEST--
Constant expressions of statics are right wherever they are evaluated first, under the tracing JIT (I4)
--EXTENSIONS--
opcache
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('generated code is no business of a tool');
skip_under_xdebug('it turns the JIT off');
?>
--INI--
opcache.enable_cli=1
opcache.jit=tracing
opcache.jit_buffer_size=16M
opcache.jit_hot_loop=1
opcache.jit_hot_func=1
opcache.jit_hot_return=1
opcache.jit_hot_side_exit=1
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
