/* Cases: timers and the exactness of a blocked turn. */

typedef struct {
	async_timer_t timer;
	char letter;
	unsigned again;                /* how often to re-arm, due at once */
	async_timer_t *stop;
	uint64_t fired;
} test_timer_t;

static void fire_timer(async_timer_t *timer)
{
	test_timer_t *test = (test_timer_t *) timer;

	CHECK(!async_timer_is_armed(timer));
	note(test->letter);
	test->fired = async_reactor_now();
	if (test->stop) {
		async_timer_stop(reactor, test->stop);
	}
	if (test->again) {
		test->again--;
		async_timer_start(reactor, timer, 0, fire_timer);
	}
}

static void start_timer(test_timer_t *test, char letter, uint64_t deadline)
{
	test->letter = letter;
	async_timer_start(reactor, &test->timer, deadline, fire_timer);
}

static void timers_fire_by_deadline_then_fifo(void)
{
	test_timer_t timers[6] = {0};
	uint64_t now = async_reactor_now();

	open_reactor();
	start_timer(&timers[0], 'd', now + 3000);
	start_timer(&timers[1], 'a', now + 1000);
	start_timer(&timers[2], 'e', now + 3000);
	start_timer(&timers[3], 'b', now + 1000);
	start_timer(&timers[4], 'x', now + 2000);
	start_timer(&timers[5], 'c', now + 1000);
	CHECK(stats().timers == 6);
	async_timer_stop(reactor, &timers[4].timer);
	async_timer_stop(reactor, &timers[4].timer);
	CHECK(!async_timer_is_armed(&timers[4].timer));
	CHECK(async_timer_is_armed(&timers[0].timer));
	while (async_reactor_now() < now + 3000) {
	}
	async_reactor_turn(reactor, true);
	CHECK(traced("abcde"));
	CHECK(stats().timers == 0);
	close_reactor();
}

static void timer_with_deadline_zero_fires_at_once(void)
{
	test_timer_t timer = {0};

	open_reactor();
	start_timer(&timer, 'a', 0);
	async_reactor_turn(reactor, false);
	CHECK(traced("a"));
	close_reactor();
}

static void timer_re_armed_while_firing_waits_for_the_next_turn(void)
{
	test_timer_t timers[2] = {0};

	open_reactor();
	timers[0].again = 3;
	start_timer(&timers[0], 'a', 0);
	start_timer(&timers[1], 'b', 1);
	async_reactor_turn(reactor, true);
	CHECK(traced("ab"));
	async_reactor_turn(reactor, true);
	CHECK(traced("a"));
	async_reactor_turn(reactor, false);
	async_reactor_turn(reactor, true);
	CHECK(traced("aa"));
	CHECK(stats().timers == 0);
	close_reactor();
}

static void timer_stops_another_while_firing(void)
{
	test_timer_t timers[4] = {0};

	open_reactor();
	timers[0].stop = &timers[2].timer;
	timers[1].again = 1;
	timers[3].stop = &timers[1].timer;   /* armed in this very turn */
	for (int i = 0; i < 4; i++) {
		start_timer(&timers[i], (char) ('a' + i), (uint64_t) i);
	}
	async_reactor_turn(reactor, false);
	CHECK(traced("abd"));
	async_reactor_turn(reactor, false);
	CHECK(traced(""));
	CHECK(stats().timers == 0);
	close_reactor();
}

static void blocked_turn_is_exact(void)
{
	static const uint64_t delays[] = {20000, 500000, 3 * MILLISECOND, 12 * MILLISECOND, 25300000};

	open_reactor();
	for (size_t i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
		test_timer_t timer = {0};
		uint64_t turns = stats().turns;
		uint64_t deadline = async_reactor_now() + delays[i];

		start_timer(&timer, 'a', deadline);
		async_reactor_turn(reactor, true);
		CHECK(timer.fired >= deadline);
		CHECK(timer.fired < deadline + 200 * MILLISECOND);
		CHECK(stats().turns == turns + 1);
		CHECK(traced("a"));
	}
	close_reactor();
}

/* Also long sleeps are exact when no event comes: the best of some, as the machine may be busy. */
static void idle_sleep_is_exact(void)
{
	static const uint64_t delays[] = {5100000, 10100000, 20100000, 50100000};

	open_reactor();
	for (size_t i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
		uint64_t best = UINT64_MAX;

		for (int tries = 0; tries < 40 && best > MILLISECOND / 2; tries++) {
			test_timer_t timer = {0};
			uint64_t deadline = async_reactor_now() + delays[i];

			start_timer(&timer, 'a', deadline);
			async_reactor_turn(reactor, true);
			CHECK(traced("a") && timer.fired >= deadline);
			best = timer.fired - deadline < best ? timer.fired - deadline : best;
		}
		CHECK(best <= MILLISECOND / 2);   /* a clock of milliseconds is late by 0.9 */
	}
	close_reactor();
}

static void blocked_turn_follows_the_first_timer(void)
{
	test_timer_t far = {0}, near = {0};
	uint64_t start = async_reactor_now();
	uint64_t end;

	open_reactor();
	/* The alarm is set for a timer that is stopped, then for a nearer one. */
	start_timer(&far, 'f', start + 10000 * MILLISECOND);
	start_timer(&near, 'n', start + 15 * MILLISECOND);
	async_reactor_turn(reactor, true);
	CHECK(traced("n"));
	start_timer(&near, 'n', async_reactor_now() + 10 * MILLISECOND);
	async_reactor_turn(reactor, true);
	CHECK(traced("n"));

	/* Stopped: the turn sleeps past it. */
	start_timer(&near, 'n', async_reactor_now() + 10 * MILLISECOND);
	async_timer_stop(reactor, &near.timer);
	async_timer_stop(reactor, &far.timer);
	end = async_reactor_now() + 30 * MILLISECOND;
	start_timer(&far, 'f', end);
	async_reactor_turn(reactor, true);
	CHECK(far.fired >= end);
	CHECK(traced("f"));
	close_reactor();
}

static unsigned delay_of_uv_run;

/* Replaces libuv's function: the system may run other processes at any moment, here for some milliseconds. */
int uv_run(uv_loop_t *loop, uv_run_mode mode)
{
	static int (*original)(uv_loop_t *, uv_run_mode);

	if (!original) {
		*(void **) &original = dlsym(RTLD_NEXT, "uv_run");
	}
	if (delay_of_uv_run) {
		usleep(delay_of_uv_run * 1000);
	}
	return original(loop, mode);
}

static void blocked_turn_held_up_sees_its_timer(void)
{
	test_timer_t timer = {0};

	open_reactor();
	delay_of_uv_run = 20;
	start_timer(&timer, 'a', async_reactor_now() + 10 * MILLISECOND);
	async_reactor_turn(reactor, true);
	delay_of_uv_run = 0;
	CHECK(traced("a"));
	close_reactor();
}

static uint64_t last_sequence;

static void note_order(async_timer_t *timer)
{
	CHECK(timer->sequence > last_sequence);
	last_sequence = timer->sequence;
}

/* Arm and stop limits many times, as reads do; two timers stay armed. */
static void stopped_timers_leave_the_order_alone(void)
{
	enum { LIMITS = 400 };
	async_timer_t limits[LIMITS] = {0};
	uint64_t now = async_reactor_now();
	test_timer_t near = {0}, far = {0};

	open_reactor();
	start_timer(&far, 'f', now + 20000 * MILLISECOND);
	for (size_t i = 0; i < 50 * LIMITS; i++) {
		async_timer_t *limit = &limits[i * 7 % LIMITS];

		async_timer_stop(reactor, limit);
		async_timer_start(reactor, limit, i % 5 ? now + 5000 * MILLISECOND : 1, note_order);
		if (i % 1000 == 500) {
			start_timer(&near, 'n', async_reactor_now() + MILLISECOND);
			for (size_t k = 0; k < LIMITS; k++) {
				if (limits[k].fire && limits[k].deadline == 1) {
					async_timer_stop(reactor, &limits[k]);
				}
			}
			async_reactor_turn(reactor, true);
			CHECK(traced("n"));
		}
	}
	CHECK(stats().timers == LIMITS + 1);
	/* The timers that are left and due fire in the order of arming. */
	last_sequence = 0;
	async_reactor_turn(reactor, false);
	CHECK(last_sequence > 0);
	for (size_t k = 0; k < LIMITS; k++) {
		async_timer_stop(reactor, &limits[k]);
	}
	CHECK(stats().timers == 1);
	async_timer_stop(reactor, &far.timer);
	CHECK(stats().timers == 0);
	close_reactor();
}

static unsigned long random_state = 88172645463325252ul;

static unsigned long next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

static void limit_is_never_early(void)
{
	const uint64_t second = 1000 * MILLISECOND;
	const uint64_t times[] = {
		0, 1, MILLISECOND, second - 1, second, 10 * second - 1, 10 * second, 60 * second, 86400 * second
	};

	/* At many moments within a tick of the coarse clock. */
	for (unsigned round = 0; round < 20000; round++) {
		uint64_t time = times[round % (sizeof(times) / sizeof(times[0]))];
		uint64_t before = async_reactor_now();
		uint64_t limit = async_reactor_limit_after(time);

		CHECK(limit >= before + time);
		CHECK(limit <= async_reactor_now() + time + (time < 10 * second ? 0 : time / 256));
	}
}

enum { MANY = 100000 };

static async_timer_t *many;
static uint64_t last_deadline;
static size_t out_of_order, fired_count, stop_half_after;

static void fire_in_order(async_timer_t *timer)
{
	out_of_order += timer->deadline < last_deadline;
	last_deadline = timer->deadline;
	fired_count++;
	if (fired_count == stop_half_after) {
		for (size_t i = 0; i < MANY / 2; i++) {
			async_timer_stop(reactor, &many[next_random() % MANY]);
		}
		fired_count += MANY - fired_count - stats().timers;
	}
}

/* Stopping begins when firing has made the heap deep; 0 for never. */
static void fire_many(size_t stop_half)
{
	uint64_t start = async_reactor_now();

	last_deadline = fired_count = out_of_order = 0;
	stop_half_after = stop_half;
	for (size_t i = 0; i < MANY; i++) {
		async_timer_start(reactor, &many[i], next_random() % 50000, fire_in_order);
	}
	async_reactor_turn(reactor, false);
	if (getenv("UNIT_VERBOSE")) {
		printf("100,000 random timers: %.1f ms\n", (double) (async_reactor_now() - start) / 1e6);
	}
	CHECK(async_reactor_now() - start < 5000 * MILLISECOND);
	CHECK(fired_count == MANY);
	CHECK(out_of_order == 0);
	CHECK(stats().timers == 0);
}

static void many_random_timers_are_quick(void)
{
	many = calloc(MANY, sizeof(*many));
	open_reactor();
	fire_many(0);
	fire_many(1000);
	close_reactor();
	free(many);
}

/* The heap after a peak: half of the timers are stopped in random order, so its arrays shrink, and the timers that are
 * left are still found by stop(). */
static void timers_are_found_after_a_peak(void)
{
	uint64_t far = async_reactor_now() + 100000 * MILLISECOND;

	many = calloc(MANY, sizeof(*many));
	open_reactor();
	last_deadline = fired_count = out_of_order = 0;
	stop_half_after = 0;
	for (size_t i = 0; i < MANY; i++) {
		/* Every 50th is due in the end. */
		async_timer_start(reactor, &many[i], (i % 50 ? far : 0) + next_random() % 50000, fire_in_order);
	}
	for (size_t i = 0; i < MANY; i++) {
		size_t other = next_random() % MANY;

		async_timer_stop(reactor, &many[other % 50 ? other : other + 1]);
	}
	for (size_t i = 0; i < MANY; i++) {
		if (i % 50 && i % 3 != 0) {
			async_timer_stop(reactor, &many[i]);
		}
	}
	/* Slots that were given back are taken again. */
	for (size_t i = 1; i < MANY; i += 50) {
		async_timer_stop(reactor, &many[i]);
		async_timer_start(reactor, &many[i], next_random() % 50000, fire_in_order);
	}
	async_reactor_turn(reactor, false);
	CHECK(fired_count == 2 * MANY / 50);
	CHECK(out_of_order == 0);
	for (size_t i = 0; i < MANY; i++) {
		async_timer_stop(reactor, &many[i]);
	}
	CHECK(stats().timers == 0);
	close_reactor();
	free(many);
}
