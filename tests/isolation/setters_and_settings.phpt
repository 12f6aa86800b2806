--TEST--
Functions and settings that set the same have in isolations that take turns the effects that they have in a process
--EXTENSIONS--
mbstring
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$file = __DIR__ . '/setters_and_settings.inc.php';
file_put_contents($file, <<<'PHP'
<?php
/** Random steps; what can be seen after each one. */
function steps(int $seed, ?Closure $between): array
{
    $random = new Random\Engine\Mt19937($seed);
    $pick = function (array $values) use ($random) {
        return $values[unpack('V', $random->generate())[1] % count($values)];
    };
    $encodings = ['UTF-8', 'ISO-8859-2', 'EUC-JP', 'ASCII', 'UTF-16', '', 'no encoding'];
    $values = [
        'mbstring.internal_encoding' => $encodings, 'internal_encoding' => $encodings, 'default_charset' => $encodings,
        'mbstring.http_output' => $encodings, 'output_encoding' => $encodings,
        'mbstring.language' => ['uni', 'Japanese', 'German', 'no language', ''],
        'mbstring.substitute_character' => ['none', 'long', '65', '12307', 'no character', ''],
        'mbstring.detect_order' => ['auto', 'UTF-8,EUC-JP', 'ASCII', 'no encoding'],
        'mbstring.strict_detection' => ['0', '1'],
        'date.timezone' => ['Europe/Rome', 'Asia/Tokyo', 'no time zone', 'UTC'],
        'error_reporting' => ['1', '32767', '8'], 'precision' => ['5', '17', 'x'], 'include_path' => ['.', '/tmp', ''],
        'assert.exception' => ['0', '1'], 'zend.assertions' => ['0', '1', '-1'], 'user_agent' => ['a', 'b', ''],
        'arg_separator.output' => ['&', ';', ''], 'serialize_precision' => ['-1', '4'], 'default_mimetype' => ['a/b', ''],
    ];
    $functions = [
        'mb_internal_encoding' => $encodings, 'mb_http_output' => $encodings, 'mb_language' => $values['mbstring.language'],
        'mb_substitute_character' => ['none', 'long', 65, 12307, 'no character', -1],
        'mb_detect_order' => ['auto', 'UTF-8,EUC-JP', ['ASCII'], ['no encoding']],
        'date_default_timezone_set' => $values['date.timezone'], 'error_reporting' => [1, 32767, 8],
        'set_include_path' => ['.', '/tmp', ''], 'setlocale' => ['C', 'C.UTF-8', 'no locale'],
    ];
    $state = fn() => @json_encode([mb_internal_encoding(), mb_http_output(), mb_language(), mb_substitute_character(),
        mb_detect_order(), mb_get_info(), mb_strlen("\xc3\xb6\xe3\x81\x82"),
        bin2hex(mb_convert_encoding("\xff\xe3\x81\x82", 'ASCII', 'UTF-8')), date_default_timezone_get(), error_reporting(),
        1 / 3, get_include_path(), setlocale(LC_ALL, 0), http_build_query([1, 2]), serialize(1 / 3),
        @htmlspecialchars("\xc3\xb6"), array_map(ini_get(...), array_keys($values))], JSON_PARTIAL_OUTPUT_ON_ERROR);
    $seen = $changed = [];
    for ($i = 0; $i < 150; $i++) {
        $kind = $pick(['setting', 'setting', 'function', 'function', 'restore']);
        // A setting that was not changed here may have been changed by another isolation.
        $name = $pick(array_keys(match ($kind) {
            'function' => $functions, 'setting' => $values, 'restore' => $changed ?: ['precision' => true],
        }));
        $value = $kind === 'restore' ? null : $pick($kind === 'function' ? $functions[$name] : $values[$name]);
        try {
            $result = @match ($kind) {
                'setting' => ini_set($name, $value),
                'function' => $name === 'setlocale' ? setlocale(LC_ALL, $value) : $name($value),
                'restore' => ini_restore($name),
            };
        } catch (ValueError $e) {
            $result = $e->getMessage();
        }
        if ($kind === 'setting' && $result !== false) $changed[$name] = true;
        if ($kind === 'restore') unset($changed[$name]);
        $seen[] = "$kind $name " . json_encode($value) . ' gives ' . json_encode($result) . "\n    " . $state();
        $between && $between();
    }
    return $seen;
}
PHP);
// At the end of the request PHP warns of settings that are not valid any more.
$quiet = "ini_set('display_errors', '0');";
$seeds = range(1, 8);
$options = '-d log_errors=0 -d display_errors=1 -d error_reporting=32767';
foreach ($seeds as $seed) {
    [$output] = run_php("require '$file'; echo serialize(steps($seed, null)); $quiet", $options);
    $plain[$seed] = unserialize($output) ?: exit("not understood: $output");
}
$turns = "require '$file'; " . <<<'PHP'
    // The first functions of a request may set up what a process does once.
    $tasks = [];
    foreach (SEEDS as $seed) {
        $scopes[] = $scope = Async\Scope::isolated();
        $tasks[$seed] = $scope->spawn(steps(...), $seed, Async\suspend(...));
    }
    $seen = [];
    foreach ($tasks as $seed => $task) $seen[$seed] = Async\await($task);
    echo serialize($seen);
    PHP;
foreach ([[1, 2], [3, 4, 5], $seeds] as $together) {
    [$output] = run_php(str_replace('SEEDS', json_encode($together), $turns) . $quiet, $options);
    $isolated = unserialize($output) ?: exit("not understood: $output");
    $differ = 0;
    foreach ($together as $seed) {
        foreach ($plain[$seed] as $i => $expected) {
            if ($isolated[$seed][$i] !== $expected && ++$differ < 4) {
                echo "step $i of $seed\n- $expected\n+ {$isolated[$seed][$i]}\n";
                break;
            }
        }
    }
    echo count($together), $differ ? " together: $differ differ\n" : " together: same\n";
}
unlink($file);
?>
--EXPECT--
2 together: same
3 together: same
8 together: same
