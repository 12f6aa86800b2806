/*
 * Jobs for worker threads (workers.c), which all reactors of the process share.
 *
 * Jobs that may wait for each other have threads of their own.
 *
 * Slow jobs hold one of a few slots while they are with the workers, so that fast ones always find one. Slots belong
 * to the process as the workers do: also a job whose reactor was closed keeps its slot until its work() returns.
 *
 * Whoever has run a job puts it into its reactor's list and rings the doorbell, or leaves it to the next reactor.
 */
#include "internal.h"

#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

typedef enum {
	JOB_QUEUED,       /* waits for a slot */
	JOB_SUBMITTED,    /* with the workers: waits for one, or runs */
	JOB_OWN_RUNS,     /* in its own thread */
	JOB_RAN,          /* in the list of the reactor, or of what closed ones have left */
	JOB_COMPLETING,   /* complete() is being called */
} job_state_t;

struct async__job {
	async__work_t work;         /* first */
	async_job_t *job;
	async_reactor_t *reactor;   /* NULL when closed: only destroy() is left to do. Changes under the lock of `ran` */
	job_state_t state;          /* to JOB_RAN under that lock */
	bool abandoned;
	bool holds_slot;            /* the worker clears it when it is done, before JOB_RAN */
	async__job_t *next;         /* all jobs of the reactor */
	async__job_t *prev;
	async__job_t *next_queued;  /* those in JOB_QUEUED, oldest first */
	async__job_t *prev_queued;
	pthread_t thread;           /* its own, until it is joined; written under the lock of `ran` */
	async__job_t *next_ran;
};

static struct {
	pthread_mutex_t lock;
	unsigned limit;             /* 0 until the first slow job */
	unsigned taken;
	async_reactor_t *waiting;   /* reactors to ring when a slot gets free */
} slots = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* What threads share with the reactors. Reactors have lists of their own, under the same lock. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t own_ended;   /* a thread of its own is done */
	unsigned own_running;
	unsigned orphans;           /* such threads whose reactor was closed and that were told to end */
	async__job_t *left;         /* jobs of closed reactors that have run, by next_ran */
} ran = {.lock = PTHREAD_MUTEX_INITIALIZER, .own_ended = PTHREAD_COND_INITIALIZER};

/* So long we wait for threads that were told to end: when a job is abandoned, and when the reactor is closed. */
#define OWN_THREAD_ABANDON_MS 50
#define OWN_THREAD_CLOSE_MS 1000
#define OWN_THREAD_STACK ((size_t) 256 * 1024)

/* In a forked child: jobs of the parent, whose owners may have been left to it; kept for leak checkers only. */
static async__job_t *lost;

/* ---- slots ---- */

/* Half of the workers. */
static unsigned count_slots(void)
{
	const unsigned workers = async__workers_limit();

	return workers > 1 ? workers / 2 : 1;
}

/* When none is free, the reactor's doorbell rings as soon as one may be. */
static bool take_slot(async_reactor_t *reactor)
{
	bool taken;

	pthread_mutex_lock(&slots.lock);
	if (!slots.limit) {
		slots.limit = count_slots();
	}
	taken = slots.taken < slots.limit;
	if (taken) {
		slots.taken++;
	} else if (!reactor->waits_for_slot) {
		reactor->waits_for_slot = true;
		reactor->next_waiting = slots.waiting;
		slots.waiting = reactor;
	}
	pthread_mutex_unlock(&slots.lock);
	return taken;
}

/* On any thread. The lock is held while bells ring, so that a reactor that closes first leaves the list. */
static void give_slot_back(async__job_t *record)
{
	pthread_mutex_lock(&slots.lock);
	assert(record->holds_slot && slots.taken > 0 && "a slot is given back once");
	record->holds_slot = false;
	slots.taken--;
	while (slots.waiting) {
		async_reactor_t *reactor = slots.waiting;
		int err;

		slots.waiting = reactor->next_waiting;
		reactor->waits_for_slot = false;
		err = uv_async_send(&reactor->doorbell);
		assert(err == 0 && "the doorbell rings until the reactor is closed");
		(void) err;
	}
	pthread_mutex_unlock(&slots.lock);
}

static void stop_waiting_for_slot(async_reactor_t *reactor)
{
	pthread_mutex_lock(&slots.lock);
	for (async_reactor_t **link = &slots.waiting; *link; link = &(*link)->next_waiting) {
		if (*link == reactor) {
			*link = reactor->next_waiting;
			break;
		}
	}
	reactor->waits_for_slot = false;
	pthread_mutex_unlock(&slots.lock);
}

/* ---- lists ---- */

static void link_job(async_reactor_t *reactor, async__job_t *record)
{
	record->prev = NULL;
	record->next = reactor->jobs;
	if (record->next) {
		record->next->prev = record;
	}
	reactor->jobs = record;
	reactor->job_count++;
}

static void unlink_job(async_reactor_t *reactor, async__job_t *record)
{
	assert(reactor->job_count > 0 && "a job that is listed is counted");
	if (record->next) {
		record->next->prev = record->prev;
	}
	if (record->prev) {
		record->prev->next = record->next;
	} else {
		reactor->jobs = record->next;
	}
	reactor->job_count--;
}

static void enqueue_job(async_reactor_t *reactor, async__job_t *record)
{
	record->state = JOB_QUEUED;
	record->next_queued = NULL;
	record->prev_queued = reactor->slow_last;
	if (record->prev_queued) {
		record->prev_queued->next_queued = record;
	} else {
		reactor->slow_first = record;
	}
	reactor->slow_last = record;
}

static void dequeue_job(async_reactor_t *reactor, async__job_t *record)
{
	assert(record->state == JOB_QUEUED && "only queued jobs are in the queue");
	if (record->next_queued) {
		record->next_queued->prev_queued = record->prev_queued;
	} else {
		reactor->slow_last = record->prev_queued;
	}
	if (record->prev_queued) {
		record->prev_queued->next_queued = record->next_queued;
	} else {
		reactor->slow_first = record->next_queued;
	}
}

static void destroy_job(async__job_t *record)
{
	async_job_t *job = record->job;

	free(record);
	job->destroy(job);
}

/* It has run, or never will: tell who waits, and destroy it. */
static void finish_job(async_reactor_t *reactor, async__job_t *record)
{
	unlink_job(reactor, record);
	if (!record->abandoned) {
		record->state = JOB_COMPLETING;
		reactor->deliveries++;
		record->job->complete(record->job);
		async_reactor_unref(reactor);
	}
	destroy_job(record);
}

/* ---- what has run ---- */

static bool has_thread(const async__job_t *record)
{
	return record->job->kind == ASYNC_JOB_OWN || record->job->kind == ASYNC_JOB_SURE;
}

/* On the thread that has run it. The lock is held while the bell rings: a reactor closes later, or has let go of it. */
static void hand_back(async__job_t *record)
{
	async_reactor_t *reactor;

	pthread_mutex_lock(&ran.lock);
	reactor = record->reactor;
	record->state = JOB_RAN;
	record->next_ran = NULL;
	if (reactor) {
		int err;

		if (reactor->ran_last) {
			reactor->ran_last->next_ran = record;
		} else {
			reactor->ran_first = record;
		}
		reactor->ran_last = record;
		err = uv_async_send(&reactor->doorbell);
		assert(err == 0 && "the doorbell rings until the reactor is closed");
		(void) err;
	} else {
		record->next_ran = ran.left;
		ran.left = record;
		ran.orphans -= record->job->kind == ASYNC_JOB_OWN;
	}
	if (has_thread(record)) {
		ran.own_running--;
		pthread_cond_broadcast(&ran.own_ended);
	}
	pthread_mutex_unlock(&ran.lock);
}

/* The thread has told that it is done. It still has to return, out of code that is unloaded when the process ends. */
static void join_own_thread(async__job_t *record)
{
	int err = pthread_join(record->thread, NULL);

	assert(err == 0 && "each thread is joined once");
	(void) err;
}

/* The doorbell rang: deliver what is done, in the order in which it was. */
void async__jobs_collect(async_reactor_t *reactor)
{
	async__job_t *record;

	pthread_mutex_lock(&ran.lock);
	record = reactor->ran_first;
	reactor->ran_first = reactor->ran_last = NULL;
	pthread_mutex_unlock(&ran.lock);

	while (record) {
		async__job_t *next = record->next_ran;

		if (has_thread(record)) {
			join_own_thread(record);
		}
		finish_job(reactor, record);
		record = next;
	}
}

void async__jobs_destroy_left(void)
{
	async__job_t *record;

	pthread_mutex_lock(&ran.lock);
	record = ran.left;
	ran.left = NULL;
	pthread_mutex_unlock(&ran.lock);

	while (record) {
		async__job_t *next = record->next_ran;

		if (has_thread(record)) {
			join_own_thread(record);
		}
		destroy_job(record);
		record = next;
	}
}

/* ---- with the workers ---- */

/* On a worker thread. */
static void run_job(async__work_t *work)
{
	async__job_t *record = (async__job_t *) work;

	record->job->work(record->job);
	if (record->holds_slot) {
		give_slot_back(record);
	}
	hand_back(record);
}

static void hand_to_worker(async__job_t *record)
{
	record->state = JOB_SUBMITTED;
	record->work.run = run_job;
	async__work_submit(&record->work);
}

/* Of a job that no worker has begun: true, and it is the caller's. */
static bool take_back(async__job_t *record)
{
	if (!async__work_take_back(&record->work)) {
		return false;
	}
	if (record->holds_slot) {
		give_slot_back(record);
	}
	return true;
}

/* Nobody waits for it. A worker that has begun goes on, and hands it back. */
static void cancel_job(async_reactor_t *reactor, async__job_t *record)
{
	record->abandoned = true;
	if (take_back(record)) {
		finish_job(reactor, record);
	}
}

/* Hand queued slow jobs to the workers as long as there are slots. */
void async__jobs_start_queued(async_reactor_t *reactor)
{
	while (reactor->slow_first && take_slot(reactor)) {
		async__job_t *record = reactor->slow_first;

		dequeue_job(reactor, record);
		record->holds_slot = true;
		hand_to_worker(record);
	}
}

/* ---- threads of their own ---- */

/* In the job's thread, also when that is cancelled. Ringing is a cancellation point. */
static void leave_own_thread(void *argument)
{
	int state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	hand_back(argument);
}

static void *run_own_thread(void *argument)
{
	async__job_t *record = argument;

	pthread_cleanup_push(leave_own_thread, record);
	record->job->work(record->job);
	pthread_cleanup_pop(1);
	return NULL;
}

/* errors: -errno */
static int start_own_thread(async__job_t *record)
{
	pthread_attr_t attributes;
	sigset_t before;
	int err;

	err = pthread_attr_init(&attributes);
	if (err) {
		return -err;
	}
	err = pthread_attr_setstacksize(&attributes, OWN_THREAD_STACK);
	assert(err == 0 && "a stack of this size is allowed");
	record->state = JOB_OWN_RUNS;
	async__forks_prepare_once();
	async__threads_block_signals(&before);
	/* The thread cannot end, and its id not be another's, before the id is stored. */
	pthread_mutex_lock(&ran.lock);
	err = pthread_create(&record->thread, &attributes, run_own_thread, record);
	ran.own_running += err == 0;
	pthread_mutex_unlock(&ran.lock);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return -err;
}

/* False when the time is over. The lock is held. */
static bool wait_for_own_threads(const struct timespec *limit)
{
	return pthread_cond_timedwait(&ran.own_ended, &ran.lock, limit) == 0;
}

static struct timespec time_after_ms(long milliseconds)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_nsec += milliseconds % 1000 * 1000000;
	time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

/* Nobody waits for it any more: end what it waits for, usually before we return, so that nobody meets it there. */
static void cancel_own_thread(async__job_t *record)
{
	struct timespec limit = time_after_ms(OWN_THREAD_ABANDON_MS);

	pthread_mutex_lock(&ran.lock);
	record->abandoned = true;
	if (record->state == JOB_OWN_RUNS) {
		pthread_cancel(record->thread);
		while (record->state == JOB_OWN_RUNS && wait_for_own_threads(&limit)) {
		}
	}
	pthread_mutex_unlock(&ran.lock);
}

/* ---- the reactor is being closed ---- */

/* Who runs it leaves it to async__jobs_destroy_left(). */
static void cut_off(async__job_t *record)
{
	bool is_ours;

	if (record->state == JOB_SUBMITTED && take_back(record)) {
		destroy_job(record);
		return;
	}
	pthread_mutex_lock(&ran.lock);
	record->reactor = NULL;
	is_ours = record->state == JOB_RAN;
	if (record->state == JOB_OWN_RUNS && record->job->kind == ASYNC_JOB_OWN) {
		ran.orphans++;
		pthread_cancel(record->thread);
	}
	pthread_mutex_unlock(&ran.lock);
	if (is_ours) {
		if (has_thread(record)) {
			join_own_thread(record);
		}
		destroy_job(record);
	}
}

/* Threads that go on return to this code. errors: none; an executable stays in any case */
static void stay_loaded(void)
{
	static void *never_closed;
	Dl_info found;

	if (dladdr(&ran, &found) && found.dli_fname) {
		never_closed = dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	}
	(void) never_closed;
}

void async__jobs_process_end(void)
{
	bool goes_on;

	pthread_mutex_lock(&ran.lock);
	goes_on = ran.own_running > 0;
	pthread_mutex_unlock(&ran.lock);
	if (goes_on) {
		stay_loaded();
	}
	async__jobs_destroy_left();
}

static void wait_for_orphans(void)
{
	struct timespec limit = time_after_ms(OWN_THREAD_CLOSE_MS);

	pthread_mutex_lock(&ran.lock);
	while (ran.orphans > 0 && wait_for_own_threads(&limit)) {
	}
	pthread_mutex_unlock(&ran.lock);
}

/* ---- the API ---- */

int async_job_submit(async_reactor_t *reactor, async_job_t *job)
{
	async__job_t *record = calloc(1, sizeof(*record));
	int err = 0;

	assert(job->work && job->complete && job->destroy && "a job has all its functions");

	if (!record) {
		return -ENOMEM;
	}
	if ((job->kind == ASYNC_JOB_FAST || job->kind == ASYNC_JOB_SLOW) && (err = async__workers_ready()) != 0) {
		free(record);
		return err;
	}
	record->job = job;
	record->reactor = reactor;
	job->internal = record;
	link_job(reactor, record);
	async_reactor_ref(reactor);

	if (job->kind == ASYNC_JOB_SLOW) {
		enqueue_job(reactor, record);
		async__jobs_start_queued(reactor);
	} else if (job->kind == ASYNC_JOB_FAST) {
		hand_to_worker(record);
	} else {
		err = start_own_thread(record);
	}
	if (err) {
		async_reactor_unref(reactor);
		unlink_job(reactor, record);
		free(record);
	}
	return err;
}

void async_job_abandon(async_reactor_t *reactor, async_job_t *job)
{
	async__job_t *record = job->internal;

	if (!record) {
		/* It was left to the parent by a fork. */
		job->destroy(job);
		return;
	}
	assert(record->state != JOB_COMPLETING && "complete() does not abandon its own job");
	assert(!record->abandoned && "a job is abandoned once");

	async_reactor_unref(reactor);
	if (record->state == JOB_QUEUED) {
		dequeue_job(reactor, record);
		unlink_job(reactor, record);
		destroy_job(record);
	} else if (job->kind == ASYNC_JOB_OWN) {
		cancel_own_thread(record);
	} else if (job->kind == ASYNC_JOB_SURE) {
		record->abandoned = true;
	} else {
		cancel_job(reactor, record);
	}
}

/* Close: what nobody has begun is destroyed, and the rest when it has run, which may be after the reactor is gone. */
void async__jobs_drop(async_reactor_t *reactor)
{
	stop_waiting_for_slot(reactor);
	while (reactor->jobs) {
		async__job_t *record = reactor->jobs;

		unlink_job(reactor, record);
		if (record->state == JOB_QUEUED) {
			destroy_job(record);
		} else {
			cut_off(record);
		}
	}
	reactor->slow_first = reactor->slow_last = NULL;
	reactor->ran_first = reactor->ran_last = NULL;
	wait_for_orphans();
	async__jobs_destroy_left();
}

/* ---- fork ---- */

/* In a forked child, where no worker exists: cut all jobs off. They are destroyed when their owners abandon them. */
void async__jobs_forget(async_reactor_t *reactor)
{
	reactor->waits_for_slot = false;
	while (reactor->jobs) {
		async__job_t *record = reactor->jobs;

		unlink_job(reactor, record);
		if (!record->abandoned) {   /* nor destroyed, then */
			record->job->internal = NULL;
		}
		record->next = lost;
		lost = record;
	}
	reactor->slow_first = reactor->slow_last = NULL;
	reactor->ran_first = reactor->ran_last = NULL;
}

/* No thread holds a lock, or is ringing a bell, while the process forks: closing such a bell would wait for it. */
static void before_fork(void)
{
	pthread_mutex_lock(&slots.lock);
	pthread_mutex_lock(&ran.lock);
	async__workers_before_fork();
}

static void after_fork(bool is_child)
{
	async__workers_after_fork(is_child);
	if (is_child) {
		pthread_cond_init(&ran.own_ended, NULL);
		ran.orphans = ran.own_running = 0;
		slots.taken = 0;
		slots.waiting = NULL;
		while (ran.left) {
			async__job_t *record = ran.left;

			ran.left = record->next_ran;
			record->next = lost;
			lost = record;
		}
	}
	pthread_mutex_unlock(&ran.lock);
	pthread_mutex_unlock(&slots.lock);
}

static void after_fork_in_parent(void)
{
	after_fork(false);
}

static void after_fork_in_child(void)
{
	after_fork(true);
}

static void prepare_forks(void)
{
	int err = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);

	assert(err == 0 && "there is memory for three pointers");
	(void) err;
}

void async__forks_prepare_once(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, prepare_forks);
}
