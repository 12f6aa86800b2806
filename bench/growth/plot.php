<?php
/* Draws the table of `run` as small multiples in one SVG: for each operation the nanoseconds over n, both logarithmic.
 * Readable on dark and on light pages. */

const CELL = [210, 140];
const PLOT = [150, 80];
const COLUMNS = 4;

$rows = array_map(fn($line) => explode("\t", rtrim($line, "\n")), file('php://stdin'));
$sizes = array_slice(array_shift($rows), 1);
$values = array_filter(array_merge(...array_map(fn($row) => array_slice($row, 1), $rows)), 'is_numeric');
[$low, $high] = [floor(log10(min($values))), ceil(log10(max($values)))];

$x = fn($n) => round(PLOT[0] * (log10($n) - log10($sizes[0])) / max(1, log10(end($sizes)) - log10($sizes[0])), 1);
$y = fn($ns) => round(PLOT[1] * (1 - (log10($ns) - $low) / ($high - $low)), 1);
$label = fn($ns) => $ns >= 1e6 ? $ns / 1e6 . ' ms' : ($ns >= 1e3 ? $ns / 1e3 . ' µs' : "$ns ns");

$lines = ceil(count($rows) / COLUMNS);
printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"9\">\n",
    COLUMNS * CELL[0], $lines * CELL[1] + 10);
echo '<style>text{fill:#555}.n{font-size:11px;fill:#222}.g{stroke:#8884;fill:none}.c{stroke:#07c;stroke-width:1.6;fill:none}',
    '.p{fill:#07c}@media(prefers-color-scheme:dark){text{fill:#aaa}.n{fill:#eee}.c{stroke:#5bf}.p{fill:#5bf}}</style>', "\n";
foreach ($rows as $i => $row) {
    $points = array_filter(array_combine($sizes, array_slice($row, 1)), 'is_numeric');
    printf("<g transform=\"translate(%d,%d)\">\n", $i % COLUMNS * CELL[0] + 45, intdiv($i, COLUMNS) * CELL[1] + 30);
    printf("<text class=\"n\" y=\"-10\">%s</text>\n", htmlspecialchars($row[0]));
    for ($power = $low; $power <= $high; $power++) {
        printf("<path class=\"g\" d=\"M0 %sh%d\"/><text x=\"-4\" y=\"%s\" text-anchor=\"end\">%s</text>\n",
            $y(10 ** $power), PLOT[0], $y(10 ** $power) + 3, $label(10 ** $power));
    }
    foreach ([$sizes[0], end($sizes)] as $n) {
        printf("<text x=\"%s\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", $x($n), PLOT[1] + 12, number_format($n));
    }
    $path = [];
    foreach ($points as $n => $ns) {
        $path[] = $x($n) . ' ' . $y(max(1, $ns));
        printf("<circle class=\"p\" cx=\"%s\" cy=\"%s\" r=\"2\"><title>%s: %s ns</title></circle>\n",
            $x($n), $y(max(1, $ns)), number_format($n), $ns);
    }
    printf("<path class=\"c\" d=\"M%s\"/>\n</g>\n", implode('L', $path));
}
echo "</svg>\n";
