<?php
/*
 * Actions at the edges of the engine and of the system: signals, weak references, cycles, magic methods, forks beside slow
 * jobs, closed descriptors, low limits. An action whose answer is known says so when it gets another one.
 */

use Async\{Scope, TaskGroup};

use function Async\{await, currentContext, currentCoroutine, delay, signal, spawn, stats, suspend, timeout};

/** Each method that the engine calls by itself waits. All answers are fixed. */
final class Magic implements JsonSerializable, Countable, ArrayAccess, IteratorAggregate
{
    public static int $made = 0;
    public array $set = [];

    public function __construct(public ?Magic $inner = null)
    {
        self::$made++;
    }

    private static function wait(): void
    {
        match (mt_rand(0, 3)) {
            0 => null,
            1 => suspend(),
            2 => delay(1),
            3 => usleep(mt_rand(0, 300)),
        };
    }

    public function __get(string $name): string
    {
        self::wait();
        return "value of $name";
    }

    public function __set(string $name, mixed $value): void
    {
        self::wait();
        $this->set[$name] = $value;
    }

    public function __isset(string $name): bool
    {
        self::wait();
        return true;
    }

    public function __unset(string $name): void
    {
        self::wait();
        unset($this->set[$name]);
    }

    public function __call(string $name, array $arguments): string
    {
        self::wait();
        return $name;
    }

    public function __toString(): string
    {
        self::wait();
        return 'magic';
    }

    public function __debugInfo(): array
    {
        self::wait();
        return ['inner' => $this->inner];
    }

    public function __serialize(): array
    {
        self::wait();
        return [$this->inner];
    }

    public function __unserialize(array $data): void
    {
        self::wait();
        [$this->inner] = $data;
    }

    public function __clone()
    {
        self::wait();
        $this->inner = $this->inner ? clone $this->inner : null;
    }

    public function jsonSerialize(): array
    {
        self::wait();
        return ['inner' => $this->inner];
    }

    public function count(): int
    {
        self::wait();
        return 3;
    }

    public function offsetExists(mixed $offset): bool
    {
        self::wait();
        return true;
    }

    public function offsetGet(mixed $offset): mixed
    {
        self::wait();
        return $offset;
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        self::wait();
    }

    public function offsetUnset(mixed $offset): void
    {
        self::wait();
    }

    public function getIterator(): Generator
    {
        for ($i = 0; $i < 3; $i++) {
            self::wait();
            yield $i;
        }
    }
}

/** One object, and one array with it, for all coroutines. */
function magic(): Magic
{
    static $magic;
    return $magic ??= new Magic(new Magic);
}

function magic_array(): array
{
    static $array;
    return $array ??= ['a' => ['b' => magic()]];
}

/** Its destructor leaves weak references to itself behind, or comes back to life. */
final class Reviving
{
    /** @var array<int, mixed> */
    public static array $kept = [];
    public mixed $other = null;

    public function __destruct()
    {
        $weak = WeakReference::create($this);
        match (mt_rand(0, 3)) {
            0 => self::$kept[mt_rand(0, 9)] = $weak,
            1 => self::$kept[mt_rand(0, 9)] = $this,
            2 => suspend(),
            3 => null,
        };
    }
}

/** The objects of ours that a program has, each in a cycle with one of its callbacks. */
function cycle(): object
{
    switch (mt_rand(0, 4)) {
        case 0:
            $owner = new Scope;
            $owner->setExceptionHandler(fn() => $owner);
            break;
        case 1:
            $owner = new TaskGroup;
            $owner->onFinally(fn() => $owner);
            $owner->spawn(fn() => $owner);
            break;
        case 2:
            $owner = currentContext();
            $owner->set('self' . mt_rand(0, 99), [$owner, new Reviving], true);
            break;
        case 3:
            $owner = spawn(fn() => suspend());
            $owner->onFinally(fn() => $owner);
            break;
        case 4:
            $owner = new Async\Pool(fn() => new Reviving);
            $owner->acquire()->other = $owner;
            break;
    }
    if (Program::oneOf(2)) {
        $reviving = new Reviving;
        $reviving->other = [$owner, $reviving];
    }
    return $owner;
}

/** A lower limit for a moment. Other coroutines meet it, too. */
function with_limit(int $resource, int $limit, Closure $body): void
{
    static $held = false;
    if ($held) {
        return;
    }
    $held = true;
    $names = [POSIX_RLIMIT_NOFILE => 'openfiles'];
    $before = posix_getrlimit();
    [$soft, $hard] = [$before["soft $names[$resource]"], $before["hard $names[$resource]"]];
    $soft = $soft === 'unlimited' ? POSIX_RLIMIT_INFINITY : $soft;
    $hard = $hard === 'unlimited' ? POSIX_RLIMIT_INFINITY : $hard;
    try {
        posix_setrlimit($resource, $limit, $hard);
        $body();
    } finally {
        posix_setrlimit($resource, $soft, $hard);
        $held = false;
    }
}

function count_of_descriptors(): int
{
    return count(scandir('/proc/self/fd')) - 2;
}

return [
    // ---- signals ----
    'install a handler' => function (Program $p) {
        $kind = mt_rand(0, 4);
        pcntl_signal(SIGUSR1, match ($kind) {
            0 => fn() => suspend(),
            1 => fn() => throw new Exception('by the signal'),
            2 => fn() => spawn(fn() => delay(1)),
            3 => SIG_IGN,
            4 => fn() => gc_collect_cycles(),
        }, Program::oneOf(2));
        pcntl_async_signals(Program::oneOf(2));
    },
    'send a signal' => function () {
        if (pcntl_signal_get_handler(SIGUSR1) !== SIG_DFL) {
            posix_kill(getmypid(), SIGUSR1);
            pcntl_signal_dispatch();
        }
    },
    'send it later' => function (Program $p) {
        $p->spawn(function () {
            delay(mt_rand(0, 2));
            if (pcntl_signal_get_handler(SIGUSR1) !== SIG_DFL) {
                posix_kill(getmypid(), SIGUSR1);
            }
        });
        match (mt_rand(0, 3)) {
            0 => usleep(3000),
            1 => time_nanosleep(0, 3_000_000),
            2 => sleep(0),
            3 => delay(3),
        };
    },
    'signal as a future' => function () {
        $future = signal(SIGUSR2);
        if (Program::oneOf(2)) {
            pcntl_signal(SIGUSR2, fn() => suspend());
        }
        posix_kill(getmypid(), SIGUSR2);
        expect('signal()', await($future, timeout(2000)), SIGUSR2);
        pcntl_signal(SIGUSR2, SIG_IGN);
    },
    // ---- weak references ----
    'weak reference' => function (Program $p) {
        $weak = WeakReference::create(new Reviving);
        suspend();
        $weak->get();
        Reviving::$kept[mt_rand(0, 9)] = Program::oneOf(2) ? $weak : null;
    },
    'weak map' => function (Program $p) {
        static $map = new WeakMap;
        $map[currentCoroutine()] = new Reviving;
        $map[currentContext()] = currentCoroutine();
        if ($other = $p->pick($p->coroutines)) {
            $map[$other] = $map;
        }
        foreach ($map as $key => $value) {
            if (Program::oneOf(10)) {
                suspend();
            }
        }
        count($map) > 20 && $map = new WeakMap;
    },
    'weak reference to a coroutine' => function (Program $p) {
        if (count($p->coroutines) > 30) {
            $weak = WeakReference::create(array_shift($p->coroutines));
            suspend();
            $weak->get()?->cancel();
        }
    },
    // ---- cycles and the collector ----
    'cycles' => function (Program $p) {
        for ($i = mt_rand(1, 5); $i > 0; $i--) {
            cycle();
            Program::oneOf(3) && suspend();
        }
    },
    'collect' => fn() => gc_collect_cycles(),
    'full buffer of the collector' => function () {
        for ($i = 0; $i < 11_000; $i++) {
            $array = [];
            $array[0] = &$array;
        }
    },
    'forget what lives again' => fn() => Reviving::$kept = [],
    // ---- magic methods ----
    'get' => fn() => expect('__get', magic()->one, 'value of one'),
    'get the other' => fn() => expect('__get', magic()->two, 'value of two'),
    'set' => function () {
        $name = 'p' . spl_object_id(currentCoroutine());
        magic()->$name = 1;
        expect('__set', property_exists(magic(), $name), false);
        unset(magic()->$name);
    },
    'isset' => fn() => expect('__isset', isset(magic()->one), true),
    'coalesce' => fn() => expect('??', magic()->one ?? 'none', 'value of one'),
    'call' => fn() => expect('__call', magic()->anything(1), 'anything'),
    'string' => fn() => expect('__toString', strlen(magic()) . '-' . implode(',', [magic(), magic()]), '5-magic,magic'),
    'json' => fn() => expect('json_encode', json_encode(magic_array()), '{"a":{"b":{"inner":{"inner":null}}}}'),
    'dump' => function () {
        $text = print_r(magic_array(), true);
        expect('print_r', [substr_count($text, 'RECURSION'), substr_count($text, 'Magic Object')], [0, 2]);
    },
    'var_dump' => function () {
        ob_start();
        var_dump(magic_array());
        $text = ob_get_clean();
        expect('var_dump', [substr_count($text, 'RECURSION'), substr_count($text, '(Magic)')], [0, 2]);
    },
    'serialize' => function () {
        $copy = unserialize(serialize(magic_array()));
        expect('serialize', $copy['a']['b']->inner instanceof Magic && $copy['a']['b']->inner->inner === null, true);
    },
    'clone' => fn() => expect('__clone', (clone magic())->inner instanceof Magic, true),
    'count' => fn() => expect('count', count(magic()), 3),
    'offset' => fn() => expect('offsetGet', isset(magic()['x']) ? magic()['x'] : null, 'x'),
    'iterate magic' => fn() => expect('iterator', iterator_to_array(magic()), [0, 1, 2]),
    'walk' => function () {
        $array = ['a' => [1, [2]], 'b' => 3];
        $sum = 0;
        array_walk_recursive($array, function ($value) use (&$sum) {
            Program::oneOf(2) && suspend();
            $sum += $value;
        });
        expect('array_walk_recursive', $sum, 6);
    },
    'compare' => fn() => expect('==', [[magic()], 1] == [['magic'], 1], true),
    'callbacks of PCRE' => fn() => expect('preg_replace_callback', preg_replace_callback('/./',
        function (array $match) {
            Program::oneOf(2) && suspend();
            return preg_match('/b/', $match[0]) ? '-' : $match[0];
        }, 'abc'), 'a-c'),
    // ---- forks beside slow jobs ----
    'fork beside jobs' => function (Program $p) {
        if (!Program::oneOf(6)) {
            return;
        }
        @unlink('slow');
        posix_mkfifo('slow', 0600);
        $slow = $p->spawn(fn() => @fopen('slow', 'r'));
        $p->spawn(fn() => gethostbyname('localhost'));
        $p->spawn(fn() => md5_file(__FILE__));
        try {
            suspend();
            $child = pcntl_fork();
            if ($child === 0) {
                expect('md5_file in a child', md5_file(__FILE__), md5(file_get_contents(__FILE__)));
                Program::oneOf(2) && await(spawn(fn() => gethostbyname('localhost')));
                exit(0);
            }
            pcntl_waitpid($child, $status);
        } finally {
            $slow?->cancel();   // also when this coroutine is cancelled: no other one ends that wait
        }
    },
    // ---- closed descriptors ----
    'close while others wait' => function (Program $p) {
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_timeout($here, 0, 5000);
        $p->spawn(fn() => @fgets($here));
        $p->spawn(fn() => @fwrite($here, str_repeat('x', 400_000)));
        $p->spawn(function () use ($here) {
            $read = [$here];
            $none = null;
            is_resource($here) && @stream_select($read, $none, $none, 0, 2000);
        });
        Program::oneOf(2) && suspend();
        fclose($here);
        [$again] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0); // has the same number
        suspend();
        stream_set_blocking($again, false);
        expect('the next pair', fread($again, 10), '');
    },
    'close a socket' => function (Program $p) {
        $socket = socket_create(AF_INET, SOCK_DGRAM, 0);
        socket_bind($socket, '127.0.0.1', 0);
        socket_set_option($socket, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 2000]);
        $p->spawn(function () use ($socket) {
            try {
                @socket_recv($socket, $buffer, 10, 0);
            } catch (Error) {
                // closed already
            }
        });
        suspend();
        socket_close($socket);
    },
    'close standard input' => function () {
        if (Program::oneOf(10) && is_resource(STDIN)) {
            fclose(STDIN);
        }
    },
    // ---- low limits ----
    'few descriptors' => fn(Program $p, int $depth) => with_limit(POSIX_RLIMIT_NOFILE, count_of_descriptors() + mt_rand(0, 4),
        function () use ($p, $depth) {
            match (mt_rand(0, 5)) {
                0 => @file_get_contents(__FILE__),
                1 => @stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0),
                2 => @exec('true'),
                3 => gethostbyname('localhost'),
                4 => @scandir('.'),
                5 => $p->act($depth + 3),
            };
        }),
    'little memory' => function (Program $p) {
        if (!Program::oneOf(30)) {
            return;
        }
        ini_set('memory_limit', (string) (memory_get_usage() + mt_rand(0, 400_000)));
        try {
            for ($i = 0; $i < 200; $i++) {
                $p->coroutines[] = spawn(fn() => str_repeat('x', 1000));
            }
        } finally {
            ini_set('memory_limit', '-1');
        }
    },
    'many at once' => fn() => array_map(fn() => spawn(fn() => delay(mt_rand(0, 2))), range(1, 50)),
    'numbers' => fn() => stats(),
];
