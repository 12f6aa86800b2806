--TEST--
A file that a part was copied from has read nothing ahead, and has not seen its end, as on stock PHP (P10)
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), 'async');

/** A stream of the file, with this content. */
function open(string $content)
{
    file_put_contents($GLOBALS['file'], $content);
    return fopen($GLOBALS['file'], 'r');
}

/** What comes next after the file has changed. */
function state($stream, mixed ...$more): string
{
    $unread = stream_get_meta_data($stream)['unread_bytes'];
    file_put_contents($GLOBALS['file'], strtoupper(file_get_contents($GLOBALS['file'])));
    return json_encode([...$more, ftell($stream), feof($stream), $unread, fread($stream, 5)]);
}

/** One line for each way to copy. */
function copies(): array
{
    $small = 'abcdefghijk';
    $large = str_repeat($small, 2000);
    $results = [];

    $from = open($small);
    $results['a part'] = state($from, stream_copy_to_stream($from, fopen('php://memory', 'w'), 4));
    $from = open($large);
    $results['a part of more'] = state($from, stream_copy_to_stream($from, fopen('php://memory', 'w'), 5000));
    $from = open($small);
    $results['all'] = state($from, stream_copy_to_stream($from, fopen('php://memory', 'w')));
    $from = open($large);
    fread($from, 4096);
    $results['within the buffer'] = state($from, stream_copy_to_stream($from, fopen('php://memory', 'w'), 10));
    $from = open($large);
    fread($from, 4096);
    $results['beyond the buffer'] = state($from, stream_copy_to_stream($from, fopen('php://memory', 'w'), 5000));
    $from = open("a\nb");
    fgets($from);
    $results['not from a page'] = state($from, stream_copy_to_stream($from, fopen('php://memory', 'w')));
    $from = open('');
    $results['nothing'] = state($from, stream_copy_to_stream($from, fopen('php://memory', 'w')));
    [$socket, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $from = open($small);
    $results['to a socket'] = state($from, stream_copy_to_stream($from, $socket), fread($peer, 100));
    $from = open($small);
    $results['file_put_contents'] =
        state($from, file_put_contents('php://memory', $from), file_put_contents('php://memory', $from));
    return $results;
}

$outside = copies();
$inside = Async\await(Async\spawn(copies(...)));
$beside = Async\spawn(Async\delay(...), 10000);
$main = copies();
$beside->cancel();
$expected = [
    'a part' => '[4,4,false,0,"EFGHI"]',
    'a part of more' => '[5000,5000,false,0,"GHIJK"]',
    'all' => '[11,11,false,0,""]',
    'within the buffer' => '[10,4106,false,4086,"defgh"]',
    'beyond the buffer' => '[5000,9096,false,0,"KABCD"]',
    'not from a page' => '[1,3,true,0,""]',
    'nothing' => '[0,0,true,0,""]',
    'to a socket' => '[11,"abcdefghijk",11,false,0,""]',
    'file_put_contents' => '[11,0,11,true,0,""]',
];
// PHP 8.6 maps no file, but has sendfile() copy to a socket, which a coroutine does not: SUPPORTED.md.
if (PHP_VERSION_ID >= 80600) {
    $expected = $outside;
    $expected['to a socket'] = $inside['to a socket'];
    $outside['to a socket'] = $inside['to a socket'];
}
foreach ($expected as $name => $state) {
    echo "$name: ", $outside[$name] === $state && $inside[$name] === $state && $main[$name] === $state ? 'same'
        : "outside $outside[$name], in a coroutine $inside[$name], in main $main[$name]", "\n";
}
unlink($file);
?>
--EXPECT--
a part: same
a part of more: same
all: same
within the buffer: same
beyond the buffer: same
not from a page: same
nothing: same
to a socket: same
file_put_contents: same
