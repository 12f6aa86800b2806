/*
 * The activity clock: its times, kept by the handle of the coroutine's object.
 */
#include "scheduler/activity.h"

#include "scheduler/lock.h"
#include "scheduler/metrics.h"
#include "scheduler/probes.h"
#include "scheduler/trace.h"

#define PAGE_BITS 7
#define PAGE_RECORDS (1u << PAGE_BITS)

struct async_activity_page {
	async_activity_record_t records[PAGE_RECORDS];
};

/* errors: NULL, no memory */
static async_activity_page_t *page_at(uint32_t number)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	if (UNEXPECTED(number >= state->page_count)) {
		const uint32_t count = MAX(number + 1, state->page_count * 2);
		async_activity_page_t **pages = realloc(state->pages, count * sizeof(*pages));

		if (pages == NULL) {
			return NULL;
		}
		memset(pages + state->page_count, 0, (count - state->page_count) * sizeof(*pages));
		state->pages = pages;
		state->page_count = count;
	}
	if (UNEXPECTED(state->pages[number] == NULL)) {
		state->pages[number] = calloc(1, sizeof(async_activity_page_t));
	}
	return state->pages[number];
}

/* The record of the coroutine, made when there is none. errors: NULL, no memory */
static async_activity_record_t *record_of(const async_coroutine_t *coroutine)
{
	const uint32_t handle = coroutine->std.handle;
	async_activity_page_t *page = page_at(handle >> PAGE_BITS);
	async_activity_record_t *record;

	if (UNEXPECTED(page == NULL)) {
		return NULL;
	}
	record = &page->records[handle & (PAGE_RECORDS - 1)];
	if (UNEXPECTED(record->id != coroutine->id)) {
		memset(record, 0, sizeof(*record));
		record->id = coroutine->id;
	}
	return record;
}

const async_activity_record_t *async_activity_find(const async_coroutine_t *coroutine)
{
	const async_activity_state_t *state = &ASYNC_G(activity_clock);
	const uint32_t number = coroutine->std.handle >> PAGE_BITS;
	const async_activity_record_t *record;

	if (!async_activity_clock || number >= state->page_count || state->pages[number] == NULL) {
		return NULL;
	}
	record = &state->pages[number]->records[coroutine->std.handle & (PAGE_RECORDS - 1)];
	return record->id == coroutine->id ? record : NULL;
}

bool async_activity_of(const async_coroutine_t *coroutine, uint64_t *since, uint64_t *ran)
{
	const async_activity_state_t *state = &ASYNC_G(activity_clock);
	const async_activity_record_t *record = async_activity_find(coroutine);

	*since = *ran = 0;
	if (record) {
		*since = record->since;
		*ran = record->ran;
	}
	if (async_activity_clock && coroutine == ASYNC_G(current)) {
		*since = state->slice_start;
		*ran += async_reactor_real_now() - state->slice_start;
	}
	return *since != 0;
}

/* ---- what the scheduler tells ---- */

static void note_wait(async_activity_wait_t *note, const async_wait_t *wait)
{
	const async_coroutine_t *awaited;

	note->kind = (uint8_t) wait->kind;
	note->has_text = false;
	note->of.detail = wait->detail;
	if (wait->kind == ASYNC_WAIT_FOR_JOB) {
		note->has_text = true;
		note->of.text = wait->subject;
	} else if (wait->kind == ASYNC_WAIT_FOR_LOCK) {
		note->has_text = true;
		note->of.text = ((const async_lock_t *) wait->subject)->name;
	} else if (wait->kind == ASYNC_WAIT_FOR_AWAITABLE && (awaited = async_coroutine_if(wait->subject)) != NULL) {
		note->of.detail = (int64_t) awaited->id;
	} else if (wait->kind == ASYNC_WAIT_FOR_AWAITABLE) {
		/* A class of ours: it stays as long as the module. */
		note->has_text = true;
		note->of.text = ZSTR_VAL(((zend_object *) wait->subject)->ce->name);
	}
}

static void tell_run(const async_coroutine_t *coroutine, const async_activity_record_t *record, uint64_t now)
{
	const async_activity_run_t run = {
		.coroutine = coroutine, .record = record, .start = ASYNC_G(activity_clock).slice_start, .end = now,
	};

	if (ASYNC_G(trace)) {
		async_trace_run(&run);
	}
	if (ASYNC_G(metrics).is_on) {
		async_metrics_run(&run);
	}
	ASYNC_PROBE(switch, coroutine->id, now - run.start, record->wait.kind);
}

/* The coroutine has run until now. */
static void left(const async_coroutine_t *coroutine)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);
	const uint64_t now = async_reactor_real_now();
	async_activity_record_t *record = record_of(coroutine);

	if (UNEXPECTED(record == NULL)
		|| (record->left_ticket == coroutine->ticket && coroutine->state != ASYNC_COROUTINE_RUNNING
			&& coroutine->state != ASYNC_COROUTINE_COMPLETED)) {
		state->slice_start = now;   /* it has left already: the coroutine that was chosen could not start */
		return;
	}
	/* It may have been made ready after the last switch, while the next coroutine was looked for. */
	state->slice_start = MAX(state->slice_start, record->ready_at);
	tell_run(coroutine, record, now);
	record->ran += now - state->slice_start;
	record->since = now;
	record->left_ticket = coroutine->ticket;
	record->waker = 0;
	if (coroutine->wait && coroutine->state == ASYNC_COROUTINE_SUSPENDED) {
		record->parked_at = now;
		record->ready_at = 0;
		note_wait(&record->wait, coroutine->wait);
	} else {
		record->parked_at = 0;
		record->ready_at = now;
		record->wait.kind = ASYNC_WAIT_FOR_TURN;
	}
	state->slice_start = now;
}

void async_activity_leave(bool is_sure)
{
	const async_coroutine_t *coroutine = ASYNC_G(current);

	if (coroutine == NULL || async_coroutine_is_completed(coroutine)) {
		ASYNC_G(activity_clock).slice_start = async_reactor_real_now();
	} else if (is_sure || coroutine->state != ASYNC_COROUTINE_RUNNING) {
		left(coroutine);
	}
}

void async_activity_end(const async_coroutine_t *coroutine)
{
	if (EXPECTED(coroutine == ASYNC_G(current))) {
		if (UNEXPECTED(coroutine->flags & ASYNC_COROUTINE_MAIN) && ASYNC_G(trace)) {
			async_trace_catch_up();
		}
		left(coroutine);
	}
	ASYNC_PROBE(end, coroutine->id);
}

const async_coroutine_t *async_activity_doer(uint64_t *at)
{
	const async_activity_state_t *state = &ASYNC_G(activity_clock);
	const async_coroutine_t *current = ASYNC_G(current);

	*at = async_reactor_real_now();
	if (current == NULL || state->is_turning
		|| (current->state != ASYNC_COROUTINE_RUNNING && current->state != ASYNC_COROUTINE_COMPLETED)) {
		/* An event, or the scheduler itself, while it looks for the next coroutine. */
		return NULL;
	}
	if (current->state == ASYNC_COROUTINE_COMPLETED) {
		*at = state->slice_start;   /* its run is over when it wakes the waiters for its end */
	}
	return current;
}

/* Returns the coroutine that has made it ready; 0: none. */
static uint64_t note_ready(const async_coroutine_t *coroutine)
{
	async_activity_record_t *record = record_of(coroutine);
	const async_coroutine_t *waker;

	if (UNEXPECTED(record == NULL)) {
		return 0;
	}
	waker = async_activity_doer(&record->ready_at);
	record->waker = waker && waker != coroutine ? waker->id : 0;
	record->since = record->ready_at;
	if (ASYNC_G(metrics).is_on) {
		async_metrics_woken(record);
	}
	return record->waker;
}

void async_activity_spawned(const async_coroutine_t *coroutine)
{
	const uint64_t spawner = note_ready(coroutine);

	if (ASYNC_G(trace)) {
		async_trace_name(coroutine);
	}
	ASYNC_PROBE(spawn, coroutine->id, spawner);
	(void) spawner;
}

bool async_activity_woken(const async_coroutine_t *coroutine)
{
	const uint64_t waker = note_ready(coroutine);

	ASYNC_PROBE(wake, coroutine->id, waker);
	(void) waker;
	return true;
}

void async_activity_fatal(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	const uint64_t now = async_reactor_real_now();

	if (ASYNC_G(trace)) {
		async_trace_catch_up();
	}
	async_activity_mark_now(ASYNC_MARK_FATAL, 0);
	if (ASYNC_G(current)) {
		left(ASYNC_G(current));
	}
	for (async_scope_t *at = async_scope_walk_first(forest); ASYNC_G(trace) && at;
			at = async_scope_walk_next(at, forest)) {
		for (const async_coroutine_t *coroutine = at->first; coroutine; coroutine = coroutine->scope_next) {
			const async_activity_record_t *record = async_activity_find(coroutine);

			if (record && record->parked_at && record->ready_at == 0) {
				async_trace_open_wait(coroutine, record, now);
			}
		}
	}
}

void async_activity_turn_begins(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	state->is_turning = true;
	state->turn_start = async_reactor_real_now();
	if (state->turn_end) {
		state->lag = state->turn_start - state->turn_end;
	}
}

void async_activity_turn_ends(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);
	const uint64_t now = async_reactor_real_now();

	state->is_turning = false;
	if (ASYNC_G(trace)) {
		async_trace_turn(state->turn_start, now, state->lag);
	}
	if (ASYNC_G(metrics).is_on) {
		async_metrics_turn(state->lag);
	}
	ASYNC_PROBE(turn, now - state->turn_start, state->lag);
	state->turn_end = now;
	if (ASYNC_G(current) == NULL || ASYNC_G(current)->state != ASYNC_COROUTINE_RUNNING) {
		state->slice_start = now;
	}
}

void async_activity_mark_now(async_activity_mark_t kind, uint64_t number)
{
	if (ASYNC_G(trace)) {
		async_trace_mark(kind, number);
	}
	ASYNC_PROBE(mark, kind, number);
}

/* ---- on and off ---- */

/* From here on each switch looks at the clock. */
static void begin(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	state->slice_start = async_reactor_real_now();
	state->turn_end = 0;
	state->lag = 0;
	state->countdown = ASYNC_G(turn_countdown);
	ASYNC_G(turn_countdown) = 1;
}

static void forget(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	for (uint32_t i = 0; i < state->page_count; i++) {
		free(state->pages[i]);
	}
	free(state->pages);
	state->pages = NULL;
	state->page_count = 0;
}

void async_activity_require(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	if (state->users++ == 0) {
		async_observe(ASYNC_OBSERVER_ACTIVITY, true);
		if (ASYNC_G(current)) {
			begin();
		}
	}
}

void async_activity_release(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	ZEND_ASSERT(state->users > 0 && "a release follows a require");
	if (--state->users == 0) {
		async_observe(ASYNC_OBSERVER_ACTIVITY, false);
		forget();
	}
}

#ifdef ASYNC_HAVE_PROBES
void async_activity_look_for_probes(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);
	const bool are_used = async_probes_are_used();

	if (UNEXPECTED(are_used != state->has_probes)) {
		state->has_probes = are_used;
		if (are_used) {
			async_activity_require();
		} else {
			async_activity_release();
		}
	}
}
#endif

static ASYNC_ALWAYS_RUNS void start_in_request(void)
{
	async_activity_look_for_probes();
	if (UNEXPECTED(async_activity_clock)) {
		begin();
	}
}

/* Ids begin anew with each request. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	if (UNEXPECTED(ASYNC_G(activity_clock).pages != NULL)) {
		forget();
	}
}

/* In a forked child the current run begins here. */
static ASYNC_ALWAYS_RUNS void begin_in_child(void)
{
	async_activity_record_t *record;

	if (UNEXPECTED(async_activity_clock) && ASYNC_G(current) && (record = record_of(ASYNC_G(current))) != NULL) {
		record->parked_at = record->ready_at = record->waker = 0;
		ASYNC_G(activity_clock).slice_start = async_reactor_real_now();
	}
}

const async_part_t async_activity_part = {
	.scheduler_start = start_in_request, .after_fork = begin_in_child, .request_over = end_request,
};
