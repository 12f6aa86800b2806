--TEST--
A catalog of libxml whose file waits is read once, as on stock PHP, also when coroutines load documents at once
--EXTENSIONS--
dom
--ENV--
XML_CATALOG_FILES=slow://catalog
--FILE--
<?php
use function Async\{await, spawn, suspend};

/* All calls wait. */
class Slow
{
    public static array $opened = [];
    public $context;
    private string $text;

    function stream_open(string $path): bool
    {
        self::$opened[] = $path;
        suspend();
        $this->text = [
            'slow://catalog' => '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">'
                . '<system systemId="slow://a" uri="slow://b"/><uri name="slow://b" uri="slow://c"/>'
                . '<nextCatalog catalog="slow://next"/></catalog>',
            'slow://next' => '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">'
                . '<system systemId="slow://d" uri="slow://e"/></catalog>',
        ][$path] ?? "<from>$path</from>";
        return true;
    }

    function stream_read(int $size): string
    {
        suspend();
        [$read, $this->text] = [$this->text, ''];
        return $read;
    }

    function stream_eof(): bool { return $this->text === ''; }
    function stream_stat(): array { return []; }
    function url_stat(): array { return []; }
}
stream_wrapper_register('slow', 'Slow');

$load = function (string $path): string {
    $document = new DOMDocument;
    $document->load($path);
    return $document->documentElement->textContent;
};
foreach ([['slow://a', 'slow://a', 'slow://a'], ['slow://d', 'slow://d', 'slow://other']] as $paths) {
    $tasks = array_map(fn($path) => spawn($load, $path), $paths);
    echo implode(' ', array_map(await(...), $tasks)), "\n";
}
$catalogs = array_filter(Slow::$opened, fn($path) => in_array($path, ['slow://catalog', 'slow://next']));
echo implode(' ', $catalogs), "\n";
?>
--EXPECT--
slow://c slow://c slow://c
slow://e slow://e slow://other
slow://catalog slow://next
