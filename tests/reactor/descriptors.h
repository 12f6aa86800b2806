/* Cases: descriptor readiness. */

typedef struct {
	async_fd_waiter_t waiter;
	char letter;
	unsigned events;                 /* as reported */
	unsigned calls;
	async_fd_waiter_t *unwatch;
	int forget;                      /* descriptor to forget, 0 for none */
	int again;                       /* descriptor to watch again, 0 for none */
} test_fd_t;

static void on_ready(async_fd_waiter_t *waiter, unsigned events)
{
	test_fd_t *test = (test_fd_t *) waiter;

	CHECK(waiter->descriptor == NULL);
	note(test->letter);
	test->events = events;
	test->calls++;
	if (test->unwatch) {
		async_fd_unwatch(reactor, test->unwatch);
	}
	if (test->forget) {
		async_fd_forget(reactor, test->forget);
	}
	if (test->again) {
		CHECK(async_fd_watch(reactor, waiter, test->again, ASYNC_FD_READABLE, on_ready) == 0);
	}
}

static int watch(test_fd_t *test, char letter, int fd, unsigned events)
{
	test->letter = letter;
	test->events = 0;
	return async_fd_watch(reactor, &test->waiter, fd, events, on_ready);
}

static void open_pair(int pair[2])
{
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == -1) {
		perror("socketpair");
		exit(2);
	}
}

static void close_watched(int fd)
{
	async_fd_forget(reactor, fd);
	CHECK(close(fd) == 0);
}

static void send_byte(int fd)
{
	CHECK(write(fd, "x", 1) == 1);
}

static void drain(int fd)
{
	char bytes[64];

	CHECK(recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT) > 0);
}

/* A turn that blocks only for a moment, for events that must not come. */
static void turn_briefly(void)
{
	test_timer_t timer = {0};

	start_timer(&timer, '.', async_reactor_now() + 2 * MILLISECOND);
	async_reactor_turn(reactor, true);
	async_timer_stop(reactor, &timer.timer);
}

static void fill(int fd)
{
	static char bytes[65536];

	while (send(fd, bytes, sizeof(bytes), MSG_DONTWAIT) > 0) {
	}
	CHECK(errno == EAGAIN);
}

static void fd_is_readable_and_writable(void)
{
	int pair[2];
	test_fd_t reader = {0}, writer = {0};

	open_reactor();
	open_pair(pair);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&writer, 'w', pair[0], ASYNC_FD_WRITABLE) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("w"));
	CHECK(writer.events == ASYNC_FD_WRITABLE);
	async_reactor_turn(reactor, false);
	CHECK(traced(""));
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	CHECK(reader.events == ASYNC_FD_READABLE);
	CHECK(stats().descriptors == 1);
	close_watched(pair[0]);
	CHECK(stats().descriptors == 0);
	close(pair[1]);
	close_reactor();
}

static void fd_waiters_are_woken_in_order(void)
{
	int pair[2];
	test_fd_t readers[6] = {0};

	open_reactor();
	open_pair(pair);
	for (int i = 0; i < 6; i++) {
		CHECK(watch(&readers[i], (char) ('a' + i), pair[0], ASYNC_FD_READABLE) == 0);
	}
	async_fd_unwatch(reactor, &readers[2].waiter);
	async_fd_unwatch(reactor, &readers[2].waiter);
	readers[1].unwatch = &readers[3].waiter;   /* while the waiters of one event are called */
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("abef"));
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fd_watched_again_from_its_callback_waits_again(void)
{
	int pair[2];
	test_fd_t reader = {0};

	open_reactor();
	open_pair(pair);
	reader.again = pair[0];
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	async_reactor_turn(reactor, true);
	CHECK(traced("rr"));
	reader.again = 0;
	async_fd_unwatch(reactor, &reader.waiter);
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fd_repeated_wait_keeps_the_registration(void)
{
	int pair[2];
	test_fd_t reader = {0};
	uint64_t registrations;

	open_reactor();
	open_pair(pair);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	registrations = stats().registrations;
	for (int i = 0; i < 100; i++) {
		send_byte(pair[1]);
		async_reactor_turn(reactor, true);
		drain(pair[0]);
		CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
		trace[0] = '\0';
	}
	CHECK(reader.calls == 100);
	CHECK(stats().registrations == registrations);
	async_fd_unwatch(reactor, &reader.waiter);

	/* An event without a waiter disarms the registration; the next wait arms it again. */
	send_byte(pair[1]);
	turn_briefly();
	CHECK(traced("."));
	CHECK(stats().registrations == registrations + 1);
	async_reactor_turn(reactor, false);
	CHECK(stats().registrations == registrations + 1);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	CHECK(stats().registrations == registrations + 2);
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fd_unwanted_event_reduces_the_registration(void)
{
	int pair[2];
	test_fd_t reader = {0}, writer = {0};
	uint64_t registrations;

	open_reactor();
	open_pair(pair);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&writer, 'w', pair[0], ASYNC_FD_WRITABLE) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("w"));
	turn_briefly();
	turn_briefly();
	CHECK(traced(".."));
	registrations = stats().registrations;
	turn_briefly();
	CHECK(traced("."));
	CHECK(stats().registrations == registrations);
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fd_hang_up_wakes_everybody(void)
{
	int pair[2];
	test_fd_t reader = {0}, writer = {0}, urgent = {0};

	open_reactor();
	open_pair(pair);
	fill(pair[0]);
	CHECK(watch(&writer, 'w', pair[0], ASYNC_FD_WRITABLE) == 0);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&urgent, 'p', pair[0], ASYNC_FD_PRIORITY) == 0);
	turn_briefly();
	CHECK(traced("."));
	close(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("wrp"));
	CHECK(urgent.events & (ASYNC_FD_HANGUP | ASYNC_FD_ERROR));
	close_watched(pair[0]);
	close_reactor();
}

static void fd_error_wakes_everybody_and_can_be_watched_again(void)
{
	int ends[2];
	test_fd_t reader = {0}, writer = {0};

	open_reactor();
	CHECK(pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
	while (write(ends[1], trace, sizeof(trace)) > 0) {
	}
	CHECK(watch(&reader, 'r', ends[1], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&writer, 'w', ends[1], ASYNC_FD_WRITABLE) == 0);
	turn_briefly();
	CHECK(traced("."));
	close(ends[0]);
	async_reactor_turn(reactor, true);
	CHECK(traced("rw"));
	CHECK(reader.events & ASYNC_FD_ERROR);
	CHECK(writer.events & ASYNC_FD_ERROR);
	CHECK(watch(&writer, 'w', ends[1], ASYNC_FD_WRITABLE) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("w"));
	turn_briefly();
	CHECK(traced("."));
	close_watched(ends[1]);
	close_reactor();
}

/* A pipe without writers reports its data first, and the hang-up together with the data. */
static void fd_hang_up_beside_data_wakes_everybody(void)
{
	int ends[2];
	test_fd_t reader = {0}, writer = {0};

	open_reactor();
	CHECK(pipe2(ends, O_CLOEXEC) == 0);
	CHECK(watch(&writer, 'w', ends[0], ASYNC_FD_WRITABLE) == 0);
	CHECK(watch(&reader, 'r', ends[0], ASYNC_FD_READABLE) == 0);
	send_byte(ends[1]);
	close(ends[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("wr"));
	CHECK(reader.events & ASYNC_FD_READABLE);
	close_watched(ends[0]);
	close_reactor();
}

static void fd_data_leaves_the_writer_alone(void)
{
	int pair[2];
	test_fd_t reader = {0}, writer = {0};

	open_reactor();
	open_pair(pair);
	fill(pair[0]);
	CHECK(watch(&writer, 'w', pair[0], ASYNC_FD_WRITABLE) == 0);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	/* The end of one direction of a socket is not a hang-up, either. */
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(shutdown(pair[1], SHUT_WR) == 0);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	CHECK(writer.waiter.descriptor != NULL);
	async_fd_unwatch(reactor, &writer.waiter);
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fd_connection_reset_wakes_everybody(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t length = sizeof(address);
	struct linger at_once = {.l_onoff = 1, .l_linger = 0};
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int server;
	test_fd_t reader = {0}, writer = {0};

	open_reactor();
	CHECK(bind(listener, (struct sockaddr *) &address, sizeof(address)) == 0);
	CHECK(listen(listener, 1) == 0);
	CHECK(getsockname(listener, (struct sockaddr *) &address, &length) == 0);
	CHECK(connect(client, (struct sockaddr *) &address, sizeof(address)) == 0);
	server = accept(listener, NULL, NULL);
	fill(client);
	CHECK(watch(&writer, 'w', client, ASYNC_FD_WRITABLE) == 0);
	CHECK(watch(&reader, 'r', client, ASYNC_FD_READABLE) == 0);
	CHECK(setsockopt(server, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)) == 0);
	close(server);
	async_reactor_turn(reactor, true);
	CHECK(traced("wr"));
	close_watched(client);
	close(listener);
	close_reactor();
}

static void fd_forget_wakes_with_closed(void)
{
	int pair[2];
	test_fd_t readers[3] = {0};

	open_reactor();
	open_pair(pair);
	for (int i = 0; i < 3; i++) {
		CHECK(watch(&readers[i], (char) ('a' + i), pair[0], ASYNC_FD_READABLE) == 0);
	}
	async_reactor_turn(reactor, false);
	readers[0].unwatch = &readers[1].waiter;
	errno = EDOM;
	async_fd_forget(reactor, pair[0]);
	CHECK(errno == EDOM);
	CHECK(traced("ac"));
	CHECK(readers[0].events == ASYNC_FD_CLOSED);
	CHECK(stats().descriptors == 0);
	async_fd_forget(reactor, pair[0]);
	async_fd_forget(reactor, 100000);
	async_fd_forget(reactor, -1);

	/* From inside a callback of the same descriptor. */
	CHECK(watch(&readers[0], 'a', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&readers[1], 'b', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&readers[2], 'c', pair[0], ASYNC_FD_PRIORITY) == 0);
	readers[0].unwatch = NULL;
	readers[0].forget = pair[0];
	send_byte(pair[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("acb"));
	CHECK(readers[2].events == ASYNC_FD_CLOSED);
	CHECK(stats().descriptors == 0);
	close(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fd_held_says_whether_it_was_closed(void)
{
	int ends[2];
	test_fd_t waiter = {0};
	uint32_t held;

	open_reactor();
	CHECK(pipe(ends) == 0);
	CHECK(watch(&waiter, 'a', ends[0], ASYNC_FD_READABLE) == 0);
	held = async_fd_hold(reactor, ends[0]);
	CHECK(async_fd_has_waiters(reactor, ends[0]));
	CHECK(write(ends[1], "x", 1) == 1);
	async_reactor_turn(reactor, true);
	CHECK(traced("a"));
	CHECK(async_fd_has_waiters(reactor, ends[0]));
	CHECK(async_fd_release(reactor, ends[0], held));
	CHECK(!async_fd_has_waiters(reactor, ends[0]));

	held = async_fd_hold(reactor, ends[0]);
	async_fd_forget(reactor, ends[0]);
	CHECK(!async_fd_has_waiters(reactor, ends[0]));
	CHECK(!async_fd_release(reactor, ends[0], held));
	CHECK(!async_fd_has_waiters(reactor, ends[0]));
	close(ends[0]);
	close(ends[1]);
	close_reactor();
}

static void fd_number_reused_after_forget_is_new(void)
{
	int first[2], second[2];
	test_fd_t reader = {0};

	open_reactor();
	open_pair(first);
	CHECK(watch(&reader, 'r', first[0], ASYNC_FD_READABLE) == 0);
	async_reactor_turn(reactor, false);
	async_fd_unwatch(reactor, &reader.waiter);
	close_watched(first[0]);
	open_pair(second);
	CHECK(second[0] == first[0]);
	CHECK(watch(&reader, 'r', second[0], ASYNC_FD_READABLE) == 0);
	close(first[1]);   /* the file that had the number before would report a hang-up */
	turn_briefly();
	CHECK(traced("."));
	send_byte(second[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	close_watched(second[0]);
	close(second[1]);
	close_reactor();
}

/* One completion function begins to watch a descriptor, and the next one in the same turn forgets it. */
static void fd_watched_and_forgotten_in_one_turn(void)
{
	int pairs[3][2];
	test_fd_t watcher = {0}, forgetter = {0};

	open_reactor();
	for (int i = 0; i < 3; i++) {
		open_pair(pairs[i]);
	}
	watcher.again = pairs[2][0];
	forgetter.forget = pairs[2][0];
	CHECK(watch(&watcher, 'w', pairs[0][0], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&forgetter, 'f', pairs[1][0], ASYNC_FD_READABLE) == 0);
	send_byte(pairs[0][1]);
	send_byte(pairs[1][1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("wfw"));
	async_reactor_turn(reactor, false);
	send_byte(pairs[2][1]);
	watcher.again = 0;
	async_reactor_turn(reactor, true);
	CHECK(traced("w"));
	for (int i = 0; i < 3; i++) {
		close_watched(pairs[i][0]);
		close(pairs[i][1]);
	}
	close_reactor();
}

/* Without async_fd_forget(): the next watch notices, when the registration was idle for a turn. */
static void fd_number_reused_without_forget_is_noticed(void)
{
	int first[2], second[2];
	test_fd_t reader = {0};

	open_reactor();
	open_pair(first);
	CHECK(watch(&reader, 'r', first[0], ASYNC_FD_READABLE) == 0);
	async_reactor_turn(reactor, false);
	async_fd_unwatch(reactor, &reader.waiter);
	close(first[0]);
	open_pair(second);
	CHECK(second[0] == first[0]);
	CHECK(watch(&reader, 'r', second[0], ASYNC_FD_READABLE) == 0);
	send_byte(second[1]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	close_watched(second[0]);
	close(second[1]);
	close(first[1]);
	close_reactor();
}

/* libuv would abort the process for a descriptor that epoll refuses. */
static void fd_closed_before_the_turn_wakes_with_closed(void)
{
	int pair[2];
	test_fd_t reader = {0};

	open_reactor();
	open_pair(pair);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	close(pair[0]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	CHECK(reader.events == ASYNC_FD_CLOSED);
	CHECK(stats().descriptors == 0);

	/* Its number is now that of a file that cannot be watched. */
	close(pair[1]);
	open_pair(pair);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	close(pair[0]);
	CHECK(open("/dev/null", O_RDONLY | O_CLOEXEC) == pair[0]);
	async_reactor_turn(reactor, true);
	CHECK(traced("r"));
	close_watched(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fd_keeps_its_blocking_mode(void)
{
	int pair[2];
	test_fd_t reader = {0}, other = {0};

	open_reactor();
	open_pair(pair);
	CHECK(fcntl(pair[1], F_SETFL, fcntl(pair[1], F_GETFL) | O_NONBLOCK) == 0);
	CHECK(watch(&reader, 'r', pair[0], ASYNC_FD_READABLE) == 0);
	CHECK(watch(&other, 'o', pair[1], ASYNC_FD_READABLE) == 0);
	CHECK(!(fcntl(pair[0], F_GETFL) & O_NONBLOCK));
	CHECK(fcntl(pair[1], F_GETFL) & O_NONBLOCK);
	async_reactor_turn(reactor, false);
	CHECK(!(fcntl(pair[0], F_GETFL) & O_NONBLOCK));
	async_fd_forget(reactor, pair[0]);
	async_fd_forget(reactor, pair[1]);
	CHECK(!(fcntl(pair[0], F_GETFL) & O_NONBLOCK));
	CHECK(traced("ro"));
	close(pair[0]);
	close(pair[1]);
	close_reactor();
}

static void fd_that_cannot_be_watched_is_refused(void)
{
	test_fd_t reader = {0};
	int file = open(__FILE__, O_RDONLY | O_CLOEXEC);
	async_reactor_stats_t after;

	open_reactor();
	if (file == -1) {
		file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	}
	CHECK(watch(&reader, 'r', file, ASYNC_FD_READABLE) == -EPERM);
	CHECK(!(fcntl(file, F_GETFL) & O_NONBLOCK));
	CHECK(watch(&reader, 'r', -1, ASYNC_FD_READABLE) == -EBADF);
	CHECK(watch(&reader, 'r', 9999, ASYNC_FD_READABLE) == -EBADF);
	CHECK(reader.waiter.descriptor == NULL);
	after = stats();
	CHECK(after.descriptors == 0);
	close(file);
	close_reactor();
}
