--TEST--
Sessions: a new isolated scope has the settings and the save handler of its maker, $_SESSION as a plain value, and no session and no id
--EXTENSIONS--
session
--INI--
session.use_strict_mode=0
session.use_cookies=1
session.gc_probability=0
session.cache_limiter=nocache
--FILE--
<?php
require __DIR__ . '/isolated.inc';
use Async\Scope;
use function Async\{await, delay, suspend};

$dir = sys_get_temp_dir() . '/session-creator-' . uniqid(getmypid() . '_');
mkdir($dir);
ob_start();
function look(string $title): void
{
    echo "$title: ", json_encode([session_id(), session_status(), session_name(), basename(session_save_path()) === basename($GLOBALS['dir']), session_module_name(),
        session_get_cookie_params()['path'], ini_get('session.gc_maxlifetime'), $_SESSION ?? null, defined('SID') ? SID : null], JSON_UNESCAPED_SLASHES), "\n";
}
class Store extends SessionHandler
{
    public function write($id, $data): bool { echo "write $id $data\n"; return parent::write($id, $data); }
    public function close(): bool { echo "close ", session_id(), "\n"; return parent::close(); }
}

await(isolated(look(...), 'unused'));
session_save_path($dir);
await(isolated(look(...), 'with a path'));
session_id('main');
session_start();
$_SESSION['of'] = 'main';
$link = &$_SESSION['linked'];
$link = 1;
look('main');
await(isolated(function () {
    look('one');
    $_SESSION['of'] = 'nothing';
    $GLOBALS['link'] = 'of one';
    // Settings that main cannot change while its session is active.
    session_name('ONE');
    session_set_cookie_params(0, '/one');
    ini_set('session.gc_maxlifetime', 11);
    session_set_save_handler(new Store);
    session_id('one');
    session_start();
    $_SESSION['of'] = 'one';
    look('one');
    await(isolated(function () {
        look('nested');
        session_id('nested');
        session_start();
        $_SESSION['of'] = 'nested';
        session_name() === 'ONE' || print("other name\n");
        await(isolated(look(...), 'in nested'));
        delay(2);
        look('nested');
    }));
    look('one after nested');
}));
while (Async\stats()['isolations'] > 0) {
    delay(1);
}
look('main after all');
@ini_set('session.name', 'refused') === false || print("changed\n");
session_write_close();
session_name('MAIN');
await(isolated(look(...), 'closed'));
look('main, closed');
session_start();
session_destroy();
look('main, destroyed');
foreach (glob("$dir/*") as $file) {
    echo basename($file), ': ', file_get_contents($file), "\n";
    unlink($file);
}
rmdir($dir);
// The memory of one session is not kept: the scope, and what it has started.
ini_set('session.save_path', sys_get_temp_dir());
$run = function () {
    for ($i = 0; $i < 50; $i++) {
        await(isolated(function () {
            session_set_save_handler(new class implements SessionHandlerInterface {
                public function open($path, $name): bool { return true; }
                public function close(): bool { return true; }
                public function read($id): string { return ''; }
                public function write($id, $data): bool { suspend(); return true; }
                public function destroy($id): bool { return true; }
                public function gc($lifetime): int { return 0; }
                // 8.6 asks for these two, and calls them where their interfaces are implemented.
                public function create_sid(): string { return bin2hex(random_bytes(16)); }
                public function validateId($id): bool { return true; }
            });
            session_start();
            $_SESSION['much'] = str_repeat('x', 100000);
        }));
    }
    while (Async\stats()['isolations'] > 0) {
        suspend();
    }
    return memory_get_usage();
};
$run();
$before = $run();
echo $run() - $before < 50000 ? "nothing kept\n" : "kept\n";
?>
--EXPECT--
unused: ["",1,"PHPSESSID",false,"files","/","1440",null,null]
with a path: ["",1,"PHPSESSID",true,"files","/","1440",null,null]
main: ["main",2,"PHPSESSID",true,"files","/","1440",{"of":"main","linked":1},""]
one: ["",1,"PHPSESSID",true,"files","/","1440",{"of":"main","linked":1},""]
one: ["one",2,"ONE",true,"user","/one","11",{"of":"one"},""]
nested: ["",1,"ONE",true,"user","/one","11",{"of":"one"},""]
in nested: ["",1,"ONE",true,"user","/one","11",{"of":"nested"},""]
nested: ["nested",2,"ONE",true,"user","/one","11",{"of":"nested"},""]
one after nested: ["one",2,"ONE",true,"user","/one","11",{"of":"one"},""]
write nested of|s:6:"nested";
close nested
write one of|s:3:"one";
close one
main after all: ["main",2,"PHPSESSID",true,"files","/","1440",{"of":"main","linked":1},""]
closed: ["",1,"MAIN",true,"files","/","1440",{"of":"main","linked":1},""]
main, closed: ["main",1,"MAIN",true,"files","/","1440",{"of":"main","linked":1},""]
main, destroyed: ["",1,"MAIN",true,"files","/","1440",{"of":"main","linked":1},""]
sess_nested: of|s:6:"nested";
sess_one: of|s:3:"one";
nothing kept
