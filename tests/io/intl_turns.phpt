--TEST--
Coroutines use a UConverter and a MessageFormatter one after the other (CO-04)
--EXTENSIONS--
intl
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Converter extends UConverter
{
    public function toUCallback(int $reason, string $source, string $codeUnits, &$error): array|string|int|null
    {
        if ($reason !== UConverter::REASON_ILLEGAL) {
            return null;
        }
        for ($i = 0; $i < 3; $i++) suspend();
        $error = U_ZERO_ERROR;
        return '?';
    }
}

$converter = new Converter('utf-8', 'utf-8');
$convert = spawn(fn() => $converter->convert("ab\xffcd\xfeef"));
$set = spawn(function () use ($converter) {
    suspend();
    return [$converter->setSourceEncoding('latin1'), $converter->setDestinationEncoding('utf-16be')];
});
var_dump(await($convert), await($set) === [true, true], bin2hex($converter->convert("\xe4")));

class Text
{
    function __construct(private string $text) {}

    function __toString(): string
    {
        for ($i = 0; $i < 3; $i++) suspend();
        return $this->text;
    }
}

$values = [new Text('one'), new Text('two'), new Text('three')];
foreach (['method', 'function'] as $form) {
    $formatter = new MessageFormatter('en', '{0} and {1} and {2}');
    $format = spawn(fn() => $form === 'method' ? $formatter->format($values) : msgfmt_format($formatter, $values));
    $set = spawn(function () use ($formatter, $form) {
        suspend();
        return $form === 'method' ? $formatter->setPattern('only {2}') : msgfmt_set_pattern($formatter, 'only {2}');
    });
    var_dump(await($format), await($set), $formatter->format($values));
}
?>
--EXPECT--
string(8) "ab?cd?ef"
bool(true)
string(4) "00e4"
string(21) "one and two and three"
bool(true)
string(10) "only three"
string(21) "one and two and three"
bool(true)
string(10) "only three"
