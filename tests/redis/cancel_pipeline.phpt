--TEST--
A coroutine cancelled during the answers of a pipeline ends at once; its connection is usable (P4, P5, P13)
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php
require __DIR__ . '/../inc/servers.inc';
skip_without_server('redis');
?>
--FILE--
<?php
// phpredis forgets to free the answers that have come when the connection is lost: until the end of the request. (8.5 calls the setting deprecated.)
@ini_set('report_memleaks', '0');
require __DIR__ . '/cancel.inc';
$calls = [
    'pipeline' => fn(Redis $redis) => $redis->pipeline()->get('a')->get('unanswered')->get('b')->exec(),
    'eval in a pipeline' => fn(Redis $redis) => $redis->pipeline()->eval('return ARGV[1]', ['unanswered'], 0)->exec(),
];
foreach ($calls as $name => $call) {
    $redis = redis($host, $port);
    echo "$name: ", $cancelled($call, $redis), ', ';
    echo $judge($redis), ', ';
    $redis->close();
    unset($redis);
    echo $judge(redis($host, $port)), " anew\n";
}
?>
--EXPECT--
pipeline: cancelled, usable, usable anew
eval in a pipeline: cancelled, usable, usable anew
