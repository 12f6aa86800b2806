--TEST--
php --ri async shows, without running code, which calls would be hooked in which object; phpinfo() shows the hooked ones (io.md, seam A)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

function rows(string $options, string $code = ''): array
{
    $command = php_command($options) . ($code ? ' -r ' . escapeshellarg($code) : ' --ri async');
    preg_match_all('/^(hooks|async\.hooks|waits of \S+) => (.*)$/m', shell_exec("$command 2>&1"), $found, PREG_SET_ORDER);
    return array_column($found, 2, 1);
}
function engine(array $rows): array
{
    $engine = array_filter($rows, fn($name) => preg_match('/^waits of (lib)?php/', $name), ARRAY_FILTER_USE_KEY);
    return explode(' ', current($engine));
}

$rows = rows('');
echo $rows['hooks'], "\n";
var_dump(array_diff(['poll', 'usleep', 'recv', 'getaddrinfo'], engine($rows)));

$rows = rows('-d async.hooks=sleep,dns');
var_dump(in_array('usleep', engine($rows)), in_array('getaddrinfo', engine($rows)), in_array('poll', engine($rows)));

echo implode(' ', engine(rows('-d async.hooks=none'))), "\n";

$rows = rows('', 'Async\suspend(); phpinfo(INFO_MODULES);');
var_dump((bool) preg_match('/^[1-9]\d* import slots$/', $rows['hooks']));

// A wrong setting is reported, and nothing changes.
echo shell_exec(php_command('-d async.hooks=sleep,everything -d display_startup_errors=1') . ' -r "echo ini_get(\'async.hooks\');" 2>&1');
?>
--EXPECTF--
installed at the first async call
array(0) {
}
bool(true)
bool(true)
bool(false)
turned off
bool(true)
%AWarning: async.hooks must be all, none, or a list of %s; "everything" given in Unknown on line 0
all
