--TEST--
A typed static property that is a reference keeps its type in each isolation, and loses it with the isolation (type sources)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

class P { public static int $i = 1; public static ?string $s = 'x'; public static array $a = []; public static int|float $n = 1; public static self|null $o = null; }
class Q { public static int $i = 5; }

$wrong = function () {
    $failed = 0;
    foreach (['i' => [], 's' => [], 'a' => 1, 'n' => 'x', 'o' => 1] as $name => $value) {
        $r = &P::$$name;
        try { $r = $value; } catch (TypeError) { $failed++; }
        try { P::$$name = $value; } catch (TypeError) { $failed++; }
    }
    return $failed;
};
$ri = &P::$i; $rs = &P::$s; $ra = &P::$a; $rn = &P::$n; $ro = &P::$o;

for ($round = 0; $round < 3; $round++) {
    $scopes = [];
    for ($i = 0; $i < 4; $i++) {
        $scopes[$i] = Scope::isolated();
        $scopes[$i]->spawn(function () use ($wrong, $i) {
            if ($wrong() !== 10) echo "wrong types were accepted\n";
            P::$i = 100 + $i;
            $own = &P::$i;
            Q::$i = &$own;              // two sources on one reference
            suspend();
            if ($own !== 100 + $i || P::$i !== 100 + $i || Q::$i !== 100 + $i) echo "others have changed it\n";
            try { $own = 'text'; echo "accepted\n"; } catch (TypeError $e) { if (!$i) echo $e->getMessage(), "\n"; }
            // A nested isolation has one reference for both, too.
            $inner = Scope::isolated();
            $inner->spawn(function () { P::$i = 7; if (Q::$i !== 7) echo "two references\n"; });
            $inner->awaitCompletion();
            if (Q::$i !== 100 + $i) echo "not its own\n";
        });
    }
    suspend(); suspend(); suspend();
    if ($ri !== 1 || P::$i !== 1 || Q::$i !== 5) echo "main's are changed\n";
    foreach ($scopes as $scope) $scope->awaitCompletion();
}
$scopes = null;
suspend();
echo $wrong(), "\n";
$rs = null; $rn = 1.5;
var_dump(P::$s, P::$n);
// The closure leaves with a reference that belonged to a property of its isolation: the type is gone with it.
$scope = Scope::isolated();
$kept = null;
$scope->spawn(function () use (&$kept) { $kept = &P::$i; P::$i = 9; $kept = 10; });
$take = $scope->spawn(function () { return [&P::$i, &P::$s]; });
[$a, $b] = $pair = Async\await($take);
$scope->dispose(); unset($scope);
suspend(); suspend();
$pair[0] = 'any'; $pair[1] = [1];
var_dump($pair[0], P::$i);
?>
--EXPECT--
Cannot assign string to reference held by property P::$i of type int
Cannot assign string to reference held by property P::$i of type int
Cannot assign string to reference held by property P::$i of type int
10
NULL
float(1.5)
string(3) "any"
int(1)
