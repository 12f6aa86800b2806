--TEST--
The text of a CompositeException has those of all its exceptions, once each list, also in a fatal error (ER-12, FN-09)
--FILE--
<?php
use Async\CompositeException;
use function Async\{spawn, suspend};

function show(string $text) { echo preg_replace('/\nStack trace:\n(#.*(\n|$))+/', '', str_replace(__DIR__ . DIRECTORY_SEPARATOR, '', $text)), "\n--\n"; }

class Worded extends Exception
{
    public function __construct(private CompositeException $holder) {}

    public function __toString(): string
    {
        $this->holder->addException(new Exception('added meanwhile'));
        return 'own words';
    }
}
final class Wordless extends Exception
{
    public function __toString(): string
    {
        throw new LogicException('no words');
    }
}

show(new CompositeException('empty'));

$outer = new CompositeException('outer');
$inner = new CompositeException('inner', 0, new Error('previous'));
$inner->addException($outer);
$inner->addException(new TypeError('in both'));
$outer->addException($inner);
$outer->addException($outer);
$outer->addException(new Worded($outer));
show($outer);

$outer = new CompositeException('outer');
$outer->addException(new Wordless);
try {
    show($outer);
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}

$text = serialize(new CompositeException('unserialized'));
show(unserialize(str_replace('exceptions";a:0:{}', 'exceptions";a:2:{i:0;i:5;s:1:"k";O:8:"stdClass":0:{}}', $text)));

// The C stack bounds how deep it goes.
$deep = new CompositeException('0');
for ($i = 1; $i <= 200; $i++) {
    $next = new CompositeException((string) $i);
    $next->addException($deep);
    $deep = $next;
}
echo substr_count($deep, 'CompositeException: '), " levels\n";
unset($next, $deep);

$coroutine = spawn(fn() => 1);
$coroutine->onFinally(fn() => throw new Exception('one'));
$coroutine->onFinally(fn() => throw new Exception('two'));
// schedules: any
?>
--EXPECTF--
Async\CompositeException: empty in composite_in_words.php:25
--
Async\CompositeException: outer in composite_in_words.php:27
Exception 0: Error: previous in composite_in_words.php:28
Next Async\CompositeException: inner in composite_in_words.php:28
Exception 0: Async\CompositeException: outer in composite_in_words.php:27
Exception 1: TypeError: in both in composite_in_words.php:30
Exception 1: Async\CompositeException: outer in composite_in_words.php:27
Exception 2: own words
--
no words
Async\CompositeException: unserialized in composite_in_words.php:44
--
65 levels

Fatal error: Uncaught Async\CompositeException: Several exceptions at once, the first: Exception: one in [no active file]:0
Stack trace:
#0 {main}

Exception 0: Exception: one in %scomposite_in_words.php:58
%A
Exception 1: Exception: two in %scomposite_in_words.php:59
%A
