--TEST--
Two calls on one stream, the second begun in each wait of the first, have the results of one after the other (D28)
--INI--
memory_limit=512M
--EXTENSIONS--
zlib
posix
--SKIPIF--
<?php
if (getenv('ASYNC_TEST_TOOL')) {
    die('skip thousands of pairs; stream_pairs_close.phpt runs there');
}
?>
--FILE--
<?php
require __DIR__ . '/stream_pairs.inc';
set_error_handler(fn() => true);
foreach (array_keys(kinds()) as $kind) {
    check_kind($kind, 5);
}
?>
--EXPECT--
user wrapper: pairs, 0 wrong, 0 open
filters on php://temp: pairs, 0 wrong, 0 open
filters on a file: pairs, 0 wrong, 0 open
filters on a user wrapper: pairs, 0 wrong, 0 open
file object: pairs, 0 wrong, 0 open
directory: pairs, 0 wrong, 0 open
directory object: pairs, 0 wrong, 0 open
directory iterator: pairs, 0 wrong, 0 open
file system iterator: pairs, 0 wrong, 0 open
