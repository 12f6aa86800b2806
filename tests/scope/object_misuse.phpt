--TEST--
A Scope cannot be cloned, serialized or unserialized; a subclass can omit the parent's constructor and destructor calls (SC-01)
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

foreach ([
    fn() => clone new Scope,
    fn() => serialize(new Scope),
    fn() => unserialize('O:11:"Async\Scope":0:{}'),
    fn() => new Scope(1),
    fn() => (new ReflectionClass(Scope::class))->newInstanceWithoutConstructor()->isClosed(),
] as $f) {
    try { var_dump($f()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
class Mine extends Scope
{
    public $own = 1;
    function __construct(public string $name) {}
    function __destruct() { echo "destructor of $this->name\n"; }
}
$mine = new Mine('mine');
$mine->spawn(function () { suspend(); echo "zombie went on\n"; });
suspend();
set_error_handler(function ($n, $message) { echo preg_replace('~ [^ ]*/~', ' ', $message), "\n"; return true; });
unset($mine);
suspend();
// Scope::inherit() of a subclass makes one, without its constructor.
$child = Mine::inherit(new Scope);
var_dump(get_class($child), $child->own);
$child->name = 'child';
unset($child);
echo "end\n";
?>
--EXPECT--
Error: Trying to clone an uncloneable object of class Async\Scope
Exception: Serialization of 'Async\Scope' is not allowed
Exception: Unserialization of 'Async\Scope' is not allowed
ArgumentCountError: Async\Scope::__construct() expects exactly 0 arguments, 1 given
bool(false)
destructor of mine
Coroutine is zombie at object_misuse.php:21 in Scope disposed at object_misuse.php:24
zombie went on
string(4) "Mine"
int(1)
destructor of child
end
