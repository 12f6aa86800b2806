/*
 * Watchdog: the helper thread that notices stalls, and the warning that the stalled coroutine raises itself.
 */
#include "scheduler/watchdog.h"

#include "engine/engine_state.h"
#include "engine/interrupt.h"
#include "engine/interrupted_operands.h"
#include "reactor/thread.h"
#include "scheduler/end.h"
#include "scheduler/name.h"
#include "scheduler/observers.h"
#include "scheduler/report.h"
#include "scheduler/warning.h"

#include "zend_smart_str.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

/* The helper looks this number of times in an interval, so it notices a stall at most a quarter of an interval late. */
#define LOOKS_PER_INTERVAL 4
#define LOOK_EVERY_MIN_NS UINT64_C(1000000)
/* Longer intervals are cut to this one, a hundred days. */
#define INTERVAL_MAX_MS (INT64_C(100) * 24 * 3600 * 1000)
/* Frames in a warning. */
#define FRAMES_MAX 10
#define HELPER_STACK_BYTES ((size_t) 256 * 1024)

typedef enum {
	STAGE_UNSEEN,      /* the helper has not looked at this activity yet */
	STAGE_WATCHED,     /* it has seen the activity, which does not last too long yet */
	STAGE_SUSPECTED,   /* the activity lasts too long: the warning is due */
	STAGE_REPORTED     /* one warning for each activity */
} stage_t;

struct async_watchdog {
	/* set at the start */
	const uint32_t *activity;          /* counter of the watched thread */
	zend_atomic_bool *interrupt;       /* its EG(vm_interrupt) */
	pthread_t thread;
	/* atomic: the watched thread writes is_idle and then looks at is_asleep, the helper the other way round */
	bool is_idle;
	bool is_asleep;
	/* in a forked child: the helper is gone, and the lock must not be touched, because the helper may have held it */
	bool is_lost;
	/* under the lock, which the helper holds except when it sleeps */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool stop;
	uint64_t interval;                 /* ns */
	stage_t stage;
	uint32_t seen;                     /* the activity that the stage belongs to */
	uint64_t since;                    /* when it was first seen, not earlier than it began */
};

static pthread_once_t fork_handler_once = PTHREAD_ONCE_INIT;
/* For the fork handler: ASYNC_G() may not be there in a thread that forks. */
ZEND_TLS async_watchdog_t *of_this_thread;

static const char *no_extension(const zend_function *function)
{
	(void) function;
	return NULL;
}

const char *(*async_watchdog_extension)(const zend_function *function) = no_extension;

/* ---- the helper thread ---- */

static void sleep_for(async_watchdog_t *self, uint64_t ns)
{
	struct timespec until;

#ifdef __APPLE__
	until.tv_sec = (time_t) (ns / 1000000000);
	until.tv_nsec = (long) (ns % 1000000000);
	pthread_cond_timedwait_relative_np(&self->changed, &self->lock, &until);
#else
	clock_gettime(CLOCK_MONOTONIC, &until);
	ns += (uint64_t) until.tv_nsec;
	until.tv_sec += (time_t) (ns / 1000000000);
	until.tv_nsec = (long) (ns % 1000000000);
	pthread_cond_timedwait(&self->changed, &self->lock, &until);
#endif
}

static void sleep_while_idle(async_watchdog_t *self)
{
	__atomic_store_n(&self->is_asleep, true, __ATOMIC_SEQ_CST);
	while (!self->stop && __atomic_load_n(&self->is_idle, __ATOMIC_SEQ_CST)) {
		pthread_cond_wait(&self->changed, &self->lock);
	}
	__atomic_store_n(&self->is_asleep, false, __ATOMIC_SEQ_CST);
}

/* Look once. Returns how long to sleep until the next look. */
static uint64_t look(async_watchdog_t *self)
{
	const uint32_t activity = __atomic_load_n(self->activity, __ATOMIC_RELAXED);
	const uint64_t now = async_reactor_now();
	const uint64_t look_every = MAX(self->interval / LOOKS_PER_INTERVAL, LOOK_EVERY_MIN_NS);

	ZEND_ASSERT(self->interval > 0 && "without an interval there is no helper");
	if (self->stage == STAGE_UNSEEN || activity != self->seen) {
		self->stage = STAGE_WATCHED;
		self->seen = activity;
		self->since = now;
	}
	const uint64_t elapsed = now - self->since;
	if (elapsed < self->interval) {
		return MIN(look_every, self->interval - elapsed);
	}
	if (self->stage != STAGE_REPORTED) {
		/* Ask again at each look: the interrupt has no effect where no warning can be raised. */
		self->stage = STAGE_SUSPECTED;
		zend_atomic_bool_store_ex(self->interrupt, true);
	}
	return look_every;
}

static void *watch(void *argument)
{
	async_watchdog_t *self = argument;

	pthread_mutex_lock(&self->lock);
	while (!self->stop) {
		if (__atomic_load_n(&self->is_idle, __ATOMIC_SEQ_CST)) {
			sleep_while_idle(self);
			self->stage = STAGE_UNSEEN;
		} else {
			sleep_for(self, look(self));
		}
	}
	pthread_mutex_unlock(&self->lock);
	return NULL;
}

/* ---- start and stop ---- */

/* In the child only the thread that forked exists. */
static void after_fork_in_child(void)
{
	if (of_this_thread) {
		of_this_thread->is_lost = true;
		/* The helper is replaced when the engine is back in PHP code. */
		zend_atomic_bool_store_ex(of_this_thread->interrupt, true);
	}
}

static void install_fork_handler(void)
{
	pthread_atfork(NULL, NULL, after_fork_in_child);
}

static void init_condition(pthread_cond_t *condition)
{
#ifdef __APPLE__
	pthread_cond_init(condition, NULL);
#else
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(condition, &attributes);
	pthread_condattr_destroy(&attributes);
#endif
}

/* errors: an errno */
static int start_helper(async_watchdog_t *self)
{
	int error;

	pthread_mutex_init(&self->lock, NULL);
	init_condition(&self->changed);
	self->stage = STAGE_UNSEEN;
	self->is_asleep = false;
	self->is_lost = false;
	error = -async_thread_start(&self->thread, HELPER_STACK_BYTES, watch, self);
	if (error) {
		pthread_cond_destroy(&self->changed);
		pthread_mutex_destroy(&self->lock);
	}
	return error;
}

static uint64_t interval_ns(void)
{
	ZEND_ASSERT(ASYNC_G(max_activity_interval) > 0 && "zero turns the watchdog off");
	return (uint64_t) MIN((int64_t) ASYNC_G(max_activity_interval), INTERVAL_MAX_MS) * 1000000;
}

static void free_watchdog(async_watchdog_t *self)
{
	ZEND_ASSERT(self == ASYNC_G(watchdog) && "a thread has one watchdog");
	of_this_thread = NULL;
	ASYNC_G(watchdog) = NULL;
	async_observe(ASYNC_OBSERVER_WATCHDOG, false);
	pefree(self, true);
}

static void start(void)
{
	async_watchdog_t *self = pecalloc(1, sizeof(*self), true);
	int error;

	ZEND_ASSERT(ASYNC_G(watchdog) == NULL && of_this_thread == NULL && "a thread has one watchdog");
	pthread_once(&fork_handler_once, install_fork_handler);
	self->activity = &ASYNC_G(activity);
	self->interrupt = &EG(vm_interrupt);
	self->interval = interval_ns();
	ASYNC_G(watchdog) = self;
	async_observe(ASYNC_OBSERVER_WATCHDOG, true);
	of_this_thread = self;
	error = start_helper(self);
	if (error) {
		free_watchdog(self);
		async_warn_at(NULL, 0, "async.max_activity_interval is without effect: no thread can be made (%s)",
			strerror(error));
	}
}

/* In a forked child, at its first interrupt. When no thread can be made, nothing is watched there. */
static void replace_lost_helper(async_watchdog_t *self)
{
	ZEND_ASSERT(self->is_lost && "a helper that runs stays");
	if (start_helper(self) != 0) {
		free_watchdog(self);
	}
}

void async_watchdog_update(void)
{
	async_watchdog_t *self = ASYNC_G(watchdog);

	if (ASYNC_G(current) == NULL || async_is_unwinding() || ASYNC_G(max_activity_interval) == 0) {
		async_watchdog_stop();
	} else if (self == NULL) {
		start();
	} else if (self->is_lost) {
		self->interval = interval_ns();
		replace_lost_helper(self);
	} else {
		/* The activity that runs now is measured from here. */
		pthread_mutex_lock(&self->lock);
		self->interval = interval_ns();
		self->stage = STAGE_UNSEEN;
		pthread_cond_signal(&self->changed);
		pthread_mutex_unlock(&self->lock);
	}
}

ASYNC_ALWAYS_RUNS void async_watchdog_stop(void)
{
	async_watchdog_t *self = ASYNC_G(watchdog);

	if (self == NULL) {
		return;
	}
	if (!self->is_lost) {
		pthread_mutex_lock(&self->lock);
		self->stop = true;
		pthread_cond_signal(&self->changed);
		pthread_mutex_unlock(&self->lock);
		pthread_join(self->thread, NULL);
		pthread_cond_destroy(&self->changed);
		pthread_mutex_destroy(&self->lock);
	}
	free_watchdog(self);
}

void async_watchdog_set_idle(bool is_idle)
{
	async_watchdog_t *self = ASYNC_G(watchdog);

	ZEND_ASSERT(self && "called while there is a watchdog");
	__atomic_store_n(&self->is_idle, is_idle, __ATOMIC_SEQ_CST);
	/* The helper falls asleep only at a look, so there is at most one wake-up for each look. */
	if (!is_idle && UNEXPECTED(__atomic_load_n(&self->is_asleep, __ATOMIC_SEQ_CST)) && !self->is_lost) {
		pthread_mutex_lock(&self->lock);
		pthread_cond_signal(&self->changed);
		pthread_mutex_unlock(&self->lock);
	}
}

/* ---- the warning ---- */

/* "inner() FILE:LINE < outer() FILE:LINE", innermost first. */
static void append_stack(smart_str *text, const zend_execute_data *innermost)
{
	const char *separator = "";
	zval lines, *line;

	array_init(&lines);
	async_report_stack(&lines, innermost, FRAMES_MAX);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL(lines), line) {
		smart_str_appends(text, separator);
		smart_str_append(text, Z_STR_P(line));
		separator = " < ";
	} ZEND_HASH_FOREACH_END();
	zval_ptr_dtor(&lines);
}

/* Name the function that may have waited in place: the one that has just returned, or one that is still running. */
static void append_cause(smart_str *text, const zend_execute_data *frame, const zend_op *next)
{
	const zend_function *function = async_interrupt_called(frame, next);
	const char *extension = function ? async_watchdog_extension(function) : NULL;

	for (const zend_execute_data *at = EG(current_execute_data); at && extension == NULL; at = at->prev_execute_data) {
		function = at->func;
		extension = function ? async_watchdog_extension(function) : NULL;
	}
	if (extension) {
		smart_str_appends(text, "; ");
		async_name_append_function(text, function);
		smart_str_append_printf(text, " of the extension %s, in which waits block (async.hook_extensions)", extension);
	}
}

static void warn(const async_coroutine_t *coroutine, uint64_t elapsed, const zend_execute_data *frame,
	const zend_op *next)
{
	const zend_execute_data *innermost = EG(current_execute_data);
	const zend_execute_data *at = innermost;
	const int level = EG(error_reporting);
	smart_str text = {0};
	zend_string *file = NULL;
	uint32_t line = 0;

	while (at && !(at->func && ZEND_USER_CODE(at->func->type))) {
		at = at->prev_execute_data;
	}
	if (at) {
		file = at->func->op_array.filename;
		line = async_report_line(at, at == innermost);
	}
	smart_str_appends(&text, "Coroutine ");
	async_report_append_number(&text, coroutine->id);
	smart_str_appends(&text, " spawned at ");
	async_report_append_place(&text, coroutine->spawn_file, coroutine->spawn_line);
	smart_str_append_printf(&text, " has held the thread for more than " ZEND_ULONG_FMT " ms, now at ",
		(zend_ulong) (elapsed / 1000000));
	async_report_append_place(&text, file, line);
	smart_str_appends(&text, ": ");
	append_stack(&text, innermost);
	append_cause(&text, frame, next);
	smart_str_0(&text);
	/* A call after `@` may fail in silence, but it may not hold the thread in silence. */
	EG(error_reporting) = async_engine_error_reporting();
	async_warn_at(file, line, "%s", ZSTR_VAL(text.s));
	EG(error_reporting) = level;
	smart_str_free(&text);
}

/* A warning runs the user's error handler, so none may be raised while an exception or a cancellation is in flight, or
 * while an internal function turns warnings into exceptions. The helper asks again later. */
static bool may_warn(void)
{
	return ASYNC_G(current) != NULL && !async_is_unwinding()
		&& !(ASYNC_G(current)->flags & ASYNC_COROUTINE_DELIVERY)
		&& EG(exception) == NULL && EG(error_handling) == EH_NORMAL && EG(current_execute_data) != NULL
		&& async_engine_allows_switch();
}

/* Is a warning due? Then mark it as raised, and tell how long the activity has lasted. */
static bool take_suspicion(async_watchdog_t *self, uint64_t *elapsed)
{
	bool is_due;

	ZEND_ASSERT(!self->is_lost && "the lock of a lost helper must not be touched");
	pthread_mutex_lock(&self->lock);
	is_due = self->stage == STAGE_SUSPECTED && self->seen == ASYNC_G(activity);
	if (is_due) {
		self->stage = STAGE_REPORTED;
		*elapsed = async_reactor_now() - self->since;
	}
	pthread_mutex_unlock(&self->lock);
	return is_due;
}

static void check(async_watchdog_t *self, zend_execute_data *frame, const zend_op *next)
{
	uint64_t elapsed;

	if (UNEXPECTED(self->is_lost)) {
		replace_lost_helper(self);
		return;
	}
	if (!may_warn() || !take_suspicion(self, &elapsed)) {
		return;
	}
	warn(ASYNC_G(current), elapsed, frame, next);
	if (next && EG(exception)) {
		/* The user's error handler threw. */
		async_interrupt_release_operands(frame, next);
	}
}

/* Called after signal handlers: they would not run with an exception of this warning pending. */
static void on_interrupt(zend_execute_data *frame, const zend_op *next)
{
	if (UNEXPECTED(ASYNC_G(watchdog) != NULL)) {
		check(ASYNC_G(watchdog), frame, next);
	}
}

const async_part_t async_watchdog_part = { .after_interrupt = on_interrupt };
