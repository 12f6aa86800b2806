--TEST--
The programs of this folder say the same when their code comes from the file cache of opcache
--SKIPIF--
<?php
require __DIR__ . '/under.inc';
skip_without('opcache');
?>
--FILE--
<?php
require __DIR__ . '/under.inc';
$cache = loading('opcache') . '-d opcache.enable_cli=1 -d opcache.file_cache=FOLDER -d opcache.jit_buffer_size=0';
// It writes several programs to one file within a second, which is the resolution of the cache.
$without = ['headers_cgi'];
if (PHP_VERSION_ID >= 80400) {
    // php and php-cgi number the functions that need no frame differently: what one caches calls others in the other.
    $without[] = 'session_pages';
}
compare_under(
    ['file only' => "$cache -d opcache.file_cache_only=1", 'once more' => "$cache -d opcache.file_cache_only=1",
        'file and memory' => $cache, 'file and tracing' => "$cache -d opcache.jit=tracing -d opcache.jit_buffer_size=16M"],
    ['file only' => $without],
);
?>
--EXPECT--
file only: same
once more: same
file and memory: same
file and tracing: same
