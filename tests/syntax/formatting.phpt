--TEST--
Odd formatting: comments between all tokens, other line ends, BOM, #!, short and closing tags, ticks, the words within text (SY-01…SY-16, SY-24, SY-25)
--INI--
error_reporting=24575
short_open_tag=1
--FILE--
<?php
function show(string $title, string $source): void
{
    // A new name each time, because opcache caches by name.
    static $count = 0;
    $file = __DIR__ . '/formatting.tmp' . $count++ . '.php';
    file_put_contents($file, $source);
    ob_start();
    include $file;
    $output = ob_get_clean();
    unlink($file);
    echo $title, ': ', json_encode($output, JSON_UNESCAPED_SLASHES), "\n";
}

function f(int ...$x): string
{
    return json_encode($x);
}

$source = '<?php
namespace A;
$scope = new \Async\Scope;
$x = /* spawn */spawn/* { */f/* ( */(/* await */1/**/,/**/2/* ) */)/**/;
$y = spawn // spawn f()
    # await {
    /** suspend; */ use/**/(/**/$x/**/)/**/:/**/int/**/{ /**/ return/**/__LINE__/**/; /**/ } /**/ ;
$z = spawn/**/with/**/$scope/**/static/**/function/**/{ return __LINE__; };
echo await/**/$x/**/,"|",await// $x
    $y// until
    until// $y
    \Async\timeout(10000)/**/,"|",/**/await(/**/$z/**/)until(/**/\Async\timeout(10000)/**/),"|";
suspend/**/;
await/**/spawned/**/;
echo __LINE__;
';
show('comments', $source);
show('CRLF', str_replace("\n", "\r\n", $source));
show('CR', str_replace("\n", "\r", $source));
show('BOM', "\xEF\xBB\xBF<?php echo await spawn strrev('mob');");
show('#!', "#!/usr/bin/env php\n<?php\ndeclare(strict_types=1);\nnamespace A;\necho await spawn strrev('x'), __LINE__;\n");
show('one line', '<?php $x=spawn{return[spawn{return 1;},spawn strrev("2")];};echo await (await$x)[0],await (await$x)[1];suspend;');
show('tags', "a<?php \$x = spawn { return 'x'; } ?>b<?= await \$x ?>c<? suspend ?>\nd<?php \$y = spawn { ob_start() ?>e<?php return ob_get_clean(); } ?><?= await \$y; spawn { } ?>f<?php await spawned ?>g<?php suspend?>");
show('alternative syntax', "<?php if (await spawn { return true; }): ?>yes<?php else: ?>no<?php endif; while (await spawn { return false; }): suspend; endwhile;");
show('ticks', '<?php declare(ticks=1); $n = 0; $tick = function () use (&$n) { $n++; }; register_tick_function($tick); await spawn { suspend; }; unregister_tick_function($tick); echo $n > 2;');
show('text', <<<'SOURCE'
    <?php
    $name = 'await';
    $f = 'strtoupper';
    $a = ['await' => 'element', 'x' => spawn { return 'x'; }];
    echo "spawn { await $name until suspend; $a[await] {$a['await']}", '"await $x"', `echo 'suspend;' $name`;
    echo <<<spawn
        await $name; spawn { {$f(await $a['x'])} }
          suspend;
        spawn . <<<'await'
        spawn { $x };
        await;
    echo <<<X
      {${await spawn {
        return 'name';
      }}}
      X, " ", strlen("{$a[await spawn { return 'await'; }]}");
    SOURCE);
show('generators, fibers, match, goto, enum, readonly', <<<'SOURCE'
    <?php
    function generate() {
        $sent = yield await spawn { return 'a'; };
        echo await $sent;
        yield from await spawn { return ['c', 'd']; };
        return await spawn { return 'e'; };
    }
    $generator = generate();
    echo $generator->current(), $generator->send(spawn { return 'b'; });
    $generator->next();
    echo $generator->current();
    $generator->next();
    echo $generator->getReturn();
    $fiber = new Fiber(function () { echo await spawn { return 'f'; }; Fiber::suspend(); suspend; echo 'g'; });
    $fiber->start();
    $fiber->resume();
    echo match (true) { await spawn { return false; } => '', await spawn { return true; } => 'h', default => '' };
    $i = 0;
    again: await spawn use (&$i) { $i++; };
    if ($i < 3) goto again;
    echo $i;
    enum Suit: string {
        case await = 'i'; case spawn = 'j';
        public function go() { return await spawn { return await spawn $this->value(); }; }
        private function value() { return $this->value; }
        public static function find() { return await spawn static::from('j')->go(); }
    }
    echo Suit::await->go(), Suit::find();
    final class Kept {
        public function __construct(public readonly Async\Coroutine $spawn) { }
        public static function make() { return new self(spawn
            static function () { return 'k'; }); }
    }
    SOURCE);
?>
--EXPECT--
comments: "[1,2]|7|8|15"
CRLF: "[1,2]|7|8|15"
CR: "[1,2]|7|8|15"
BOM: "\ufeffbom"
#!: "x5"
one line: "12"
tags: "abxcdefg"
alternative syntax: "yes"
ticks: "1"
text: "spawn { await await until suspend; element element\"await $x\"suspend; await\nawait await; spawn { X }\n  suspend;spawn { $x };await 7"
generators, fibers, match, goto, enum, readonly: "abcdefgh3ij"
