--TEST--
async.inspect: the socket is removed at each end; one that is left over is replaced, other files and live sockets stay
--SKIPIF--
<?php
if (!extension_loaded('posix')) die('skip needs posix');
?>
--FILE--
<?php
require __DIR__ . '/inspected.inc';

$ends = [
    'end' => 'fgets(STDIN);',
    'exit in a coroutine' => 'Async\spawn(function () { fgets(STDIN); exit(3); }); Async\delay(60000);',
    'exception' => 'Async\spawn(function () { fgets(STDIN); throw new Exception("thrown"); }); Async\delay(60000);',
    'fatal error' => 'Async\spawn(function () { fgets(STDIN); ini_set("memory_limit", "2M"); str_repeat("x", 99999999); });
        Async\delay(60000);',
];
foreach ($ends as $name => $code) {
    $program = new Inspected("ready(); $code");
    $client = client($program->socket);
    $silent = client($program->socket);
    fwrite($client, "hello\n");
    fgets($client);
    fwrite($client, "snapshot 10000\nsnapshot");
    $program->end();
    while (($line = fgets($client)) !== false) {
        // The answer, or that there was no time for it.
    }
    echo "$name: ", var_export(fgets($silent), true), ' ', var_export(file_exists($program->socket), true), "\n";
}

echo "-- killed\n";
$path = socket_folder() . '/one';
$code = 'ready(); fgets(STDIN);';
$program = new Inspected($code, '', $path);
$program->kill(9);
echo filetype($path), "\n";
$next = new Inspected($code, '', $path);
var_dump(question($path, 'hello')['pid'] === $next->pid);

echo "-- in use\n";
$options = "-d display_errors=1 -d async.inspect=unix:$path";
[$output, $status] = run_php('', "$options -r 'echo \"runs\n\";'");
echo str_replace($path, 'PATH', $output), "$status\n";
var_dump(question($path, 'hello')['pid'] === $next->pid);

echo "-- replaced by another file\n";
unlink($path);
touch($path);
$next->end();
echo filetype($path), "\n";
[$output, $status] = run_php('', "$options -r 'echo \"runs\n\";'");
echo str_replace($path, 'PATH', $output), "$status\n", filetype($path), "\n";
unlink($path);
symlink('/nowhere', $path);
echo str_replace($path, 'PATH', run_php('', "$options -r ''")[0]), filetype($path), "\n";
unlink($path);

echo "-- wrong settings\n";
foreach (['unix:', 'tcp://127.0.0.1:1', 'unix:/tmp/%d', '/tmp/x', 'unix:' . socket_folder() . '/no/s',
    'unix:' . socket_folder() . '/' . str_repeat('x', 120)] as $setting) {
    $output = run_php('', "-d async.inspect=$setting -r 'echo \"runs\n\";'")[0];
    // musl writes "Filename".
    echo preg_replace('/x{50,}/', 'xx', str_replace([socket_folder(), 'Filename'], ['FOLDER', 'File name'], trim($output))), "\n";
}
var_dump(ini_set('async.inspect', 'unix:/tmp/x'));

echo "-- a relative path\n";
chdir(socket_folder());
$program = new Inspected('chdir("/"); ready(); fgets(STDIN);', '', 'here-%p');
var_dump(question(socket_folder() . "/here-$program->pid", 'hello')['answer']);
$program->end();
var_dump(glob(socket_folder() . '/*'));
?>
--EXPECTF--
end: false false
exit in a coroutine: false false
exception: false false
fatal error: false false
-- killed
socket
bool(true)
-- in use

Warning: async.inspect is without effect: PATH: another process listens there in %s on line %d
runs
0
bool(true)
-- replaced by another file
file

Warning: async.inspect is without effect: PATH: the file exists and is no socket in %s on line %d
runs
0
file

Warning: async.inspect is without effect: PATH: the file exists and is no socket in %s on line %d
link
-- wrong settings
Warning: async.inspect must be empty, or unix: and a path with %sp for the process id; "unix:" given in Unknown on line 0
runs
Warning: async.inspect must be empty, or unix: and a path with %sp for the process id; "tcp://127.0.0.1:1" given in Unknown on line 0
runs
Warning: async.inspect must be empty, or unix: and a path with %sp for the process id; "unix:/tmp/%sd" given in Unknown on line 0
runs
Warning: async.inspect must be empty, or unix: and a path with %sp for the process id; "/tmp/x" given in Unknown on line 0
runs
Warning: async.inspect is without effect: FOLDER/no/s: No such file or directory in Unknown on line 0
runs
Warning: async.inspect is without effect: FOLDER/xx: File name too long in Unknown on line 0
runs
bool(false)
-- a relative path
string(5) "hello"
array(0) {
}
