--TEST--
docs/troubleshooting.md has every message of the extension, and no other ones
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../docs/troubleshooting.md')) die('skip the documents are not here');
if (!is_file(__DIR__ . '/../../scheduler/end.c')) die('skip the sources are not here');
?>
--FILE--
<?php
/* Folders without messages for users. */
const OTHERS = ['bench', 'tests', 'tools', 'debian', 'packaging', 'packages', 'docs', 'examples', 'bin'];

/* Calls that throw or warn, up to their format. Errors of arguments and of values speak for themselves. */
const CALLS = '/(?:async_throw\(|async_exception_new\(\w+,|async_warn_\w+\([^"]*,|php_error_docref\([^"]*,|'
    . 'zend_throw_error\(NULL,|zend_throw_exception\(\w+,|fail_link\(link,)\s*(?=")/';

/** Strings of C that follow each other, as one string: what varies becomes "…". */
function text_of(string $literals): string
{
    preg_match_all('/"((?:[^"\\\\]|\\\\.)*)"([^"]*)/s', $literals, $strings, PREG_SET_ORDER);
    $text = '';
    foreach ($strings as [, $string, $between]) {
        // Numbers are inserted by macros.
        $text .= stripcslashes($string) . (preg_match('/\w/', $between) ? 'd' : '');
    }
    return trim(preg_replace_callback('/%%|%[.*]?[a-z]+/', fn($m) => $m[0] === '%%' ? '%' : '…', $text));
}

/** Have the parts of a pattern their place in the text, one after the other? */
function matches(string $pattern, string $text): bool
{
    $at = 0;
    foreach (array_filter(explode('…', $pattern), fn($part) => trim($part, ' .:,#s()') !== '') as $part) {
        $found = strpos($text, rtrim($part), $at);
        if ($found === false) {
            return false;
        }
        $at = $found + strlen(rtrim($part));
    }
    return true;
}

$root = dirname(__DIR__, 2);
$source = '';
$is_ours = fn($file) => $file->isDir() ? !in_array($file->getFilename(), OTHERS, true) && $file->getFilename()[0] !== '.'
    : preg_match('/\.[ch]$/', $file->getFilename()) && !preg_match('/testing_|_arginfo/', $file->getFilename());
$folder = new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS);
foreach (new RecursiveIteratorIterator(new RecursiveCallbackFilterIterator($folder, $is_ours)) as $file) {
    $source .= file_get_contents($file) . "\n";
}
$source = preg_replace('~/\*.*?\*/~s', '', $source);
$string = '"(?:[^"\\\\\n]|\\\\.)*"';
preg_match_all("/$string(?:\\s*(?:ZEND_\\w+(?:\\(\\w+\\))?\\s*|\\\\\n\\s*)?$string)*/", $source, $all);
$texts = implode("\n", array_map(text_of(...), $all[0]));
preg_match_all('/^- `([^`\n]+)`/m', file_get_contents("$root/docs/troubleshooting.md"), $listed);
foreach ($listed[1] as $message) {
    // Between two variable parts, a message may be put together from several strings.
    foreach (array_filter(explode('…', $message), fn($part) => trim($part, ' .:,#s()') !== '') as $part) {
        // A fixed word may stand for a variable one.
        str_contains($texts, trim($part)) || print("not in the sources: $message\n");
    }
}
preg_match_all(CALLS, $source, $found, PREG_OFFSET_CAPTURE);
$count = 0;
foreach ($found[0] as [$call, $offset]) {
    preg_match("/\\G$string(?:\\s*(?:ZEND_\\w+\\s*|ADVICE\\s*)?$string)*/", $source, $m, 0, $offset + strlen($call));
    $text = text_of($m[0]);
    // The text is another one, or that of a stock function.
    if (in_array($text, ['…', 'Unable to send data on socket'], true)) {
        continue;
    }
    $count++;
    $is_listed = array_filter($listed[1], fn($message) => matches($message, $text) || matches($text, $message))
        || preg_match('/^Async.\w+ is constructed once$/', $text);
    $is_listed || print("not in the document: $text\n");
}
var_dump($count > 60, count($listed[1]) > 80);
?>
--EXPECT--
bool(true)
bool(true)
