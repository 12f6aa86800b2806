/*
 * Tracing: the records of what coroutines do, put into the ring.
 */
#include "scheduler/trace_ring.h"

#include "scheduler/name.h"
#include "scheduler/scheduler.h"
#include "scheduler/warning.h"

#include "zend_gc.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

/* Counters are recorded at most this often. */
#define COUNT_EVERY_NS UINT64_C(1000000)
/* Shorter turns of the reactor are not recorded. */
#define TURN_MIN_NS UINT64_C(10000)
/* The writer is called after this number of records. */
#define CALL_EVERY (TRACE_RECORDS / 8)
/* How long the end of a request may wait for the writer. */
#define CATCH_UP_MS 2000
#define TEXTS_MAX 4096
#define TEXT_SLOTS (TEXTS_MAX * 2)

/* Which texts the writer has, by their hash. */
struct async_trace_texts {
	uint32_t count;
	struct {
		uint64_t hash;
		uint32_t number;   /* 0: free */
	} slots[TEXT_SLOTS];
};

/* All traces of the process; one for each thread that runs PHP. */
static pthread_mutex_t traces_lock = PTHREAD_MUTEX_INITIALIZER;
static async_trace_t *traces;
static uint32_t trace_count;
static pthread_once_t fork_handler_once = PTHREAD_ONCE_INIT;
/* For the fork handler: ASYNC_G() may not be there in a thread that forks. */
ZEND_TLS async_trace_t *of_this_thread;

static void go_on_in_child(async_trace_t *trace);
static void name_all(void *argument);

/* ---- the ring ---- */

/* Is there room for `count` records? Counts what is dropped otherwise. */
static zend_never_inline bool make_room(async_trace_t *trace, uint64_t count)
{
	uint64_t end;

	if (UNEXPECTED(trace->is_lost)) {
		go_on_in_child(trace);
	}
	if (UNEXPECTED(trace->writer == NULL)) {
		return false;
	}
	async_trace_writer_call(trace);
	end = __atomic_load_n(&trace->tail, __ATOMIC_ACQUIRE) + TRACE_RECORDS;
	trace->limit = MIN(end, trace->head + CALL_EVERY);
	/* One record is kept for the number of those that were dropped. */
	if (trace->head + count + 1 > end) {
		trace->limit = trace->head;
		if (trace->dropped++ == 0) {
			trace->dropped_at = async_reactor_real_now();
		}
		return false;
	}
	return true;
}

static void publish(async_trace_t *trace, uint64_t count)
{
	__atomic_store_n(&trace->head, trace->head + count, __ATOMIC_RELEASE);
}

/* A record to be filled and published, or NULL. */
static zend_always_inline async_trace_record_t *new_record(async_trace_t *trace, async_trace_type_t type)
{
	async_trace_record_t *record;

	if (UNEXPECTED(trace->head >= trace->limit) && !make_room(trace, 1)) {
		return NULL;
	}
	if (UNEXPECTED(trace->dropped > 0)) {
		record = &trace->records[trace->head & TRACE_MASK];
		*record = (async_trace_record_t) {
			.type = TRACE_DROPPED, .number = trace->dropped, .start = trace->dropped_at,
		};
		trace->dropped = 0;
		publish(trace, 1);
	}
	record = &trace->records[trace->head & TRACE_MASK];
	record->type = (uint8_t) type;
	return record;
}

static uint32_t track_of(const async_trace_t *trace, uint64_t id)
{
	return (uint32_t) ((trace->track_base + id) % TRACE_TRACKS_MAX);
}

/* ---- texts ---- */

/* The place of a text in the table, or where it has to be put. */
static uint32_t find_slot(const struct async_trace_texts *texts, uint64_t hash)
{
	uint32_t at = (uint32_t) (hash % TEXT_SLOTS);

	while (texts->slots[at].number != 0 && texts->slots[at].hash != hash) {
		at = (at + 1) % TEXT_SLOTS;
	}
	return at;
}

/* The number of a text that the writer knows. 0: it could not be told. */
static uint32_t number_of(async_trace_t *trace, const char *text, size_t length)
{
	const uint64_t hash = zend_inline_hash_func(text, length);
	uint32_t slot = find_slot(trace->texts, hash);
	uint64_t count;
	async_trace_record_t *record;

	if (trace->texts->slots[slot].number != 0) {
		return trace->texts->slots[slot].number;
	}
	if (trace->texts->count == TEXTS_MAX) {
		record = new_record(trace, TRACE_NO_TEXTS);
		if (record == NULL) {
			return 0;
		}
		publish(trace, 1);
		memset(trace->texts, 0, sizeof(*trace->texts));
		slot = find_slot(trace->texts, hash);
	}
	count = (length + sizeof(*record) - 1) / sizeof(*record);
	if (!make_room(trace, count + 1) || (record = new_record(trace, TRACE_TEXT)) == NULL) {
		return 0;
	}
	record->text = ++trace->texts->count;
	record->number = length;
	for (size_t done = 0, i = 1; done < length; done += sizeof(*record), i++) {
		memcpy(&trace->records[(trace->head + i) & TRACE_MASK], text + done, MIN(length - done, sizeof(*record)));
	}
	publish(trace, count + 1);
	trace->texts->slots[slot].hash = hash;
	trace->texts->slots[slot].number = trace->texts->count;
	return trace->texts->count;
}

/* ---- events ---- */

static zend_always_inline void fill_wait(async_trace_record_t *to, const async_activity_wait_t *wait)
{
	to->kind = wait->kind;
	to->has_text = wait->has_text;
	to->of.detail = wait->of.detail;
	if (wait->has_text) {
		to->of.text = wait->of.text;
	}
}

void async_trace_run(const async_activity_run_t *run)
{
	async_trace_t *trace = ASYNC_G(trace);
	const async_activity_record_t *from = run->record;
	async_trace_record_t *record = new_record(trace, TRACE_RUN);

	if (UNEXPECTED(record == NULL)) {
		return;
	}
	record->track = track_of(trace, from->id);
	record->waker = from->waker ? track_of(trace, from->waker) : 0;
	record->start = run->start;
	record->end = run->end;
	record->parked_at = from->parked_at;
	record->ready_at = from->ready_at;
	fill_wait(record, &from->wait);
	publish(trace, 1);
}

static void count(async_trace_t *trace, uint64_t now)
{
	async_trace_record_t *record = new_record(trace, TRACE_COUNTERS);
	const size_t busy = ASYNC_G(waiting) + 1;

	if (record == NULL) {
		return;
	}
	record->start = now;
	record->number = ASYNC_G(coroutines) > busy ? ASYNC_G(coroutines) - busy : 0;
	record->of.detail = (int64_t) ASYNC_G(waiting);
	record->parked_at = trace->worst_lag;
	publish(trace, 1);
	trace->counted_at = now;
	trace->worst_lag = 0;
}

/* The file is full: the names of the coroutines that live are written into the next one. */
static void begin_next_file(async_trace_t *trace)
{
	if (new_record(trace, TRACE_NEXT_FILE) == NULL) {
		return;
	}
	__atomic_store_n(&trace->wants_next_file, false, __ATOMIC_RELAXED);
	publish(trace, 1);
	async_scheduler_shield(name_all, trace);
}

void async_trace_turn(uint64_t start, uint64_t end, uint64_t lag)
{
	async_trace_t *trace = ASYNC_G(trace);
	async_trace_record_t *record;

	trace->worst_lag = MAX(trace->worst_lag, lag);
	if (end - start >= TURN_MIN_NS && (record = new_record(trace, TRACE_TURN)) != NULL) {
		record->start = start;
		record->end = end;
		publish(trace, 1);
	}
	if (end - trace->counted_at >= COUNT_EVERY_NS) {
		count(trace, end);
	}
	if (UNEXPECTED(__atomic_load_n(&trace->wants_next_file, __ATOMIC_RELAXED))) {
		begin_next_file(trace);
	} else if (UNEXPECTED(trace->is_name_dropped)) {
		trace->is_name_dropped = false;
		async_scheduler_shield(name_all, trace);
	}
}

void async_trace_name(const async_coroutine_t *coroutine)
{
	async_trace_t *trace = ASYNC_G(trace);
	async_trace_record_t *record;
	smart_str name = {0};
	uint32_t number;

	async_coroutine_append_name(&name, coroutine);
	smart_str_0(&name);
	number = name.s ? number_of(trace, ZSTR_VAL(name.s), MIN(ZSTR_LEN(name.s), ASYNC_TRACE_TEXT_MAX)) : 0;
	smart_str_free(&name);
	record = new_record(trace, TRACE_NAME);
	if (record == NULL) {
		trace->is_name_dropped = true;
		return;
	}
	record->track = track_of(trace, coroutine->id);
	record->text = number;
	record->number = coroutine->id;
	publish(trace, 1);
}

/* May fail for want of memory. */
static void name_all(void *argument)
{
	async_scope_t *forest = &ASYNC_G(forest);

	(void) argument;
	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		for (const async_coroutine_t *coroutine = at->first; coroutine; coroutine = coroutine->scope_next) {
			async_trace_name(coroutine);
		}
	}
}

void async_trace_mark(async_activity_mark_t kind, uint64_t number)
{
	async_trace_t *trace = ASYNC_G(trace);
	async_trace_record_t *record = new_record(trace, TRACE_MARK);

	if (record == NULL) {
		return;
	}
	record->kind = (uint8_t) kind;
	record->track = ASYNC_G(current) ? track_of(trace, ASYNC_G(current)->id) : TRACE_LOOP_TRACK;
	record->start = async_reactor_real_now();
	record->number = number;
	publish(trace, 1);
}

/* ---- values ---- */

static async_trace_value_t *value_at(const async_trace_t *trace, const void *place)
{
	const uint64_t hash = (uint64_t) (uintptr_t) place * UINT64_C(0x9e3779b97f4a7c15);

	return &trace->values[(hash >> 32) % TRACE_VALUES];
}

void async_trace_put(const void *place, const async_coroutine_t *putter)
{
	async_trace_t *trace = ASYNC_G(trace);
	async_trace_value_t *value = value_at(trace, place);
	const async_activity_record_t *record;

	value->place = place;
	if (putter) {
		record = async_activity_find(putter);
		value->at = record ? record->parked_at : 0;
	} else {
		putter = async_activity_doer(&value->at);
	}
	if (putter == NULL || value->at == 0) {
		value->place = NULL;
		return;
	}
	value->track = track_of(trace, putter->id);
}

void async_trace_move(const void *from, const void *to)
{
	const async_trace_t *trace = ASYNC_G(trace);
	async_trace_value_t *old = value_at(trace, from);

	if (old->place == from) {
		async_trace_value_t *value = value_at(trace, to);

		*value = *old;
		value->place = to;
		if (value != old) {
			old->place = NULL;
		}
	} else if (value_at(trace, to)->place == to) {
		value_at(trace, to)->place = NULL;
	}
}

/* An arrow to the running coroutine, unless there is one already: it was woken for the value. */
static void take(uint32_t from, uint64_t at, async_trace_arrow_t name)
{
	async_trace_t *trace = ASYNC_G(trace);
	const async_coroutine_t *taker = ASYNC_G(current);
	const async_activity_record_t *woken = taker ? async_activity_find(taker) : NULL;
	async_trace_record_t *record;

	if (taker == NULL || from == track_of(trace, taker->id)
			|| (woken && woken->waker && track_of(trace, woken->waker) == from && woken->ready_at >= at)
			|| (record = new_record(trace, TRACE_ARROW)) == NULL) {
		return;
	}
	record->kind = (uint8_t) name;
	record->waker = from;
	record->track = track_of(trace, taker->id);
	record->start = at;
	record->end = async_reactor_real_now();
	publish(trace, 1);
}

void async_trace_take(const void *place, async_trace_arrow_t name, bool is_last)
{
	async_trace_value_t *value = value_at(ASYNC_G(trace), place);

	if (value->place == place) {
		take(value->track, value->at, name);
		value->place = is_last ? NULL : place;
	}
}

void async_trace_take_from(const async_coroutine_t *putter, async_trace_arrow_t name)
{
	const async_activity_record_t *record = async_activity_find(putter);

	if (record && record->ran > 0) {
		take(track_of(ASYNC_G(trace), putter->id), async_coroutine_is_completed(putter) ? record->since
			: record->parked_at, name);
	}
}

void async_trace_catch_up(void)
{
	async_trace_t *trace = ASYNC_G(trace);

	for (int i = 0; i < CATCH_UP_MS && trace->writer && !trace->is_lost
			&& trace->head - __atomic_load_n(&trace->tail, __ATOMIC_ACQUIRE) > TRACE_RECORDS / 2; i++) {
		const struct timespec pause = { .tv_nsec = 1000000 };

		async_trace_writer_call(trace);
		nanosleep(&pause, NULL);
	}
}

/* ---- garbage collection ---- */

static int (*collect_cycles)(void);

static int traced_collect_cycles(void)
{
	const int freed = collect_cycles();

	async_activity_mark(ASYNC_MARK_GARBAGE, (uint64_t) freed);
	return freed;
}

/* ---- jobs ---- */

static void on_job(const async_job_t *job, const async_job_times_t *times)
{
	async_trace_t *trace = of_this_thread;
	async_trace_record_t *record = trace ? new_record(trace, TRACE_JOB) : NULL;

	if (record == NULL) {
		return;
	}
	record->track = TRACE_WORKER_TRACK + times->worker;
	record->start = times->start;
	record->end = times->end;
	record->of.text = job->name;
	publish(trace, 1);
}

/* ---- start and end ---- */

/* In the child only the thread that forked exists. */
static void after_fork_in_child(void)
{
	pthread_mutex_init(&traces_lock, NULL);
	traces = of_this_thread;
	if (of_this_thread) {
		of_this_thread->next = NULL;
		of_this_thread->is_lost = true;
		of_this_thread->limit = of_this_thread->head;
	}
}

static void install_fork_handler(void)
{
	pthread_atfork(NULL, NULL, after_fork_in_child);
}

static void free_trace(async_trace_t *trace)
{
	free(trace->values);
	free(trace->texts);
	free(trace);
}

/* A forked child has a file of its own. What the parent has not written yet is for its own writer. */
static void go_on_in_child(async_trace_t *trace)
{
	char suffix[32] = "";

	trace->is_lost = false;
	async_trace_writer_forget(trace);
	trace->tail = trace->head;
	trace->dropped = 0;
	trace->wants_next_file = false;
	memset(trace->texts, 0, sizeof(*trace->texts));
	memset(trace->values, 0, TRACE_VALUES * sizeof(*trace->values));
	if (!async_trace_names_process()) {
		snprintf(suffix, sizeof(suffix), ".%ld", (long) getpid());
	}
	if (async_trace_writer_start(trace, suffix)) {
		async_scheduler_shield(name_all, trace);
	}
}

static void open_trace(void)
{
	async_trace_t *trace = calloc(1, sizeof(*trace));
	char suffix[32] = "";

	if (trace) {
		trace->texts = calloc(1, sizeof(*trace->texts));
		trace->values = calloc(TRACE_VALUES, sizeof(*trace->values));
	}
	pthread_mutex_lock(&traces_lock);
	if (trace_count++ > 0) {
		snprintf(suffix, sizeof(suffix), ".thread%u", trace_count);
	}
	pthread_mutex_unlock(&traces_lock);
	errno = ENOMEM;
	if (trace == NULL || trace->texts == NULL || trace->values == NULL || !async_trace_writer_start(trace, suffix)) {
		const int error = errno;

		if (trace) {
			free_trace(trace);
		}
		async_warn_at(NULL, 0, "async.trace is without effect (%s)", strerror(error));
		return;
	}
	pthread_once(&fork_handler_once, install_fork_handler);
	pthread_mutex_lock(&traces_lock);
	trace->next = traces;
	traces = trace;
	pthread_mutex_unlock(&traces_lock);
	of_this_thread = ASYNC_G(trace) = trace;
	async_activity_require();
}

static ASYNC_ALWAYS_RUNS void startup(void)
{
	if (UNEXPECTED(async_trace_is_wanted())) {
		collect_cycles = gc_collect_cycles;
		gc_collect_cycles = traced_collect_cycles;
		async_job_observe(on_job);
	}
}

/* The first async call of a request. The trace goes on to the end of the process. */
static ASYNC_ALWAYS_RUNS void start_in_request(void)
{
	if (UNEXPECTED(async_trace_is_wanted()) && ASYNC_G(trace) == NULL) {
		open_trace();
	}
	if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
		name_all(NULL);
	}
}

void async_trace_open_wait(const async_coroutine_t *coroutine, const async_activity_record_t *from, uint64_t now)
{
	async_trace_t *trace = ASYNC_G(trace);
	async_trace_record_t *record = new_record(trace, TRACE_WAIT);

	if (record == NULL) {
		return;
	}
	record->track = track_of(trace, coroutine->id);
	record->parked_at = from->parked_at;
	record->end = now;
	fill_wait(record, &from->wait);
	publish(trace, 1);
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
		ASYNC_G(trace)->track_base += (uint32_t) ASYNC_G(next_id);
		memset(ASYNC_G(trace)->values, 0, TRACE_VALUES * sizeof(async_trace_value_t));
	}
}

static void close_trace(async_trace_t *trace)
{
	if (trace->is_lost && trace->writer) {
		async_trace_writer_forget(trace);   /* a forked child without an event of its own */
	}
	if (trace->writer) {
		async_trace_writer_stop(trace);
	}
	free_trace(trace);
}

static ASYNC_ALWAYS_RUNS void shut_down(void)
{
	if (EXPECTED(collect_cycles == NULL)) {
		return;
	}
	async_job_observe(NULL);
	if (gc_collect_cycles == traced_collect_cycles) {
		gc_collect_cycles = collect_cycles;
	}
	while (traces) {
		async_trace_t *next = traces->next;

		close_trace(traces);
		traces = next;
	}
	of_this_thread = NULL;
}

void async_trace_flush(void)
{
	async_trace_t *trace = ASYNC_G(trace);

	if (trace && trace->writer && !trace->is_lost) {
		async_trace_writer_stop(trace);
	}
}

const async_part_t async_trace_part = {
	.startup = startup, .scheduler_start = start_in_request,
	.request_over = end_request, .shutdown = shut_down,
};
