/* Cases: signals that the reactor waits for, and handlers of other code. */

typedef struct {
	async_signal_waiter_t waiter;
	char letter;
	bool again;
	async_signal_waiter_t *unwatch;
} test_signal_t;

static void on_signalled(async_signal_waiter_t *waiter, int signo)
{
	test_signal_t *test = (test_signal_t *) waiter;

	CHECK(waiter->signo == 0);
	note(test->letter);
	if (test->unwatch) {
		async_signal_unwatch(reactor, test->unwatch);
	}
	if (test->again) {
		test->again = false;
		CHECK(async_signal_watch(reactor, waiter, signo, on_signalled) == 0);
	}
}

static int watch_signal(test_signal_t *test, char letter, int signo)
{
	test->letter = letter;
	return async_signal_watch(reactor, &test->waiter, signo, on_signalled);
}

static volatile sig_atomic_t handled;

static void handle_signal(int signo)
{
	(void) signo;
	handled++;
}

static void signal_wakes_all_and_gives_the_disposition_back(void)
{
	test_signal_t waiters[4] = {0};
	struct sigaction mine = {.sa_handler = handle_signal, .sa_flags = SA_NODEFER}, now;

	open_reactor();
	sigaction(SIGUSR1, &mine, NULL);
	for (int i = 0; i < 4; i++) {
		CHECK(watch_signal(&waiters[i], (char) ('a' + i), SIGUSR1) == 0);
	}
	CHECK(stats().signals == 1);
	async_signal_unwatch(reactor, &waiters[1].waiter);
	waiters[0].unwatch = &waiters[2].waiter;
	waiters[0].again = true;
	CHECK(kill(getpid(), SIGUSR1) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("ad"));
	CHECK(handled == 0);
	CHECK(stats().signals == 1);
	CHECK(kill(getpid(), SIGUSR1) == 0);
	waiters[0].unwatch = NULL;
	async_reactor_turn(reactor, true);
	CHECK(traced("a"));
	CHECK(stats().signals == 0);
	sigaction(SIGUSR1, NULL, &now);
	CHECK(now.sa_handler == handle_signal);
	CHECK(now.sa_flags & SA_NODEFER);
	CHECK(kill(getpid(), SIGUSR1) == 0);
	CHECK(handled == 1);
	async_reactor_turn(reactor, false);
	signal(SIGUSR1, SIG_DFL);
	close_reactor();
}

static void signal_unwatched_by_the_last_waiter_is_given_back(void)
{
	test_signal_t waiters[2] = {0};
	struct sigaction now;

	open_reactor();
	signal(SIGUSR2, SIG_IGN);
	CHECK(watch_signal(&waiters[0], 'a', SIGUSR2) == 0);
	CHECK(watch_signal(&waiters[1], 'b', SIGUSR2) == 0);
	async_signal_unwatch(reactor, &waiters[0].waiter);
	CHECK(stats().signals == 1);
	async_signal_unwatch(reactor, &waiters[1].waiter);
	async_signal_unwatch(reactor, &waiters[1].waiter);
	CHECK(stats().signals == 0);
	sigaction(SIGUSR2, NULL, &now);
	CHECK(now.sa_handler == SIG_IGN);

	/* A handler that was installed meanwhile stays. */
	CHECK(watch_signal(&waiters[0], 'a', SIGUSR2) == 0);
	signal(SIGUSR2, handle_signal);
	async_signal_unwatch(reactor, &waiters[0].waiter);
	sigaction(SIGUSR2, NULL, &now);
	CHECK(now.sa_handler == handle_signal);
	signal(SIGUSR2, SIG_DFL);

	/* It also stays when the reactor is closed. */
	CHECK(watch_signal(&waiters[0], 'a', SIGUSR2) == 0);
	close_reactor();
	sigaction(SIGUSR2, NULL, &now);
	CHECK(now.sa_handler == SIG_DFL);
	CHECK(traced(""));
}

static void signal_that_cannot_be_caught_is_refused(void)
{
	test_signal_t waiter = {0};

	open_reactor();
	CHECK(watch_signal(&waiter, 'a', SIGKILL) == -EINVAL);
	CHECK(watch_signal(&waiter, 'a', SIGSTOP) == -EINVAL);
	CHECK(watch_signal(&waiter, 'a', 0) == -EINVAL);
	CHECK(watch_signal(&waiter, 'a', -3) == -EINVAL);
	CHECK(watch_signal(&waiter, 'a', 1000) == -EINVAL);
	CHECK(waiter.waiter.signo == 0);
	CHECK(stats().signals == 0);
	close_reactor();
}

static volatile bool interrupt_flag;

static void raise_flag(int signo)
{
	(void) signo;
	interrupt_flag = true;
}

static bool flag_is_up(void)
{
	return interrupt_flag;
}

static void foreign_signal_ends_a_blocked_turn(void)
{
	test_timer_t timer = {0};
	struct timespec soon = {.tv_nsec = 10000000};
	pid_t child;
	pid_t parent = getpid();

	open_reactor();
	signal(SIGUSR1, raise_flag);
	async_reactor_set_interrupt(reactor, flag_is_up);
	start_timer(&timer, 't', async_reactor_now() + 20000 * MILLISECOND);
	child = fork();
	if (child == 0) {
		nanosleep(&soon, NULL);
		kill(parent, SIGUSR1);
		_exit(0);
	}
	async_reactor_turn(reactor, true);
	CHECK(interrupt_flag);
	async_reactor_turn(reactor, true);   /* the flag is still up */
	CHECK(traced(""));
	interrupt_flag = false;
	async_reactor_set_interrupt(reactor, NULL);
	async_timer_stop(reactor, &timer.timer);
	CHECK(waitpid(child, NULL, 0) == child);
	signal(SIGUSR1, SIG_DFL);
	close_reactor();
}
