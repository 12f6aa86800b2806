--TEST--
Large arrays: references in them are made anew, handles are left out, plain ones are shared until they are written (I2)
--FILE--
<?php
use Async\Scope;
use function Async\{await, suspend};

class S { static array $plain, $nested, $references, $objects, $itself, $handles; static string $text = 'main'; }
$fill = function () {
    S::$plain = range(0, 4999);
    S::$nested = ['texts' => array_fill(0, 2000, 'text'), 'list' => array_fill(0, 300, range(0, 299)), 'one' => 1];
    S::$references = range(0, 4999);
    S::$references[4321] = &S::$text;
    S::$references['deep'] = array_fill(0, 3000, 0);
    S::$references['deep'][2999] = &S::$references[17];
    S::$objects = array_fill(0, 2000, new stdClass);
    S::$itself = range(0, 1999);
    S::$itself['self'] = &S::$itself;
};
$fill();
function state(): string
{
    return implode(' ', [array_sum(S::$plain), count(S::$nested['texts']), S::$nested['list'][299][299], S::$nested['one'],
        S::$references[4321], S::$references['deep'][2999], S::$references[17], count(S::$objects),
        S::$itself[5], S::$itself['self'][5], S::$text]);
}
$write = function (string $who, int $n) {
    S::$plain[] = $n;
    S::$nested['texts'][] = $who;
    S::$nested['list'][299][299] = $n;
    S::$references[4321] = $who;
    S::$references['deep'][2999] = $n;
    S::$objects[] = $n;
    S::$itself['self'][5] = $n;
};
$start = state();
echo $start, "\n";
// One after the other, at once, in each other, and main writes between them.
foreach ([false, true] as $main_writes) {
    $scopes = $ends = [];
    for ($i = 1; $i <= 6; $i++) {
        $scopes[$i] = Scope::isolated();
        $ends[$i] = $scopes[$i]->spawn(function () use ($i, $write) {
            $begin = state();
            suspend();
            $write("scope $i", $i);
            suspend();
            $inner = Scope::isolated();
            await($inner->spawn(function () use ($i, $write) { $write("inner $i", 10 * $i); suspend(); return state(); }));
            suspend();
            return [$begin, state()];
        });
        if ($i % 2) {
            suspend();
        }
        if ($main_writes && $i === 3) {
            $write('main wrote', 100);
        }
    }
    $seen = array_map(Async\await(...), $ends);
    foreach ($seen as $i => [$begin, $end]) {
        if (!$main_writes || $i < 3) {
            if ($begin !== $start) echo "$i begins with $begin\n";
        }
        echo $i, ': ', $end, "\n";
    }
    echo 'main: ', state(), "\n";
    $scopes = $ends = [];
    suspend();
    suspend();
}
// Tables of scopes: the handles are left out, so that no scope keeps those before it.
S::$text = 'main';
$fill();
S::$handles = array_fill(0, 3000, null);
for ($i = 0; $i < 3000; $i++) {
    S::$handles[$i] = $i % 100 ? null : Scope::isolated();
    if (S::$handles[$i]) {
        S::$handles[$i]->spawn(function () use ($i) { $held = count(array_filter(S::$handles)); if ($held) echo "$i holds $held\n"; });
    }
}
suspend();
S::$handles = [];
suspend();
suspend();
suspend();
echo Async\stats()['isolations'], " are left\n";
?>
--EXPECT--
12497500 2000 299 1 main 17 17 2000 5 5 main
1: 12497501 2001 1 1 scope 1 1 1 2001 1 1 scope 1
2: 12497502 2001 2 1 scope 2 2 2 2001 2 2 scope 2
3: 12497503 2001 3 1 scope 3 3 3 2001 3 3 scope 3
4: 12497504 2001 4 1 scope 4 4 4 2001 4 4 scope 4
5: 12497505 2001 5 1 scope 5 5 5 2001 5 5 scope 5
6: 12497506 2001 6 1 scope 6 6 6 2001 6 6 scope 6
main: 12497500 2000 299 1 main 17 17 2000 5 5 main
1: 12497501 2001 1 1 scope 1 1 1 2001 1 1 scope 1
2: 12497502 2001 2 1 scope 2 2 2 2001 2 2 scope 2
3: 12497503 2001 3 1 scope 3 3 3 2001 3 3 scope 3
4: 12497604 2002 4 1 scope 4 4 4 2002 4 4 scope 4
5: 12497605 2002 5 1 scope 5 5 5 2002 5 5 scope 5
6: 12497606 2002 6 1 scope 6 6 6 2002 6 6 scope 6
main: 12497600 2001 100 1 main wrote 100 100 2001 100 100 main wrote
0 are left
