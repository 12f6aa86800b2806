--TEST--
Keyword forms and names work within property hooks and other grammar of PHP 8.4 (SY-23, SY-09)
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) die('skip property hooks came with PHP 8.4');
?>
--FILE--
<?php
interface await
{
    public string $spawn { get; }
}
class Page implements await
{
    public string $spawn {
        get => await spawn strrev($this->await);
    }
    public string $await = 'await' {
        get {
            suspend;
            return $this->await;
        }
        set(string $await) {
            $this->await = await spawn use ($await) { return strtoupper($await); } . $await;
        }
    }
    public private(set) ?await $suspend = null;

    public function __construct(public ?await $until = null { get => $this->until; })
    {
    }

    const ?await spawn = null;

    public function start(): Async\Coroutine
    {
        return spawn $this->end();
    }

    private function end(): string
    {
        return "end\n";
    }
}
$page = new Page;
$page->await = 'x';
echo $page->await, ' ', $page->spawn, ' ', json_encode(Page::spawn), "\n";
echo await new Page()->start(), await await spawn new Page()->start();
?>
--EXPECT--
Xx xX null
end
end
