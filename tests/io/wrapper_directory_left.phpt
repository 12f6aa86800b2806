--TEST--
scandir() and its kind end when dir_readdir() of a stream wrapper is cancelled, throws or calls exit(), instead of taking all memory
--FILE--
<?php
use function Async\{await, delay, spawn};

class Entries
{
    public $context;
    private int $count = 0;
    private string $url;

    function dir_opendir(string $url, int $options): bool
    {
        $this->url = $url;
        return true;
    }

    function dir_readdir(): string|false
    {
        if ($this->count++ === 2) {
            match ($this->url) {
                'entries://waits' => delay(100_000),
                'entries://throws' => throw new DomainException('no more'),
                'entries://exits' => exit(7),
            };
        }
        return "entry $this->count";
    }

    function dir_closedir(): bool
    {
        return true;
    }

    function dir_rewinddir(): bool
    {
        $this->count = 0;
        return true;
    }
}
stream_wrapper_register('entries', Entries::class);
$reads = [
    'scandir' => fn(string $url) => scandir($url),
    'readdir' => function (string $url) {
        $directory = opendir($url);
        while (($entry = readdir($directory)) !== false) {
        }
    },
    'DirectoryIterator' => fn(string $url) => iterator_count(new DirectoryIterator($url)),
];
foreach ($reads as $name => $read) {
    foreach (['waits', 'throws'] as $how) {
        $reader = spawn($read, "entries://$how");
        while ($how === 'waits' && !$reader->isSuspended()) {
            delay(1);
        }
        if ($how === 'waits') {
            $reader->cancel();
        }
        try {
            await($reader);
            echo "BROKEN: went on\n";
        } catch (Throwable $e) {
            echo "$name, $how: ", $e::class, "\n";
        }
    }
}
register_shutdown_function(fn() => print("the end\n"));
spawn($reads['scandir'], 'entries://exits');
// Parked there when the other one exits.
spawn($reads['scandir'], 'entries://waits');
?>
--EXPECT--
scandir, waits: Async\AsyncCancellation
scandir, throws: DomainException
readdir, waits: Async\AsyncCancellation
readdir, throws: DomainException
DirectoryIterator, waits: Async\AsyncCancellation
DirectoryIterator, throws: DomainException
the end
