--TEST--
Laravel's queue worker handles ten jobs at once, with its tries, time limits and its end by a signal
--EXTENSIONS--
mbstring
openssl
pcntl
posix
pdo
mysqlnd
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/vendor.inc';
need_vendor('laravel/framework', 'laravel');
require __DIR__ . '/../inc/servers.inc';
skip_without_server('mysql');
?>
--FILE--
<?php
require __DIR__ . '/../inc/servers.inc';
require __DIR__ . '/laravel.inc';
use Async\Laravel\{CoroutineWorker, ServiceProvider};
use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\Events\{JobFailed, JobTimedOut, WorkerStopping};
use Illuminate\Queue\{InteractsWithQueue, WorkerOptions};
use Illuminate\Support\Facades\{DB, Event, Schema};

class Job implements ShouldQueue
{
    use Dispatchable, InteractsWithQueue, Queueable;

    public static array $seen = [];
    public static string $current = '';

    public function __construct(public string $name, public string $what = 'query') {}

    public function handle(): void
    {
        self::$current = $this->name;
        switch ($this->what) {
            case 'query':
                DB::transaction(fn() => DB::insert('INSERT INTO done SELECT ?, SLEEP(0.1)', [$this->name]));
                break;
            case 'fail':
                DB::insert('INSERT INTO done VALUES (?, 1)', [$this->name]);
                throw new Exception("of $this->name");
            case 'hang':
                sleep(60);
                break;
            case 'term':
                posix_kill(posix_getpid(), SIGTERM);
                usleep(50000);
                DB::insert('INSERT INTO done VALUES (?, 0)', [$this->name]);
        }
        if (self::$current !== $this->name) {
            echo "$this->name sees ", self::$current, "\n";
        }
    }
}
function work(array $options): int
{
    $worker = app('queue.worker');
    $worker->shouldQuit = false;
    $options = new WorkerOptions(...$options + ['sleep' => 0, 'memory' => 4096]);
    return $worker->setCache(app('cache.store'))->daemon('database', 'default', $options);
}
$server = server('mysql');
$_ENV['ASYNC_QUEUE_JOBS'] = '10';
$application = laravel_application(['DB_CONNECTION' => 'mysql', 'DB_HOST' => $server['host'], 'DB_PORT' => $server['port'],
    'DB_DATABASE' => mysql_database($server), 'DB_USERNAME' => $server['user'], 'DB_PASSWORD' => $server['password'],
    'QUEUE_CONNECTION' => 'database', 'QUEUE_FAILED_DRIVER' => 'null']);
$application->make(Kernel::class)->bootstrap();
$application->register(ServiceProvider::class);
var_dump(get_class(app('queue.worker')));
DB::statement('CREATE TABLE done (name VARCHAR(40), result INT)');
Schema::create('jobs', function ($table) {
    $table->id();
    $table->string('queue')->index();
    $table->longText('payload');
    $table->unsignedTinyInteger('attempts');
    $table->unsignedInteger('reserved_at')->nullable();
    $table->unsignedInteger('available_at');
    $table->unsignedInteger('created_at');
});
Event::listen(JobFailed::class, fn($event) => print("failed: {$event->exception->getMessage()}\n"));
Event::listen(JobTimedOut::class, fn($event) => print("timed out\n"));
Event::listen(WorkerStopping::class, fn($event) => print("stopping, " . DB::table('done')->count() . " done\n"));

echo "-- 50 jobs, ten at once\n";
for ($i = 0; $i < 50; $i++) {
    Job::dispatch("job $i");
}
$start = hrtime(true);
work(['stopWhenEmpty' => true]);
echo hrtime(true) - $start < 4e9 ? "at once\n" : "one after the other\n";
echo DB::table('done')->distinct()->count('name'), ' names, ', DB::table('jobs')->count(), " left\n";

echo "-- tries\n";
DB::table('done')->delete();
Job::dispatch('failing job', 'fail');
work(['stopWhenEmpty' => true, 'maxTries' => 3]);
echo DB::table('jobs')->count(), " left\n";

echo "-- time limit\n";
DB::table('done')->delete();
Job::dispatch('hanging job', 'hang');
Job::dispatch('another');
$start = hrtime(true);
work(['stopWhenEmpty' => true, 'maxTries' => 1, 'timeout' => 1]);
echo hrtime(true) - $start < 30e9 ? "in time\n" : "too late\n";
echo DB::table('jobs')->count(), " left\n";

echo "-- a signal: what runs is finished, the rest stays\n";
DB::table('done')->delete();
Job::dispatch('with signal', 'term');
for ($i = 0; $i < 30; $i++) {
    Job::dispatch("later $i");
}
work([]);
$done = DB::table('done')->count();
echo $done + DB::table('jobs')->count(), " in all, ", $done < 31 ? 'some are left' : 'none is left', ', ',
    DB::table('jobs')->whereNotNull('reserved_at')->count(), " begun\n";
?>
--EXPECTF--
string(29) "Async\Laravel\CoroutineWorker"
-- 50 jobs, ten at once
stopping, 50 done
at once
50 names, 0 left
-- tries
failed: of failing job
stopping, 3 done
0 left
-- time limit
failed: Job has timed out.
timed out
stopping, 1 done
in time
0 left
-- a signal: what runs is finished, the rest stays
stopping, %d done
31 in all, some are left, 0 begun
