--TEST--
The programs of this folder say the same when opcache has preloaded their classes and functions
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
skip_without('opcache');
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
$preload = loading('opcache') . '-d opcache.enable_cli=1 -d opcache.preload=FOLDER/preload.inc'
    . (posix_geteuid() === 0 ? ' -d opcache.preload_user=root' : '');
compare_under(
    ['preloading' => "$preload -d opcache.jit_buffer_size=0",
        'preloading and tracing' => "$preload -d opcache.jit=tracing -d opcache.jit_buffer_size=16M"],
    // Their processes do not get the name of the program, which the preload file reads.
    ['preloading' => ['headers_cgi', 'session_pages']],
);
?>
--EXPECT--
preloading: same
preloading and tracing: same
