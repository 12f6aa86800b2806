/*
 * The text of a trace: records as Chrome trace events, a JSON array with one event a line.
 *
 * Runs on the writer thread: nothing here touches memory of PHP.
 */
#include "scheduler/trace_ring.h"

#include "scheduler/report.h"

static void put(async_trace_format_t *format, const char *text)
{
	async_plain_add(&format->text, text);
}

static void put_number(async_trace_format_t *format, uint64_t number)
{
	async_plain_add_number(&format->text, number);
}

static void put_escaped(async_trace_format_t *format, const char *text)
{
	async_plain_add_quoted(&format->text, text, strlen(text));
}

/* Nanoseconds as microseconds with three decimals, all digits. */
static void put_time(async_trace_format_t *format, uint64_t time)
{
	const unsigned rest = (unsigned) (time % 1000);
	const char decimals[] = { '.', (char) ('0' + rest / 100), (char) ('0' + rest / 10 % 10), (char) ('0' + rest % 10) };

	put_number(format, time / 1000);
	async_plain_add_bytes(&format->text, decimals, sizeof(decimals));
}

/* Begin an event: all fields but the name and what follows it. */
static void begin_event(async_trace_format_t *format, const char *phase, const char *category, uint32_t track,
	uint64_t time)
{
	put(format, ",\n{\"ph\":\"");
	put(format, phase);
	put(format, "\",\"cat\":\"");
	put(format, category);
	put(format, "\",\"pid\":");
	put_number(format, format->process);
	put(format, ",\"tid\":");
	put_number(format, track);
	put(format, ",\"ts\":");
	put_time(format, time);
}

/* Readers add the duration to the start, as floating point numbers of microseconds. Without the nanosecond between
 * them, the sum may lie behind the start of the next slice, which would be drawn within this one. */
static void begin_slice(async_trace_format_t *format, const char *category, uint32_t track, uint64_t start,
	uint64_t end)
{
	begin_event(format, "X", category, track, start);
	put(format, ",\"dur\":");
	put_time(format, end > start ? end - start - 1 : 0);
	put(format, ",\"name\":\"");
}

static void put_slice(async_trace_format_t *format, const char *category, const char *name, uint32_t track,
	uint64_t start, uint64_t end)
{
	begin_slice(format, category, track, start, end);
	put(format, name);
	put(format, "\"}");
}

/* ---- names ---- */

/* An event that says something about the process or a track: it has no time. */
static void begin_description(async_trace_format_t *format, const char *what, uint32_t track)
{
	put(format, "{\"ph\":\"M\",\"pid\":");
	put_number(format, format->process);
	put(format, ",\"tid\":");
	put_number(format, track);
	put(format, ",\"name\":\"");
	put(format, what);
	put(format, "\",\"args\":{");
}

static void begin_name(async_trace_format_t *format, uint32_t track)
{
	put(format, ",\n");
	begin_description(format, "thread_sort_index", track);
	put(format, "\"sort_index\":");
	put_number(format, track == TRACE_LOOP_TRACK ? 0 : track);
	put(format, "}},\n");
	begin_description(format, "thread_name", track);
	put(format, "\"name\":\"");
}

static void put_name(async_trace_format_t *format, const async_trace_record_t *record)
{
	const char *text = record->text < format->text_count ? format->texts[record->text] : NULL;

	begin_name(format, record->track);
	put(format, "#");
	put_number(format, record->number);
	put(format, " ");
	put_escaped(format, text ? text : "(name not known)");
	put(format, "\"}}");
}

void async_trace_format_begin(async_trace_format_t *format, const char *program)
{
	memset(format->workers, 0, sizeof(format->workers));
	put(format, "[\n");
	begin_description(format, "process_name", 0);
	put(format, "\"name\":\"");
	put_escaped(format, program);
	put(format, "\"}}");
	begin_name(format, TRACE_LOOP_TRACK);
	put(format, "event loop\"}}");
}

void async_trace_format_end(async_trace_format_t *format)
{
	put(format, "\n]\n");
}

/* ---- runs and waits ---- */

/* Between the quotes. */
static void put_reason(async_trace_format_t *format, const async_trace_record_t *record)
{
	put(format, "wait: ");
	if (record->has_text && record->kind == ASYNC_WAIT_FOR_JOB) {
		put(format, "job ");
	}
	if (record->has_text && record->of.text) {
		put_escaped(format, record->of.text);
		return;
	}
	if (record->kind == ASYNC_WAIT_FOR_AWAITABLE) {
		put(format, "coroutine #");
	} else {
		put(format, async_report_wait_name(record->kind));
		put(format, " ");
	}
	if ((record->kind == ASYNC_WAIT_FOR_AWAITABLE || record->kind == ASYNC_WAIT_FOR_DESCRIPTOR
		|| record->kind == ASYNC_WAIT_FOR_CHILD || record->kind == ASYNC_WAIT_FOR_SELECT) && record->of.detail >= 0) {
		put_number(format, (uint64_t) record->of.detail);
	} else {
		format->text.length--;   /* the space */
	}
}

static void put_wait(async_trace_format_t *format, const async_trace_record_t *record, uint64_t end)
{
	begin_slice(format, "wait", record->track, record->parked_at, end);
	put_reason(format, record);
	put(format, "\"}");
}

static const char *arrow_name(const async_trace_record_t *record)
{
	if (record->parked_at == 0) {
		return "spawn";
	}
	switch (record->kind) {
		case ASYNC_WAIT_FOR_AWAITABLE:
			return record->has_text && strcmp(record->of.text, "Async\\Channel") == 0 ? "channel" : "await";
		case ASYNC_WAIT_FOR_LOCK:
			return "lock";
		default:
			return "wake";
	}
}

/* One end of an arrow. */
static void put_end(async_trace_format_t *format, const char *phase, const char *name, uint32_t track, uint64_t time)
{
	begin_event(format, phase, "arrow", track, time);
	put(format, *phase == 'f' ? ",\"bp\":\"e\",\"id\":" : ",\"id\":");
	put_number(format, format->arrows);
	put(format, ",\"name\":\"");
	put(format, name);
	put(format, "\"}");
}

/* Both ends at once, so that none is without the other. The first lies in a run of the waker, which is written
 * already. */
static void put_arrow(async_trace_format_t *format, const async_trace_record_t *record, const char *name, uint64_t from,
	uint64_t to)
{
	format->arrows++;
	put_end(format, "s", name, record->waker, from);
	put_end(format, "f", name, record->track, to);
}

static void put_run(async_trace_format_t *format, const async_trace_record_t *record)
{
	const bool was_ready = record->ready_at && record->ready_at <= record->start;

	if (record->parked_at && record->parked_at <= record->ready_at) {
		put_wait(format, record, record->ready_at);
	} else if (record->parked_at && record->ready_at == 0) {
		put_wait(format, record, record->start);   /* resumed to leave its frames, not woken */
	}
	if (was_ready && record->ready_at < record->start) {
		put_slice(format, "queue", "ready", record->track, record->ready_at, record->start);
	}
	put_slice(format, "run", "running", record->track, record->start, record->end);
	if (was_ready && record->waker) {
		put_arrow(format, record, arrow_name(record), record->ready_at, record->start);
	}
}

/* ---- the rest ---- */

static void put_mark(async_trace_format_t *format, const async_trace_record_t *record)
{
	begin_event(format, "i", "mark", record->track, record->start);
	put(format, ",\"s\":\"t\",\"name\":\"");
	switch ((async_activity_mark_t) record->kind) {
		case ASYNC_MARK_CANCEL:
			put(format, "cancels #");
			put_number(format, record->number);
			break;
		case ASYNC_MARK_BLOCKED:
			put(format, "blocked in place");
			break;
		case ASYNC_MARK_GARBAGE:
			put(format, "garbage collection\",\"args\":{\"freed\":");
			put_number(format, record->number);
			put(format, "}}");
			return;
		case ASYNC_MARK_FATAL:
			put(format, "fatal error");
			break;
	}
	put(format, "\"}");
}

static void put_counters(async_trace_format_t *format, const async_trace_record_t *record)
{
	begin_event(format, "C", "counter", TRACE_LOOP_TRACK, record->start);
	put(format, ",\"name\":\"coroutines\",\"args\":{\"ready\":");
	put_number(format, record->number);
	put(format, ",\"waiting\":");
	put_number(format, (uint64_t) record->of.detail);
	put(format, "}}");
	begin_event(format, "C", "counter", TRACE_LOOP_TRACK, record->start);
	put(format, ",\"name\":\"lag\",\"args\":{\"us\":");
	put_time(format, record->parked_at);
	put(format, "}}");
}

static void put_job(async_trace_format_t *format, const async_trace_record_t *record)
{
	const uint32_t worker = record->track - TRACE_WORKER_TRACK;
	uint64_t *named = &format->workers[worker / 64 % 16];
	const uint64_t bit = UINT64_C(1) << worker % 64;

	if (!(*named & bit)) {
		*named |= worker < 1024 ? bit : 0;
		begin_name(format, record->track);
		put(format, "worker ");
		put_number(format, worker);
		put(format, "\"}}");
	}
	begin_slice(format, "job", record->track, record->start, record->end);
	put(format, "job");
	if (record->of.text) {
		put(format, " ");
		put_escaped(format, record->of.text);
	}
	put(format, "\"}");
}

void async_trace_format_record(async_trace_format_t *format, const async_trace_record_t *record)
{
	switch ((async_trace_type_t) record->type) {
		case TRACE_RUN:
			put_run(format, record);
			break;
		case TRACE_WAIT:
			put_wait(format, record, record->end);
			break;
		case TRACE_NAME:
			put_name(format, record);
			break;
		case TRACE_MARK:
			put_mark(format, record);
			break;
		case TRACE_TURN:
			put_slice(format, "loop", "waits for events", TRACE_LOOP_TRACK, record->start, record->end);
			break;
		case TRACE_COUNTERS:
			put_counters(format, record);
			break;
		case TRACE_JOB:
			put_job(format, record);
			break;
		case TRACE_ARROW:
			put_arrow(format, record, record->kind == ASYNC_TRACE_CHANNEL ? "channel" : "await", record->start,
				record->end);
			break;
		case TRACE_DROPPED:
			begin_event(format, "i", "mark", TRACE_LOOP_TRACK, record->start);
			put(format, ",\"s\":\"p\",\"name\":\"events dropped: the writer is too slow\",\"args\":{\"count\":");
			put_number(format, record->number);
			put(format, "}}");
			break;
		case TRACE_TEXT:
		case TRACE_NO_TEXTS:
		case TRACE_NEXT_FILE:
			break;
	}
}

/* ---- texts ---- */

void async_trace_format_keep(async_trace_format_t *format, uint32_t number, const char *text, size_t length)
{
	if (number >= format->text_count) {
		const uint32_t count = MAX(number + 1, format->text_count * 2);
		char **texts = realloc(format->texts, count * sizeof(*texts));

		if (texts == NULL) {
			return;
		}
		memset(texts + format->text_count, 0, (count - format->text_count) * sizeof(*texts));
		format->texts = texts;
		format->text_count = count;
	}
	free(format->texts[number]);
	format->texts[number] = malloc(length + 1);
	if (format->texts[number]) {
		for (size_t i = 0; i < length; i++) {
			format->texts[number][i] = text[i] ? text[i] : '?';
		}
		format->texts[number][length] = '\0';
	}
}

void async_trace_format_forget(async_trace_format_t *format)
{
	for (uint32_t i = 0; i < format->text_count; i++) {
		free(format->texts[i]);
	}
	free(format->texts);
	format->texts = NULL;
	format->text_count = 0;
}
