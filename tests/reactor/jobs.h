/* Cases: worker jobs, lanes and their places, and jobs that outlive their reactor. */

typedef struct {
	async_job_t job;
	char letter;
	pthread_mutex_t *gate;          /* work() takes it and gives it back */
	unsigned nap;                   /* milliseconds */
	pthread_t thread;
} test_job_t;

static unsigned works;
static unsigned destroyed;

static void do_work(async_job_t *job)
{
	test_job_t *test = (test_job_t *) job;

	test->thread = pthread_self();
	__atomic_add_fetch(&works, 1, __ATOMIC_SEQ_CST);
	if (test->gate) {
		pthread_mutex_lock(test->gate);
		pthread_mutex_unlock(test->gate);
	}
	if (test->nap) {
		usleep(test->nap * 1000);
	}
}

static void complete_job(async_job_t *job)
{
	test_job_t *test = (test_job_t *) job;

	CHECK(!pthread_equal(test->thread, pthread_self()));
	note(test->letter);
}

static void destroy_job(async_job_t *job)
{
	destroyed++;
	free(job);
}

static test_job_t *new_job(char letter, async_job_kind_t kind, pthread_mutex_t *gate, unsigned nap)
{
	test_job_t *test = calloc(1, sizeof(*test));

	test->job = (async_job_t) {.kind = kind, .work = do_work, .complete = complete_job, .destroy = destroy_job};
	test->letter = letter;
	test->gate = gate;
	test->nap = nap;
	return test;
}

static test_job_t *submit(char letter, async_job_kind_t kind, pthread_mutex_t *gate, unsigned nap)
{
	test_job_t *test = new_job(letter, kind, gate, nap);

	CHECK(async_job_submit(reactor, &test->job) == 0);
	return test;
}

static test_job_t *submit_to(uint64_t lane, char letter, pthread_mutex_t *gate)
{
	test_job_t *test = new_job(letter, ASYNC_JOB_FAST, gate, 0);

	test->job.lane = lane;
	CHECK(async_job_submit(reactor, &test->job) == 0);
	return test;
}

static void await_works(unsigned count)
{
	while (__atomic_load_n(&works, __ATOMIC_SEQ_CST) < count) {
		usleep(200);
	}
}

static void reset_jobs(void)
{
	works = destroyed = 0;
}

static void job_completes_then_is_destroyed(void)
{
	reset_jobs();
	open_reactor();
	submit('a', ASYNC_JOB_FAST, NULL, 0);
	CHECK(async_reactor_has_refs(reactor));
	CHECK(stats().jobs == 1);
	async_reactor_turn(reactor, true);
	CHECK(traced("a"));
	submit('a', ASYNC_JOB_FAST, NULL, 0);
	async_reactor_turn(reactor, true);
	submit('b', ASYNC_JOB_SLOW, NULL, 20);
	submit('c', ASYNC_JOB_SLOW, NULL, 120);
	while (async_reactor_has_refs(reactor)) {
		async_reactor_turn(reactor, true);
	}
	CHECK(traced("abc"));
	CHECK(destroyed == 4);
	CHECK(stats().jobs == 0);
	close_reactor();
}

static void slow_jobs_leave_workers_to_fast_ones(void)
{
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

	reset_jobs();
	open_reactor();
	pthread_mutex_lock(&gate);
	for (int i = 0; i < 8; i++) {
		submit((char) ('0' + i), ASYNC_JOB_SLOW, &gate, 0);
	}
	await_works(2);
	for (int i = 0; i < 20; i++) {
		submit('f', ASYNC_JOB_FAST, NULL, 0);
	}
	while (strlen(trace) < 20) {
		async_reactor_turn(reactor, true);
	}
	CHECK(traced("ffffffffffffffffffff"));
	CHECK(works == 22);
	CHECK(stats().jobs == 8);
	pthread_mutex_unlock(&gate);
	while (async_reactor_has_refs(reactor)) {
		async_reactor_turn(reactor, true);
	}
	CHECK(strlen(trace) == 8);
	trace[0] = '\0';
	CHECK(destroyed == 28);
	close_reactor();
}

static void abandoned_job_is_destroyed_without_completion(void)
{
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	test_job_t *running, *second, *queued, *submitted[8];

	reset_jobs();
	open_reactor();
	pthread_mutex_lock(&gate);
	running = submit('r', ASYNC_JOB_SLOW, &gate, 0);
	second = submit('s', ASYNC_JOB_SLOW, &gate, 0);
	queued = submit('q', ASYNC_JOB_SLOW, &gate, 0);
	submit('z', ASYNC_JOB_SLOW, NULL, 0);
	await_works(2);

	async_job_abandon(reactor, &queued->job);   /* in the queue */
	CHECK(destroyed == 1);
	CHECK(works == 2);
	async_job_abandon(reactor, &running->job);  /* on a worker: its place is free for z */
	async_job_abandon(reactor, &second->job);
	CHECK(destroyed == 1);
	async_reactor_turn(reactor, true);
	CHECK(traced("z"));
	CHECK(destroyed == 2);
	CHECK(!async_reactor_has_refs(reactor));
	CHECK(works == 3);

	for (int i = 0; i < 8; i++) {
		submitted[i] = submit('x', ASYNC_JOB_FAST, &gate, 0);
	}
	await_works(7);
	turn_briefly();
	CHECK(traced("."));
	CHECK(works == 7);
	for (int i = 7; i >= 0; i--) {
		async_job_abandon(reactor, &submitted[i]->job);   /* four run, the others are in the queue */
	}
	turn_briefly();
	CHECK(traced("."));
	CHECK(works == 7);
	CHECK(destroyed == 6);
	CHECK(stats().jobs == 6);

	pthread_mutex_unlock(&gate);
	while (stats().jobs) {
		/* Abandoned jobs are not completed. */
		async_reactor_turn(reactor, async_reactor_has_refs(reactor));
	}
	CHECK(traced(""));
	CHECK(destroyed == 12);
	CHECK(!async_reactor_has_refs(reactor));
	close_reactor();
}

static void close_does_not_wait_for_running_jobs(void)
{
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	test_job_t *queued;
	size_t descriptors;

	reset_jobs();
	open_reactor();
	close_reactor();
	descriptors = count_descriptors();

	open_reactor();
	pthread_mutex_lock(&gate);
	submit('a', ASYNC_JOB_SLOW, &gate, 0);
	submit('b', ASYNC_JOB_SLOW, &gate, 0);
	queued = submit('c', ASYNC_JOB_SLOW, NULL, 0);
	await_works(2);
	close_reactor();
	CHECK(destroyed == 1);
	(void) queued;

	/* Their places are free, although their workers are not. */
	open_reactor();
	submit('d', ASYNC_JOB_SLOW, NULL, 0);
	submit('e', ASYNC_JOB_SLOW, NULL, 0);
	submit('f', ASYNC_JOB_FAST, NULL, 0);
	while (async_reactor_has_refs(reactor)) {
		async_reactor_turn(reactor, true);
	}
	CHECK(works == 5);
	CHECK(strlen(trace) == 3);
	trace[0] = '\0';
	CHECK(destroyed == 4);
	pthread_mutex_unlock(&gate);
	close_reactor();

	for (int i = 0; i < 1000 && destroyed < 6; i++) {
		usleep(1000);
		open_reactor();   /* destroys the jobs that have ended */
		close_reactor();
	}
	CHECK(destroyed == 6);
	CHECK(traced(""));
	CHECK(count_descriptors() == descriptors);
}

/* A lane whose jobs hang, waited for or abandoned, holds up its own jobs only. */
static void lanes_do_not_wait_for_each_other(void)
{
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	test_job_t *hanging[100];
	unsigned begun = 0;

	reset_jobs();
	open_reactor();
	pthread_mutex_lock(&gate);
	for (uint64_t lane = 1; lane <= 5; lane++) {
		for (int i = 0; i < 10; i++) {
			hanging[begun++] = submit_to(lane, 'h', &gate);
		}
	}
	await_works(20);   /* four places for each of them */
	submit_to(6, 'a', NULL);
	async_reactor_turn(reactor, true);
	CHECK(traced("a"));

	/* Abandoned jobs give their places back, up to a limit: 32 workers of a lane may be lost. */
	for (unsigned i = 0; i < begun; i++) {
		async_job_abandon(reactor, &hanging[i]->job);
	}
	reset_jobs();
	for (begun = 0; begun < 100; begun++) {
		hanging[begun] = submit_to(7, 'h', &gate);
		if (begun == 0) {
			await_works(1);   /* on a busy machine all others may be abandoned before a worker takes them */
		}
		async_job_abandon(reactor, &hanging[begun]->job);
		usleep(500);
	}
	submit_to(7, 'b', NULL);
	submit_to(6, 'c', NULL);
	async_reactor_turn(reactor, true);
	CHECK(works <= 33);
	pthread_mutex_unlock(&gate);
	while (stats().jobs) {
		async_reactor_turn(reactor, async_reactor_has_refs(reactor));
	}
	CHECK(strchr(trace, 'b') && strchr(trace, 'c') && strlen(trace) == 2);
	trace[0] = '\0';
	close_reactor();
}

/* The end of the process waits for jobs that are owed, those in the queue included, and for no others. */
static void process_end_waits_for_owed_jobs(void)
{
	static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;   /* a worker uses it after this function */
	test_job_t *test;
	uint64_t start;

	reset_jobs();
	open_reactor();
	pthread_mutex_lock(&gate);
	submit_to(1, 'h', &gate);
	await_works(1);
	for (int i = 0; i < 10; i++) {
		test = new_job('w', ASYNC_JOB_FAST, NULL, 10);
		test->job.lane = 2;
		test->job.is_owed = true;
		CHECK(async_job_submit(reactor, &test->job) == 0);
		if (i == 9) {
			async_job_let_go(reactor, &test->job);
		}
	}
	close_reactor();
	async_reactor_process_end();
	CHECK(works == 11);
	CHECK(destroyed == 10);

	start = async_reactor_now();
	async_reactor_process_end();
	CHECK(async_reactor_now() - start < 1000 * MILLISECOND);

	/* It works as before. */
	open_reactor();
	submit('d', ASYNC_JOB_SLOW, NULL, 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("d"));
	close_reactor();
	pthread_mutex_unlock(&gate);
	for (int i = 0; i < 1000 && destroyed < 12; i++) {
		usleep(1000);
		open_reactor();
		close_reactor();
	}
	CHECK(destroyed == 12);
}

static void job_without_a_thread_is_refused(void)
{
	const unsigned failed_before = failures;
	struct rlimit limit, none;
	test_job_t *test;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child > 0) {
		int status;

		CHECK(waitpid(child, &status, 0) == child && status == 0);
		return;
	}
	if (geteuid() == 0) {
		CHECK(setuid(65534) == 0);   /* the limit does not bind root */
	}
	reset_jobs();
	open_reactor();
	CHECK(getrlimit(RLIMIT_NPROC, &limit) == 0);
	none = limit;
	none.rlim_cur = 0;
	CHECK(setrlimit(RLIMIT_NPROC, &none) == 0);
	for (async_job_kind_t kind = ASYNC_JOB_FAST; kind <= ASYNC_JOB_SURE; kind++) {
		test = new_job('n', kind, NULL, 0);
		CHECK(async_job_submit(reactor, &test->job) == -EAGAIN);
		free(test);
	}
	CHECK(stats().jobs == 0 && !async_reactor_has_refs(reactor));
	CHECK(setrlimit(RLIMIT_NPROC, &limit) == 0);
	submit('y', ASYNC_JOB_FAST, NULL, 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("y"));
	close_reactor();
	fflush(stdout);
	_exit(failures != failed_before);
}

/* A job with a thread of its own outlives the reactor. A child that is forked then does not wait for the thread, and
 * does not destroy the job of its parent. In a child without workers, because those are remembered apart. */
static void fork_after_close_forgets_own_threads(void)
{
	const unsigned failed_before = failures;
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	int status;

	fflush(stdout);
	pid_t child = fork();
	if (child > 0) {
		CHECK(waitpid(child, &status, 0) == child && status == 0);
		return;
	}
	reset_jobs();
	open_reactor();
	pthread_mutex_lock(&gate);
	submit('s', ASYNC_JOB_SURE, &gate, 0);
	await_works(1);
	close_reactor();
	pthread_mutex_unlock(&gate);
	usleep(50000);   /* the thread is done meanwhile, and the job waits for the next reactor */
	CHECK(destroyed == 0);
	pid_t grandchild = fork();
	if (grandchild == 0) {
		async_reactor_process_end();
		CHECK(destroyed == 0);
		open_reactor();
		close_reactor();
		CHECK(destroyed == 0);
		fflush(stdout);
		_exit(failures != failed_before);
	}
	CHECK(waitpid(grandchild, &status, 0) == grandchild && status == 0);
	async_reactor_process_end();
	CHECK(destroyed == 1);
	fflush(stdout);
	_exit(failures != failed_before);
}
