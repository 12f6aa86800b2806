--TEST--
Thirty isolations and nested ones change and restore settings at random: each finds what it has set
--INI--
precision=14
--FILE--
<?php
use function Async\{suspend, spawn, await, delay};
use Async\Scope;
require __DIR__ . '/isolated.inc';
mt_srand((int) (getenv('SEED') ?: 5));
ini_set('precision', 10); date_default_timezone_set('UTC'); ini_set('user_agent', 'main');
function work($n) {
  $names = ['precision', 'user_agent', 'default_socket_timeout', 'display_errors', 'date.timezone', 'error_log', 'include_path', 'default_charset', 'error_reporting', 'log_errors'];
  $mine = [];
  for ($i = 0; $i < 30; $i++) {
    $name = $names[mt_rand(0, 9)];
    switch (mt_rand(0, 3)) {
      case 0: ini_restore($name); unset($mine[$name]); $mine[$name] = ini_get($name); break;
      default: $v = match($name) { 'date.timezone' => ['Asia/Tokyo','Europe/Paris'][mt_rand(0,1)], 'default_charset' => ['UTF-8','ISO-8859-1'][mt_rand(0,1)], default => (string) mt_rand(1, 16) }; ini_set($name, $v); $mine[$name] = $v;
    }
    if (mt_rand(0, 3) == 0) date_default_timezone_set($tz = ['Asia/Tokyo','Europe/Paris', 'UTC'][mt_rand(0,2)]);
    if (mt_rand(0, 5) == 0) { set_error_handler(fn() => true); register_shutdown_function(function () use ($n) { $GLOBALS['box'][$n] = 1; }); header("X: $n", false); }
    if (mt_rand(0, 5) == 0) { setlocale(LC_ALL, mt_rand(0,1) ? 'C' : 'C.UTF-8'); $l = setlocale(LC_ALL, 0); }
    if (mt_rand(0, 9) == 0 && $n < 100) { await(isolated('work', $n + 100)); }
    suspend();
    foreach ($mine as $k => $v) if ($k !== 'error_reporting' && ini_get($k) !== $v) { echo "WRONG $n $k: ", var_export(ini_get($k), true), " not ", var_export($v, true), "\n"; exit(1); }
    if (isset($tz) && date_default_timezone_get() !== $tz) { echo "WRONG tz\n"; exit(1); }
    if (isset($l) && setlocale(LC_ALL, 0) !== $l) { echo "WRONG locale\n"; exit(1); }
  }
}
$box = new ArrayObject;
for ($i = 0; $i < 30; $i++) $t[] = isolated('work', $i);
foreach ($t as $c) await($c);
unset($t, $c);
for ($i = 0; $i < 10; $i++) suspend();
echo count($box) > 20 ? "ok" : "few " . count($box), " ", ini_get('precision'), ini_get('user_agent'), date_default_timezone_get(), "\n";
$s = Scope::isolated();
$s->spawn(function () {
    register_shutdown_function(fn() => print("left parked\n"));
    ini_set('precision', 3);
    header('X: 1');
    set_exception_handler(fn() => 1);
    delay(100000);
});
suspend();
exit;
?>
--EXPECT--
ok 10mainUTC
left parked
