--TEST--
Documents of the namespace Dom are written whole, as on stock PHP, while other coroutines remove their nodes
--EXTENSIONS--
dom
simplexml
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip PHP 8.4 has the namespace Dom');
}
?>
--FILE--
<?php
use Dom\{HTMLDocument, XMLDocument};
use function Async\{await, delay, spawn};

class Slow
{
    public $context;
    public static string $data = '';
    public static int $writes = 0;
    private string $way;

    function stream_open(string $url): bool
    {
        self::$data = '';
        self::$writes = 0;
        $this->way = parse_url($url, PHP_URL_HOST);
        if ($this->way === 'opens') {
            delay(2);
        }
        return $this->way !== 'refuses';
    }

    function stream_write(string $data): int
    {
        if ($this->way === 'writes' && self::$writes < 5 || $this->way === 'later' && self::$writes === 2) {
            delay(2);
        } elseif ($this->way === 'fails' && self::$writes === 2) {
            return -1;
        }
        self::$writes++;
        self::$data .= $data;
        return strlen($data);
    }
}
stream_wrapper_register('slow', Slow::class);

function html(): HTMLDocument
{
    $document = HTMLDocument::createFromString('<!doctype html><html><head></head><body></body></html>');
    return fill($document, $document->body);
}

function xml(): XMLDocument
{
    $document = XMLDocument::createFromString('<root/>');
    return fill($document, $document->documentElement);
}

function fill(Dom\Document $document, Dom\Element $parent): Dom\Document
{
    for ($i = 0; $i < 500; $i++) {
        $node = $parent->appendChild($document->createElement('p'));
        $node->textContent = "v\u{e4}lue of $i";
        $node->setAttribute('name', "of $i");
    }
    return $document;
}

function parent(Dom\Document $document): Dom\Element
{
    return $document instanceof HTMLDocument ? $document->body : $document->documentElement;
}

$saves = [
    'saveHtmlFile' => [html(...), fn(HTMLDocument $document, string $url) => $document->saveHtmlFile($url)],
    'saveXmlFile of HTML' => [html(...), fn(HTMLDocument $document, string $url) => $document->saveXmlFile($url)],
    'saveXmlFile' => [xml(...), fn(XMLDocument $document, string $url) => $document->saveXmlFile($url)],
    'C14NFile' => [xml(...), fn(XMLDocument $document, string $url) => $document->C14NFile($url)],
    'asXML' => [xml(...), fn(XMLDocument $document, string $url) => simplexml_import_dom($document)->asXML($url)],
];
$file = sys_get_temp_dir() . '/dom-saved-' . uniqid(getmypid() . '_');

// Before the first async call all is stock PHP.
$stock = [];
foreach ($saves as $name => [$make, $save]) {
    foreach (['never', 'refuses', 'fails'] as $way) {
        $stock[$name][$way] = [@$save($make(), "slow://$way/"), Slow::$data, Slow::$writes];
    }
    $stock[$name]['file'] = [$save($make(), $file), md5_file($file)];
}

foreach ($saves as $name => [$make, $save]) {
    foreach (['opens', 'writes', 'later'] as $way) {
        $document = $make();
        $parent = parent($document);
        $saving = spawn($save, $document, "slow://$way/");
        Async\suspend();
        while ($node = $parent->firstChild) {
            $parent->removeChild($node);
            unset($node);
        }
        for ($i = 0; $i < 2000; $i++) {
            $parent->setAttribute("other$i", "$i");
        }
        $got = [await($saving), Slow::$data, Slow::$writes];
        echo $name, ', ', $way, ': ', $got === $stock[$name]['never'] ? 'whole' : 'BROKEN', "\n";
    }
    foreach (['refuses', 'fails'] as $way) {
        $got = await(spawn(fn() => [@$save($make(), "slow://$way/"), Slow::$data, Slow::$writes]));
        // A failed write of SimpleXML's is not known when libxml makes its answer.
        if ($got !== $stock[$name][$way] && "$name, $way" !== 'asXML, fails') {
            echo "BROKEN, $name, $way\n";
        }
    }
    $got = await(spawn(fn() => [$save($make(), $file), md5_file($file)]));
    echo $name, ', a file: ', $got === $stock[$name]['file'] ? 'whole' : 'BROKEN', "\n";

    $saving = spawn($save, $make(), 'slow://writes/');
    Async\suspend();
    $saving->cancel();
    try {
        await($saving);
    } catch (Async\AsyncCancellation $e) {
        echo $name, ', cancelled', "\n";
    }
}
unlink($file);
?>
--EXPECT--
saveHtmlFile, opens: whole
saveHtmlFile, writes: whole
saveHtmlFile, later: whole
saveHtmlFile, a file: whole
saveHtmlFile, cancelled
saveXmlFile of HTML, opens: whole
saveXmlFile of HTML, writes: whole
saveXmlFile of HTML, later: whole
saveXmlFile of HTML, a file: whole
saveXmlFile of HTML, cancelled
saveXmlFile, opens: whole
saveXmlFile, writes: whole
saveXmlFile, later: whole
saveXmlFile, a file: whole
saveXmlFile, cancelled
C14NFile, opens: whole
C14NFile, writes: whole
C14NFile, later: whole
C14NFile, a file: whole
C14NFile, cancelled
asXML, opens: whole
asXML, writes: whole
asXML, later: whole
asXML, a file: whole
asXML, cancelled
