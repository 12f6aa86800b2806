--TEST--
Documents are loaded and saved with the settings of their own coroutine, or of the main script, and with no others
--EXTENSIONS--
simplexml
dom
xsl
--FILE--
<?php
use function Async\{spawn, await, suspend};

/* All calls wait. The text of a document tells with which context it was opened, before and after the wait. */
class Slow
{
    public static array $saved = [];
    public $context;
    private string $path;
    private string $text;

    private function user(): string
    {
        return stream_context_get_options($this->context)['slow']['user'] ?? 'nothing';
    }

    function stream_open(string $path): bool
    {
        $before = $this->user();
        for ($i = 0; $i < 3; $i++) suspend();
        $this->path = $path;
        $this->text = str_contains($path, 'style')
            ? '<!DOCTYPE x [<!ENTITY e "text of the entity">]><xsl:stylesheet version="1.0"'
                . ' xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><o>&e;</o></xsl:template></xsl:stylesheet>'
            : "<a>$before, {$this->user()}</a>";
        return true;
    }

    function stream_read(int $size): string
    {
        suspend();
        [$read, $this->text] = [$this->text, ''];
        return $read;
    }

    function stream_write(string $text): int
    {
        suspend();
        self::$saved[$this->path] = (self::$saved[$this->path] ?? '') . $text;
        return strlen($text);
    }

    function stream_eof(): bool { return $this->text === ''; }
    function stream_stat(): array { return []; }
    function url_stat(): array { return []; }
}
stream_wrapper_register('slow', 'Slow');
$context = fn(string $user) => stream_context_create(['slow' => ['user' => $user]]);
$load = fn() => (string) simplexml_load_file('slow://document');
$own = function (string $user) use ($context, $load) {
    suspend();
    libxml_set_streams_context($context($user));
    return [$load(), $load()];
};
$all = function (string $title) use ($own, $load) {
    $tasks = ['none' => spawn($load), 'own 1' => spawn($own, 'one'), 'own 2' => spawn($own, 'two'),
        'none, later' => spawn(function () use ($load) { suspend(); suspend(); suspend(); return $load(); })];
    echo "$title\n";
    foreach ($tasks as $name => $task) {
        echo "  $name: ", json_encode(await($task)), "\n";
    }
    echo '  main: ', $load(), "\n";
};
$all('Nothing set');
libxml_set_streams_context($context('main'));
$all('Set by main');

// Main sets another one, and drops the first, while a coroutine loads with it.
$reader = spawn($load);
suspend();
libxml_set_streams_context($context('main, again'));
echo 'Set again: ', json_encode([await($reader), await(spawn($load)), $load()]), "\n";

// importStylesheet() changes the parser's defaults for its length, save() with an option the writer's.
$style = function (int $n) {
    $sheet = new DOMDocument;
    $sheet->loadXML('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">'
        . "<xsl:import href='slow://style/$n'/><xsl:import href='slow://style/$n/2'/></xsl:stylesheet>");
    $processor = new XSLTProcessor;
    $processor->importStylesheet($sheet);
    return strip_tags(trim(explode("\n", $processor->transformToXML($sheet))[1]));
};
$save = function (string $name, int ...$options) {
    $document = new DOMDocument;
    $document->loadXML('<a><b/></a>');
    $document->save("slow://$name", ...$options);
    return trim(explode("\n", Slow::$saved["slow://$name"])[1]);
};
$tasks = [spawn($style, 1), spawn($load), spawn($style, 2), spawn($load),
    spawn($save, 'first', LIBXML_NOEMPTYTAG), spawn($save, 'second'), spawn($save, 'third', LIBXML_NOEMPTYTAG)];
foreach ($tasks as $task) {
    echo await($task), "\n";
}
echo 'Afterwards: ', $save('fourth'), ' ', await(spawn($save, 'fifth')), ' ', await(spawn($style, 3)), "\n";
?>
--EXPECT--
Nothing set
  none: "nothing, nothing"
  own 1: ["one, one","one, one"]
  own 2: ["two, two","two, two"]
  none, later: "nothing, nothing"
  main: nothing, nothing
Set by main
  none: "main, main"
  own 1: ["one, one","one, one"]
  own 2: ["two, two","two, two"]
  none, later: "main, main"
  main: main, main
Set again: ["main, main","main, again, main, again","main, again, main, again"]
text of the entity
main, again, main, again
text of the entity
main, again, main, again
<a><b></b></a>
<a><b/></a>
<a><b></b></a>
Afterwards: <a><b/></a> <a><b/></a> text of the entity
