--TEST--
What functions of mbstring set is an isolation's own
--EXTENSIONS--
mbstring
--FILE--
<?php
require __DIR__ . '/setters.inc';
check_setters([
    'mb_internal_encoding' => [mb_internal_encoding(...), mb_internal_encoding(...), 'EUC-JP', 'ISO-8859-1'],
    'mb_strlen' => [fn() => [mb_internal_encoding(), mb_strlen("\xc3\xa4\xc3\xb6")],
        fn($v) => mb_internal_encoding(is_array($v) ? $v[0] : $v), 'ASCII', 'ISO-8859-1'],
    'mb_language' => [mb_language(...), mb_language(...), 'Japanese', 'German'],
    'mb_http_output' => [mb_http_output(...), mb_http_output(...), 'EUC-JP', 'ISO-8859-1'],
    'mb_substitute_character' => [mb_substitute_character(...), mb_substitute_character(...), 0x41, 'none'],
    'mb_detect_order' => [mb_detect_order(...), mb_detect_order(...), ['UTF-8', 'EUC-JP'], ['ASCII']],
]);
?>
--EXPECT--
6 rows
