--TEST--
Files that main includes at its top level see main's variables, in whatever place the files wait
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

$dir = sys_get_temp_dir() . '/isolated' . uniqid(getmypid() . '_');
mkdir($dir);
file_put_contents("$dir/a.php", '<?php $a = ($a ?? 0) + 1; $own = "a"; Async\suspend(); include __DIR__ . "/b.php"; Async\suspend(); echo "$a $own $b $GLOBALS[a]\n"; unset($own);');
file_put_contents("$dir/b.php", '<?php $b = "b"; $GLOBALS["set"] = 1; Async\suspend(); $a++; $one2 = Async\Scope::isolated(); echo Async\await($one2->spawn(fn() => "$GLOBALS[a] $GLOBALS[b] " . ($GLOBALS["own"] ?? "no own"))), "\n"; unset($one2);');
$other = function () { for ($i = 0; $i < 12; $i++) { $GLOBALS['a'] = $GLOBALS['b'] = $GLOBALS['own'] = 'other'; $GLOBALS["n$i"] = 1; suspend(); } return count(preg_grep('/^n\d/', array_keys($GLOBALS))); };
include "$dir/a.php";
$one = Scope::isolated();
$counted = $one->spawn($other);
include "$dir/a.php";
(function () use ($dir) { include "$dir/a.php"; })();
$two = Scope::isolated();
$again = $two->spawn($other);
include "$dir/a.php";
eval('$e = "e"; Async\suspend(); echo $e, $a, "\n";');
echo await($counted), await($again), ' ', $a, $b, isset($own) ? 'own' : '', isset($n1) ? 'n1' : '', "\n";
array_map('unlink', glob("$dir/*")); rmdir($dir);
?>
--EXPECT--
2 b a
2 a b 2
4 b a
4 a b 4
4 b no own
2 a b 4
6 b a
6 a b 6
e6
1212 6b
