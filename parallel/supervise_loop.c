/*
 * The loop of Async\supervise(): when workers start, stop, and start again.
 */
#include "parallel/supervise.h"

#include "io/workers/refusal.h"
#include "io/workers/supervise_fork.h"
#include "scheduler/dump_signal.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>

#define NS_IN_MS UINT64_C(1000000)

/* To the error log, which is standard error unless error_log names another one. No code of the user runs. */
static ZEND_COLD void write_log(const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	zend_vspprintf(&text, 0, format, arguments);
	va_end(arguments);
	php_log_err(text);
	efree(text);
}

static uint32_t number_of(const async_supervised_worker_t *worker)
{
	return (uint32_t) (worker - worker->supervisor->workers);
}

static void look_again(async_supervisor_t *self)
{
	if (self->service) {
		async_wake(self->service->coroutine, self->service->ticket, ASYNC_WAIT_READY);
	}
}

/* ---- events ---- */

static void on_end(async_child_waiter_t *waiter)
{
	look_again(async_container_of(waiter, async_supervised_worker_t, end)->supervisor);
}

static void send_to_all(const async_supervisor_t *self, int signo)
{
	for (uint32_t i = 0; i < self->count; i++) {
		if (self->workers[i].pid > 0) {
			(void) kill(self->workers[i].pid, signo);
		}
	}
}

enum { WATCH_TERM, WATCH_INT, WATCH_HUP, WATCH_DUMP };

static void on_signal(async_signal_waiter_t *waiter, int signo);

static void watch_signal(async_supervisor_t *self, unsigned which, int signo)
{
	if (async_signal_watch(ASYNC_G(reactor), &self->signals[which], signo, on_signal) != 0) {
		write_log("Async\\supervise(): cannot wait for signal %d", signo);
	}
}

static void on_signal(async_signal_waiter_t *waiter, int signo)
{
	async_supervisor_t *self = NULL;
	unsigned which = 0;

	/* The waiter is in an array of the record, at the place of its signal. */
	which = signo == SIGTERM ? WATCH_TERM : signo == SIGINT ? WATCH_INT : signo == SIGHUP ? WATCH_HUP : WATCH_DUMP;
	self = async_container_of(waiter - which, async_supervisor_t, signals);
	watch_signal(self, which, signo);
	switch (which) {
		case WATCH_HUP:
			self->generation++;
			break;
		case WATCH_DUMP:
			/* Workers first: each prints its dump at its next turn. The default action of the signal does not take
			 * place while it is waited for, so the supervisor's own dump is asked for here. */
			send_to_all(self, signo);
			async_dump_on_signal(signo);
			break;
		default:
			async_supervise_stop(self);
			break;
	}
	look_again(self);
}

static void watch_signals(async_supervisor_t *self)
{
	watch_signal(self, WATCH_TERM, SIGTERM);
	watch_signal(self, WATCH_INT, SIGINT);
	watch_signal(self, WATCH_HUP, SIGHUP);
	if (ASYNC_G(dump_signal_taken) && ASYNC_G(dump_signal_taken) != SIGHUP && ASYNC_G(dump_signal_taken) != SIGTERM
		&& ASYNC_G(dump_signal_taken) != SIGINT) {
		watch_signal(self, WATCH_DUMP, ASYNC_G(dump_signal_taken));
	}
}

/* ---- one worker ---- */

/* The next try after a failure waits twice as long as the one before, up to a limit. */
static void wait_longer(async_supervised_worker_t *worker, uint64_t now)
{
	const async_supervisor_t *self = worker->supervisor;
	const uint64_t next = worker->pause ? worker->pause * 2 : self->pause_first;

	worker->pause = next < self->pause_most ? next : self->pause_most;
	worker->state = ASYNC_WORKER_WAITS;
	worker->due = now + worker->pause;
}

static void terminate(async_supervised_worker_t *worker, uint64_t now)
{
	ZEND_ASSERT(worker->pid > 0 && worker->state == ASYNC_WORKER_RUNS && "a worker that runs is stopped once");
	(void) kill(worker->pid, SIGTERM);
	worker->state = ASYNC_WORKER_STOPS;
	worker->due = now + worker->supervisor->grace;
}

static void finish_off(async_supervised_worker_t *worker)
{
	write_log("Async\\supervise(): worker %u (process %d) has not stopped within " ZEND_ULONG_FMT " ms and is killed",
		number_of(worker), (int) worker->pid, (zend_ulong) (worker->supervisor->grace / NS_IN_MS));
	(void) kill(worker->pid, SIGKILL);
	worker->state = ASYNC_WORKER_KILLED;
	worker->supervisor->status = worker->supervisor->is_stopping ? 1 : worker->supervisor->status;
}

static ZEND_COLD void log_failure(const async_supervised_worker_t *worker, pid_t pid, int status)
{
	char what[32] = "an unknown status", then[48] = "";

	if (status >= 0 && WIFSIGNALED(status)) {
		snprintf(what, sizeof(what), "signal %d", WTERMSIG(status));
	} else if (status >= 0) {
		snprintf(what, sizeof(what), "exit status %d", WEXITSTATUS(status));
	}
	if (worker->state == ASYNC_WORKER_WAITS) {
		snprintf(then, sizeof(then), "; it starts again in %" PRIu64 " ms", worker->pause / NS_IN_MS);
	}
	write_log("Async\\supervise(): worker %u (process %d) has ended with %s%s",
		number_of(worker), (int) pid, what, then);
}

/* A status that other code has taken counts as a failure. */
static void ended(async_supervised_worker_t *worker, int status, uint64_t now)
{
	async_supervisor_t *self = worker->supervisor;
	const bool was_stopped = worker->state != ASYNC_WORKER_RUNS;
	const bool has_failed = status != 0 && !(was_stopped && status > 0 && WIFSIGNALED(status));
	const pid_t pid = worker->pid;

	async_child_unwatch(ASYNC_G(reactor), &worker->end);
	worker->pid = 0;
	if (now - worker->started >= self->settle) {
		worker->pause = 0;
	}
	if (self->is_stopping) {
		worker->state = ASYNC_WORKER_IS_OVER;
		self->status = has_failed ? 1 : self->status;
	} else if (was_stopped || (!has_failed && self->restarts_always && now - worker->started >= self->settle)) {
		/* A worker that was replaced, or that has done its part. */
		worker->pause = 0;
		worker->state = ASYNC_WORKER_WAITS;
		worker->due = now;
	} else if (has_failed || self->restarts_always) {
		wait_longer(worker, now);
	} else {
		worker->state = ASYNC_WORKER_IS_OVER;
	}
	if (has_failed) {
		log_failure(worker, pid, status);
	}
}

/* The watch comes first: no end is missed between the two. It has to be made again when the process watches its
 * children by SIGCHLD, because there the end of any child uses up each watch. */
static void reap_if_ended(async_supervised_worker_t *worker, uint64_t now)
{
	int status;

	if (worker->end.ready == NULL) {
		/* Without a watch the end is found when the loop looks for another reason. */
		(void) async_child_watch(ASYNC_G(reactor), &worker->end, worker->pid, on_end);
	}
	if (async_supervise_reap(worker->pid, &status)) {
		ended(worker, status, now);
	}
}

/* Returns true in the new process. */
static bool start(async_supervised_worker_t *worker, uint64_t now)
{
	async_supervisor_t *self = worker->supervisor;
	const pid_t pid = async_supervise_fork(self->grace / NS_IN_MS);

	if (pid == 0) {
		async_supervise_enter(async_supervise_spawn_main(self, number_of(worker)));
		return true;
	}
	if (pid < 0) {
		write_log("Async\\supervise(): worker %u cannot start: %s%s", number_of(worker), strerror(errno),
			async_worker_limit(errno));
		wait_longer(worker, now);
		return false;
	}
	worker->state = ASYNC_WORKER_RUNS;
	worker->pid = pid;
	worker->started = now;
	worker->generation = self->generation;
	/* A short worker may be over before it is watched. */
	reap_if_ended(worker, now);
	return false;
}

/* One look at one worker. Returns true in a new process. */
static bool look_at(async_supervised_worker_t *worker, uint64_t now)
{
	if (worker->pid > 0) {
		reap_if_ended(worker, now);
	}
	switch (worker->state) {
		case ASYNC_WORKER_WAITS:
			if (worker->supervisor->is_stopping) {
				worker->state = ASYNC_WORKER_IS_OVER;
			} else if (worker->due <= now) {
				return start(worker, now);
			}
			break;
		case ASYNC_WORKER_RUNS:
			if (worker->supervisor->is_stopping) {
				terminate(worker, now);
			}
			break;
		case ASYNC_WORKER_STOPS:
			if (worker->due <= now) {
				finish_off(worker);
			}
			break;
		default:
			break;
	}
	return false;
}

/* ---- all workers ---- */

/* Replace the next worker of an older generation. One at a time: the worker that was replaced last has to run for the
 * settle time before the next one stops, so that new code that fails at once does not take all workers away.
 * Returns the time at which to look again, 0: an event will tell. */
static uint64_t reload(async_supervisor_t *self, uint64_t now)
{
	async_supervised_worker_t *next = NULL;
	uint64_t settled = 0;

	for (uint32_t i = 0; i < self->count; i++) {
		async_supervised_worker_t *worker = &self->workers[i];
		const bool is_new = worker->generation == self->generation;

		if (worker->state == ASYNC_WORKER_STOPS || worker->state == ASYNC_WORKER_KILLED
			|| (worker->state == ASYNC_WORKER_WAITS && is_new)) {
			return 0;
		}
		if (worker->state == ASYNC_WORKER_RUNS && is_new && worker->started + self->settle > settled) {
			settled = worker->started + self->settle;
		} else if (worker->state == ASYNC_WORKER_RUNS && !is_new && next == NULL) {
			next = worker;
		}
	}
	if (next == NULL) {
		return 0;
	}
	if (settled > now) {
		return settled;
	}
	terminate(next, now);
	return next->due;
}

typedef enum { GOES_ON, IS_OVER, IN_WORKER } look_t;

/* *deadline: when to look again, 0: an event will tell. */
static look_t look_at_all(async_supervisor_t *self, uint64_t *deadline)
{
	const uint64_t now = async_reactor_now();
	bool is_over = true;

	for (uint32_t i = 0; i < self->count; i++) {
		if (look_at(&self->workers[i], now)) {
			return IN_WORKER;
		}
	}
	*deadline = self->generation > 0 && !self->is_stopping ? reload(self, now) : 0;
	for (uint32_t i = 0; i < self->count; i++) {
		const async_supervised_worker_t *worker = &self->workers[i];
		const bool is_due = worker->state == ASYNC_WORKER_WAITS || worker->state == ASYNC_WORKER_STOPS;

		if (is_due && (*deadline == 0 || worker->due < *deadline)) {
			*deadline = worker->due;
		}
		is_over = is_over && worker->state == ASYNC_WORKER_IS_OVER;
	}
	return is_over ? IS_OVER : GOES_ON;
}

void async_supervise_stop(async_supervisor_t *self)
{
	if (self->is_stopping) {
		send_to_all(self, SIGTERM);
	}
	self->is_stopping = true;
	look_again(self);
}

/* ---- the service coroutine ---- */

/* False: the request of the supervisor ends at once. */
static bool park(async_supervisor_t *self, uint64_t deadline)
{
	async_wait_t wait;
	async_wait_result_t result;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_CHILD);
	wait.detail = -1;
	wait.is_external = true;
	if (deadline && !async_wait_set_deadline(&wait, deadline)) {
		return false;
	}
	self->service = &wait;
	result = async_park(&wait);
	self->service = NULL;
	return result != ASYNC_WAIT_CANCELLED;
}

/* The workers that are left stop by themselves: the end of this process reminds them (supervise_worker.c). */
static void leave(async_supervisor_t *self)
{
	send_to_all(self, SIGTERM);
	for (uint32_t i = 0; i < self->count && ASYNC_G(reactor); i++) {
		async_child_unwatch(ASYNC_G(reactor), &self->workers[i].end);
	}
	for (size_t i = 0; i < sizeof(self->signals) / sizeof(self->signals[0]) && ASYNC_G(reactor); i++) {
		async_signal_unwatch(ASYNC_G(reactor), &self->signals[i]);
	}
	self->is_over = true;
	if (self->caller) {
		async_wake(self->caller->coroutine, self->caller->ticket, ASYNC_WAIT_READY);
	}
	async_supervise_release(self);
}

void async_supervise_run(async_coroutine_t *service)
{
	async_supervisor_t *self = Z_PTR(service->params[0]);
	uint64_t deadline;
	look_t found;

	ZVAL_UNDEF(&service->params[0]);
	watch_signals(self);
	do {
		found = look_at_all(self, &deadline);
	} while (found == GOES_ON && park(self, deadline));
	if (found != IN_WORKER) {
		leave(self);
	}
}
