/* Cases: exits of children. */

typedef struct {
	async_child_waiter_t waiter;
	char letter;
} test_child_t;

static void on_child(async_child_waiter_t *waiter)
{
	CHECK(waiter->ready == NULL);
	note(((test_child_t *) waiter)->letter);
}

static pid_t start_child(int *gate)
{
	int ends[2];
	pid_t child;
	char byte;

	CHECK(pipe2(ends, O_CLOEXEC) == 0);
	child = fork();
	if (child == 0) {
		close(ends[1]);
		(void) !read(ends[0], &byte, 1);
		_exit(7);
	}
	close(ends[0]);
	*gate = ends[1];
	return child;
}

static void child_exit_wakes(int by_pid)
{
	test_child_t first = {.letter = 'a'}, second = {.letter = 'b'};
	int gate, status = 0;
	size_t descriptors;
	pid_t child;

	open_reactor();
	child = start_child(&gate);
	descriptors = count_descriptors();
	CHECK(async_child_watch(reactor, &first.waiter, by_pid ? child : -1, on_child) == 0);
	CHECK(async_child_watch(reactor, &second.waiter, by_pid ? child : -1, on_child) == 0);
	CHECK(stats().children == 2);
	turn_briefly();
	CHECK(traced("."));
	async_child_unwatch(reactor, &second.waiter);
	async_child_unwatch(reactor, &second.waiter);
	CHECK(stats().children == 1);
	close(gate);
	async_reactor_turn(reactor, true);
	CHECK(traced("a"));
	CHECK(waitpid(child, &status, WNOHANG) == child);
	CHECK(WEXITSTATUS(status) == 7);
	CHECK(stats().children == 0);
	CHECK(stats().descriptors == 0);
	CHECK(stats().signals == 0);
	CHECK(count_descriptors() == descriptors - 1);
	close_reactor();
}

static void child_exit_wakes_by_pidfd(void)
{
	child_exit_wakes(true);
}

static void child_exit_wakes_by_signal(void)
{
	child_exit_wakes(false);
}

static void child_that_is_none_is_refused(void)
{
	test_child_t test = {.letter = 'a'};
	int gate;
	pid_t child = start_child(&gate);

	open_reactor();
	close(gate);
	CHECK(waitpid(child, NULL, 0) == child);
	CHECK(async_child_watch(reactor, &test.waiter, child, on_child) == -ECHILD);
	CHECK(async_child_watch(reactor, &test.waiter, getppid(), on_child) == -ECHILD);
	CHECK(async_child_watch(reactor, &test.waiter, 0, on_child) == -EINVAL);
	CHECK(async_child_watch(reactor, &test.waiter, -7, on_child) == -EINVAL);
	CHECK(stats().children == 0);
	close_reactor();
}
