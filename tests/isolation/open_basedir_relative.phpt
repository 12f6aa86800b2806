--TEST--
An open_basedir with a relative folder that an isolated scope has set means that folder wherever it goes next (I1)
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80300) die('skip PHP looks a relative folder up in each call');
?>
--FILE--
<?php
// schedules: any
use Async\Scope;
use function Async\{await, suspend};

$folder = __DIR__ . '/open_basedir_relative.d';
foreach (['a/b', 'c'] as $name) {
    is_dir("$folder/$name") || mkdir("$folder/$name", recursive: true);
}

function may_read(): string
{
    global $folder;
    return implode(' ', array_filter(['a', 'a/b', 'c'], fn($name) => (bool) @scandir("$folder/$name")));
}

/** Narrow it in one folder, and look from another one. */
function narrow(string $in, string $value, string $from): string
{
    global $folder;
    chdir("$folder/$in");
    ini_set('open_basedir', $value);
    suspend();
    chdir("$folder/$from");
    suspend();
    return ini_get('open_basedir') . ' allows ' . may_read();
}

function in_scope(Closure $body): string
{
    $scope = Scope::isolated();
    return await($scope->spawn($body));
}

echo in_scope(fn() => narrow('a', '.', 'a/b')), "\n";
echo in_scope(fn() => narrow('a', './../a', 'a/b')), "\n";
echo in_scope(fn() => narrow('', '.', 'c')), "\n";

// Two at the same time, with the same value.
$scopes = [Scope::isolated(), Scope::isolated()];
$both = [$scopes[0]->spawn(narrow(...), 'a', '.', 'a/b'), $scopes[1]->spawn(narrow(...), 'c', '.', 'c')];
echo await($both[0]), ', ', await($both[1]), "\n";

// Main has narrowed its own; a scope begins with that, and narrows it further.
chdir("$folder/a");
ini_set('open_basedir', '.');
chdir("$folder/a/b");
echo in_scope(function () use ($folder) {
    $first = may_read();
    ini_set('open_basedir', '.');
    suspend();
    return "$first, then " . may_read() . ', wider: ' . json_encode(ini_set('open_basedir', "$folder/a"));
}), "\n";
echo may_read(), "\n";
?>
--CLEAN--
<?php
$folder = __DIR__ . '/open_basedir_relative.d';
foreach (['a/b', 'a', 'c', ''] as $name) {
    @rmdir("$folder/$name");
}
?>
--EXPECT--
. allows a a/b
./../a allows a a/b
. allows a a/b c
. allows a a/b, . allows c
a a/b, then a/b, wider: false
a a/b
