--TEST--
Client libraries are hooked by name, at once or when they are loaded later; each unhooked one is listed with the reason (io.md, seam A)
--SKIPIF--
<?php
foreach (['curl', 'pgsql', 'ldap', 'ffi'] as $name) {
    if (!extension_loaded($name) && !is_file(ini_get('extension_dir') . "/$name.so")) {
        die("skip no $name extension");
    }
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

/** Rows about libraries in the output of phpinfo() or --ri. */
function libraries(string $output): array
{
    preg_match_all('/^waits of (lib\S+\.so\.\d+) => (.*)$/m', $output, $found, PREG_SET_ORDER);
    return array_column($found, 2, 1);
}
$shared = fn(string ...$names) => implode(' ', array_map(fn($name) => extension_loaded($name) ? '' : "-d extension=$name", $names));

echo "-- before anything runs\n";
$rows = libraries(shell_exec(php_command($shared('curl', 'pgsql', 'ldap')) . ' --ri async'));
$curl = current(preg_grep('/^libcurl/', array_keys($rows)));
echo preg_match('/^(?=.*\bpoll\b).*; files/', $rows[$curl]), preg_match('/\bpoll\b/', $rows['libpq.so.5']), "\n";
echo preg_replace('/[-.](\d|so).*/', '', current(preg_grep('/ldap/', array_keys($rows)))), ': ', current(preg_grep('/lock/', $rows)), "\n";
echo libraries(shell_exec(php_command($shared('curl') . ' -d async.hooks=sleep') . ' --ri async'))[$curl] ?? 'nothing to hook', "\n";

echo "-- loaded later\n";
$before = 'Async\suspend(); $n = Async\stats()["import_slots"];';
$after = 'echo Async\stats()["import_slots"] > $n ? "more" : "same", "\n"; phpinfo(INFO_MODULES);';
foreach (['dl' => 'dl("curl");', 'a library by another extension' => '$kept = FFI::cdef("", "libpq.so.5");'] as $title => $load) {
    [$output] = run_php("$before $load $after", $shared('ffi') . ' -d enable_dl=1 -d ffi.enable=1');
    $rows = libraries($output);
    echo "$title: ", strtok($output, "\n"), ' ', preg_match('/\bpoll\b/', implode($rows)), "\n";
}
?>
--EXPECT--
-- before anything runs
11
libldap: waits with its locks held
nothing to hook
-- loaded later
dl: more 1
a library by another extension: more 1
