--TEST--
docs/settings.md has every setting of the extension, with its default and where it may be changed
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../docs/settings.md')) die('skip the documents are not here');
?>
--FILE--
<?php
$text = file_get_contents(__DIR__ . '/../../docs/settings.md');
preg_match_all('/^\| `(async\.\w+)` \| (\S+) \| (\S+) \| \S.*\|$/m', $text, $rows, PREG_SET_ORDER);
$listed = [];
foreach ($rows as [, $name, $default, $where]) {
    $listed[$name] = trim($default, '`') . ", $where";
}

/* A process of its own: settings of this test do not count. */
require __DIR__ . '/../inc/child.php';
[$json] = run_php(<<<'CODE'
    echo json_encode(ini_get_all('async', true));
    CODE);
$real = [];
foreach (json_decode($json, true) as $name => $setting) {
    $default = (string) $setting['global_value'];
    $real[$name] = ($default === '' ? 'empty' : $default) . ', ' . ($setting['access'] === INI_ALL ? 'anywhere' : 'php.ini');
}

foreach ($real as $name => $is) {
    ($listed[$name] ?? 'nothing') === $is || print("$name is $is; the page says " . ($listed[$name] ?? 'nothing') . "\n");
}
foreach (array_diff_key($listed, $real) as $name => $_) {
    echo "$name is no setting\n";
}
$names = array_keys($listed);
sort($names);
echo $names === array_keys($listed) ? "in order\n" : "not in order\n";
echo count($listed) > 0 ? "compared\n" : "no rows\n";
?>
--EXPECT--
in order
compared
