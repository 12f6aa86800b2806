--TEST--
The sorts of Collators whose texts wait in __toString() run one after the other, each by the rules of its own locale
--EXTENSIONS--
intl
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Text
{
    public function __construct(private string $text) {}

    public function __toString(): string
    {
        suspend();
        usleep(1);
        return $this->text;
    }
}

$sorts = [
    'sort' => fn(Collator $collator, array &$list) => $collator->sort($list),
    'asort' => fn(Collator $collator, array &$list) => $collator->asort($list),
    'collator_sort()' => collator_sort(...),
    'collator_asort()' => collator_asort(...),
    'a closure' => fn(Collator $collator, array &$list) => $collator->sort(...)($list),
    'sortWithSortKeys' => fn(Collator $collator, array &$list) => $collator->sortWithSortKeys($list),
];
$words = function (string $locale, callable $sort, array &$list) {
    $sort(new Collator($locale), $list);
    return implode(' ', array_map(strval(...), $list));
};
foreach ($sorts as $name => $sort) {
    $make = fn() => array_map(fn($text) => $name === 'sortWithSortKeys' ? $text : new Text($text), ['z', "\u{f6}", 'o', 'a']);
    $tasks = $lists = [];
    foreach (['sv', 'de', 'sv', 'de'] as $i => $locale) {
        $lists[$i] = $make();
        $tasks[] = spawn(function () use ($words, $locale, $sort, &$lists, $i) { return $words($locale, $sort, $lists[$i]); });
    }
    // Another coroutine takes the lists away.
    $tasks[] = spawn(function () use (&$lists) { for ($i = 0; $i < 4; $i++) { suspend(); $lists[$i] = ['gone']; } return 'gone'; });
    echo "$name: ", implode(', ', array_unique(array_map(await(...), $tasks))), "\n";
}
?>
--EXPECT--
sort: a o z ö, a o ö z, gone
asort: a o z ö, a o ö z, gone
collator_sort(): a o z ö, a o ö z, gone
collator_asort(): a o z ö, a o ö z, gone
a closure: a o z ö, a o ö z, gone
sortWithSortKeys: a o z ö, a o ö z, gone
