<?php
/*
 * For tools/site: copies the documents into the folder of the site's pages, and turns their links, which are right in
 * the source tree, into links of the site.
 *
 *   php -n tools/site.d/pages.php FOLDER
 *
 * README.md becomes the first page, docs/NAME.md NAME.md. Other documents, and each source that a document links to, get
 * a page below "source/".
 */

const CODE_LANGUAGES = [
    'php' => 'php', 'phpt' => 'php', 'c' => 'c', 'h' => 'c', 'sh' => 'sh', 'json' => 'json', 'tsv' => 'txt', 'txt' => 'txt',
];
const PICTURES = '/\.(svg|png)$/';

/** The page of a file of the tree. */
function page_of(string $file): string
{
    return match (true) {
        $file === 'README.md' => 'index.md',
        (bool) preg_match('~^docs/[^/]+\.(md|svg|png)$~', $file) => basename($file),
        str_ends_with($file, '.md') => 'source/' . strtolower($file),
        default => "source/$file.md",
    };
}

/** How to come from the page $from to the page or picture $to. */
function path_between(string $from, string $to): string
{
    return str_repeat('../', substr_count($from, '/')) . $to;
}

/** The file of the tree that a link of $file means; a folder means its README.md, or else its list of files. */
function target_of(string $file, string $link): string
{
    $parts = [];
    foreach (explode('/', dirname($file) . "/$link") as $part) {
        if ($part === '..') {
            array_pop($parts);
        } elseif ($part !== '.' && $part !== '') {
            $parts[] = $part;
        }
    }
    $path = implode('/', $parts);
    return is_dir($path) && is_file("$path/README.md") ? "$path/README.md" : $path;
}

/** Files that are not documents get a page that shows them. */
function source_page(string $path): string
{
    if (is_dir($path)) {
        $list = array_map(fn($name) => "- `$path/" . basename($name) . '`', glob("$path/*"));
        return "# $path\n\n" . implode("\n", $list) . "\n";
    }
    $language = CODE_LANGUAGES[pathinfo($path, PATHINFO_EXTENSION)] ?? 'txt';
    // The search leads to documents.
    return "---\nsearch: false\n---\n\n# $path\n\n````$language\n" . rtrim(file_get_contents($path)) . "\n````\n";
}

/** The first heading of a document, in plain words. */
function title_of(string $file): string
{
    return preg_match('/^# (.+)$/m', file_get_contents($file), $m) ? strtr($m[1], ['`' => '', '*' => '', ' …' => '']) : $file;
}

/** The text of a document with links of the site; files that they need are added to $wanted. */
function with_links(string $file, string $text, array &$wanted): string
{
    $from = page_of($file);
    $parts = preg_split('/(^```.*?^```$|`[^`\n]*`)/ms', $text, -1, PREG_SPLIT_DELIM_CAPTURE);
    // A link whose text is code is in three parts: the piece after the code begins with its target.
    foreach ($parts as $i => $part) {
        if ($i % 2 === 1) {
            continue;
        }
        $pattern = '~(\[[\w./-]+\.md)?\]\((?![a-z]+:|#)([^()\s#]+)(#[^()\s]*)?\)~';
        $parts[$i] = preg_replace_callback($pattern, function ($m) use ($file, $from, &$wanted) {
            $target = target_of($file, $m[2]);
            $wanted[$target] = true;
            // A page of the site has a title instead of a file name.
            $text = $m[1] === '' ? '' : '[' . title_of($target);
            return "$text](" . path_between($from, page_of($target)) . ($m[3] ?? '') . ')';
        }, $part);
    }
    return implode('', $parts);
}

function write(string $path, string $text): void
{
    is_dir(dirname($path)) || mkdir(dirname($path), 0777, true);
    file_put_contents($path, $text);
}

/** Each page that navigation.json names exists. config.mjs adds those that it does not name. */
function check_navigation(): void
{
    $listed = [];
    foreach (json_decode(file_get_contents(__DIR__ . '/navigation.json'), true, 512, JSON_THROW_ON_ERROR) as $group) {
        $listed = [...$listed, ...array_keys($group['pages'])];
    }
    $have = array_map(fn($file) => basename($file, '.md'), glob('docs/*.md'));
    $wrong = array_diff(preg_grep('~/|^index$~', $listed, PREG_GREP_INVERT), $have);
    if ($wrong) {
        fwrite(STDERR, 'tools/site.d/navigation.json has pages that docs/ has not: ' . implode(', ', $wrong) . "\n");
        exit(1);
    }
}

$out = $argv[1];
chdir(dirname(__DIR__, 2));
check_navigation();
$wanted = ['README.md' => true, 'CHANGELOG.md' => true, 'CONTRIBUTING.md' => true, 'SECURITY.md' => true, 'SUPPORTED.md' => true];
$wanted += array_fill_keys([...glob('docs/*.md'), ...glob('examples/*.php')], true);
$done = [];
while ($todo = array_keys(array_diff_key($wanted, $done))) {
    foreach ($todo as $file) {
        $done[$file] = true;
        if (preg_match(PICTURES, $file)) {
            write("$out/" . page_of($file), file_get_contents($file));
        } elseif (str_ends_with($file, '.md')) {
            write("$out/" . page_of($file), with_links($file, file_get_contents($file), $wanted));
        } else {
            write("$out/" . page_of($file), source_page($file));
        }
    }
}
