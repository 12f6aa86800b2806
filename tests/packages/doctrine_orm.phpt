--TEST--
One Doctrine entity manager for many coroutines: units of work, filters and failures of their own; renew(); repositories that a service keeps; nothing is kept of a coroutine
--EXTENSIONS--
ctype
pdo
pdo_sqlite
tokenizer
--SKIPIF--
<?php require __DIR__ . '/vendor.inc'; need_vendor('doctrine/orm', 'doctrine-orm'); ?>
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/vendor.inc';
require vendor_autoloader();
load_adapter('doctrine-dbal', 'Async\Doctrine\DBAL');
load_adapter('doctrine-orm', 'Async\Doctrine\ORM');
use Async\Doctrine\DBAL\Connection;
use Async\Doctrine\ORM\EntityManager;
use Doctrine\Common\EventManager;
use Doctrine\DBAL\DriverManager;
use Doctrine\ORM\{EntityManagerInterface, ORMSetup};
use Doctrine\ORM\Exception\EntityManagerClosed;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Mapping\ClassMetadata;
use Doctrine\ORM\Query\Filter\SQLFilter;
use Doctrine\ORM\Tools\SchemaTool;
use function Async\{awaitAllOrFail, delay, spawn};

#[ORM\Entity]
class Person
{
    #[ORM\Id, ORM\Column, ORM\GeneratedValue]
    public ?int $id = null;
    #[ORM\Column(unique: true)]
    public string $name;
    public function __construct(string $name) { $this->name = $name; }
}
final class Others extends SQLFilter
{
    public function addFilterConstraint(ClassMetadata $class, $alias): string { return "$alias.name <> 'secret'"; }
}

$file = __DIR__ . '/doctrine_orm.tmp';
@unlink($file);
$db = DriverManager::getConnection(['driver' => 'pdo_sqlite', 'path' => $file, 'wrapperClass' => Connection::class,
    'driverOptions' => ['async.pool' => 4]]);
$configuration = ORMSetup::createAttributeMetadataConfiguration([__DIR__], true, sys_get_temp_dir());
$configuration->addFilter('others', Others::class);
$events = new EventManager();
$listener = new class {
    public int $loaded = 0;
    public array $repositories = [];
    public function loadClassMetadata(): void { $this->loaded++; }
    public function prePersist($event): void
    {
        // The manager of this coroutine; its repositories are those of all.
        $manager = $event->getObjectManager();
        $manager->contains($event->getObject()) && print("BROKEN: too early\n");
        $this->repositories[spl_object_id($manager->getRepository(Person::class))] = true;
    }
};
$events->addEventListener(['loadClassMetadata', 'prePersist'], $listener);
$managers = new WeakMap();
$manager = new EntityManager($db, $configuration, $events, function (EntityManagerInterface $new) use ($managers) {
    $managers[$new] = true;
    $new->getFilters()->enable('others');
});
(new SchemaTool($manager))->createSchema([$manager->getClassMetadata(Person::class)]);
$manager->renew();
$people = $manager->getRepository(Person::class);

echo "-- 200 coroutines\n";
$results = awaitAllOrFail(array_map(fn(int $n) => spawn(function () use ($manager, $people, $n) {
    $before = $manager->getUnitOfWork()->size();
    $manager->persist($person = new Person("person $n"));
    if ($n % 10 === 0) $manager->persist(new Person($n === 10 ? 'secret' : 'person 1'));
    delay(1);
    try {
        $n === 1 || delay(20);
        $manager->flush();
    } catch (Doctrine\DBAL\Exception\UniqueConstraintViolationException) {
        $closed = !$manager->isOpen();
        try {
            $manager->flush();
        } catch (EntityManagerClosed) {
            $manager->renew();
            return [$before, $closed, $manager->isOpen(), $people->findOneBy(['name' => "person $n"])];
        }
    }
    if ($n === 11) $manager->getFilters()->disable('others');
    delay(1);
    return [$before, $people->find($person->id) === $person, $people->findOneBy(['name' => 'secret'])?->name];
}), array_combine($all = range(1, 200), $all)));
$wrong = array_filter($results, fn(array $result, int $n) => $result !== match (true) {
    $n === 11 => [0, true, 'secret'],           // its filter is off
    $n % 10 === 0 && $n !== 10 => [0, true, true, null],
    default => [0, true, null],
}, ARRAY_FILTER_USE_BOTH);
echo json_encode($wrong), ' ', $db->fetchOne('SELECT count(*) FROM Person'), ' people, ', $listener->loaded, ' time loaded, ',
    count($listener->repositories), " repository\n";

echo "-- what is left of them\n";
unset($results);
gc_collect_cycles();
echo count($managers), " managers\n";

echo "-- a manager ends with its entities, without the garbage collector\n";
gc_disable();
$person = WeakReference::create($people->findOneBy(['name' => 'person 1']));
echo $person->get()->name, ' ';
$manager->renew();
var_dump($person->get());
gc_enable();

echo "-- after the coroutines\n";
register_shutdown_function(function () use ($manager, $people, $file) {
    $person = $people->findOneBy(['name' => 'person 2']);
    echo $person->name, ' ', json_encode($manager->contains($person));
    $manager->renew();
    echo ' ', json_encode($manager->contains($person)), "\n";
    unlink($file);
});
?>
--EXPECT--
-- 200 coroutines
[] 182 people, 1 time loaded, 1 repository
-- what is left of them
0 managers
-- a manager ends with its entities, without the garbage collector
person 1 NULL
-- after the coroutines
person 2 true false
