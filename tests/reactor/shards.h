/* Cases: more descriptors than one loop of libuv takes, which are spread over shards. */

#define MANY 2500

static unsigned many_calls;
static unsigned calls_of[MANY];

static void count_ready(async_fd_waiter_t *waiter, unsigned events)
{
	(void) waiter;
	CHECK(events == ASYNC_FD_READABLE);
	many_calls++;
}

static void raise_all(const int *fds, bool ready)
{
	uint64_t number = 1;

	for (int i = 0; i < MANY; i++) {
		CHECK((ready ? write(fds[i], &number, sizeof(number)) : read(fds[i], &number, sizeof(number))) == 8);
	}
}

/* More descriptors than libuv takes events at once: a turn reports each one once, so that none loses its registration;
 * also after a fork, and none is left after the close. */
static void fd_many_at_once_keep_their_registrations(void)
{
	struct rlimit limit = {0};
	async_fd_waiter_t *waiters = calloc(MANY, sizeof(*waiters));
	int *fds = calloc(MANY, sizeof(*fds));
	uint64_t registrations;
	size_t before;
	int status;
	pid_t child;

	CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	if (limit.rlim_max < MANY + 100) {
		free(fds);
		free(waiters);
		return;
	}
	limit.rlim_cur = limit.rlim_max;
	CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
	open_reactor();
	close_reactor();
	before = count_descriptors();
	open_reactor();
	for (int i = 0; i < MANY; i++) {
		fds[i] = eventfd(0, EFD_CLOEXEC);
		CHECK(async_fd_watch(reactor, &waiters[i], fds[i], ASYNC_FD_READABLE, count_ready) == 0);
	}
	registrations = stats().registrations;
	for (unsigned round = 1; round <= 3; round++) {
		raise_all(fds, true);
		for (int turns = 0; many_calls < MANY * round && turns < 10; turns++) {
			async_reactor_turn(reactor, true);
		}
		CHECK(many_calls == MANY * round);
		CHECK(stats().registrations == registrations);
		raise_all(fds, false);
		for (int i = 0; i < MANY; i++) {
			CHECK(async_fd_watch(reactor, &waiters[i], fds[i], ASYNC_FD_READABLE, count_ready) == 0);
		}
	}
	CHECK(stats().registrations == registrations);
	child = fork();
	if (child == 0) {
		bool done = async_reactor_after_fork(reactor)
			&& async_fd_watch(reactor, &waiters[MANY - 1], fds[MANY - 1], ASYNC_FD_READABLE, count_ready) == 0
			&& write(fds[MANY - 1], &(uint64_t) {1}, 8) == 8 && async_reactor_turn(reactor, true) == 1;

		close_reactor();
		_exit(done ? 0 : 1);
	}
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	for (int turns = 0; many_calls == MANY * 3 && turns < 10; turns++) {
		async_reactor_turn(reactor, true);
	}
	CHECK(many_calls == MANY * 3 + 1);
	for (int i = 0; i < MANY; i++) {
		async_fd_unwatch(reactor, &waiters[i]);
		async_fd_forget(reactor, fds[i]);
		close(fds[i]);
	}
	async_reactor_turn(reactor, false);
	CHECK(stats().descriptors == 0);
	close_reactor();
	CHECK(count_descriptors() == before);
	free(fds);
	free(waiters);
}

/* Watch those that were called, as their readers do. returns: calls of one turn before that */
static unsigned turn_and_watch_again(async_fd_waiter_t *waiters, const int *fds)
{
	const unsigned before = many_calls;

	async_reactor_turn(reactor, true);
	for (int i = 0; i < MANY; i++) {
		if (!waiters[i].descriptor) {
			calls_of[i]++;
			CHECK(async_fd_watch(reactor, &waiters[i], fds[i], ASYNC_FD_READABLE, count_ready) == 0);
		}
	}
	return many_calls - before;
}

/* Under load the loops run in turns. None is left out, and none has more turns than another. */
static void fd_loops_take_turns_under_load(void)
{
	async_fd_waiter_t *waiters = calloc(MANY, sizeof(*waiters));
	int *fds = calloc(MANY, sizeof(*fds));
	unsigned loops = 0;

	many_calls = 0;
	open_reactor();
	for (int i = 0; i < MANY; i++) {
		fds[i] = eventfd(1, EFD_CLOEXEC);
		if (fds[i] == -1) {
			many_calls = UINT_MAX;   /* so many cannot be opened here */
			break;
		}
		CHECK(async_fd_watch(reactor, &waiters[i], fds[i], ASYNC_FD_READABLE, count_ready) == 0);
	}
	if (many_calls != UINT_MAX) {
		memset(calls_of, 0, sizeof(calls_of));
		while (many_calls < MANY) {
			turn_and_watch_again(waiters, fds);
		}
		CHECK(many_calls == MANY);
		for (unsigned sum = 0; sum < MANY; loops++) {
			unsigned calls = turn_and_watch_again(waiters, fds);

			CHECK(calls > 0 && calls <= 1024);
			sum += calls;
		}
		CHECK(loops >= 3);
		for (unsigned i = 0; i < 4 * loops; i++) {
			turn_and_watch_again(waiters, fds);
		}
		for (int i = 0; i < MANY; i++) {
			CHECK(calls_of[i] == 6);
		}
	}
	for (int i = 0; i < MANY && fds[i] > 0; i++) {
		async_fd_unwatch(reactor, &waiters[i]);
		async_fd_forget(reactor, fds[i]);
		close(fds[i]);
	}
	close_reactor();
	free(fds);
	free(waiters);
}

/* In the child of a fork beside a busy worker the loop of the parent cannot be closed, but its descriptors are, and
 * those of its shards. */
static void fork_with_shards_and_a_job(void)
{
	static async_fd_waiter_t waiters[MANY];
	static int fds[MANY];
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	size_t before, own;
	int status;
	pid_t child;

	for (int i = 0; i < MANY; i++) {
		fds[i] = eventfd(0, EFD_CLOEXEC);
		if (fds[i] == -1) {
			break;   /* without shards the case tests the main loop alone */
		}
	}
	before = count_descriptors();
	open_reactor();
	for (int i = 0; i < MANY && fds[i] != -1; i++) {
		CHECK(async_fd_watch(reactor, &waiters[i], fds[i], ASYNC_FD_READABLE, count_ready) == 0);
	}
	async_reactor_turn(reactor, false);
	own = count_descriptors() - before;
	pthread_mutex_lock(&gate);
	submit('j', ASYNC_JOB_FAST, &gate, 0);
	child = fork();
	if (child == 0) {
		size_t inherited = count_descriptors();   /* valgrind has files of its own for each process */
		bool done = async_reactor_after_fork(reactor);

		close_reactor();
		_exit(done && count_descriptors() == inherited - own ? 0 : 1);
	}
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	pthread_mutex_unlock(&gate);
	while (stats().jobs > 0) {
		async_reactor_turn(reactor, true);
	}
	CHECK(traced("j"));
	for (int i = 0; i < MANY && fds[i] != -1; i++) {
		async_fd_unwatch(reactor, &waiters[i]);
		async_fd_forget(reactor, fds[i]);
		close(fds[i]);
	}
	close_reactor();
}
