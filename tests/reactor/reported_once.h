/* Cases: readiness from a kernel that reports changes only. Uses the helpers of the descriptors. */

/* The kernel is asked again, unless the reader knows better. */
static void fd_that_is_still_ready_wakes_again(void)
{
	int pair[2];
	test_fd_t reader = {0}, second = {0};

	open_reactor();
	open_pair(pair);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	for (int i = 0; i < 3; i++) {
		/* Nobody has read. */
		CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
		async_reactor_turn(reactor, true);
		CHECK(traced("r"));
	}
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&second, 's', pair[0], ASYNC_FD_READABLE) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("rs"));

	drain(pair[0]);
	async_fd_set_unready(reactor, pair[0], ASYNC_FD_READABLE);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	turn_briefly();
	CHECK(traced("."));
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	/* One of two bytes is read: the other one is not forgotten. */
	send_byte(pair[1]);
	CHECK(recv(pair[0], trace, 1, MSG_DONTWAIT) == 1);
	trace[0] = '\0';
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	async_fd_set_unready(reactor, 100000, ASYNC_FD_READABLE);
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

/* The end that came beside the last data is not waited for. */
static void fd_drained_is_no_hint_at_the_end(void)
{
	int pair[2];
	test_fd_t reader = {0};

	open_reactor();
	open_pair(pair);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	async_fd_set_drained(reactor, pair[0], true, true);
	CHECK(async_fd_is_drained(reactor, pair[0]));
	send_byte(pair[1]);
	CHECK(shutdown(pair[1], SHUT_WR) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	CHECK(!async_fd_is_drained(reactor, pair[0]));
	drain(pair[0]);
	async_fd_set_drained(reactor, pair[0], true, true);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

/* A copy of the descriptor keeps the open file: its events are not those of the number's next file. */
static void fd_closed_with_a_copy_left_reports_nothing(void)
{
	int pair[2], other[2], copy;
	test_fd_t reader = {0};

	open_reactor();
	open_pair(pair);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	async_reactor_turn(reactor, false);
	async_fd_unwatch(reactor, &reader.waiter);
	copy = dup(pair[0]);
	close(pair[0]);   /* and nobody says so */
	open_pair(other);
	CHECK(other[0] == pair[0]);
	CHECK(watch(&reader, 'r', other[0], ASYNC_FD_READABLE) == 0);
	send_byte(pair[1]);
	turn_briefly();
	CHECK(traced("."));
	async_fd_unwatch(reactor, &reader.waiter);
	close_watched(other[0]);
	CHECK(dup2(copy, pair[0]) == pair[0]);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	close_watched(pair[0]);
	close(copy);
	close(pair[1]);
	close(other[1]);
	close_reactor();
}

/* More than one round can report. */
static void many_fds_are_all_heard(void)
{
	enum { PAIRS = 700 };
	static int pairs[PAIRS][2];
	static test_fd_t readers[PAIRS];
	struct rlimit limit;
	unsigned heard = 0;
	int count;

	open_reactor();
	getrlimit(RLIMIT_NOFILE, &limit);
	count = limit.rlim_cur < 2 * PAIRS + 50 ? (int) (limit.rlim_cur - 50) / 2 : PAIRS;
	for (int i = 0; i < count; i++) {
		open_pair(pairs[i]);
		CHECK(watch(&readers[i], 'r', pairs[i][0], ASYNC_FD_READABLE) == 0);
		send_byte(pairs[i][1]);
	}
	for (int turns = 0; turns < 3; turns++) {
		async_reactor_turn(reactor, false);
		trace[0] = '\0';
	}
	for (int i = 0; i < count; i++) {
		heard += readers[i].calls;
		close_watched(pairs[i][0]);
		close(pairs[i][1]);
	}
	CHECK(heard == (unsigned) count);
	close_reactor();
}
