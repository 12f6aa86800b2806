--TEST--
Slots of an unloaded library are not counted any more; loaded again, the library is hooked again (io.md, seam A)
--EXTENSIONS--
ffi
--INI--
ffi.enable=1
--SKIPIF--
<?php
require __DIR__ . '/slots.inc';
skip_without_slots();
if (getenv('ASYNC_TEST_TOOL') && getenv('ZEND_DONT_UNLOAD_MODULES')) {
    die('skip libraries stay loaded under this tool');
}
?>
--FILE--
<?php
require __DIR__ . '/slots.inc';

// A client library by its name, with one slot.
$source = tempnam(sys_get_temp_dir(), 'library');
rename($source, "$source.c");
file_put_contents("$source.c", '#include <poll.h>' . "\n"
    . 'int nap(void) { struct pollfd none = {-1}; return poll(&none, 1, 1); }');
$library = build('libpq.so.5', '-Wl,-soname,libpq.so.5 ' . escapeshellarg("$source.c"));
unlink("$source.c");

$count = fn() => Async\stats()['import_slots'];
Async\suspend();
$before = $count();
for ($i = 0; $i < 3; $i++) {
    $loaded = FFI::cdef('int nap(void);', $library);
    echo $count() - $before, ' more, ', $loaded->nap(), "\n";
    $loaded = null;
    echo $count() - $before, " left\n";
}
?>
--EXPECT--
1 more, 0
0 left
1 more, 0
0 left
1 more, 0
0 left
