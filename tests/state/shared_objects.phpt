--TEST--
Objects of PHP's classes shared by five coroutines whose calls wait: results as one call after the other (P10, D33)
--INI--
xdebug.mode=off
--EXTENSIONS--
dom
xml
--FILE--
<?php
use function Async\{await, spawn, suspend};

/** Files that wait in each operation, and what was written to them. */
class WaitingFile
{
    public static array $files = [];
    public static bool $waits = false;
    public $context;
    private string $path;
    private int $at = 0;

    public static function wait(): void
    {
        for ($i = 0; self::$waits && $i < 3; $i++) {
            suspend();
        }
    }

    public function stream_open($path): bool
    {
        $this->path = substr($path, strlen('waiting://'));
        return true;
    }

    public function stream_read($size): string
    {
        self::wait();
        $part = substr(self::$files[$this->path] ?? '', $this->at, min($size, 40));
        $this->at += strlen($part);
        return $part;
    }

    public function stream_write($data): int
    {
        self::wait();
        self::$files[$this->path] = (self::$files[$this->path] ?? '') . $data;
        return strlen($data);
    }

    public function stream_eof(): bool
    {
        return $this->at >= strlen(self::$files[$this->path] ?? '');
    }

    public function stream_flush(): bool
    {
        self::wait();
        return true;
    }

    public function stream_close(): void
    {
        self::wait();
    }

    public function stream_seek($offset, $whence): bool
    {
        self::wait();
        $this->at = $offset + [0, $this->at, strlen(self::$files[$this->path])][$whence];
        return true;
    }

    public function stream_tell(): int
    {
        return $this->at;
    }

    public function stream_stat(): array
    {
        return ['mode' => 0100644, 'size' => strlen(self::$files[$this->path] ?? '')];
    }

    public function url_stat($path): array
    {
        return ['mode' => 0100644, 'size' => strlen(self::$files[substr($path, strlen('waiting://'))] ?? '')];
    }

    public function stream_set_option(): bool
    {
        return false;
    }

    public function stream_cast()
    {
        return false;
    }
}

stream_wrapper_register('waiting', 'WaitingFile');
const STYLE = <<<'XML'
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:php="http://php.net/xsl">
<xsl:template match="/"><out><xsl:value-of select="php:function('callback', string(/r/@i))"/>-
<xsl:copy-of select="count(document(concat('waiting://xml', /r/@i))//a)"/></out></xsl:template></xsl:stylesheet>
XML;
function callback($value): string
{
    WaitingFile::wait();
    return "called $value";
}
function files(): array
{
    $files = ['xsl' => STYLE];
    $starts = ["\x89PNG\r\n\x1a\n", 'GIF89a', "%PDF-1.4\n", "<?php echo 1;\n", "plain text\n"];
    foreach ($starts as $i => $start) {
        $files["xml$i"] = "<r i='$i'>" . str_repeat("<a>t$i</a>", 20 + $i) . '</r>';
        $files["file$i"] = $start . str_repeat("line $i\n", 60);
    }
    return $files;
}
function document(string $file): DOMDocument
{
    $document = new DOMDocument();
    $document->load("waiting://$file");
    return $document;
}
function parser(): XmlParser
{
    $parser = xml_parser_create();
    $GLOBALS['elements'] = '';
    xml_set_element_handler($parser, function ($parser, $name) {
        callback('');
        $GLOBALS['elements'] .= $name;
    }, null);
    return $parser;
}
function processor(): XSLTProcessor
{
    $processor = new XSLTProcessor();
    $processor->importStylesheet(document('xsl'));
    $processor->registerPHPFunctions();
    return $processor;
}
class WaitingHeap extends SplMinHeap
{
    protected function compare($a, $b): int
    {
        callback('');
        return parent::compare($a, $b);
    }
}
class WaitingQueue extends SplPriorityQueue
{
    public function compare($a, $b): int
    {
        callback('');
        return parent::compare($a, $b);
    }
}
function database(): SQLite3
{
    $database = new SQLite3(':memory:');
    $database->createFunction('twice', function ($x) {
        callback('');
        return $x * 2;
    });
    return $database;
}

// Name => how to make the object, a call by the number of the coroutine, what to look at afterwards, what it needs.
$cases = [
    'finfo' => [fn() => new finfo(FILEINFO_MIME), fn($o, $i) => $o->file("waiting://file$i"), null, 'finfo'],
    'finfo in functions' => [fn() => finfo_open(FILEINFO_MIME_TYPE), fn($o, $i) => match ($i) {
        1 => finfo_set_flags($o, FILEINFO_MIME_TYPE),
        3 => finfo_buffer($o, WaitingFile::$files["file$i"]),
        default => finfo_file($o, "waiting://file$i"),
    }, null, 'finfo'],
    'finfo in both' => [fn() => new finfo(), fn($o, $i) => $i % 2
        ? $o->buffer(WaitingFile::$files["file$i"], FILEINFO_MIME_TYPE) : $o->file("waiting://file$i", FILEINFO_MIME_TYPE),
        null, 'finfo'],
    'hash of streams' => [fn() => hash_init('md5'), fn($o, $i) => hash_update_stream($o, fopen("waiting://file$i", 'r')),
        hash_final(...)],
    'hash of files' => [fn() => hash_init('md5'), fn($o, $i) => hash_update_file($o, "waiting://file$i"), hash_final(...)],
    'hash of all' => [fn() => hash_init('sha256'), fn($o, $i) => match ($i) {
        0 => hash_update_file($o, 'waiting://file0'),
        1 => hash_update($o, 'abc'),
        2 => hash_update_stream($o, fopen('waiting://file1', 'r')),
        3 => hash_final(hash_copy($o)),
        4 => hash_final($o),
    }],
    'hash that ends early' => [fn() => hash_init('sha256'), fn($o, $i) => match ($i) {
        0, 2 => hash_update_file($o, 'waiting://file0'),
        1, 4 => hash_final($o),
        3 => hash_copy($o),
    }],
    'XML parser' => [parser(...), fn($o, $i) => xml_parse($o, ['<r>', '<a><b/>', '</a>', '<c/><d/>', '</r>'][$i], $i === 4),
        fn() => $GLOBALS['elements']],
    'XML parser that is freed' => [parser(...), fn($o, $i) => $i === 1 ? xml_parser_free($o) : xml_parse($o, '<r>')],
    'DOMDocument' => [fn() => new DOMDocument(), fn($o, $i) => $o->load("waiting://xml$i"), fn($o) => $o->saveXML()],
    'DOMDocument, saved' => [fn() => document('xml0'), fn($o, $i) => $i % 2 ? $o->load("waiting://xml$i") : $o->save("waiting://o$i"),
        fn() => WaitingFile::$files['o0'] . WaitingFile::$files['o4']],
    'XSLTProcessor' => [processor(...), fn($o, $i) => $o->transformToXML(document("xml$i")), null, 'XSLTProcessor'],
    'XSLTProcessor, changed' => [processor(...),
        fn($o, $i) => $i === 1 ? $o->importStylesheet(document('xsl')) : $o->transformToXML(document("xml$i")), null, 'XSLTProcessor'],
    'XMLReader' => [fn() => new XMLReader(), fn($o, $i) => $o->open("waiting://xml$i"), fn($o) => $o->read(), 'XMLReader'],
    'XMLWriter' => [function () {
        $writer = new XMLWriter();
        $writer->openUri('waiting://written');
        return $writer;
    }, fn($o, $i) => $o->writeElement("e$i", str_repeat('x', 5000)), fn($o) => [$o->flush() > 0, WaitingFile::$files['written']], 'XMLWriter'],
    'heap' => [fn() => new WaitingHeap(), fn($o, $i) => $o->insert(9 - $i), fn($o) => iterator_to_array($o, false)],
    'heap that shrinks' => [function () {
        $heap = new WaitingHeap();
        array_map([$heap, 'insert'], range(1, 9));
        return $heap;
    }, fn($o, $i) => $i === 4 ? count($o) : $o->extract(), fn($o) => iterator_to_array($o, false)],
    'priority queue' => [fn() => new WaitingQueue(), fn($o, $i) => $o->insert("v$i", $i), fn($o) => iterator_to_array($o, false)],
    'SQLite3' => [database(...), fn($o, $i) => $o->querySingle("select twice($i)"), null, 'SQLite3'],
    'SQLite3, closed' => [database(...), fn($o, $i) => $i === 4 ? $o->close() : $o->querySingle("select twice($i)"), null, 'SQLite3'],
    'PDO' => [function () {
        $pdo = new PDO('sqlite::memory:');
        $pdo->sqliteCreateFunction('twice', function ($x) {
            callback('');
            return $x * 2;
        });
        return $pdo;
    }, fn($o, $i) => $o->query("select twice($i)")->fetchColumn(), null, 'PDO'],
    // PHP itself refuses these, with an error that says so.
    'generator' => [fn() => (function () {
        for ($i = 0; $i < 9; $i++) {
            callback('');
            yield $i;
        }
    })(), fn($o) => $o->next()],
    'ArrayObject' => [fn() => new ArrayObject([5, 2, 8, 1, 9]), fn($o, $i) => $i ? $o->append("x$i") : $o->uasort(function ($a, $b) {
        callback('');
        return $a <=> $b;
    })],
];

function result_of(callable $call, ...$arguments): mixed
{
    try {
        return $call(...$arguments);
    } catch (Throwable $e) {
        return get_class($e) . ': ' . $e->getMessage();
    }
}
/** Results of the five calls and what is left, as text. */
function run(array $case, bool $together): string
{
    [$make, $call] = $case;
    WaitingFile::$files = files();
    WaitingFile::$waits = false;
    $object = $make();
    WaitingFile::$waits = $together;
    $results = [];
    foreach ($together ? array_map(fn($i) => spawn(result_of(...), $call, $object, $i), range(0, 4)) : range(0, 4) as $i => $task) {
        $results[$i] = $together ? await($task) : result_of($call, $object, $i);
    }
    WaitingFile::$waits = false;
    return json_encode([$results, isset($case[2]) ? result_of($case[2], $object) : null],
        JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
}

foreach ($cases as $name => $case) {
    $needed = $case[3] ?? 'stdClass';
    if (!class_exists($needed) || $needed === 'PDO' && !in_array('sqlite', PDO::getAvailableDrivers())) {
        echo "$name: same\n";
        continue;
    }
    $expected = run($case, false);
    $got = run($case, true);
    if ($got !== $expected && preg_match('/already running generator|during sorting is prohibited/', $got)) {
        $got = 'refused';
    }
    echo "$name: ", $got === $expected ? 'same' : ($got === 'refused' ? $got : "different\n$expected\n$got"), "\n";
    gc_collect_cycles();
}
?>
--EXPECT--
finfo: same
finfo in functions: same
finfo in both: same
hash of streams: same
hash of files: same
hash of all: same
hash that ends early: same
XML parser: same
XML parser that is freed: same
DOMDocument: same
DOMDocument, saved: same
XSLTProcessor: same
XSLTProcessor, changed: same
XMLReader: same
XMLWriter: same
heap: same
heap that shrinks: same
priority queue: same
SQLite3: same
SQLite3, closed: same
PDO: same
generator: refused
ArrayObject: refused
