--TEST--
The keywords stay usable as names of every kind, in a file with keyword forms (SY-23, SY-26, BC-01)
--INI--
error_reporting=24575
--FILE--
<?php
namespace Names\spawn {
    interface await { const suspend = 'interface constant'; }
    trait until { public function suspend(): string { return 'trait method'; } }
    enum with: string {
        case spawn = 's';
        case await = 'a';
        const suspend = self::spawn;
        public static function await(): self { return self::await; }
    }
    function spawn(...$x) { return 'function spawn ' . implode(' ', $x); }
    function &await(...$x) { static $y; $y = 'function await ' . implode(' ', $x); return $y; }
    function suspend(...$x) { return 'function suspend ' . implode(' ', $x); }
    function until() { return 'function until'; }
    const spawn = 'constant spawn', await = 'constant await';
    const suspend = 'constant suspend';
    #[\Attribute]
    class Suspend { public function __construct(public $await = null, public $suspend = null) { } }
    abstract class Base implements await {
        use until { suspend as await; suspend as public spawn; }
    }
    class In extends Base implements \Countable {
        public $spawn = 'property';
        public static $await = ['spawn' => 'static'];
        private ?await $suspend = null;
        protected await|Suspend|null $until = null;
        const spawn = 1, await = 2;
        const with = self::spawn + self::await;
        public function __construct(public ?await $with = null, private await|null $in = null) { }
        public function count(): int { return 3; }
        public function with(await $spawn, ?Suspend $await = null): ?await { return $spawn; }
        public function self(): static { return $this; }
        public static function until(await & \Countable $suspend): await { return $suspend; }
    }
}
namespace Other {
    use Names\spawn as await;
    use Names\spawn\{In, Suspend, with};
    use Names\spawn\await as spawn;
    use function Names\spawn\{spawn, await, suspend};
    use const Names\spawn\{spawn, await, suspend};

    function check(mixed ...$list) { echo implode(' | ', $list), "\n"; }
    function typed(spawn $await, ?Suspend $spawn = null): spawn { return $await; }

    // There is at least one keyword form.
    $coroutine = spawn strrev('mrof');
    check(await $coroutine);

    check(spawn(1, 2), await(3), suspend(4), \Names\spawn\until());
    check(spawn, await, suspend, await . 'x', [spawn => 1][spawn], spawn[0]);
    check(\Names\spawn\spawn, await\suspend, \Names\spawn\await('x'));
    check(spawn (5), await (6), suspend (7));
    check(with::spawn->value, with::await()->name, with::suspend->value, with::from('a')->name);
    $in = new In;
    $spawn = $await = $suspend = 'variable';
    check($spawn, $await, $in->spawn, In::$await['spawn'], In::await, In::with, $in::spawn, In::suspend);
    check($in->await(), $in->spawn(), $in->suspend(), $in?->await(), $in
        ->await());
    check(get_class($in->with($in)), get_class($in->with(spawn: $in, await: null)), get_class(typed(await: $in)));
    check((new Suspend(await: 8))->await, (new Suspend(suspend: 9))->suspend, $in instanceof spawn, $in instanceof await\await);
    check(match (true) { spawn => 'match', default => await });
    check("$in->spawn {$in->await()} $spawn[0]", `echo await $in->spawn`);
    check(<<<spawn
        A spawn $in->spawn await
        spawn, <<<'await'
        spawn { } await $x
        await);
    try {
        throw new class('caught') extends \Exception implements spawn { };
    } catch (In | spawn $await) {
        check($await->getMessage());
    }
    $closure = function (spawn $spawn, ?await\await &$await = null) use ($in): spawn { return $spawn; };
    check(get_class($closure($in)), get_class((fn(spawn $await): spawn => $await)($in)));
    $array = ['spawn' => 1, 'await' => 2, spawn => 3];
    ['spawn' => $spawn, 'await' => $await] = $array;
    check($spawn, $await, $array[spawn], compact('spawn')['spawn']);
    goto await;
    echo "jumped over\n";
    spawn: check('label spawn');
    goto suspend;
    await:
    goto spawn;
    suspend:
    check(...array_map(
        #[Suspend(await: 1)]
        fn(string $suspend): string => $suspend,
        ['attributes']
    ));
    foreach (['x'] as $await => $spawn): check($spawn); endforeach;
    switch ('constant spawn') { case spawn: check('case'); case await: }
    check(true ? spawn : await, false ?: await, null ?? suspend);
    check(\Async\await(\Async\spawn(fn() => 'functions of Async')));

    function named(string $until, string $with, string $in) { return "$until, $with, $in"; }
    check(await spawn named(until: 'until', with: 'with', in: 'in'));
    goto with;
    in: check('label in');
    goto until;
    with: goto in;
    until:
}
namespace Groups {
    use Names\spawn\{function await as until, function spawn, const suspend};
    use function Names\spawn\{await as in, suspend as await};
    use function Async\await as with;
    use Async\{function awaitAll, function spawn as go};
    use function Other\check;

    suspend;
    check(until(1), in(2), spawn (3), await (4), suspend);
    check(await go('strrev', 'og'), with(spawn strrev('htiw')));
}
?>
--EXPECT--
form
function spawn 1 2 | function await 3 | function suspend 4 | function until
constant spawn | constant await | constant suspend | constant awaitx | 1 | c
constant spawn | constant suspend | function await x
function spawn 5 | function await 6 | function suspend 7
s | await | s | await
variable | variable | property | static | 2 | 3 | 1 | interface constant
trait method | trait method | trait method | trait method | trait method
Names\spawn\In | Names\spawn\In | Names\spawn\In
8 | 9 | 1 | 1
constant await
property trait method v | await property

A spawn property await | spawn { } await $x
caught
Names\spawn\In | Names\spawn\In
1 | 2 | 3 | 1
label spawn
attributes
x
case
constant spawn | constant await | constant suspend
functions of Async
until, with, in
label in
function await 1 | function await 2 | function spawn 3 | function suspend 4 | constant suspend
go | with
