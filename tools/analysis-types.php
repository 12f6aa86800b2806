<?php
/*
 * Types that PHP cannot express, for tools/gen-analysis-stubs: tags of doc comments by the full name of a function, class
 * or member. An alias (stubs/*.stub.php names its original) has the tags of its original.
 *
 * A callable that is called with arguments of the caller has never for its parameters: each callable with no more of them
 * is accepted. PHPStan learns the types of the parameters from the package's extension, and Psalm takes any callable. The default of a template is known to PHPStan only:
 * there a class without types in brackets means mixed.
 */

/* What a template of a class looks like in the two tools. */
$template = fn(string $name) => ["@template $name", "@phpstan-template $name = mixed"];
$covariant = fn(string $name) => ["@template-covariant $name", "@phpstan-template-covariant $name = mixed"];

$spawned = function (string $name, string $result) {
    $callable = fn(string $type) => 'callable(' . implode(', ', array_fill(0, 9, $type)) . "): $result";
    // Psalm gives mixed to parameters without a type; editors need only the result.
    return [
        "@param callable(): $result \$$name",
        "@phpstan-param {$callable('never')} \$$name",
        "@psalm-param ({$callable('mixed')})|callable \$$name",
    ];
};
$task = fn(string $name) => ['@template TResult', ...$spawned($name, 'TResult'), '@return Coroutine<TResult>'];
$section = fn(string $name) => ['@template TResult', "@param callable(): TResult \$$name", '@return TResult'];
$many = ['@template TKey of array-key', '@template TValue'];
$errors = 'array<TKey, \Throwable>';
$filled = fn(string $array) => "(\$fillNull is false ? array{array<TKey, TValue>, $array} : array{array<TKey, TValue|null>, $array})";
$triggers = fn(string $name = 'triggers') => "@param iterable<TKey, Awaitable<TValue>> \$$name";
$callback = fn(string $class, string $name = 'callback') => ["@param callable($class): mixed \$$name"];

$counters = ['coroutines', 'waiting', 'spawned', 'switches', 'contexts', 'contexts_idle', 'stacks_unguarded',
    'blocked_in_place', 'timers', 'descriptors', 'jobs', 'import_slots', 'turns', 'watchers', 'watched', 'isolations',
    'isolation_slots'];
$histogram = 'array{count: int, seconds: float, buckets: array<string, int>}';
$stats = 'array{' . implode(', ', array_map(fn($name) => "$name: int", $counters))
    . ", lag?: $histogram, time_in_queue?: $histogram, time_between_switches?: $histogram"
    . ", waits?: array<string, $histogram>}";
$coroutine = 'array{id: int, name: string, scope: int, state: string, since_ms: float|null, cpu_ms: float|null, '
    . 'waits_for: string|null, wait: array<string, mixed>, spawned_at: string|null, awaited_at: string|null, '
    . 'awaited_by: list<int>, suspended_at: string|null, switches: int, stack: list<string>}';
$lists = ['scopes', 'connections', 'pools', 'locks', 'timers', 'jobs', 'isolations'];
$snapshot = 'array{pid: int, time: float, php: string, async: string, script: string, loop: array<string, int>, '
    . "coroutines: list<$coroutine>, "
    . implode(', ', array_map(fn($name) => "$name: list<array<string, mixed>>", $lists))
    . ', extensions: array{hooked: list<string>, blocking: list<string>}}';

$types = [
    'Async\spawn' => $task('task'),
    'Async\spawnWith' => $task('task'),
    'Async\onSpawn' => $callback('Coroutine<mixed>'),
    'Async\await' => ['@template T', '@param Awaitable<T> $awaitable', '@return T'],
    'Async\select' => [
        '@template TKey of array-key', '@template T',
        '@template TSend of array{Channel<mixed>, mixed}',
        '@param array<TKey, Awaitable<T>|TSend> $sources',
        '@return array{TKey, T|null}',
    ],
    'Async\once' => ['@template T', '@param callable(): T $callback', '@return \Closure(?Awaitable<mixed>=): T'],
    'Async\protect' => ['@template T', '@param \Closure(): T $closure', '@return T'],
    'Async\signal' => ['@return Future<int>'],
    'Async\any' => ['@template T', '@param iterable<mixed, Awaitable<T>> $futures', '@return Awaitable<T>'],
    'Async\all' => [...$many, $triggers('futures'), '@return Awaitable<array<TKey, TValue>>'],
    'Async\anyOf' => [...$many, $triggers('futures'), '@return Awaitable<array<TKey, TValue>>'],
    'Async\captureErrors' => [
        '@template T', '@param Awaitable<T> $awaitable',
        '@return Awaitable<array{T|null, array<array-key, \Throwable>}>',
    ],
    'Async\ignoreErrors' => [
        '@template T', '@param Awaitable<T> $awaitable', '@param (callable(\Throwable): mixed)|null $handler',
        '@return Awaitable<T|null>',
    ],
    'Async\awaitAll' => [...$many, $triggers(), '@return ' . $filled($errors)],
    'Async\awaitAllOrFail' => [...$many, $triggers(), '@return array<TKey, TValue>'],
    'Async\awaitAnyOrFail' => ['@template T', '@param iterable<mixed, Awaitable<T>> $triggers', '@return T|null'],
    'Async\awaitFirstSuccess' => [...$many, $triggers(), "@return array{TValue|null, $errors}"],
    'Async\awaitAnyOf' => [...$many, $triggers(), '@return ' . $filled($errors)],
    'Async\awaitAnyOfOrFail' => [...$many, $triggers(), '@return array<TKey, TValue>'],
    'Async\iterate' => [
        '@template TKey', '@template TValue',
        '@param iterable<TKey, TValue> $iterable', '@param callable(TValue, TKey): mixed $callback',
    ],
    'Async\beginRequest' => ['@param array<string, mixed> $server'],
    'Async\stats' => ["@return $stats"],
    'Async\snapshot' => ["@return $snapshot"],
    'Async\getCoroutines' => ['@return list<Coroutine<mixed>>'],
    'Async\currentCoroutine' => ['@return Coroutine<mixed>'],
    'Async\onFinally' => $callback('Coroutine<mixed>'),
    'Async\Syntax\await' => [
        '@template T', '@param \Async\Awaitable<T>|\Async\Scope $awaitable',
        '@return ($awaitable is \Async\Scope ? null : T)',
    ],
    'Async\Syntax\spawn' => [
        '@template TResult', ...$spawned('spawned_callable', 'TResult'), '@return \Async\Coroutine<TResult>',
    ],
    'Async\Syntax\spawnWith' => [
        '@template TResult', ...$spawned('spawned_callable', 'TResult'), '@return \Async\Coroutine<TResult>',
    ],
    'Async\Testing\run' => $section('test'),
    'Async\Testing\explore' => ['@param callable(): mixed $test'],

    'Async\Awaitable' => $covariant('T'),
    'Async\Completable' => [...$covariant('T'), '@extends Awaitable<T>'],
    'Async\Timeout' => ['@implements Completable<null>'],
    'Async\Trigger' => [...$covariant('T'), '@implements Awaitable<T>'],
    'Async\OnceFunction' => $covariant('T'),
    'Async\OnceFunction::__invoke' => ['@return T'],

    'Async\Coroutine' => [...$covariant('T'), '@implements Completable<T>'],
    'Async\Coroutine::asHiPriority' => ['@return $this'],
    'Async\Coroutine::setName' => ['@return $this'],
    'Async\Coroutine::getResult' => ['@return T|null'],
    'Async\Coroutine::getTrace' => ['@return list<array<string, mixed>>'],
    'Async\Coroutine::getAwaitingInfo' => ['@return array<string, mixed>'],
    'Async\Coroutine::onFinally' => $callback('Coroutine<T>'),

    'Async\FutureState' => $template('T'),
    'Async\FutureState::complete' => ['@param T $result'],
    'Async\Future' => [...$covariant('T'), '@implements Completable<T>'],
    'Async\Future::__construct' => ['@param FutureState<T>|null $state'],
    'Async\Future::completed' => ['@template TResult', '@param TResult $value', '@return Future<TResult>'],
    'Async\Future::failed' => ['@return Future<never>'],
    'Async\Future::await' => ['@return T'],
    'Async\Future::map' => ['@template TResult', '@param callable(T): TResult $map', '@return Future<TResult>'],
    'Async\Future::catch' => ['@template TResult', '@param callable(\Throwable): TResult $catch', '@return Future<T|TResult>'],
    'Async\Future::finally' => ['@param callable(): mixed $finally', '@return Future<T>'],
    'Async\Future::ignore' => ['@return $this'],
    'Async\FutureState::getCreatedFileAndLine' => ['@return array{string, int}'],
    'Async\FutureState::getCompletedFileAndLine' => ['@return array{string, int}'],
    'Async\FutureState::getAwaitingInfo' => ['@return array<string, mixed>'],
    'Async\Future::getCreatedFileAndLine' => ['@return array{string, int}'],
    'Async\Future::getCompletedFileAndLine' => ['@return array{string, int}'],
    'Async\Future::getAwaitingInfo' => ['@return array<string, mixed>'],

    'Async\Channel' => [...$template('T'), '@implements Awaitable<T>', '@implements \IteratorAggregate<int, T>'],
    'Async\Channel::send' => ['@param T $value'],
    'Async\Channel::sendAsync' => ['@param T $value'],
    'Async\Channel::recv' => ['@return T'],
    'Async\Channel::recvAsync' => ['@return Future<T>'],
    'Async\Channel::getIterator' => ['@return \Iterator<int, T>'],

    'Async\TaskGroup' => [
        ...$template('T'),
        '@implements Awaitable<array<array-key, T>>',
        '@implements \IteratorAggregate<array-key, array{T|null, \Throwable|null}>',
    ],
    'Async\TaskGroup::spawn' => ['@template TTask of T', ...$spawned('task', 'TTask'), '@return Coroutine<TTask>'],
    'Async\TaskGroup::spawnWithKey' => ['@template TTask of T', ...$spawned('task', 'TTask'), '@return Coroutine<TTask>'],
    'Async\TaskGroup::add' => ['@param Coroutine<T> $coroutine'],
    'Async\TaskGroup::all' => [
        '@return ($nullOnFail is false ? Awaitable<array<array-key, T>> : Awaitable<array<array-key, T|null>>)',
    ],
    'Async\TaskGroup::race' => ['@return Awaitable<T>'],
    'Async\TaskGroup::any' => ['@return Awaitable<T>'],
    'Async\TaskGroup::firstResult' => ['@return Awaitable<T>'],
    'Async\TaskGroup::joinNext' => ['@return T'],
    'Async\TaskGroup::getResults' => ['@return array<array-key, T>'],
    'Async\TaskGroup::getErrors' => ['@return array<array-key, \Throwable>'],
    'Async\TaskGroup::onFinally' => $callback('TaskGroup<T>'),
    'Async\TaskGroup::getIterator' => ['@return \Iterator<array-key, array{T|null, \Throwable|null}>'],
    'Async\TaskGroup::beforeCoroutineEnqueue' => ['@param Coroutine<mixed> $coroutine', '@return array<string, mixed>'],
    'Async\TaskGroup::afterCoroutineEnqueue' => ['@param Coroutine<mixed> $coroutine'],
    'Async\TaskGroupTrigger' => [...$covariant('T'), '@implements Awaitable<T>'],
    'Async\TaskGroupIterator' => [...$covariant('T'), '@implements \Iterator<array-key, array{T|null, \Throwable|null}>'],
    'Async\TaskGroupIterator::current' => ['@return array{T|null, \Throwable|null}|null'],

    'Async\Mutex::synchronized' => $section('callback'),
    'Async\Semaphore::run' => $section('callback'),

    'Async\Pool' => $template('T'),
    'Async\Pool::__construct' => [
        '@param callable(): T $factory', '@param (callable(T): mixed)|null $destructor',
        '@param (callable(T): mixed)|null $healthcheck', '@param (callable(T): mixed)|null $reset',
    ],
    'Async\Pool::acquire' => ['@return T'],
    'Async\Pool::tryAcquire' => ['@return T|null'],
    'Async\Pool::release' => ['@param T $resource'],
    'Async\Pool::discard' => ['@param T $resource'],
    'Async\Pool::use' => ['@template TResult', '@param callable(T): TResult $callback', '@return TResult'],
    'Async\ProcessPool' => $template('T'),
    'Async\ProcessPool::__construct' => $spawned('task', 'T'),
    'Async\ProcessPool::submit' => ['@return Future<T>'],
    'Async\ProcessPool::map' => [
        '@template TKey', '@param iterable<TKey, mixed> $items', '@return ProcessPoolResults<TKey, T>',
    ],
    'Async\ProcessPoolResults' => [
        '@template-covariant TKey', '@template-covariant T', '@phpstan-template-covariant TKey = mixed',
        '@phpstan-template-covariant T = mixed', '@implements \Iterator<TKey, T>',
    ],
    'Async\ProcessPoolResults::current' => ['@return T'],
    'Async\ProcessPoolResults::key' => ['@return TKey'],
    'Async\watch' => ['@param string|array<string> $path'],
    'Async\FileWatcher' => ['@implements Awaitable<FileEvent>', '@implements \IteratorAggregate<int, FileEvent>'],
    'Async\SignalWatcher' => ['@implements Awaitable<int>', '@implements \IteratorAggregate<int, int>'],

    'Async\PooledPDO::$pool' => ['@var Pool<\PDO>'],
    'Async\PooledPDO::__construct' => [
        '@param array<int, mixed>|null $options',
        '@param (callable(\PDO): mixed)|null $reset', '@param (callable(\PDO): mixed)|null $onConnect',
    ],
    'Async\PooledPDO::getPool' => ['@return Pool<\PDO>'],

    'Async\Scope::spawn' => $task('callable'),
    'Async\Scope::awaitAfterCancellation' => ['@param (callable(\Throwable, Scope): mixed)|null $errorHandler'],
    'Async\Scope::setExceptionHandler' => [
        '@param (callable(\Throwable): mixed)|(callable(Scope, Coroutine<mixed>, \Throwable): mixed) $exceptionHandler',
        '@psalm-param callable $exceptionHandler',
    ],
    'Async\Scope::setChildScopeExceptionHandler' => [
        '@param (callable(\Throwable): mixed)|(callable(Scope, Coroutine<mixed>, \Throwable): mixed) $exceptionHandler',
        '@psalm-param callable $exceptionHandler',
    ],
    'Async\Scope::onFinally' => $callback('Scope'),
    'Async\Scope::getCoroutines' => ['@return list<Coroutine<mixed>>'],
    'Async\BoundedScope::spawnAndBound' => $task('coroutine'),
    'Async\BoundedScope::boundedBy' => ['@param Awaitable<mixed>|int $constraint'],
    'Async\SpawnStrategy::beforeCoroutineEnqueue' => ['@param Coroutine<mixed> $coroutine', '@return array<string, mixed>'],
    'Async\SpawnStrategy::afterCoroutineEnqueue' => ['@param Coroutine<mixed> $coroutine'],
    'Async\HiPriorityStrategy::beforeCoroutineEnqueue' => ['@param Coroutine<mixed> $coroutine', '@return array<string, mixed>'],
    'Async\HiPriorityStrategy::afterCoroutineEnqueue' => ['@param Coroutine<mixed> $coroutine'],

    'Async\CompositeException::$exceptions' => ['@var array<array-key, \Throwable>'],
];

return [
    'types' => $types,
    'aliases' => [
        'Async\BoundScope' => 'Async\BoundedScope',
        'Async\CancellationError' => 'Async\AsyncCancellation',
        'Async\CancellationException' => 'Async\AsyncCancellation',
        'Async\CoroutineGroup' => 'Async\TaskGroup',
        'Async\OperationCanceledException' => 'Async\AwaitCancelledException',
    ],
];
