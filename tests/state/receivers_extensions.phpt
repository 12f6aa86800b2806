--TEST--
An object stays alive while its method waits as a handler of xml, libxml or soap, though another coroutine replaces it
--EXTENSIONS--
dom
soap
xml
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Owner
{
    public static int $destroyed = 0;
    public $items = ['one', 'two'];
    public function handle()
    {
        suspend();
        suspend();
        suspend();
        echo count($this->items), ' items, ', self::$destroyed, " destroyed\n";
        return $this->items[1];
    }
    public function load() { $this->handle(); }
    public function read() { return (bool) $this->handle(); }
    public function __destruct() { self::$destroyed++; }
}

/** Use the object in one coroutine, and replace it in another one, which uses memory again that was freed. */
function replace_while_it_waits(string $what, callable $use, callable $replace): void
{
    echo "$what: ";
    Owner::$destroyed = 0;
    $user = spawn($use);
    $writer = spawn(function () use ($replace) {
        suspend();
        $replace();
        return array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
    });
    $got = await($user);
    $kept = await($writer);
    echo json_encode($got), ', ', Owner::$destroyed, " destroyed\n";
}

libxml_set_external_entity_loader([new Owner, 'load']);
replace_while_it_waits('entity loader',
    fn() => @(new DOMDocument)->loadXML('<!DOCTYPE a SYSTEM "http://x/y.dtd"><a/>', LIBXML_DTDLOAD),
    fn() => libxml_set_external_entity_loader(null));

$text = '<?xml version="1.0"?><!DOCTYPE a [
    <!NOTATION n SYSTEM "n"><!ENTITY u SYSTEM "u" NDATA n><!ENTITY e SYSTEM "http://x/e">
]><a xmlns:q="http://q/"><?pi x?>&e;</a>';
$handlers = [
    'element' => 2, 'processing_instruction' => 1, 'unparsed_entity_decl' => 1, 'notation_decl' => 1,
    'external_entity_ref' => 1, 'start_namespace_decl' => 1,
];
foreach ($handlers as $handler => $count) {
    $parser = xml_parser_create_ns();
    $set = "xml_set_{$handler}_handler";
    $set($parser, ...array_fill(0, $count, [new Owner, 'read']));
    replace_while_it_waits($handler, fn() => xml_parse($parser, $text, true),
        fn() => $set($parser, ...array_fill(0, $count, null)));
}
$parser = xml_parser_create();
xml_set_object($parser, new Owner);
xml_set_character_data_handler($parser, 'read');
replace_while_it_waits('object', fn() => xml_parse($parser, '<a>text</a>', true),
    fn() => xml_set_object($parser, new ArrayObject));

$request = '<?xml version="1.0"?><E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body>'
    . '<handle xmlns="urn:x"/></E:Body></E:Envelope>';
$server = new SoapServer(null, ['uri' => 'urn:x']);
$server->setObject(new Owner);
replace_while_it_waits('soap', function () use ($server, $request) {
    ob_start();
    $server->handle($request);
    return str_contains(ob_get_clean(), '>two<');
}, fn() => $server->setObject(new ArrayObject));
?>
--EXPECT--
entity loader: 2 items, 0 destroyed
true, 1 destroyed
element: 2 items, 0 destroyed
1, 1 destroyed
processing_instruction: 2 items, 0 destroyed
1, 1 destroyed
unparsed_entity_decl: 2 items, 0 destroyed
1, 1 destroyed
notation_decl: 2 items, 0 destroyed
1, 1 destroyed
external_entity_ref: 2 items, 0 destroyed
1, 1 destroyed
start_namespace_decl: 2 items, 0 destroyed
1, 1 destroyed
object: 2 items, 0 destroyed
1, 1 destroyed
soap: true, 1 destroyed
