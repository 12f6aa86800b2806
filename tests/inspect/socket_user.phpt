--TEST--
async.inspect: another user gets no answer, whatever the mode of the socket is
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
if (posix_geteuid() !== 0) die('skip needs root, to become another user');
?>
--FILE--
<?php
require __DIR__ . '/inspected.inc';

$program = new Inspected('ready(); fgets(STDIN);');
chmod(socket_folder(), 0755);

function as_other_user(string $socket): string
{
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (pcntl_fork() === 0) {
        posix_setgid(65534);
        posix_setuid(65534);
        $client = @stream_socket_client("unix://$socket", $code, $message, 5);
        if (!$client) {
            fwrite($theirs, $message);
        } else {
            @fwrite($client, "hello\n");
            fwrite($theirs, var_export(fgets($client), true));
        }
        fclose($theirs);
        posix_kill(getmypid(), SIGKILL);
    }
    fclose($theirs);
    $said = stream_get_contents($ours);
    pcntl_wait($status);
    return $said;
}

echo as_other_user($program->socket), "\n";
chmod($program->socket, 0777);
echo as_other_user($program->socket), "\n";
echo question($program->socket, 'hello')['answer'], "\n";
$program->end();
?>
--EXPECT--
Permission denied
false
hello
