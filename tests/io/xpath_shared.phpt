--TEST--
One DOMXPath in several coroutines: calls take turns while a PHP function of a query waits (P10, D33)
--EXTENSIONS--
dom
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn};

function wait(): bool
{
    delay(1);
    return true;
}

function texts(iterable $nodes): string
{
    return implode(',', array_map(fn($node) => $node->textContent, iterator_to_array($nodes)));
}

const XML = '<root xmlns:q="urn:q"><q:a>1</q:a><q:a>2</q:a><q:a>3</q:a><b><c>x</c><c>y</c><c>z</c></b></root>';
$document = new DOMDocument();
$document->loadXML(XML);
$objects = [new DOMXPath($document)];
if (class_exists('Dom\XPath')) {
    $objects[] = new Dom\XPath(Dom\XMLDocument::createFromString(XML));
} else {
    $objects[] = new class($document) extends DOMXPath {};
}
foreach ($objects as $xpath) {
    $xpath->registerNamespace('php', 'http://php.net/xpath');
    $xpath->registerPhpFunctions();
    $root = $xpath->document->documentElement;
    $queries = [
        'position' => fn() => texts($xpath->query('//*[php:function("wait") and position()=2]')),
        'last' => fn() => texts($xpath->query('//c[php:function("wait") and position()=last()]')),
        'node' => fn() => texts($xpath->query('//c[php:function("wait") and string(.)="y"]')),
        'namespace' => fn() => $xpath->evaluate('concat(php:function("wait"), count(q:a), name(.))', $root),
        'namespace later' => fn() => texts($xpath->query('q:a[php:function("wait")][2]', $root)),
    ];
    $alone = array_map(fn(Closure $query) => $query(), $queries);
    [$results, $errors] = awaitAll(array_map(fn(Closure $query) => spawn($query), $queries));
    var_dump(count($errors), array_diff_assoc($results, $alone));

    // The next one has its turn after a cancelled one.
    $cancelled = spawn($queries['last']);
    $next = spawn($queries['position']);
    delay(1);
    $cancelled->cancel();
    var_dump(await($next) === $alone['position'], $cancelled->isCancelled());
}
?>
--EXPECT--
int(0)
array(0) {
}
bool(true)
bool(true)
int(0)
array(0) {
}
bool(true)
bool(true)
