--TEST--
libxml_use_internal_errors() and the collected errors belong to the coroutine; main's setting applies to all (CO-04)
--EXTENSIONS--
simplexml
--FILE--
<?php
use function Async\{spawn, await, suspend};

function messages() {
    return implode(', ', array_map(fn($e) => trim($e->message), libxml_get_errors())) ?: 'none';
}
function collect($name) {
    $before = libxml_use_internal_errors(true);
    suspend();
    simplexml_load_string("<$name>");
    suspend();
    $messages = messages();
    libxml_clear_errors();
    libxml_use_internal_errors($before);
    suspend();
    return var_export($before, true) . " $messages " . var_export(libxml_use_internal_errors(), true);
}
$a = spawn('collect', 'a');
$b = spawn('collect', 'b');
suspend();
var_dump(libxml_use_internal_errors());
set_error_handler(function ($n, $m) { echo preg_replace('/.*: /', '', $m), "\n"; return true; });
simplexml_load_string('&');
echo messages(), "\n", await($a), "\n", await($b), "\n";
restore_error_handler();

echo "-- main\n";
$c = spawn('collect', 'c');
$early = spawn(function () {
    suspend(); suspend();
    simplexml_load_string('<early>');
    $first = messages();
    suspend();
    return "$first / " . messages();
});
suspend();
libxml_use_internal_errors(true);
simplexml_load_string('<main>');
$d = spawn('collect', 'd');
echo await($c), "\n", await($early), "\n", await($d), "\n", messages(), "\n";
await(spawn(function () { libxml_use_internal_errors(false); suspend(); }));
await(spawn(function () { simplexml_load_string('<left>'); suspend(); }));
var_dump(libxml_use_internal_errors(), messages());
libxml_use_internal_errors(false);
var_dump(await(spawn(fn() => libxml_use_internal_errors())));
?>
--EXPECT--
bool(false)
Start tag expected, '<' not found
&
^
none
false Premature end of data in tag a line 1 false
false Premature end of data in tag b line 1 false
-- main
false Premature end of data in tag c line 1 false
Premature end of data in tag early line 1 / Premature end of data in tag early line 1
true Premature end of data in tag d line 1 true
Premature end of data in tag main line 1
bool(true)
string(40) "Premature end of data in tag main line 1"
bool(false)
