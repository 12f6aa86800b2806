--TEST--
A document that is written to a stream is whole, also when other coroutines remove its nodes while the stream is opened and written
--EXTENSIONS--
dom
simplexml
xsl
--FILE--
<?php
use function Async\{await, delay, spawn};

class Slow
{
    public $context;
    public static string $data = '';
    private string $way;

    function stream_open(string $url): bool
    {
        self::$data = '';
        $this->way = parse_url($url, PHP_URL_HOST);
        if ($this->way === 'opens') {
            delay(2);
        }
        return true;
    }

    function stream_write(string $data): int
    {
        if ($this->way === 'writes') {
            delay(2);
        }
        self::$data .= $data;
        return strlen($data);
    }
}
stream_wrapper_register('slow', Slow::class);

function document(): DOMDocument
{
    $document = new DOMDocument();
    $root = $document->appendChild($document->createElement('root'));
    for ($i = 0; $i < 500; $i++) {
        $root->appendChild($document->createElement('item', "value of $i"))->setAttribute('name', "of $i");
    }
    return $document;
}

function stylesheet(): XSLTProcessor
{
    $sheet = new DOMDocument();
    $sheet->loadXML('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">'
        . '<xsl:template match="/"><copy><xsl:copy-of select="*"/></copy></xsl:template></xsl:stylesheet>');
    $processor = new XSLTProcessor();
    $processor->importStylesheet($sheet);
    return $processor;
}

$saves = [
    'save' => fn(DOMDocument $document, string $url) => $document->save($url),
    'saveHTMLFile' => fn(DOMDocument $document, string $url) => $document->saveHTMLFile($url),
    'C14NFile' => fn(DOMDocument $document, string $url) => $document->C14NFile($url),
    'C14NFile of some nodes' => fn(DOMDocument $document, string $url)
        => $document->C14NFile($url, false, false, ['query' => '//item | //@name']),
    'asXML' => fn(DOMDocument $document, string $url) => simplexml_import_dom($document)->asXML($url),
    'asXML of a node' => fn(DOMDocument $document, string $url)
        => simplexml_import_dom($document)->item->saveXML($url),
    'transformToUri' => fn(DOMDocument $document, string $url) => stylesheet()->transformToUri($document, $url),
];
foreach ($saves as $name => $save) {
    foreach (['opens', 'writes'] as $way) {
        $expected = [$save(document(), 'slow://never/'), Slow::$data];
        $document = document();
        $saving = spawn($save, $document, "slow://$way/");
        Async\suspend();
        while ($node = $document->documentElement->firstChild) {
            $document->documentElement->removeChild($node);
            unset($node);
        }
        for ($i = 0; $i < 2000; $i++) {
            $document->documentElement->setAttribute("other$i", "$i");
        }
        echo $name, ', ', $way, ': ', [await($saving), Slow::$data] === $expected ? 'whole' : 'BROKEN', "\n";
    }
}

// The answers of stock PHP where the stream cannot be opened or written.
class Refusing extends Slow
{
    function stream_open(string $url): bool
    {
        delay(1);
        return parse_url($url, PHP_URL_HOST) !== 'opens';
    }

    function stream_write(string $data): int
    {
        delay(1);
        return -1;
    }
}
stream_wrapper_register('refusing', Refusing::class);
foreach ($saves as $name => $save) {
    foreach (['opens', 'writes'] as $way) {
        echo $name, ', ', $way, ': ', var_export(@$save(document(), "refusing://$way/"), true), "\n";
    }
}

// A cancelled one.
$saving = spawn($saves['save'], document(), 'slow://writes/');
Async\suspend();
$saving->cancel();
try {
    await($saving);
} catch (Async\AsyncCancellation $e) {
    echo $e::class, "\n";
}
?>
--EXPECT--
save, opens: whole
save, writes: whole
saveHTMLFile, opens: whole
saveHTMLFile, writes: whole
C14NFile, opens: whole
C14NFile, writes: whole
C14NFile of some nodes, opens: whole
C14NFile of some nodes, writes: whole
asXML, opens: whole
asXML, writes: whole
asXML of a node, opens: whole
asXML of a node, writes: whole
transformToUri, opens: whole
transformToUri, writes: whole
save, opens: false
save, writes: false
saveHTMLFile, opens: 0
saveHTMLFile, writes: false
C14NFile, opens: false
C14NFile, writes: false
C14NFile of some nodes, opens: false
C14NFile of some nodes, writes: false
asXML, opens: false
asXML, writes: false
asXML of a node, opens: false
asXML of a node, writes: true
transformToUri, opens: -1
transformToUri, writes: -1
Async\AsyncCancellation
