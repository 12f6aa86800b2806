--TEST--
Lookups of names, addresses and records answer as outside a coroutine, failures included (P9, P10, IO-08)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/names.inc';
skip_without_own_resolver();
?>
--FILE--
<?php
require __DIR__ . '/names.inc';
own_names();
// The one-time initialisation of libc must not be measured.
gethostbyname('a.test');

$mx = function (string $name) {
    $hosts = $weights = 'before';
    return [getmxrr($name, $hosts, $weights), $hosts, $weights];
};
$records = function (string $name, int $type) {
    $authority = $additional = 'before';
    return [dns_get_record($name, $type, $authority, $additional), $authority, $additional];
};
// Of a server that does not answer, or, for musl, answers with an error. All others may take long on a busy machine.
$soon = fn(Closure $lookup) => with_resolver_options('timeout:1 attempts:1', $lookup);

transparent([
    'gethostbyname' => fn() => gethostbyname('a.test'),
    'gethostbyname, late' => fn() => gethostbyname('d300.a.test'),
    'gethostbyname, in hosts' => fn() => gethostbyname('its-alias.test'),
    'gethostbyname, localhost' => fn() => gethostbyname('localhost'),
    'gethostbyname, no such name' => fn() => gethostbyname('d200.nobody.test'),
    'gethostbyname, no address' => fn() => gethostbyname('mx.test'),
    'gethostbyname, an alias' => fn() => gethostbyname('alias.test'),
    'gethostbyname, short form' => fn() => gethostbyname('127.1'),
    'gethostbyname, empty' => fn() => gethostbyname(''),
    'gethostbyname, odd' => fn() => [gethostbyname('a:b'), gethostbyname('::1'), gethostbyname('a b'), gethostbyname('1.2.3.4 x')],
    'gethostbynamel' => fn() => gethostbynamel('multi.test'),
    'gethostbynamel, late' => fn() => gethostbynamel('d300.multi.test'),
    'gethostbynamel, no such name' => fn() => gethostbynamel('nobody.test'),
    'gethostbyaddr' => fn() => gethostbyaddr('192.0.2.1'),
    'gethostbyaddr, late' => fn() => gethostbyaddr('192.0.2.2'),
    'gethostbyaddr, v6' => fn() => gethostbyaddr('2001:db8::1'),
    'gethostbyaddr, no name' => fn() => gethostbyaddr('192.0.2.99'),
    'gethostbyaddr, in hosts' => fn() => [gethostbyaddr('127.0.0.1'), gethostbyaddr('192.0.2.77')],
    'gethostbyaddr, no address' => fn() => gethostbyaddr('a.test'),
    'getmxrr' => fn() => $mx('mx.test'),
    'getmxrr, late' => fn() => $mx('d300.mx.test'),
    'getmxrr, none' => fn() => $mx('a.test'),
    'getmxrr, no such name' => fn() => $mx('nobody.test'),
    'getmxrr, garbage' => fn() => $soon(fn() => $mx('garbage.test')),
    'checkdnsrr' => fn() => [checkdnsrr('mx.test'), checkdnsrr('a.test'), checkdnsrr('a.test', 'A'), checkdnsrr('a.test', 'any')],
    'checkdnsrr, late' => fn() => [checkdnsrr('d300.a.test', 'A'), checkdnsrr('d200.nobody.test', 'A')],
    'checkdnsrr, wrong' => fn() => checkdnsrr('a.test', 'B'),
    'checkdnsrr, empty' => fn() => checkdnsrr(''),
    'dns_get_record' => fn() => $records('a.test', DNS_A),
    'dns_get_record, late' => fn() => $records('d150.both.test', DNS_A | DNS_AAAA),
    'dns_get_record, any' => fn() => $records('both.test', DNS_ANY),
    'dns_get_record, all' => fn() => $records('txt.test', DNS_ALL),
    'dns_get_record, no additional' => fn() => dns_get_record('d100.multi.test', DNS_A),
    'dns_get_record, types' => fn() => array_map($records,
        ['mx.test', 'ns.test', 'soa.test', 'srv.test', 'naptr.test', 'caa.test', 'hinfo.test', 'alias.test', '1.2.0.192.in-addr.arpa'],
        [DNS_MX, DNS_NS, DNS_SOA, DNS_SRV, DNS_NAPTR, DNS_CAA, DNS_HINFO, DNS_CNAME, DNS_PTR]),
    'dns_get_record, raw' => function () {
        $none = null;
        return dns_get_record('txt.test', 16, $none, $none, true);
    },
    'dns_get_record, by TCP' => fn() => $records('long.test', DNS_TXT),
    'dns_get_record, no such name' => fn() => $records('nobody.test', DNS_A),
    'dns_get_record, failed' => fn() => $soon(fn() => dns_get_record('failed.test', DNS_A)),
    'dns_get_record, refused' => fn() => $soon(fn() => dns_get_record('refused.test', DNS_A)),
    'dns_get_record, garbage' => fn() => $soon(fn() => dns_get_record('garbage.test', DNS_A)),
    'dns_get_record, wrong' => fn() => dns_get_record('a.test', -1),
    'getmxrr, no server answers' => fn() => $soon(fn() => $mx('hung.test')),
    'dns_get_record, no server answers' => fn() => $soon(fn() => dns_get_record('hung.test', DNS_A)),
    'gethostbyname, no server answers' => fn() => $soon(fn() => gethostbyname('hung.test')),
    'client' => fn() => stream_socket_client('tcp://d200.here.test:1', $code, $message, 5),
    'client, no such name' => fn() => fopen('http://nobody.test/', 'r'),
]);
$s = Async\spawn(fn() => [gethostbyname('multi.test'), getmxrr('mx.test', $h, $w), $h, $w, dns_get_record('srv.test', DNS_SRV)]);
echo json_encode(Async\await($s)), "\n";
?>
--EXPECT--
gethostbyname: same
gethostbyname, late: same
gethostbyname, in hosts: same
gethostbyname, localhost: same
gethostbyname, no such name: same
gethostbyname, no address: same
gethostbyname, an alias: same
gethostbyname, short form: same
gethostbyname, empty: same
gethostbyname, odd: same
gethostbynamel: same
gethostbynamel, late: same
gethostbynamel, no such name: same
gethostbyaddr: same
gethostbyaddr, late: same
gethostbyaddr, v6: same
gethostbyaddr, no name: same
gethostbyaddr, in hosts: same
gethostbyaddr, no address: same
getmxrr: same
getmxrr, late: same
getmxrr, none: same
getmxrr, no such name: same
getmxrr, garbage: same
checkdnsrr: same
checkdnsrr, late: same
checkdnsrr, wrong: same
checkdnsrr, empty: same
dns_get_record: same
dns_get_record, late: same
dns_get_record, any: same
dns_get_record, all: same
dns_get_record, no additional: same
dns_get_record, types: same
dns_get_record, raw: same
dns_get_record, by TCP: same
dns_get_record, no such name: same
dns_get_record, failed: same
dns_get_record, refused: same
dns_get_record, garbage: same
dns_get_record, wrong: same
getmxrr, no server answers: same
dns_get_record, no server answers: same
gethostbyname, no server answers: same
client: same
client, no such name: same
["192.0.2.1",true,["mail1.test","mail2.test"],[10,20],[{"host":"srv.test","class":"IN","ttl":300,"type":"SRV","pri":1,"weight":2,"port":443,"target":"a.test"}]]
