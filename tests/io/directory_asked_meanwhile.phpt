--TEST--
A directory iterator does not go on while another coroutine waits for an answer about the file that it shows (D28)
--FILE--
<?php
// schedules: may go on
use function Async\{spawn, await, delay};
class Slow
{
    public $context;
    private int $at = 0;
    public function dir_opendir() { return true; }
    public function dir_readdir() { return $this->at < 4 ? sprintf('%0240d', $this->at++) : false; }
    public function dir_rewinddir() { $this->at = 0; return true; }
    public function dir_closedir() { return true; }
    public function url_stat(string $path) { delay(5); return false; }
}
stream_wrapper_register('slow', 'Slow');

/** What a method says of the file, while `$move` has the iterator go on. */
function asked(FilesystemIterator|DirectoryIterator $iterator, string $method, callable $move): string
{
    $task = spawn(function () use ($iterator, $method) {
        try {
            return json_encode($iterator->$method());
        } catch (RuntimeException $e) {
            return preg_replace('/0{30,}/', '0…0', $e->getMessage());
        }
    });
    spawn(function () use ($iterator, $move) {
        delay(2);
        $move($iterator);
        // In the memory of a name that was freed.
        $others = array_map(fn($i) => str_repeat('#', 249), range(1, 50));
        delay(10);
    });
    $answer = await($task);
    delay(15);
    return $answer . ', then at ' . ($iterator->valid() ? (int) $iterator->getFilename() : 'the end');
}

$moves = [
    'next()' => fn($i) => $i->next(),
    'seek()' => fn($i) => $i instanceof DirectoryIterator && $i->seek(2),
    'foreach' => function ($i) { foreach ($i as $file); },
];
foreach ($moves as $name => $move) {
    echo "$name:\n";
    foreach (['DirectoryIterator', 'FilesystemIterator', 'RecursiveDirectoryIterator'] as $class) {
        foreach (['getSize', 'getType', 'isFile', ...$class[0] === 'R' ? ['hasChildren'] : []] as $method) {
            echo "  $class: ", asked(new $class('slow://x'), $method, $move), "\n";
        }
    }
}
?>
--EXPECT--
next():
  DirectoryIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at 1
  DirectoryIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at 1
  DirectoryIterator: false, then at 1
  FilesystemIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at 1
  FilesystemIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at 1
  FilesystemIterator: false, then at 1
  RecursiveDirectoryIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at 1
  RecursiveDirectoryIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at 1
  RecursiveDirectoryIterator: false, then at 1
  RecursiveDirectoryIterator: false, then at 1
seek():
  DirectoryIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at 2
  DirectoryIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at 2
  DirectoryIterator: false, then at 2
  FilesystemIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at 2
  FilesystemIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at 2
  FilesystemIterator: false, then at 2
  RecursiveDirectoryIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at 2
  RecursiveDirectoryIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at 2
  RecursiveDirectoryIterator: false, then at 2
  RecursiveDirectoryIterator: false, then at 2
foreach:
  DirectoryIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at the end
  DirectoryIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at the end
  DirectoryIterator: false, then at the end
  FilesystemIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at the end
  FilesystemIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at the end
  FilesystemIterator: false, then at the end
  RecursiveDirectoryIterator: SplFileInfo::getSize(): stat failed for slow://x/0…0, then at the end
  RecursiveDirectoryIterator: SplFileInfo::getType(): Lstat failed for slow://x/0…0, then at the end
  RecursiveDirectoryIterator: false, then at the end
  RecursiveDirectoryIterator: false, then at the end
