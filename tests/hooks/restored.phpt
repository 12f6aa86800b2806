--TEST--
Every import slot that leads to the extension is counted, and all are restored at module shutdown (io.md, seam A; P13)
--SKIPIF--
<?php
require __DIR__ . '/slots.inc';
skip_without_slots();
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/slots.inc';

$extension = '-d async.hook_extensions=slots -d extension=' . escapeshellarg(slots_extension());
show_php('used', 'Async\suspend(); $n = slots_hooked(); var_dump($n > 20, $n === Async\stats()["import_slots"]);', $extension);
show_php('exit in a coroutine', 'Async\spawn(function () { slots_hooked(); exit(3); }); Async\suspend();', $extension);
show_php('fatal error', 'Async\spawn(function () { slots_hooked(); undefined_function(); }); ini_set("display_errors", 0); Async\suspend();', $extension);
show_php('turned off', 'Async\suspend(); var_dump(slots_hooked(), Async\stats()["import_slots"]);', "$extension -d async.hooks=none");
?>
--EXPECT--
-- used
bool(true)
bool(true)
slots at the end: 0
status 0
-- exit in a coroutine
slots at the end: 0
status 3
-- fatal error
slots at the end: 0
status 255
-- turned off
int(0)
int(0)
status 0
