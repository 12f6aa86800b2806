<?php
/*
 * For tools/site: every link and every anchor of the built site leads somewhere inside it.
 *
 *   php -n tools/site.d/check-links.php FOLDER BASE
 *
 * tools/check-names does the same for the documents in the source tree.
 */

/** @return array{ids: array<string, true>, links: string[]} */
function facts_of(string $file): array
{
    $html = file_get_contents($file);
    preg_match_all('/\sid="([^"]+)"/', $html, $ids);
    preg_match_all('/<(?:a|img)\b[^>]*\s(?:href|src)="([^"]+)"/', $html, $links);
    return [
        'ids' => array_fill_keys(array_map('html_entity_decode', $ids[1]), true),
        'links' => array_unique(array_map('html_entity_decode', $links[1])),
    ];
}

/** A path without "." and "..". */
function without_dots(string $path): string
{
    $parts = [];
    foreach (explode('/', $path) as $part) {
        if ($part === '..') {
            array_pop($parts);
        } elseif ($part !== '.') {
            $parts[] = $part;
        }
    }
    return implode('/', $parts);
}

[, $root, $base] = $argv;
$facts = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS)) as $path) {
    if (str_ends_with($path, '.html')) {
        $facts[substr($path, strlen($root) + 1)] = facts_of($path);
    }
}
$bad = $count = 0;
foreach ($facts as $page => ['links' => $links]) {
    foreach ($links as $link) {
        if (preg_match('/^[a-z]+:/', $link)) {
            continue;
        }
        $count++;
        [$path, $anchor] = explode('#', $link, 2) + [1 => ''];
        $target = match (true) {
            $path === '' => $page,
            str_starts_with($path, $base) => substr($path, strlen($base)),
            default => dirname($page) === '.' ? $path : dirname($page) . "/$path",
        };
        $target = without_dots($target);
        $target .= $target === '' || str_ends_with($target, '/') ? 'index.html' : '';
        $is_there = isset($facts[$target]) || is_file("$root/$target");
        if (!$is_there || $anchor !== '' && !isset($facts[$target]['ids'][rawurldecode($anchor)])) {
            $bad++;
            fwrite(STDERR, "$page: the link to $link leads nowhere\n");
        }
    }
}
if ($bad || $count < 100) {
    fwrite(STDERR, "$bad dead links of $count\n");
    exit(1);
}
