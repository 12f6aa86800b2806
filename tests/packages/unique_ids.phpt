--TEST--
ULIDs and UUIDs of version 7 in requests of isolated scopes differ, also when the code that makes the scopes has just made one
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('laravel/framework', 'http-foundation'); ?>
--FILE--
<?php
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('http-foundation', 'Async\HttpFoundation');
use Async\HttpFoundation\IsolatedRequest;
use Ramsey\Uuid\Uuid as RamseyUuid;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Uid\{Ulid, UuidV7};
use function Async\{await, spawn};

// After an id of the future the generators count on: as they do within a millisecond.
$future = new DateTimeImmutable('+1 hour');
$generators = [
    'Ulid' => Ulid::generate(...),
    'UuidV7' => UuidV7::generate(...),
    'Ramsey' => fn(?DateTimeInterface $time = null) => (string) RamseyUuid::uuid7($time),
];
foreach ($generators as $name => $generate) {
    $ids = [$generate($future)];
    $requests = array_map(fn() => spawn(fn() => IsolatedRequest::run(
        fn(Closure $answer) => $answer(new Response($generate() . ' ' . $generate())),
    )), range(1, 20));
    foreach ($requests as $request) {
        array_push($ids, ...explode(' ', await($request)->getContent()));
    }
    echo $name, ': ', count(array_unique($ids)), ' of ', count($ids), "\n";
}
?>
--EXPECT--
Ulid: 41 of 41
UuidV7: 41 of 41
Ramsey: 41 of 41
