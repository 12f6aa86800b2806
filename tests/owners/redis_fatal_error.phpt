--TEST--
Owners: a fatal error while a persistent connection of phpredis waits: the next request does not take the answer (D28)
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/../inc/child.php';

$server = server('redis');
$name = server_own_name();
$script = __DIR__ . '/redis_fatal_error.inc.php';
file_put_contents($script, "<?php \$name = '$name'; \$host = '$server[host]'; \$port = $server[port];" . <<<'PHP'

$client = new Redis;
$client->pconnect($host, $port, 20, $name);
echo json_encode([$client->set($name, 6), $client->get($name), $client->del($name), $client->get($name)]), "\n";
Async\spawn(fn() => $client->blPop(["$name-list"], 1));
Async\delay(10);
Async\spawn(fn() => trigger_error('the end', E_USER_ERROR));
Async\delay(100000);
PHP);
foreach (['without pools' => 0, 'with pools' => 1] as $title => $has_pools) {
    exec('env -i ASAN_OPTIONS=detect_leaks=0:exitcode=139 ' . php_command("-d redis.pconnect.pooling_enabled=$has_pools -d error_reporting=0 -T 3 "
        . escapeshellarg($script), getenv('TEST_PHP_CGI_EXECUTABLE')) . ' 2>&1; echo status $?', $lines);
    echo "$title: ", implode(' ', preg_grep('/^\[|^status|Assertion|Sanitizer/', $lines)), "\n";
    $lines = [];
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/redis_fatal_error.inc.php'); ?>
--EXPECT--
without pools: [true,"6",1,false] [true,"6",1,false] [true,"6",1,false] status 255
with pools: [true,"6",1,false] [true,"6",1,false] [true,"6",1,false] status 255
