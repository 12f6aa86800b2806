--TEST--
The pictures of the documents can be read in the light and in the dark scheme: contrast of words 4.5, of shapes 3
--SKIPIF--
<?php
if (!glob(__DIR__ . '/../../docs/*.svg')) die('skip the documents are not here');
?>
--FILE--
<?php
/** The rules of a picture's style: [class or tag => [property => colour]], in the light scheme and in the dark one. */
function schemes(string $style): array
{
    [$light, $dark] = explode('@media (prefers-color-scheme: dark)', $style, 2) + [1 => ''];
    $rules = [];
    foreach ([$light, $dark] as $i => $part) {
        $rules[$i] = $rules[0] ?? [];
        preg_match_all('/([.\w]+) \{([^{}]*)\}/', $part, $found, PREG_SET_ORDER);
        foreach ($found as [, $name, $body]) {
            preg_match_all('/\b(fill|stroke): (#\w+|none)/', $body, $colours, PREG_SET_ORDER);
            foreach ($colours as [, $property, $colour]) {
                $rules[$i][$name][$property] = $colour;
            }
        }
    }
    return ['light' => $rules[0], 'dark' => $rules[1]];
}

/** As WCAG 2 defines it. */
function luminance(string $colour): float
{
    $parts = array_map(function (string $part): float {
        $value = hexdec($part) / 255;
        return $value <= 0.04045 ? $value / 12.92 : (($value + 0.055) / 1.055) ** 2.4;
    }, str_split(substr($colour, 1), 2));
    return 0.2126 * $parts[0] + 0.7152 * $parts[1] + 0.0722 * $parts[2];
}

function contrast(string $a, string $b): float
{
    [$less, $more] = [min(luminance($a), luminance($b)), max(luminance($a), luminance($b))];
    return ($more + 0.05) / ($less + 0.05);
}

echo round(contrast('#000000', '#ffffff')), ' ', round(contrast('#777777', '#ffffff'), 2), "\n";
const DECORATION = ['.grid'];
$compared = 0;
foreach (glob(__DIR__ . '/../../docs/*.svg') as $file) {
    $name = basename($file);
    preg_match('~<style>(.*)</style>(.*)~s', file_get_contents($file), $match) || die("$name has no style\n");
    if (preg_match('/ (fill|stroke)="#/', $match[2], $own)) {
        echo "$name has a $own[1] that the dark scheme does not change\n";
    }
    foreach (schemes($match[1]) as $scheme => $rules) {
        $paper = $rules['.paper']['fill'];
        if (luminance($paper) > 0.5 !== ($scheme === 'light')) {
            echo "$name: $scheme paper is $paper\n";
        }
        // Words with a class of their own: <text class="small left">.
        preg_match_all('/<text class="([\w ]+)"/', $match[2], $found);
        $words = ['text', ...array_map(fn($class) => ".$class", array_unique(explode(' ', implode(' ', $found[1]))))];
        foreach ($rules as $class => $colours) {
            if ($class === '.paper' || in_array($class, DECORATION, true)) {
                continue;
            }
            $isText = in_array($class, $words, true);
            // A stroke shows the shape; words may stand on a fill.
            $colour = $colours['stroke'] ?? $colours['fill'] ?? 'none';
            if ($class === '.on') {
                $backs = [$rules['.loop']['fill'], $rules['.wait']['fill']];
            } elseif ($class === 'text') {
                $fills = array_intersect_key($rules, ['.paper' => 1, '.box' => 1, '.end' => 1, '.bad' => 1]);
                $backs = array_column($fills, 'fill');
            } else {
                $backs = [$paper];
            }
            foreach ($backs as $back) {
                $contrast = $colour === 'none' ? INF : contrast($colour, $back);
                $compared++;
                if ($contrast < ($isText ? 4.5 : 3)) {
                    printf("%s, %s: %s %s on %s: %.2f\n", $name, $scheme, $class, $colour, $back, $contrast);
                }
            }
        }
    }
}
echo $compared > 100 ? "compared\n" : "only $compared compared\n";
?>
--EXPECT--
21 4.48
compared
