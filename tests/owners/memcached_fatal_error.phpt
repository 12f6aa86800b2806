--TEST--
Owners: a fatal error while a persistent Memcached waits: the next request does not take the answer for its own (D28)
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('memcached');
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../io/transparency.inc';
require __DIR__ . '/../inc/slow_proxy.inc';

$server = server('memcached');
$name = server_own_name();
// The answers to these two calls are late.
[$host, $port] = explode(':', slow_proxy("tcp://$server[host]:$server[port]", 300, 'late'));
$script = __DIR__ . '/memcached_fatal_error.inc.php';
foreach (['ascii' => 'false', 'binary' => 'true'] as $title => $binary) {
    file_put_contents($script, "<?php \$name = '$name$title'; \$host = '$host'; \$port = $port; \$binary = $binary;" . <<<'PHP'

$client = new Memcached($name);
if (!$client->getServerList()) {
    $client->setOption(Memcached::OPT_BINARY_PROTOCOL, $binary);
    $client->addServer($host, $port);
}
$client->set("$name-late", 5);
echo json_encode([$client->set($name, 6), $client->get($name), $client->add($name, 7), $client->getMulti([$name])[$name] ?? null,
    $client->delete($name), $client->get($name)]), "\n";
Async\spawn(fn() => $client->add("$name-late", 8));
Async\delay(30);
Async\spawn(fn() => trigger_error('the end', E_USER_ERROR));
Async\delay(100000);
PHP);
    exec('env -i ' . php_command('-d error_reporting=0 -T 4 ' . escapeshellarg($script), getenv('TEST_PHP_CGI_EXECUTABLE')) . ' 2>&1; echo status $?', $lines);
    echo "$title\n", implode("\n", preg_grep('/^\[|^status|Assertion/', $lines)), "\n";
    $lines = [];
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/memcached_fatal_error.inc.php'); ?>
--EXPECT--
ascii
[true,6,false,6,true,false]
[true,6,false,6,true,false]
[true,6,false,6,true,false]
[true,6,false,6,true,false]
status 255
binary
[true,6,false,6,true,false]
[true,6,false,6,true,false]
[true,6,false,6,true,false]
[true,6,false,6,true,false]
status 255
