<?php
require __DIR__ . '/together.inc';
echo implode(' ', together(fn() => trim(ask('wait 400 slow')), fn() => usleep(300_000) ?? 'slept')), "\n";
