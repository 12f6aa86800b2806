--TEST--
What isolations share: classes, functions, constants, included files, autoloaders, objects by handle, resources, the working directory, the environment (I3)
--FILE--
<?php
use Async\Scope;
use function Async\await;

$dir = sys_get_temp_dir() . '/isolated' . uniqid(getmypid() . '_');
mkdir($dir);
file_put_contents("$dir/once.php", '<?php return "run";');
class S { static $object; static $stream; }
S::$object = new ArrayObject(['main']);
S::$stream = fopen('php://memory', 'w+');
$one = Scope::isolated(); $two = Scope::isolated();
await($one->spawn(function () use ($dir) {
    define('DEFINED', 'in one');
    eval('class InOne { const C = "class"; } function inOne() { return "function"; } enum EnumOne { case X; }');
    require_once "$dir/once.php";
    spl_autoload_register(function ($class) { eval("class $class {}"); });
    S::$object[] = 'one';
    fwrite(S::$stream, 'written');
    chdir($dir);
    putenv('SHARED=one');
    umask(027);
    S::$object = S::$stream = null;
}));
$look = fn() => implode(' ', [DEFINED, InOne::C, inOne(), EnumOne::X->name, var_export(require_once "$dir/once.php", true), get_class(new Loaded), implode(',', (array) S::$object),
    stream_get_contents(S::$stream, -1, 0), basename(getcwd()) === basename($dir) ? 'cwd' : 'other', getenv('SHARED'), decoct(umask())]);
echo await($two->spawn($look)), "\n", $look(), "\n";
chdir('/'); unlink("$dir/once.php"); rmdir($dir);
// Identity of objects that are enums, closures, weak references.
$weak = WeakReference::create(S::$object); $map = new WeakMap; $map[S::$object] = 'found';
$three = Scope::isolated();
var_dump(await($three->spawn(fn() => [$weak->get() === S::$object, $map[S::$object], $GLOBALS['map'] === $map, EnumOne::X === constant('EnumOne::X')])) === [true, 'found', true, true]);
?>
--EXPECT--
in one class function X true Loaded main,one written cwd one 27
in one class function X true Loaded main,one written cwd one 27
bool(true)
