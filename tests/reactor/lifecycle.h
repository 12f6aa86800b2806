/* Cases: open, fork and close. Uses the helpers of all other cases. */

static int exit_status_of(pid_t child)
{
	int status = 0;

	CHECK(waitpid(child, &status, 0) == child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

static void fork_leaves_the_parent_alone(bool with_job)
{
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	int pair[2];
	test_fd_t reader = {0};
	test_timer_t timer = {0};
	test_signal_t usr1 = {0};
	test_child_t any = {.letter = 'x'};
	test_job_t *jobs[3] = {NULL};
	unsigned failed_before = failures;
	int sibling_gate;
	pid_t child, sibling;

	reset_jobs();
	open_reactor();
	open_pair(pair);
	pthread_mutex_lock(&gate);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(watch_signal(&usr1, 's', SIGUSR1) == 0);
	sibling = start_child(&sibling_gate);
	CHECK(async_child_watch(reactor, &any.waiter, sibling, on_child) == 0);
	if (stats().signals > 1) {
		/* Without a pidfd (valgrind) every SIGCHLD would wake the waiter. */
		async_child_unwatch(reactor, &any.waiter);
	}
	start_timer(&timer, 't', async_reactor_now() + 20000 * MILLISECOND);
	async_reactor_ref(reactor);
	if (with_job) {
		for (int i = 0; i < 3; i++) {
			jobs[i] = submit((char) ('j' + i), ASYNC_JOB_SLOW, &gate, 0);
		}
		await_works(2);
	}
	async_reactor_turn(reactor, false);

	fflush(stdout);
	child = fork();
	if (child == 0) {
		async_reactor_stats_t now;
		test_fd_t own = {0};

		alarm(20);
		CHECK(async_reactor_after_fork(reactor));
		now = stats();
		CHECK(now.timers == 0 && now.descriptors == 0 && now.signals == 0 && now.children == 0 && now.jobs == 0);
		CHECK(!async_reactor_has_refs(reactor));
		CHECK(!async_timer_is_armed(&timer.timer));
		async_timer_stop(reactor, &timer.timer);
		async_fd_unwatch(reactor, &reader.waiter);
		async_signal_unwatch(reactor, &usr1.waiter);
		async_child_unwatch(reactor, &any.waiter);
		if (with_job) {
			for (int i = 0; i < 3; i++) {
				async_job_abandon(reactor, &jobs[i]->job);
			}
			CHECK(destroyed == 3);
		}

		/* The child's reactor works, with workers of its own. */
		start_timer(&timer, 't', async_reactor_now() + MILLISECOND);
		async_reactor_turn(reactor, true);
		submit('m', ASYNC_JOB_SLOW, NULL, 0);
		async_reactor_turn(reactor, true);
		send_byte(pair[1]);
		CHECK(watch(&own, 'o', pair[0], ASYNC_FD_READABLE) == 0);
		async_reactor_turn(reactor, true);
		drain(pair[0]);
		CHECK(traced("tmo"));
		close_reactor();
		_exit(failures != failed_before);
	}
	CHECK(exit_status_of(child) == 0);

	/* The parent's registrations have survived. */
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	kill(getpid(), SIGUSR1);
	async_reactor_turn(reactor, true);
	CHECK(traced("s"));
	close(sibling_gate);
	if (any.waiter.ready) {
		async_reactor_turn(reactor, true);
		CHECK(traced("x"));
	}
	CHECK(waitpid(sibling, NULL, 0) == sibling);
	pthread_mutex_unlock(&gate);
	async_reactor_unref(reactor);
	while (async_reactor_has_refs(reactor)) {
		async_reactor_turn(reactor, true);
	}
	CHECK(strlen(trace) == (with_job ? 3 : 0));
	trace[0] = '\0';

	/* A child that only closes its reactor does not disturb the parent, either. */
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	drain(pair[0]);
	async_reactor_turn(reactor, false);
	child = fork();
	if (child == 0) {
		alarm(20);
		close_reactor();
		_exit(0);
	}
	CHECK(exit_status_of(child) == 0);
	trace[0] = '\0';
	async_fd_unwatch(reactor, &reader.waiter);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fork_without_jobs(void)
{
	fork_leaves_the_parent_alone(false);
}

static void fork_with_jobs(void)
{
	fork_leaves_the_parent_alone(true);
}

static void close_with_everything_registered(void)
{
	int pairs[10][2];
	test_fd_t *waiters = calloc(20, sizeof(*waiters));
	test_timer_t *timers = calloc(50, sizeof(*timers));
	test_signal_t *usr1 = calloc(1, sizeof(*usr1));
	test_child_t *children = calloc(2, sizeof(*children));
	size_t before;
	int gate;
	pid_t child;

	open_reactor();
	close_reactor();
	before = count_descriptors();
	open_reactor();
	for (int i = 0; i < 10; i++) {
		open_pair(pairs[i]);
		CHECK(watch(&waiters[2 * i], 'r', pairs[i][0], ASYNC_FD_READABLE) == 0);
		CHECK(watch(&waiters[2 * i + 1], 'R', pairs[i][0], ASYNC_FD_READABLE) == 0);
	}
	for (int i = 0; i < 50; i++) {
		start_timer(&timers[i], 't', UINT64_MAX - (uint64_t) i);
	}
	CHECK(watch_signal(usr1, 's', SIGUSR1) == 0);
	child = start_child(&gate);
	CHECK(async_child_watch(reactor, &children[0].waiter, child, on_child) == 0);
	CHECK(async_child_watch(reactor, &children[1].waiter, -1, on_child) == 0);
	async_reactor_turn(reactor, false);
	send_byte(pairs[0][1]);

	/* The structs of these waiters are gone. */
	free(waiters);
	free(timers);
	free(usr1);
	free(children);
	close_reactor();
	CHECK(traced(""));
	for (int i = 0; i < 10; i++) {
		close(pairs[i][0]);
		close(pairs[i][1]);
	}
	close(gate);
	CHECK(waitpid(child, NULL, 0) == child);
	CHECK(count_descriptors() == before);
}

static void open_without_descriptors_fails(void)
{
	struct rlimit limit, none;
	async_reactor_t *refused;

	CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	none = limit;
	none.rlim_cur = 3;
	CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
	refused = async_reactor_open();
	CHECK(refused == NULL);
	CHECK(errno == EMFILE);
	CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
}

static void references_are_counted(void)
{
	open_reactor();
	CHECK(!async_reactor_has_refs(reactor));
	async_reactor_ref(reactor);
	async_reactor_ref(reactor);
	async_reactor_unref(reactor);
	CHECK(async_reactor_has_refs(reactor));
	async_reactor_unref(reactor);
	CHECK(!async_reactor_has_refs(reactor));
	async_reactor_turn(reactor, false);
	CHECK(stats().turns == 1);
	close_reactor();
}

/* The parent's workers take locks and ring doorbells all the time: a child that needs one of these locks would hang. */
static void fork_beside_busy_workers(void)
{
	enum { FORKS = 100, JOBS = 50 };
	unsigned failed_before = failures;

	reset_jobs();
	open_reactor();
	for (unsigned i = 1; i <= FORKS; i++) {
		pid_t child;

		for (int j = 0; j < JOBS; j++) {
			submit('f', ASYNC_JOB_FAST, NULL, 0);
		}
		await_works((i - 1) * JOBS + i % JOBS);
		fflush(stdout);
		child = fork();
		if (child == 0) {
			alarm(20);
			CHECK(async_reactor_after_fork(reactor));
			close_reactor();
			async_reactor_process_end();
			/* Not _exit(): the test includes what libraries do at the end of a process. */
			exit(failures != failed_before);
		}
		CHECK(exit_status_of(child) == 0);
		while (async_reactor_has_refs(reactor)) {
			async_reactor_turn(reactor, true);
		}
		CHECK(strlen(trace) == JOBS);
		trace[0] = '\0';
	}
	close_reactor();
}
