--TEST--
ini_restore() of a setting that only another isolation has changed does nothing, as in a process of its own (I1)
--EXTENSIONS--
mbstring
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

/* What a step of one program gives, beside others that change and restore the same settings. */
$settings = ['mbstring.substitute_character' => '65', 'precision' => '5', 'error_reporting' => '8191', 'date.timezone' => 'Asia/Tokyo',
    'include_path' => '/nowhere', 'user_agent' => 'me', 'assert.exception' => '0'];
$programs = [
    'sets' => fn($name, $value) => [ini_set($name, $value), suspend(), ini_get($name)],
    'sets and restores' => fn($name, $value) => [ini_set($name, $value), suspend(), ini_restore($name), suspend(), ini_get($name),
        ini_get_all()[$name]['local_value'] === ini_get_all()[$name]['global_value']],
    'restores only' => fn($name) => [mb_substitute_character(66), date_default_timezone_set('Europe/Paris'), error_reporting(4096), suspend(),
        ini_restore($name), suspend(), mb_substitute_character(), date_default_timezone_get(), error_reporting(), ini_get($name)],
    'restores, then sets' => fn($name, $value) => [suspend(), ini_restore($name), ini_set($name, $value), suspend(), ini_get($name),
        ini_restore($name), suspend(), ini_get($name)],
    'looks' => fn($name) => [suspend(), ini_get($name), suspend(), ini_get($name), suspend(), ini_get($name)],
];
$in_scope = fn(callable $program, string $name, string $value) =>
    ($scope = Scope::isolated())->spawn(fn() => [json_encode($program($name, $value)), $scope->isIsolated()]);
foreach ($settings as $name => $value) {
    $before = ini_get($name);
    $alone = $wrong = [];
    foreach ($programs as $what => $program) {
        $alone[$what] = await($in_scope($program, $name, $value));
    }
    foreach ([array_keys($programs), array_reverse(array_keys($programs)), ['sets', 'restores only', 'sets', 'restores, then sets', 'looks', 'sets and restores']] as $order) {
        $all = array_map(fn($what) => $in_scope($programs[$what], $name, $value), $order);
        foreach ($order as $i => $what) {
            if (await($all[$i]) !== $alone[$what]) {
                $wrong[] = "$what: " . await($all[$i])[0] . ' instead of ' . $alone[$what][0];
            }
        }
    }
    echo "$name: ", $wrong ? implode("\n", $wrong) : 'as alone', ini_get($name) === $before ? '' : ', main has changed', "\n";
}
// Changed in main, in the middle of others.
ini_set('precision', '9');
$scope = Scope::isolated();
await($scope->spawn(function () { ini_restore('precision'); suspend(); echo ini_get('precision'), ' '; }));
echo ini_get('precision'), ' ';
ini_restore('precision');
$scope = Scope::isolated();
await($scope->spawn(function () { echo ini_get('precision'), ' '; ini_set('precision', '3'); suspend(); echo ini_get('precision'), ' '; }));
echo ini_get('precision'), "\n";
?>
--INI--
precision=14
--EXPECT--
mbstring.substitute_character: as alone
precision: as alone
error_reporting: as alone
date.timezone: as alone
include_path: as alone
user_agent: as alone
assert.exception: as alone
14 9 14 3 14
