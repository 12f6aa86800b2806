--TEST--
Each setting of further extensions is an isolation's own, with one isolation beside
--EXTENSIONS--
mbstring
intl
iconv
exif
soap
phar
--INI--
display_errors=1
--FILE--
<?php
require __DIR__ . '/settings.inc';
check_settings();
?>
--EXPECT--
own: many, shared: some
