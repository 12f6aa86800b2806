--TEST--
A WeakReference value is dereferenced on reading; a dead one reads as NULL and counts as not set (CX-14)
--FILE--
<?php
class Pdo1 { function __destruct() { echo "connection gone\n"; } }

function task(): void
{
    var_dump(Async\currentContext()->find('pdo'));
}
$c = Async\currentContext();
$pdo = new Pdo1;
$c->set('pdo', WeakReference::create($pdo));
Async\await(Async\spawn(task(...)));
foreach (['find', 'get', 'findLocal', 'getLocal'] as $method) var_dump($c->$method('pdo') === $pdo);
var_dump($c->has('pdo'), $c->hasLocal('pdo'));
try { $c->set('pdo', 1); } catch (Async\AsyncException) { echo "is set\n"; }

unset($pdo);
foreach (['find', 'get', 'findLocal', 'getLocal', 'has', 'hasLocal'] as $method) echo $method, ': ', json_encode($c->$method('pdo')), "\n";
echo $c->set('pdo', 'set again')->find('pdo'), "\n";

// The idiom of the documents.
$key = new Async\Key('weak');
for ($i = 0; $i < 2; $i++) {
    if (!$c->has($key)) {
        $o = new Pdo1;
        $c->set($key, WeakReference::create($o));
    }
    var_dump($c->get($key) === $o);
    unset($o);
}
var_dump($c->unset($key)->has($key));
// Weak references inside arrays or objects stay as they are.
$o = new stdClass;
var_dump($c->set('list', [WeakReference::create($o)])->find('list')[0] instanceof WeakReference);
?>
--EXPECTF--
object(Pdo1)#%d (0) {
}
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
is set
connection gone
find: null
get: null
findLocal: null
getLocal: null
has: false
hasLocal: false
set again
bool(true)
connection gone
bool(true)
connection gone
bool(false)
bool(true)
