<?php
/*
 * A queue worker on all processors: worker processes take jobs from a folder, several at a time each, and lose none.
 *
 *     ./dev run examples/queue-workers.php FOLDER [WORKERS]    one worker for each processor if not given
 *     ./dev run examples/queue-workers.php                     a demonstration with 40 jobs
 *
 * A job is a JSON file in FOLDER/new, such as {"n": 200000} or {"n": 5, "crash": true}. A worker takes it by renaming
 * it into its own folder, which only one worker can do, and removes it when the result is in FOLDER/done. A worker that
 * crashes leaves its jobs in its folder; the next worker of its number puts them back. They run alone then, and one that
 * crashes its worker once more goes to FOLDER/failed.
 *
 * SIGTERM or Ctrl-C: no new jobs, those that run are finished, then the end. A worker ends after JOBS_MAX jobs, so that
 * memory that it may have lost comes back, and is started again.
 */
declare(strict_types=1);

use function Async\{await, delay, protect, spawn, supervise};

const AT_A_TIME = 4;
const JOBS_MAX = 1000;
const LOOK_EVERY_MS = 20;
const GRACE_MS = 10_000;

/**
 * Put your own work here. It may wait (curl_exec(), PDO …) and it may compute: the other workers go on.
 *
 * @param array{n: int, crash?: true, tries?: int} $job
 * @return array{sum: int, process: int|false}
 */
function handle(array $job): array
{
    if (isset($job['crash'])) {
        exit(1);
    }
    delay(10);
    for ($sum = $i = 0; $i < $job['n']; $i++) {
        $sum += $i;
    }
    return ['sum' => $sum, 'process' => getmypid()];
}

final class Worker
{
    private readonly string $mine;
    private int $taken = 0;
    private int $running = 0;

    public function __construct(private readonly int $number, private readonly string $folder)
    {
        $this->mine = "$folder/worker-$number";
        @mkdir($this->mine);
    }

    /** The first coroutine of the worker. SIGTERM cancels it. */
    public function run(): void
    {
        $this->putBack();
        while ($this->taken < JOBS_MAX) {
            $name = $this->running < AT_A_TIME ? $this->take() : null;
            if ($name === null) {
                delay(LOOK_EVERY_MS);
            } elseif (isset($this->read($name)['tries'])) {
                protect(fn() => $this->runAlone($name));
            } else {
                // SIGTERM ends this loop, and the job is finished all the same.
                $this->running++;
                spawn($this->work(...), $name);
            }
        }
    }

    /** A job that was there when a worker crashed: if it is the culprit, no other job goes down with it. */
    private function runAlone(string $name): void
    {
        while ($this->running > 0) {
            delay(LOOK_EVERY_MS);
        }
        $this->running++;
        $this->work($name);
    }

    /** The name of a job that is now this worker's; null: there is none. */
    private function take(): ?string
    {
        $names = array_diff(scandir("$this->folder/new"), ['.', '..']);
        shuffle($names); // Workers that look at the same time try different jobs first.
        foreach ($names as $name) {
            if (@rename("$this->folder/new/$name", "$this->mine/$name")) {
                $this->taken++;
                return $name;
            }
        }
        return null;
    }

    private function work(string $name): void
    {
        $job = $this->read($name);
        $result = json_encode(handle($job) + ['worker' => $this->number] + $job);
        // In one step: a reader finds the whole result or none.
        file_put_contents("$this->mine/.result-$name", $result);
        rename("$this->mine/.result-$name", "$this->folder/done/$name");
        unlink("$this->mine/$name");
        $this->running--;
    }

    /** @return array{n: int, crash?: true, tries?: int} */
    private function read(string $name): array
    {
        /** @var array{n: int, crash?: true, tries?: int} $job */
        $job = json_decode((string) file_get_contents("$this->mine/$name"), true);
        return $job;
    }

    /** Jobs that a worker of this number had not finished. */
    private function putBack(): void
    {
        foreach (glob("$this->mine/*") ?: [] as $file) {
            $job = $this->read(basename($file));
            $job['tries'] = ($job['tries'] ?? 0) + 1;
            file_put_contents($file, json_encode($job));
            rename($file, "$this->folder/" . ($job['tries'] < 2 ? 'new' : 'failed') . '/' . basename($file));
        }
    }
}

function work_on(string $folder, int $workers): int
{
    foreach (['new', 'done', 'failed'] as $name) {
        is_dir("$folder/$name") || mkdir("$folder/$name", 0700, true);
    }
    return supervise($workers, fn(int $number) => (new Worker($number, $folder))->run(), gracePeriod: GRACE_MS,
        backoff: 10, restartAlways: true);
}

/** 40 jobs, of which number 7 crashes its worker each time. */
function demonstrate(): int
{
    $folder = sys_get_temp_dir() . '/queue-workers-' . getmypid();
    mkdir("$folder/new", 0700, true);
    for ($i = 1; $i <= 40; $i++) {
        file_put_contents("$folder/new/$i.json", json_encode(['n' => $i * 1000] + ($i === 7 ? ['crash' => true] : [])));
    }
    $count = fn(string $name): int => count(glob("$folder/$name/*") ?: []);
    // A coroutine of the supervisor: it stops the workers when all jobs are done.
    $supervisor = spawn('work_on', $folder, 2);
    while ($count('done') + $count('failed') < 40) {
        delay(10);
    }
    $supervisor->cancel();
    try {
        await($supervisor);
    } catch (Async\AsyncCancellation) {
        // All workers have ended.
    }
    echo $count('done'), ' done, ', $count('failed'), ' failed, ', $count('new') + $count('worker-*'), " left\n";
    array_map(fn(string $path) => is_dir($path) || unlink($path), glob("$folder/*/*") ?: []);
    array_map(fn(string $path) => rmdir($path), [...glob("$folder/*") ?: [], $folder]);
    return 0;
}

exit(isset($argv[1]) ? work_on($argv[1], (int) ($argv[2] ?? 0)) : demonstrate());
