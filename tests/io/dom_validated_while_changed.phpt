--TEST--
Validating a DOMDocument while an error handler waits: other coroutines cannot remove its nodes (P10)
--EXTENSIONS--
dom
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

function document(): DOMDocument
{
    $document = new DOMDocument();
    $body = implode(array_map(fn($i) => "<bad$i><child>text $i</child></bad$i>", range(1, 50)));
    $document->loadXML("<!DOCTYPE root [<!ELEMENT root (x+)><!ELEMENT x (#PCDATA)>]><root>$body</root>");
    return $document;
}

class Slow
{
    public $context;
    private string $schema;

    function stream_open(): bool
    {
        delay(2);
        $this->schema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
            . '<xs:element name="x" type="xs:string"/></xs:schema>';
        return true;
    }

    function stream_read(int $count): string
    {
        delay(2);
        return [$this->schema, $this->schema = ''][0];
    }

    function stream_eof(): bool
    {
        return $this->schema === '';
    }

    function stream_stat(): array
    {
        return [];
    }

    function url_stat(): array
    {
        return ['mode' => 0100644];
    }
}
stream_wrapper_register('slow', Slow::class);

const XSD = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="slow://x/x.xsd"/>'
    . '<xs:element name="root"><xs:complexType><xs:sequence><xs:element ref="x" maxOccurs="unbounded"/></xs:sequence>'
    . '</xs:complexType></xs:element></xs:schema>';
const RNG = '<grammar xmlns="http://relaxng.org/ns/structure/1.0"><start><element name="root"><oneOrMore>'
    . '<element name="x"><text/></element></oneOrMore></element></start></grammar>';

$validators = [
    'validate' => fn(DOMDocument $document) => $document->validate(),
    'schemaValidateSource' => fn(DOMDocument $document) => $document->schemaValidateSource(XSD),
    'relaxNGValidateSource' => fn(DOMDocument $document) => $document->relaxNGValidateSource(RNG),
];
foreach ($validators as $name => $validate) {
    $errors = $turns = $others = 0;
    $is_over = false;
    set_error_handler(function () use (&$errors, &$turns, &$others) {
        $before = $turns;
        usleep(1000);
        $others += $turns - $before;
        $errors++;
        return true;
    });
    $document = document();
    $validation = spawn(function () use ($validate, $document, &$is_over) {
        try {
            return $validate($document);
        } finally {
            $is_over = true;
        }
    });
    // Nodes are removed as soon as this runs during the walk, or after it.
    $other = spawn(function () use ($document, &$is_over, &$turns) {
        for ($turns = 0; !$is_over && $turns < 3; $turns++) {
            suspend();
        }
        while ($node = $document->documentElement->firstChild) {
            $document->documentElement->removeChild($node);
            unset($node);
        }
        while (!$is_over) {
            $turns++;
            suspend();
        }
    });
    $result = await($validation);
    await($other);
    restore_error_handler();
    echo "$name: ", json_encode([$result, $errors > 0, $others, $document->documentElement->childNodes->length]), "\n";
}

// A schema may wait while it is loaded.
$ticks = 0;
$loading = spawn(fn() => document()->schemaValidateSource(XSD));
set_error_handler(fn() => true);
while (!$loading->isCompleted()) {
    $ticks++;
    suspend();
}
var_dump($ticks > 1, await($loading));
?>
--EXPECT--
validate: [false,true,0,0]
schemaValidateSource: [false,true,0,0]
relaxNGValidateSource: [false,true,0,0]
bool(true)
bool(false)
