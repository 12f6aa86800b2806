<?php
require __DIR__ . '/together.inc';
echo implode(' ', together(fn() => gethostbyname('localhost'), fn() => gethostbyname('127.0.0.2'))), "\n";
