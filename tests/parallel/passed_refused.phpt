--TEST--
A stream that cannot go to a worker is refused by submit(), with the reason and the way out; nothing is lost by that
--FILE--
<?php
use Async\{AsyncException, ProcessPool};
use function Async\await;

class Wrapper
{
    public $context;
    function stream_open() { return true; }
}
stream_wrapper_register('mine', Wrapper::class);
$pool = new ProcessPool(fn($stream, string $before = '') => $before . stream_get_contents($stream), workers: 1);
function refused(mixed ...$args): void
{
    global $pool;
    try {
        $pool->submit(...$args);
        echo "taken\n";
    } catch (AsyncException $e) {
        echo preg_replace(['/#\d+/', '~/ssl~'], ['#N', ''], $e->getMessage()), "\n";
    }
}
$count = fn() => is_dir('/proc/self/fd') ? count(scandir('/proc/self/fd')) : 0;
refused(fopen('php://memory', 'r'));          // the event loop has its descriptors now
$before = $count();
refused(['x' => fopen('php://temp', 'r')]);
refused(fopen('mine://x', 'r'));
refused($folder = opendir('.'));
closedir($folder);                               // PHP keeps the last one
refused(stream_context_create());
refused([STDERR, fopen('data:text/plain,x', 'r')]);
$file = fopen(__FILE__, 'r');
$filter = stream_filter_append($file, 'string.rot13');
refused($file);
stream_filter_remove($filter);
fclose($file);
refused($file);
$server = stream_socket_server('tcp://127.0.0.1:0');
$context = stream_context_create([], ['notification' => fn() => null]);
$client = stream_socket_client('tcp://' . stream_socket_get_name($server, false), $code, $text, 20, STREAM_CLIENT_CONNECT, $context);
refused($client);
unset($client, $server);
$list = [STDERR];
$list[] = &$list;
refused($list);
echo $count() - $before, " more descriptors\n";

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($there, "head\nbody");
fclose($there);
echo fgets($here);
refused($here);
$unread = fread($here, stream_get_meta_data($here)['unread_bytes']);
echo await($pool->submit($here, $unread)), "\n";
?>
--EXPECT--
Cannot pass stream #N (MEMORY) to another process: it has no descriptor. Pass what is in it, or open it there
Cannot pass stream #N (TEMP) to another process: it has no descriptor. Pass what is in it, or open it there
Cannot pass stream #N (user-space) to another process: it has no descriptor. Pass what is in it, or open it there
Cannot pass stream #N (dir) to another process: it has no descriptor. Pass what is in it, or open it there
Cannot pass a resource of type stream-context to another process: make it there
Cannot pass stream #N (RFC2397) to another process: it has no descriptor. Pass what is in it, or open it there
Cannot pass stream #N (STDIO) to another process: it has filters. Remove them with stream_filter_remove(), and append them there
Cannot pass a closed stream or resource to another process
Cannot pass stream #N (tcp_socket) to another process: its context has a notification function, which stays here. Open it with another context
An array with a stream or socket in it is nested too deep to be passed to another process, or it contains itself
0 more descriptors
head
Cannot pass stream #N (generic_socket) to another process: 4 bytes were read ahead (unread_bytes of stream_get_meta_data()). Read them here, and pass them as another value
body
