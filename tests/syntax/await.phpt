--TEST--
await: operands, in any expression, with the precedence of a unary operator (SY-15, SY-19, SY-22)
--FILE--
<?php
use function Async\{all, any, captureErrors, timeout};

function check(string $what, mixed $is, mixed $expected = true): void
{
    echo $what, $is === $expected ? '' : ': ' . json_encode($is), "\n";
}
function give(mixed $value): Async\Coroutine
{
    return spawn use ($value) { return $value; };
}
class Source
{
    public $member;
    public array $list;

    public function __construct(mixed $value = 'source')
    {
        $this->member = give($value);
        $this->list = [$this->member, 'k' => $this->member];
    }

    public function ask(int $x): Async\Coroutine
    {
        return spawn use ($x) { return $x; };
    }

    public static function create(): Async\Coroutine
    {
        return give('created');
    }
}
$source = new Source;
$class = 'Source';
$c = give(2);

// Operands.
check('variable', await $c, 2);
check('again', await $c, 2);
check('call', await give(3), 3);
check('spawn', await spawn strrev('ab'), 'ba');
check('member', await $source->member, 'source');
check('element', await $source->list['k'], 'source');
check('method', await $source->ask(4), 4);
check('static method', [await Source::create(), await $class::create()], ['created', 'created']);
check('new', await new Async\Timeout(1), null);
check('method of a new object', await new Source(5)->ask(6), 6);
check('brackets', await ($c ? give(7) : give(8)), 7);
check('brackets and a method', await (new Source)->ask(9), 9);
check('assignment', [await $d = give(10), await $d], [10, 10]);
check('await', await await give(give(11)), 11);
check('clone, silence', await @$source->member, 'source');
check('nullsafe', await $source?->member, 'source');

// Precedence.
check('+', await $c + 1, 3);
check('+ on the left', 1 + await $c, 3);
check('.', 'a' . await $c . 'b', 'a2b');
check('**', await $c ** 3, 8);
check('-', -await $c, -2);
check('!', !await $c, false);
check('cast', (string) await $c, '2');
check('===', await $c === 2);
check('<=>', await $c <=> 1, 1);
check('instanceof', await give($source) instanceof Source);
check('??', await give(null) ?? 'default', 'default');
check('? :', await $c ? 'yes' : 'no', 'yes');
check('?:', await give(0) ?: 'short', 'short');
check('&&', await $c && await give(false), false);
check('and', (await $c and await give(1)));
check('in both branches', true ? await $c : await $source->member, 2);

// Places.
check('argument', max(await $c, await give(5)), 5);
check('named, spread', implode(array: [...await give(['a', 'b']), await $c], separator: ','), 'a,b,2');
check('array', [await $c => await give('v'), 'k' => await $c], [2 => 'v', 'k' => 2]);
check('index', ['x', 'y', 'z'][await $c], 'z');
check('string', "{${await give('c')}->getId()}" > 0);
check('heredoc', <<<X
  {$source->ask(await $c)->isCompleted()}|
  X, '|');
check('match', match (await $c) { 2 => await give('two'), default => await give('other') }, 'two');
check('arrow', (fn() => await $c)(), 2);
check('static arrow', (static fn(): int => await $c + 1)(), 3);
check('generator', iterator_to_array((function () use ($c) { yield await $c; yield await $c => await $c; })()), [0 => 2, 2 => 2]);
if (await $c === 2) {
    foreach (await give([1, 2]) as $i => $value) {
        check('foreach', $value, $i + 1);
    }
}
switch (await $c) {
    case await give(2):
        check('case', true);
}
for ($i = await give(1); $i < await $c; $i += await give(1)) {
    check('for', $i, 1);
}
do {
    $i = isset($i) ? await give(false) : 0;
} while ($i !== false && await $c);
while (await give(false)) {
}
$list[await give('k')] = await $c;
check('assigned', $list, ['k' => 2]);
[$a, [, $b]] = await give([1, [2, 3]]);
check('destructured', [$a, $b], [1, 3]);
$a += await $c;
check('+=', $a, 3);
try {
    throw await give(new LogicException('thrown'));
} catch (LogicException $e) {
    check($e->getMessage(), true);
}
try {
    await spawn { throw new LogicException('of the coroutine'); };
} catch (LogicException $e) {
    check($e->getMessage(), true);
}
?><?= 'echo ' . await $c ?>

<?php
print await give("print\n");

// Combinators, methods of spawned coroutines.
check('all', await all([spawn strrev('ab'), 'k' => spawn strrev('cd')]), ['ba', 'k' => 'dc']);
check('all until', await all([spawn strrev('ab')]) until timeout(10000), ['ba']);
[, $errors] = await captureErrors(all([
    spawn strrev('ef'),
    spawn { throw new LogicException('captured'); },
]));
check('captureErrors', $errors[1]->getMessage(), 'captured');
check('any', await any([spawn { Async\delay(10000); }, $quick = give('quick')]), 'quick');
Async\getCoroutines() and array_map(fn($c) => $c !== Async\currentCoroutine() && $c->cancel(), Async\getCoroutines());
(spawn strrev('gh'))->onFinally(function ($coroutine) {
    echo 'finally ', $coroutine->getResult(), "\n";
});
(spawn { return 'ij'; })->onFinally(fn($coroutine) => print('finally ' . $coroutine->getResult() . "\n"));
await spawned;
?>
--EXPECT--
variable
again
call
spawn
member
element
method
static method
new
method of a new object
brackets
brackets and a method
assignment
await
clone, silence
nullsafe
+
+ on the left
.
**
-
!
cast
===
<=>
instanceof
??
? :
?:
&&
and
in both branches
argument
named, spread
array
index
string
heredoc
match
arrow
static arrow
generator
foreach
foreach
case
for
assigned
destructured
+=
thrown
of the coroutine
echo 2
print
all
all until
captureErrors
any
finally hg
finally ij
