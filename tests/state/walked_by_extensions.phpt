--TEST--
Values that a serializer of an extension walks over while a method of one of them waits (D43)
--EXTENSIONS--
igbinary
msgpack
--FILE--
<?php
require __DIR__ . '/walked_values.inc';

// As text: the form of a serializer may hold any byte.
check_walks([
    'igbinary' => fn($o) => bin2hex(igbinary_serialize($o)),
    'igbinary of an array' => fn($o) => bin2hex(igbinary_serialize(['o' => $o, 'again' => [$o->node]])),
    'msgpack' => fn($o) => bin2hex(msgpack_pack($o)),
    'msgpack of an array' => fn($o) => bin2hex(msgpack_serialize([[$o]])),
]);
?>
--EXPECT--
igbinary: 0 left
igbinary of an array: 0 left
msgpack: 0 left
msgpack of an array: 0 left
576 runs
