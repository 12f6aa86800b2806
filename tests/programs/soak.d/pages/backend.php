<?php
require __DIR__ . '/together.inc';
echo implode(' ', together(...array_map(fn($i) => fn() => trim(ask("wait 20 answer-$i")), range(1, 5)))), "\n";
