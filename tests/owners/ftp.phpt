--TEST--
Owners: FTP\Connection: one call at a time, a transfer in steps is one call; after a cancelled one none gets its answer (D28)
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

// The next call never gets the answer to a call that was cancelled, in a wait for commands or for data.
foreach (['commands' => 10, 'data' => 90] as $name => $ms) {
    // Again where a slow machine cancels a call that has ended.
    do {
        $other = ftp_connection(...ftp_server());
        ftp_size($other, 'one');
        $cancelled = spawn($name === 'data' ? fn() => ftp_nlist($other, '.') : fn() => ftp_size($other, 'one'));
        delay(2);
        $next = spawn(fn() => [@ftp_size($other, '/none'), @ftp_systype($other), error_get_last()['message'] ?? '']);
        error_clear_last();
        delay($ms);
        $cancelled->cancel();
        $answers = await($next);
    } while (!$cancelled->isCancelled());
    echo "cancelled, $name: ", json_encode($answers), "\n";
}

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
cancelled, commands: [-1,false,""]
cancelled, data: [-1,false,""]
closed: [true,"ValueError: FTP\\Connection is already closed"]
bool(true)
