--TEST--
A stream that a function of another extension reads, or one by its old name changes, is closed after the call (D28)
--EXTENSIONS--
mbstring
exif
fileinfo
ftp
--FILE--
<?php
use function Async\{spawn, await, delay};
require __DIR__ . '/ftp_server.inc';

class Slow
{
    public $context;
    public static string $data;
    private int $at = 0;
    public function stream_open() { return true; }
    public function stream_read(int $size)
    {
        delay(5);
        $part = substr(self::$data, $this->at, min($size, 64));
        $this->at += strlen($part);
        return $part;
    }
    public function stream_write(string $data) { delay(5); return strlen($data); }
    public function stream_eof() { return $this->at >= strlen(self::$data); }
    public function stream_seek(int $offset, int $whence)
    {
        $this->at = $whence === SEEK_END ? strlen(self::$data) + $offset : $offset;
        return true;
    }
    public function stream_tell() { return $this->at; }
    public function stream_stat() { return ['size' => strlen(self::$data)]; }
    public function stream_set_option() { delay(20); return true; }
    public function stream_close() { echo 'closed'; }
}
stream_wrapper_register('slow', 'Slow');
$tiff = "II*\0\x08\0\0\0" . pack('vvvVVV', 1, 0x0112, 3, 1, 6, 0);
Slow::$data = "\xff\xd8\xff\xe1" . pack('n', 8 + strlen($tiff)) . "Exif\0\0$tiff\xff\xda\0\x08" . str_repeat("\0", 200);

[$host, $port] = ftp_server();
$connection = ftp_connection($host, $port);
foreach ([
    'exif_read_data' => fn($s) => @exif_read_data($s)['Orientation'],
    'mime_content_type' => fn($s) => @mime_content_type($s),
    'ftp_fput' => fn($s) => ftp_fput($connection, 'one', $s),
    'ftp_fget' => fn($s) => ftp_fget($connection, $s, 'one'),
    'socket_set_blocking' => fn($s) => socket_set_blocking($s, true),
    'socket_set_timeout' => fn($s) => socket_set_timeout($s, 1),
    'set_file_buffer' => fn($s) => set_file_buffer($s, 0),
    'socket_get_status' => fn($s) => count(socket_get_status($s)) > 5,
] as $name => $call) {
    $stream = fopen('slow://', 'r+');
    $task = spawn(fn() => $call($stream));
    $close = spawn(function () use ($stream) {
        delay(3);
        return fclose($stream);
    });
    echo "$name: ";
    $closed = await($close);
    echo ', ', json_encode([await($task), $closed]), "\n";
}
?>
--EXPECT--
exif_read_data: closed, [6,true]
mime_content_type: closed, ["image\/jpeg",true]
ftp_fput: closed, [true,true]
ftp_fget: closed, [true,true]
socket_set_blocking: closed, [true,true]
socket_set_timeout: closed, [true,true]
set_file_buffer: closed, [0,true]
socket_get_status: closed, [true,true]
