--TEST--
spawn with a call: every kind of function, arguments evaluated at the spawn (SY-01, SY-07, SY-08, D20)
--FILE--
<?php
namespace App;

function note(string $what): string
{
    echo "  argument $what\n";
    return $what;
}

function plain(...$arguments)
{
    return 'plain ' . json_encode($arguments);
}

abstract class Base
{
    protected static function secret(string $what)
    {
        return static::class . " $what";
    }
}

class Mailer extends Base
{
    public $box = ['open' => 'strtoupper'];

    public function __construct(public string $name = 'unnamed')
    {
    }

    private function post(string $what)
    {
        return "$this->name $what";
    }

    public function inside()
    {
        $method = 'post';
        return [
            spawn $this->post('one'),
            spawn $this->$method('two'),
            spawn $this->{'po' . 'st'}('three'),
            spawn self::secret('four'),
            spawn static::secret('five'),
            spawn parent::secret('six'),
            spawn ($this->box['open'])('seven'),
            spawn $this->box['open']('eight'),
        ];
    }

    public static function send($what)
    {
        return "sent $what";
    }

    public function __invoke($what)
    {
        return "$this->name invoked with $what";
    }

    public function __call($name, $arguments)
    {
        return "__call $name " . implode(' ', $arguments);
    }
}

class SubMailer extends Mailer
{
}

$object = new Mailer('paul');
$class = 'App\Mailer';
$method = 'send';
$key = ['one' => ['two' => plain(...)]];
$name = 'object';
$function = 'App\object';
$closure = fn(...$arguments) => count($arguments);

echo "spawning\n";
$coroutines = [
    spawn plain(note('first'), note('second')),
    spawn \strrev('abc'),
    spawn strrev('def'),
    spawn namespace\plain(1),
    spawn \App\plain(x: 1, y: 2),
    spawn plain(...[1, 2], ...['k' => 3]),
    spawn plain(task: 4, provider: 5),
    spawn plain(...['task' => 6, 'args' => 7]),
    spawn plain(),
    spawn plain(/* nothing */),
    spawn plain(1,),
    spawn Mailer::send(1),
    spawn $class::send(2),
    spawn $class::$method(3),
    spawn $object::send(4),
    spawn $object(5),
    spawn $object->nowhere(6, 7),
    spawn $$name->nowhere(8),
    spawn ${'func' . 'tion'}(),
    spawn $key['one']['two'](9),
    spawn $closure(1, 2, 3),
    spawn 'strrev'('string'),
    spawn "App\\{$method}er"(10),
    spawn [$object, 'nowhere'](11),
    spawn ['App\Mailer', 'send'](12),
    spawn array($object, 'nowhere')(13),
    spawn (fn() => 'arrow')(),
    spawn (function () use ($class) { return "closure $class"; })(),
    spawn (plain(...))(14),
    spawn plain(...),
    spawn (true ? 'strtolower' : 'strtoupper')('TERNARY'),
    spawn (((fn() => 'brackets')))(),
    spawn (new Mailer)->nowhere(15),
    ...spawn_inside(new SubMailer('eve')),
];
function spawn_inside($object)
{
    return $object->inside();
}
function object()
{
    return 'by a name of a name';
}
function sender($x)
{
    return "interpolated $x";
}
echo "spawned\n";
foreach ($coroutines as $coroutine) {
    try {
        echo json_encode(await $coroutine), "\n";
    } catch (\Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
// Errors of the call itself are thrown at the spawn.
try {
    spawn nobody(note('of a missing function'));
} catch (\Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    spawn (null)->method();
} catch (\Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
spawning
  argument first
  argument second
spawned
"plain [\"first\",\"second\"]"
"cba"
"fed"
"plain [1]"
"plain {\"x\":1,\"y\":2}"
"plain {\"0\":1,\"1\":2,\"k\":3}"
"plain {\"task\":4,\"provider\":5}"
"plain {\"task\":6,\"args\":7}"
"plain []"
"plain []"
"plain [1]"
"sent 1"
"sent 2"
"sent 3"
"sent 4"
"paul invoked with 5"
"__call nowhere 6 7"
"__call nowhere 8"
"by a name of a name"
"plain [9]"
3
"gnirts"
"interpolated 10"
"__call nowhere 11"
"sent 12"
"__call nowhere 13"
"arrow"
"closure App\\Mailer"
"plain [14]"
"plain []"
"ternary"
"brackets"
"__call nowhere 15"
"eve one"
"eve two"
"eve three"
"App\\SubMailer four"
"App\\SubMailer five"
"App\\SubMailer six"
"SEVEN"
"EIGHT"
Call to undefined function App\nobody()
Call to a member function method() on null
