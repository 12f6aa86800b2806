--TEST--
Coroutines take turns with each iterator of SPL that fetches from an inner one: no value is lost sight of (P10, D33)
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Value
{
    public static WeakMap $alive;
    public function __construct(public string $text) { self::$alive[$this] = true; }
    public function __toString(): string { suspend(); return $this->text; }
}
Value::$alive = new WeakMap;

/* Each step waits. It has children down to a depth. */
class Waiting implements RecursiveIterator, SeekableIterator, Countable
{
    private int $at = 0;
    public function __construct(private int $depth = 1) {}
    public function rewind(): void { suspend(); $this->at = 0; }
    public function valid(): bool { suspend(); return $this->at < 5; }
    public function current(): mixed { suspend(); return new Value("value $this->at"); }
    public function key(): mixed { suspend(); return "key $this->at"; }
    public function next(): void { suspend(); $this->at++; }
    public function seek(int $offset): void { suspend(); $this->at = $offset; }
    public function hasChildren(): bool { suspend(); return $this->depth > 0; }
    public function getChildren(): ?RecursiveIterator { suspend(); return new Waiting($this->depth - 1); }
    public function count(): int { return 5; }
}
class Filter extends FilterIterator
{
    public function accept(): bool { suspend(); return $this->getInnerIterator()->key() !== 'key 2'; }
}
class RecursiveFilter extends RecursiveFilterIterator
{
    public function accept(): bool { suspend(); return true; }
}
class Inherits extends IteratorIterator
{
    public function current(): mixed { suspend(); return parent::current(); }
}

function multiple(): MultipleIterator
{
    $multiple = new MultipleIterator(MultipleIterator::MIT_NEED_ANY);
    $multiple->attachIterator(new Waiting, 'one');
    $multiple->attachIterator(new Waiting, 'two');
    return $multiple;
}
function append(): AppendIterator
{
    $append = new AppendIterator;
    $append->append(new Waiting);
    $append->append(new Waiting);
    return $append;
}
$accept = function () { suspend(); return true; };
$make = [
    'IteratorIterator' => fn() => new IteratorIterator(new Waiting),
    'Inherits' => fn() => new Inherits(new Waiting),
    'FilterIterator' => fn() => new Filter(new Waiting),
    'CallbackFilterIterator' => fn() => new CallbackFilterIterator(new Waiting, $accept),
    'RecursiveFilterIterator' => fn() => new RecursiveFilter(new Waiting),
    'RecursiveCallbackFilterIterator' => fn() => new RecursiveCallbackFilterIterator(new Waiting, $accept),
    'ParentIterator' => fn() => new ParentIterator(new Waiting),
    'RegexIterator' => fn() => new RegexIterator(new Waiting, '/value/'),
    'RegexIterator that replaces' => fn() => new RegexIterator(new Waiting, '/value/', RegexIterator::REPLACE),
    'RecursiveRegexIterator' => fn() => new RecursiveRegexIterator(new Waiting, '/value/'),
    'LimitIterator' => fn() => new LimitIterator(new Waiting, 1, 3),
    'InfiniteIterator' => fn() => new LimitIterator(new InfiniteIterator(new Waiting), 0, 12),
    'NoRewindIterator' => fn() => new NoRewindIterator(new Waiting),
    'CachingIterator' => fn() => new CachingIterator(new Waiting, CachingIterator::FULL_CACHE),
    'CachingIterator as text' => fn() => new CachingIterator(new Waiting, CachingIterator::CALL_TOSTRING),
    'RecursiveCachingIterator' => fn() => new RecursiveCachingIterator(new Waiting, CachingIterator::CALL_TOSTRING),
    'MultipleIterator' => multiple(...),
    'AppendIterator' => append(...),
    'RecursiveIteratorIterator' => fn() => new RecursiveIteratorIterator(new RecursiveFilter(new Waiting)),
    'RecursiveTreeIterator' => fn() => new RecursiveTreeIterator(new RecursiveCallbackFilterIterator(new Waiting, $accept)),
];
// Is there a class of which the table knows nothing?
foreach (get_declared_classes() as $class) {
    $reflection = new ReflectionClass($class);
    $has_inner = is_subclass_of($class, 'OuterIterator') || $class === 'MultipleIterator';
    if ($reflection->isInternal() && $has_inner && !isset($make[$class])) {
        echo "not looked at: $class\n";
    }
}

/* All methods without parameters, in an order of their own for each coroutine. */
function methods(Iterator $iterator, int $seed): void
{
    $methods = array_filter((new ReflectionObject($iterator))->getMethods(ReflectionMethod::IS_PUBLIC),
        fn($method) => $method->getNumberOfRequiredParameters() === 0
            && !in_array($method->name, ['__construct', '__debugInfo', 'getArrayIterator']));
    foreach (['rewind', 'next', 'valid', 'current', 'key', ...array_column($methods, 'name')] as $i => $name) {
        try {
            $result = $iterator->$name();
            unset($result);
            if (($i + $seed) % 3 === 0) {
                $iterator->next();
            }
        } catch (Exception) {
            // Not all of them work in each state.
        }
    }
}

foreach ($make as $name => $new) {
    $alone = [];
    foreach ($new() as $value) {
        $alone[] = is_object($value) ? $value->text : (is_array($value) ? count($value) : (string) $value);
    }
    $iterator = $new();
    $tasks = [];
    for ($i = 0; $i < 4; $i++) {
        $tasks[] = spawn(methods(...), $iterator, $i);
        $tasks[] = spawn(function () use ($iterator) {
            try {
                $n = 0;
                foreach ($iterator as $key => $value) {
                    if (++$n > 12) {
                        break;
                    }
                }
            } catch (Exception) {
                // As above.
            }
        });
        if ($iterator instanceof MultipleIterator) {
            $tasks[] = spawn(function () use ($iterator) {
                $one = new Waiting;
                $iterator->attachIterator($one, uniqid(more_entropy: true));
                suspend();
                $iterator->detachIterator($one);
            });
        }
    }
    $cancelled = array_pop($tasks);
    for ($i = 0; $i < 20; $i++) {
        suspend();
    }
    $cancelled->cancel();
    array_map(Async\await(...), $tasks);
    unset($iterator, $tasks, $cancelled, $value, $key);
    suspend();
    gc_collect_cycles();
    echo $name, ': ', count($alone), ' alone, ', count(Value::$alive), " left\n";
}
?>
--EXPECT--
IteratorIterator: 5 alone, 0 left
Inherits: 5 alone, 0 left
FilterIterator: 4 alone, 0 left
CallbackFilterIterator: 5 alone, 0 left
RecursiveFilterIterator: 5 alone, 0 left
RecursiveCallbackFilterIterator: 5 alone, 0 left
ParentIterator: 5 alone, 0 left
RegexIterator: 5 alone, 0 left
RegexIterator that replaces: 5 alone, 0 left
RecursiveRegexIterator: 5 alone, 0 left
LimitIterator: 3 alone, 0 left
InfiniteIterator: 12 alone, 0 left
NoRewindIterator: 5 alone, 0 left
CachingIterator: 5 alone, 0 left
CachingIterator as text: 5 alone, 0 left
RecursiveCachingIterator: 5 alone, 0 left
MultipleIterator: 5 alone, 0 left
AppendIterator: 10 alone, 0 left
RecursiveIteratorIterator: 25 alone, 0 left
RecursiveTreeIterator: 30 alone, 0 left
