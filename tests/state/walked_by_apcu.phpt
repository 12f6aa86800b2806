--TEST--
apcu stores a value as it is while a method of a part of it waits and others change the value (D43)
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
require __DIR__ . '/walked_values.inc';

function delete_and_add(array $value): bool
{
    apcu_delete('added');
    return apcu_add('added', $value);
}

// Fetched at the end only: with properties that were unset meanwhile, the text of serialize() cannot be read.
check_walks([
    'apcu_store' => fn($o) => var_export(apcu_store('stored', $o), true),
    'apcu_store of an array' => fn($o) => var_export(apcu_store(['array' => [$o, 'again' => [$o->node]]]), true),
    'apcu_add' => fn($o) => var_export(delete_and_add([$o]), true),
]);
foreach ([apcu_fetch('stored'), apcu_fetch('array')[0], apcu_fetch('added')[0]] as $fetched) {
    var_dump(var_export($fetched, true) === var_export(root(true), true));
}
?>
--EXPECT--
apcu_store: 0 left
apcu_store of an array: 0 left
apcu_add: 0 left
432 runs
bool(true)
bool(true)
bool(true)
