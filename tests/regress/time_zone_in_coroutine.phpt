--TEST--
Time zones that PHP maps from the system's files are found in coroutines, too (P9)
--FILE--
<?php
$use = fn(string $name) => [(new DateTimeZone($name))->getName(), (new DateTime('2024-07-01 12:00', new DateTimeZone($name)))->format('c T')];
foreach (['America/New_York', 'Asia/Tokyo', 'Europe/Paris'] as $name) {
    echo json_encode(Async\await(Async\spawn($use, $name))), "\n";
}
Async\await(Async\spawn(function () {
    date_default_timezone_set('Australia/Sydney');
    echo date('c', 0), "\n";
}));

// Streams are read instead of mapped, and copied as usual.
$from = tempnam(sys_get_temp_dir(), 'map');
file_put_contents($from, str_repeat('0123456789', 20000));
Async\await(Async\spawn(function () use ($from) {
    var_dump(copy($from, "$from.copy"), sha1_file($from) === sha1_file("$from.copy"));
    ob_start();
    var_dump(readfile($from), strlen(ob_get_clean()));
}));
unlink($from);
unlink("$from.copy");
?>
--EXPECT--
["America\/New_York","2024-07-01T12:00:00-04:00 EDT"]
["Asia\/Tokyo","2024-07-01T12:00:00+09:00 JST"]
["Europe\/Paris","2024-07-01T12:00:00+02:00 CEST"]
1970-01-01T10:00:00+10:00
bool(true)
bool(true)
int(200000)
int(200000)
