/*
 * Life cycle of the reactor and of the libuv loop in it; time and references.
 *
 * Our own reference count says whether a wait can still end, never libuv's. libuv always has one referenced handle (the
 * doorbell), so that uv_run() sleeps whenever it is asked to.
 */
#include "job_record.h"

#include <time.h>
#include <unistd.h>

/* Limits of this length do not need the exact clock: see async_reactor_limit_after(). */
#define COARSE_LIMIT_NS UINT64_C(10000000000)

/* In a forked child: loops that can never be closed; only leak checkers look at them. */
static struct {
	pthread_mutex_t lock;
	async__loop_t *first;
} lost_loops = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- handles ---- */

void async__handle_opened(async_reactor_t *reactor)
{
	reactor->open_handles++;
}

void async__handle_close(async_reactor_t *reactor, uv_handle_t *handle, uv_close_cb closed)
{
	assert(reactor->closing_handles < reactor->open_handles && "only open handles are closed");
	ASYNC_ASSERT(!uv_is_closing(handle) && "a handle is closed once");
	reactor->closing_handles++;
	uv_close(handle, closed);
}

void async__handle_closed(async_reactor_t *reactor)
{
	assert(reactor->open_handles > 0 && reactor->closing_handles > 0 && "a close callback runs once");
	reactor->open_handles--;
	reactor->closing_handles--;
}

static void on_own_handle_closed(uv_handle_t *handle)
{
	async__handle_closed(handle->data);
}

/* ---- loops ---- */

/* In a forked child: close the descriptors of a loop that can never be closed itself, because a worker of the parent
 * may have been about to ring its doorbell, and those of its shards. Their memory is lost, and is not used again. */
static void leak_loop(async_reactor_t *reactor, async__loop_t *loop)
{
	async__loop_close_descriptors(&loop->uv);
	loop->shards = async__shards_leak(reactor);
	pthread_mutex_lock(&lost_loops.lock);
	loop->next = lost_loops.first;
	lost_loops.first = loop;
	pthread_mutex_unlock(&lost_loops.lock);
}

static void on_doorbell(uv_async_t *doorbell)
{
	async_reactor_t *reactor = doorbell->data;

	if (__atomic_exchange_n(&reactor->is_woken, false, __ATOMIC_RELAXED)) {
		reactor->deliveries++;   /* a blocked turn returns */
	}
	async__jobs_collect(reactor);
	async__jobs_collect_own(reactor);
	if (__atomic_exchange_n(&reactor->is_rung, false, __ATOMIC_ACQ_REL)) {
		for (size_t i = 0; i < ASYNC_VISITORS; i++) {
			if (reactor->visits[i]) {
				reactor->deliveries += reactor->visits[i]();
			}
		}
	}
}

void async_reactor_set_visitor(async_reactor_t *reactor, async_visitor_t visitor, size_t (*visit)(void))
{
	reactor->visits[visitor] = visit;
}

void async_reactor_ring(async_reactor_t *reactor)
{
	int err;

	__atomic_store_n(&reactor->is_rung, true, __ATOMIC_RELEASE);
	err = uv_async_send(&reactor->doorbell);

	assert(err == 0 && "the doorbell rings until the reactor is closed");
	(void) err;
}

/* errors: -errno, nothing is left behind */
static int open_loop(async_reactor_t *reactor)
{
	async__loop_t *loop = calloc(1, sizeof(*loop));
	int err;

	if (!loop) {
		return -ENOMEM;
	}
	err = async__loop_init(&loop->uv);
	if (err) {
		goto free_loop;
	}
	err = uv_async_init(&loop->uv, &reactor->doorbell, on_doorbell);
	if (err) {
		goto close_loop;
	}
	err = uv_timer_init(&loop->uv, &reactor->alarm);
	assert(err == 0 && "uv_timer_init() cannot fail");

	loop->thread = pthread_self();
	reactor->doorbell.data = reactor->alarm.data = reactor;
	async__handle_opened(reactor);
	async__handle_opened(reactor);
	ASYNC_ASSERT(reactor->loop == NULL && reactor->open_handles == 2 && "a new loop has these two handles");
	reactor->loop = loop;
	reactor->pid = getpid();
	reactor->stale = true;   /* libuv's own descriptors */
	reactor->alarm_deadline = 0;
	__atomic_store_n(&reactor->is_rung, false, __ATOMIC_RELAXED);
	__atomic_store_n(&reactor->can_be_woken, true, __ATOMIC_RELAXED);
	return 0;

close_loop:
	uv_loop_close(&loop->uv);
free_loop:
	free(loop);
	return err;
}

/* Close all handles and then the loop. `inherited`: the loop is the parent's, which must not notice.
 * Callers' structs are written to only when `owners_alive`. */
static void close_loop(async_reactor_t *reactor, bool inherited, bool owners_alive)
{
	async__loop_t *loop = reactor->loop;
	bool usable = true;

	__atomic_store_n(&reactor->can_be_woken, false, __ATOMIC_RELAXED);
	ASYNC_ASSERT((inherited || pthread_equal(loop->thread, pthread_self())) && "a thread closes its own loop");
	/* First of all a new epoll set: closing a poll handle would remove it from the one that we share. */
	if (inherited) {
		async__standard_fds_t standard;

		async__standard_fds_take(&standard);
		usable = async__loop_fork(&loop->uv);
		usable = async__shards_fork(reactor) && usable;
		async__standard_fds_give_back(&standard);
		async__signals_forget_caught(reactor);
		usable = !async__jobs_forget(reactor) && usable;
	} else {
		async__jobs_drop(reactor);
	}
	async__timers_drop(reactor, owners_alive);
	async__children_drop(reactor, owners_alive);
	async__signals_drop(reactor, owners_alive);
	async__fds_drop(reactor, owners_alive);
	ASYNC_ASSERT(reactor->child_count == 0 && reactor->signal_count == 0 && reactor->descriptor_count == 0
		&& reactor->job_count == 0 && reactor->timer_count == 0 && "all that was registered is dropped");
	reactor->loop = NULL;

	/* A worker of the parent may have been about to ring the doorbell: closing it would wait for that worker. */
	if (!usable) {
		leak_loop(reactor, loop);
		reactor->open_handles = reactor->closing_handles = 0;
		return;
	}

	async__shards_close(reactor);
	async__handle_close(reactor, (uv_handle_t *) &reactor->alarm, on_own_handle_closed);
	async__handle_close(reactor, (uv_handle_t *) &reactor->doorbell, on_own_handle_closed);
	while (reactor->open_handles > 0) {
		uv_run(&loop->uv, UV_RUN_NOWAIT);
	}
	int err = uv_loop_close(&loop->uv);

	assert(err == 0 && "a loop without handles can be closed");
	(void) err;
	free(loop);
}

/* ---- life cycle ---- */

async_reactor_t *async_reactor_open(void)
{
	async_reactor_t *reactor = calloc(1, sizeof(*reactor));
	int err;

	if (!reactor) {
		errno = ENOMEM;
		return NULL;
	}
	reactor->late_tail = &reactor->late_timers;
	async_ring_init(&reactor->jobs);
	async_ring_init(&reactor->ran);
	async_ring_init(&reactor->children);
	if (async__workers_are_inherited()) {
		/* The process was forked while there was no reactor. */
		async__workers_forget();
	}
	if (async__own_threads_are_inherited()) {
		async__own_threads_forget();
	}
	async__workers_destroy_left();
	err = open_loop(reactor);
	if (err) {
		free(reactor);
		errno = -err;
		return NULL;
	}
	return reactor;
}

void async_reactor_close(async_reactor_t *reactor)
{
	bool inherited = reactor->pid != getpid();

	assert(!reactor->turning && "a turn does not close its reactor");

	if (reactor->loop) {
		/* inherited: a fork without async_reactor_after_fork() */
		close_loop(reactor, inherited, false);
	}
	assert(reactor->open_handles == 0 && "no handle survives its loop");
	free(reactor);
}

bool async_reactor_after_fork(async_reactor_t *reactor)
{
	int err;

	assert(!reactor->turning && "completion functions do not fork");
	assert(reactor->pid != getpid() && "only the child of a fork lets go of its parent");

	pthread_mutex_init(&lost_loops.lock, NULL);   /* another thread may have held it at the fork */
	if (reactor->loop) {
		close_loop(reactor, true, true);
	}
	reactor->refs = 0;
	reactor->foreign_waits = 0;
	err = open_loop(reactor);
	if (err) {
		reactor->pid = getpid();   /* the close must not take it for an inherited one again */
		errno = -err;
		return false;
	}
	return true;
}

void async_reactor_wake(async_reactor_t *reactor)
{
	if (__atomic_load_n(&reactor->can_be_woken, __ATOMIC_RELAXED)
		&& !__atomic_exchange_n(&reactor->is_woken, true, __ATOMIC_RELAXED)) {
		uv_async_send(&reactor->doorbell);
	}
}

/* ---- time ---- */

static inline uint64_t read_kernel_clock(clockid_t clock)
{
	struct timespec now;
	const int failed = clock_gettime(clock, &now);

	ASYNC_ASSERT(!failed && "there is a monotonic clock");
	return (uint64_t) now.tv_sec * UINT64_C(1000000000) + (uint64_t) now.tv_nsec;
}

uint64_t async_reactor_now(void)
{
	const uint64_t now = read_kernel_clock(CLOCK_MONOTONIC);

	return async__clock_was_changed ? async__clock_of(now) : now;
}

uint64_t async_reactor_real_now(void)
{
	return read_kernel_clock(CLOCK_MONOTONIC);
}

uint64_t async_reactor_limit_after(uint64_t nanoseconds)
{
#ifdef CLOCK_MONOTONIC_COARSE
	if (nanoseconds >= COARSE_LIMIT_NS && !async__clock_was_changed) {
		/* All limits that are set within a tick would have the same deadline. To order equal deadlines, the heap must
		 * look at the timers, which are far apart in memory. So each comes a nanosecond later than the one before. */
		static _Thread_local uint32_t order;

		/* The coarse clock is late by up to two ticks (of 1 to 10 ms), and more in a virtual machine whose host is
		 * busy. The 256th that is added, 39 ms or more, is far above that: the limit never passes too early. */
		return read_kernel_clock(CLOCK_MONOTONIC_COARSE) + nanoseconds + nanoseconds / 256 + (order++ & 0xfffff);
	}
#endif
	return async_reactor_now() + nanoseconds;
}

/* ---- references, numbers ---- */

void async_reactor_ref(async_reactor_t *reactor)
{
	reactor->refs++;
}

void async_reactor_unref(async_reactor_t *reactor)
{
	assert(reactor->refs > 0 && "each reference is given back once");
	reactor->refs--;
}

bool async_reactor_has_refs(const async_reactor_t *reactor)
{
	return reactor->refs > 0;
}

bool async_reactor_is_idle(const async_reactor_t *reactor)
{
	ASYNC_ASSERT(reactor->timer_holes <= reactor->timer_count && "holes are entries of the heap");
	return reactor->refs == 0 && !async__timers_are_armed(reactor) && reactor->late_timers == NULL
		&& reactor->signal_count == 0 && reactor->job_count == 0 && reactor->child_count == 0
		&& reactor->closing_handles == 0 && reactor->interrupt == NULL;
}

void async_reactor_stats(const async_reactor_t *reactor, async_reactor_stats_t *stats)
{
	*stats = (async_reactor_stats_t) {
		.timers = reactor->timer_count - reactor->timer_holes,
		.descriptors = reactor->descriptor_count,
		.signals = reactor->signal_count,
		.children = reactor->child_count,
		.jobs = reactor->job_count,
		.turns = reactor->turns,
		.registrations = reactor->registrations,
	};
}

const char *async_reactor_library_version(void)
{
	return uv_version_string();
}
