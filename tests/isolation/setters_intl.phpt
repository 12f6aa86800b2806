--TEST--
The locale of intl is an isolation's own
--EXTENSIONS--
intl
--FILE--
<?php
require __DIR__ . '/setters.inc';
check_setters([
    'Locale::setDefault' => [Locale::getDefault(...), Locale::setDefault(...), 'de_DE', 'fr_FR'],
]);
?>
--EXPECT--
1 rows
