--TEST--
Out of descriptors: calls fail as in stock PHP, the program goes on and works again afterwards (bad input, P10)
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('such tools need descriptors themselves');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
show_php('ulimit -n 24', <<<'CODE'
    use function Async\{spawn, await, delay};
    ini_set('display_errors', 1);
    ini_set('html_errors', 0);
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($listener, false);
    await(spawn(fn() => usleep(1000)));
    await(spawn(function () use ($address, $listener) {
        $all = [];
        while ($s = @stream_socket_client("tcp://$address", $code, $message, 1)) {
            $all[] = $s;
        }
        echo count($all) > 2 ? "some connections\n" : "none\n";
        // The connection is there, but nothing to put it into.
        $r = @stream_socket_accept($listener, 1);
        var_dump($r);
        echo str_replace(posix_strerror(24), 'EMFILE', error_get_last()['message']), "\n";
        echo "sleep still works: ";
        var_dump(sleep(0), usleep(1000));
        array_splice($all, 0, 3);
        var_dump(is_resource($s = stream_socket_accept($listener, 1)), fwrite($all[0], 'x'));
    }));
    CODE, '', 'ulimit -n 24;');
?>
--EXPECTF--
-- ulimit -n 24
some connections
bool(false)
stream_socket_accept(): Accept failed: EMFILE
sleep still works: int(0)
NULL
bool(true)
int(1)
status 0
