--TEST--
A slot of a client library that another tool has taken stays unchanged, and is named (io.md, seam A)
--EXTENSIONS--
curl
ffi
--INI--
ffi.enable=1
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('patches this process');
if (PHP_OS_FAMILY !== 'Linux' || PHP_INT_SIZE < 8) {
    die('skip reads ELF64');
}
?>
--FILE--
<?php
use function Async\{spawn, await};

/** Address of the slot through which a loaded library calls a function. */
function slot(string $library, string $function): int
{
    preg_match("~^(\w+)-\w+ \S+ 0+ .* (/\S*$library\S*)$~m", file_get_contents('/proc/self/maps'), $found);
    $base = hexdec($found[1]);
    $elf = file_get_contents($found[2]);
    $head = unpack('Pheaders/x14/vsize/vcount', $elf, 32);
    $loads = $table = [];
    for ($i = 0; $i < $head['count']; $i++) {
        $header = unpack('Vtype/Vflags/Poffset/Paddress/Pphysical/Psize', $elf, $head['headers'] + $i * $head['size']);
        if ($header['type'] === 1) {
            $loads[] = $header;
        } elseif ($header['type'] === 2) {
            $dynamic = $header;
        }
    }
    $at = function (int $address) use ($loads): int {
        foreach ($loads as $load) {
            if ($address >= $load['address'] && $address < $load['address'] + $load['size']) {
                return $address - $load['address'] + $load['offset'];
            }
        }
    };
    for ($i = $dynamic['offset']; ['tag' => $tag, 'value' => $value] = unpack('Ptag/Pvalue', $elf, $i), $tag !== 0; $i += 16) {
        $table[$tag] = $value;
    }
    foreach ([[23, 2], [7, 8]] as [$relocations, $size]) {
        for ($i = 0; isset($table[$relocations]) && $i < $table[$size]; $i += 24) {
            $entry = unpack('Poffset/Vtype/Vsymbol', $elf, $at($table[$relocations]) + $i);
            $name = $at($table[5]) + unpack('V', $elf, $at($table[6]) + $entry['symbol'] * 24)[1];
            if ($entry['symbol'] && strcspn($elf, "\0", $name) === strlen($function) && substr_compare($elf, $function, $name, strlen($function)) === 0) {
                return $base + $entry['offset'];
            }
        }
    }
}

$c = FFI::cdef('int mprotect(void *, size_t, int); int poll(void *, unsigned long, int);');
$address = $c->new('uintptr_t[2]');
$address[0] = slot('libcurl', 'poll');
$address[1] = $address[0] & ~4095;
[$slot, $page] = [$c->cast('uintptr_t *[2]', $address)[0], $c->cast('void *[2]', $address)[1]];
$c->mprotect($page, 4096, 3);
$calls = 0;
$tool = $c->new('int (*[1])(void *, unsigned long, int)');
$tool[0] = function ($fds, $count, $timeout) use ($c, &$calls) {
    $calls++;
    return $c->poll($fds, $count, $timeout);
};
$taken = $slot[0] = $c->cast('uintptr_t[1]', $tool)[0];

$listener = stream_socket_server('tcp://127.0.0.1:0');
$server = spawn(function () use ($listener) {
    $s = stream_socket_accept($listener);
    fwrite($s, "HTTP/1.0 200 OK\r\n\r\nhello");
});
// The tool's calls block: the answer has to be there before.
$client = curl_init('http://' . stream_socket_get_name($listener, false));
curl_setopt_array($client, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT_MS => 500]);
await(spawn(fn() => curl_exec($client)));
var_dump($calls > 0, $slot[0] === $taken);
ob_start();
phpinfo(INFO_MODULES);
preg_match('/waits of libcurl\S+ => (.*)/', ob_get_clean(), $found);
echo preg_replace('/;(?! taken).*/', '', $found[1]), "\n";
exit;
?>
--EXPECTF--
bool(true)
bool(true)
%Staken by another tool: poll
