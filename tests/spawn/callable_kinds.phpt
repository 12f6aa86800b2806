--TEST--
spawn() accepts every kind of callable (SP-06)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function named($x) { suspend(); return __FUNCTION__ . " $x"; }

class Base {
    public function __construct(private string $name = 'base') {}
    public function method($x) { suspend(); return __METHOD__ . " {$this->name} $x"; }
    public static function still($x) { suspend(); return static::class . '::' . __FUNCTION__ . " $x"; }
    public function __invoke($x) { suspend(); return "invoked {$this->name} $x"; }
    private function hidden($x) { suspend(); return "hidden $x"; }
    public function fromInside() { return [await(spawn([$this, 'hidden'], 1)), await(spawn($this->hidden(...), 2))]; }
}
class Child extends Base {
    public function method($x) { return 'child'; }
    public function viaParent() { return await(spawn([$this, 'parent::method'], 1)); }
    public static function parentStatic() { return await(spawn('parent::still', 2)); }
    public static function selfStatic() { return await(spawn([self::class, 'still'], 3)); }
}

echo await(spawn('named', 1)), "\n";
echo await(spawn(named(...), 2)), "\n";
echo await(spawn(fn($x) => "arrow $x", 3)), "\n";
echo await(spawn(static function ($x) { return "static closure $x"; }, 4)), "\n";
echo await(spawn([new Base('b'), 'method'], 5)), "\n";
echo await(spawn((new Base('b'))->method(...), 6)), "\n";
echo await(spawn(new Base('i'), 7)), "\n";
echo await(spawn('Base::still', 8)), "\n";
echo await(spawn(['Child', 'still'], 9)), "\n";
echo await(spawn(Child::still(...), 10)), "\n";
echo await(spawn('strrev', 'abc')), "\n";
echo await(spawn(strtoupper(...), 'abc')), "\n";
echo await(spawn([new ArrayObject([1, 2, 3]), 'count'])), "\n";
echo await(spawn('DateTime::createFromFormat', 'Y-m-d', '2024-05-06'))->format('Y'), "\n";
echo implode(', ', (new Base)->fromInside()), "\n";
echo Child::selfStatic(), "\n";
error_reporting(E_ALL & ~E_DEPRECATED);
echo (new Child('c'))->viaParent(), "\n";
echo Child::parentStatic(), "\n";
?>
--EXPECT--
named 1
named 2
arrow 3
static closure 4
Base::method b 5
Base::method b 6
invoked i 7
Base::still 8
Child::still 9
Child::still 10
cba
ABC
3
2024
hidden 1, hidden 2
Child::still 3
Base::method c 1
Child::still 2
