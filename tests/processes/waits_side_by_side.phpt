--TEST--
Coroutines wait at once for different children, for any child and for a group; a late waiter gets ECHILD as in stock PHP (P2, P3, P10)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
// schedules: any
use function Async\{spawn, await, suspend};

/* A child that ends on demand. */
final class Child
{
    public int $pid;
    private $process;
    private array $pipes;

    public function __construct(int $status, string ...$with)
    {
        $this->process = proc_open([...$with, 'sh', '-c', "echo; read line; exit $status"], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        fgets($pipes[1]);
        $this->pipes = $pipes;
        $this->pid = proc_get_status($this->process)['pid'];
    }

    public function end(): void
    {
        fclose($this->pipes[0]);
    }
}
function settle(): void
{
    for ($i = 0; $i < 10; $i++) {
        suspend();
    }
}
function wait_for(int $pid): Async\Coroutine
{
    return spawn(function () use ($pid) {
        $found = pcntl_waitpid($pid, $status);
        return $found > 0 ? [$found, pcntl_wexitstatus($status)] : [$found, pcntl_get_last_error() === PCNTL_ECHILD];
    });
}
[$a, $b, $c] = [new Child(1), new Child(2), new Child(3)];
$for_a = wait_for($a->pid);
$for_b = wait_for($b->pid);
$for_any = wait_for(-1);
settle();
echo "the last one, whom only pid -1 waits for\n";
$c->end();
var_dump(await($for_any) === [$c->pid, 3], $for_a->isCompleted(), $for_b->isCompleted());
echo "the others, in the other order\n";
$b->end();
var_dump(await($for_b) === [$b->pid, 2], $for_a->isCompleted());
$a->end();
var_dump(await($for_a) === [$a->pid, 1]);

echo "two for the same\n";
$d = new Child(4);
$two = [wait_for($d->pid), wait_for($d->pid)];
settle();
$d->end();
$results = [await($two[0]), await($two[1])];
sort($results);
var_dump($results === [[-1, true], [$d->pid, 4]]);

echo "one and any for the same\n";
$e = new Child(5);
$two = [wait_for($e->pid), wait_for(-1)];
settle();
$e->end();
$results = [await($two[0]), await($two[1])];
sort($results);
var_dump($results === [[-1, true], [$e->pid, 5]]);

echo "a group\n";
[$f, $g] = [new Child(6, 'setsid'), new Child(7)];
$group = wait_for(-$f->pid);
settle();
$g->end();
$for_g = wait_for($g->pid);
var_dump(await($for_g) === [$g->pid, 7]);
settle();
var_dump($group->isCompleted());
$f->end();
var_dump(await($group) === [$f->pid, 6]);
var_dump(await(wait_for(-1)));
?>
--EXPECT--
the last one, whom only pid -1 waits for
bool(true)
bool(false)
bool(false)
the others, in the other order
bool(true)
bool(false)
bool(true)
two for the same
bool(true)
one and any for the same
bool(true)
a group
bool(true)
bool(false)
bool(true)
array(2) {
  [0]=>
  int(-1)
  [1]=>
  bool(true)
}
