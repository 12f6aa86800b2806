--TEST--
A forked child does not touch generators in which the parent's coroutines wait, with `yield from` and without (lifetime rule 12)
--SKIPIF--
<?php if (!extension_loaded('pcntl')) die('skip needs pcntl'); ?>
--FILE--
<?php
use function Async\{spawn, suspend};

function note(string $text) {
    global $parent;
    if (getmypid() !== $parent) {
        echo "CHILD: ";
    }
    echo $text, "\n";
}
function inner(string $place) {
    try {
        if ($place === 'at the start') suspend();
        yield 1;
        if ($place === 'at a step') suspend();
    } finally {
        note("$place: finally");
    }
}
function delegating(string $place) {
    try {
        yield from inner($place);
    } finally {
        note("$place: finally of the delegating one");
    }
}

$parent = getmypid();
foreach (['at the start', 'at a step', 'in the body'] as $place) {
    foreach (['inner', 'delegating'] as $generator) {
        spawn(function () use ($place, $generator) {
            foreach ($generator($place) as $v) {
                if ($place === 'in the body') suspend();
            }
        });
    }
}
// The main script has ended when this one runs.
spawn(function () {
    $child = pcntl_fork();
    if ($child === 0) {
        exit(7);
    }
    // The others go on meanwhile, and end first: on a busy machine the child can have ended already.
    for ($i = 0; $i < 10; $i++) {
        suspend();
    }
    pcntl_waitpid($child, $status);
    note('status ' . pcntl_wexitstatus($status));
});
?>
--EXPECT--
at the start: finally
at the start: finally
at the start: finally of the delegating one
at a step: finally
at a step: finally
at a step: finally of the delegating one
in the body: finally
in the body: finally
in the body: finally of the delegating one
status 7
