/* Cases: worker jobs, their slots, and jobs that outlive their reactor. */

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

static test_job_t *submit(char letter, async_job_kind_t kind, pthread_mutex_t *gate, unsigned nap)
{
	test_job_t *test = calloc(1, sizeof(*test));

	test->job = (async_job_t) {.kind = kind, .work = do_work, .complete = complete_job, .destroy = destroy_job};
	test->letter = letter;
	test->gate = gate;
	test->nap = nap;
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

	async_job_abandon(reactor, &queued->job);   /* in our queue */
	CHECK(destroyed == 1);
	async_job_abandon(reactor, &running->job);  /* on a worker */
	async_job_abandon(reactor, &second->job);
	CHECK(destroyed == 1);
	CHECK(async_reactor_has_refs(reactor));     /* for z */

	for (int i = 0; i < 8; i++) {
		submitted[i] = submit('x', ASYNC_JOB_FAST, &gate, 0);
	}
	await_works(4);
	for (int i = 0; i < 8; i++) {
		async_job_abandon(reactor, &submitted[i]->job);   /* two run, the others are in libuv's queue */
	}
	turn_briefly();
	CHECK(traced("."));
	CHECK(works == 4);
	CHECK(destroyed == 7);
	CHECK(stats().jobs == 5);

	pthread_mutex_unlock(&gate);
	while (stats().jobs) {
		/* Abandoned jobs are not completed. */
		async_reactor_turn(reactor, async_reactor_has_refs(reactor));
	}
	CHECK(traced("z"));
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

	/* The jobs keep their slots when their reactor is closed: a slow job of the next reactor
	 * starts when one of them is done. */
	open_reactor();
	submit('d', ASYNC_JOB_SLOW, NULL, 0);
	submit('f', ASYNC_JOB_FAST, NULL, 0);
	async_reactor_turn(reactor, true);
	turn_briefly();
	CHECK(traced("f."));
	CHECK(works == 3);
	pthread_mutex_unlock(&gate);
	while (async_reactor_has_refs(reactor)) {
		async_reactor_turn(reactor, true);
	}
	CHECK(traced("d"));
	close_reactor();

	for (int i = 0; i < 1000 && destroyed < 5; i++) {
		usleep(1000);
		open_reactor();   /* frees the loops whose jobs have ended */
		close_reactor();
	}
	CHECK(destroyed == 5);
	CHECK(traced(""));
	CHECK(count_descriptors() == descriptors);
}
