--TEST--
Settings of extensions are shared: mbstring, intl (docs/shared-state.md)
--EXTENSIONS--
mbstring
intl
--FILE--
<?php
require __DIR__ . '/shared.inc';
show_sharing([
    'mb_internal_encoding' => [mb_internal_encoding(...), mb_internal_encoding(...), 'ISO-8859-1', 'SJIS'],
    'mb_substitute_character' => [mb_substitute_character(...), mb_substitute_character(...), 65, 66],
    'mb_language' => [mb_language(...), mb_language(...), 'Japanese', 'English'],
    'mb_detect_order' => [mb_detect_order(...), fn($v) => mb_detect_order($v), ['UTF-8'], ['ASCII']],
    'mb_http_output' => [mb_http_output(...), mb_http_output(...), 'SJIS', 'UTF-8'],
    'mb_regex_encoding' => function_exists('mb_regex_encoding')
        ? [mb_regex_encoding(...), mb_regex_encoding(...), 'SJIS', 'UTF-8']
        : [mb_language(...), mb_language(...), 'Japanese', 'English'],
    'Locale::setDefault' => [Locale::getDefault(...), Locale::setDefault(...), 'de_DE', 'fr_FR'],
]);
?>
--EXPECT--
mb_internal_encoding: shared
mb_substitute_character: shared
mb_language: shared
mb_detect_order: shared
mb_http_output: shared
mb_regex_encoding: shared
Locale::setDefault: shared
