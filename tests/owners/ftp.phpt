--TEST--
Owners: FTP\Connection: one call at a time, a transfer in steps is one call; a close waits for the other calls (D28)
--EXTENSIONS--
ftp
--FILE--
<?php
require __DIR__ . '/../io/ftp_server.inc';
require __DIR__ . '/../inc/owner_cases.inc';
use function Async\{await, delay, spawn};

$ftp = ftp_connection(...ftp_server());
$get = function (string $name) use ($ftp) {
    ftp_fget($ftp, $file = fopen('php://memory', 'w+'), $name);
    rewind($file);
    return stream_get_contents($file);
};
side_by_side('calls', [
    fn() => ftp_nlist($ftp, '.'), fn() => ftp_pwd($ftp), fn() => ftp_size($ftp, 'one'), fn() => $get('one'),
    fn() => ftp_systype($ftp), fn() => ftp_rawlist($ftp, '.'),
]);
side_by_side('in steps', [
    function () use ($ftp) {
        $state = ftp_nb_fget($ftp, $file = fopen('php://memory', 'w+'), 'one');
        for ($steps = 1; $state === FTP_MOREDATA; $steps++) {
            delay(5);
            $state = ftp_nb_continue($ftp);
        }
        rewind($file);
        return [$state === FTP_FINISHED, $steps > 1, stream_get_contents($file)];
    },
    fn() => ftp_pwd($ftp), fn() => $get('one'),
]);
refusal(fn() => ftp_nlist($ftp, '.'), fn() => ftp_pwd($ftp));

// Stock PHP frees the buffer that the other call reads into.
$first = spawn(fn() => ftp_nlist($ftp, '.'));
delay(5);
side_by_side('closed', [fn() => ftp_close($ftp), fn() => ftp_pwd($ftp)]);
var_dump(await($first) === ['one', 'two']);
?>
--EXPECT--
calls: [["one","two"],"\/home",10,"0123456789","UNIX",["-rw-r--r-- 1 me me 10 Jan 1 2020 one"]]
in steps: [[true,true,"0123456789"],"\/home","0123456789"]
The FTP connection is used by coroutine #N spawned at owner_cases.inc (async.shared_connection = throw)
the other one: ["one","two"]
closed: [true,"ValueError: FTP\\Connection is already closed"]
bool(true)
