/*
 * Metrics: counting times in histograms, and their OpenMetrics text.
 */
#include "scheduler/metrics.h"

#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#define SECOND 1e9

/* Upper bounds of the buckets, in nanoseconds, and as OpenMetrics writes them. */
static const uint64_t bounds[ASYNC_HISTOGRAM_BOUNDS] = {
	UINT64_C(1000), UINT64_C(10000), UINT64_C(100000), UINT64_C(500000), UINT64_C(1000000), UINT64_C(5000000),
	UINT64_C(10000000), UINT64_C(50000000), UINT64_C(100000000), UINT64_C(500000000), UINT64_C(1000000000),
	UINT64_C(10000000000),
};
static const char *const bound_texts[ASYNC_HISTOGRAM_BOUNDS + 1] = {
	"1e-06", "1e-05", "0.0001", "0.0005", "0.001", "0.005", "0.01", "0.05", "0.1", "0.5", "1.0", "10.0", "+Inf",
};

static zend_always_inline void observe(async_histogram_t *histogram, uint64_t time)
{
	uint32_t i = 0;

	while (i < ASYNC_HISTOGRAM_BOUNDS && time > bounds[i]) {
		i++;
	}
	histogram->buckets[i]++;
	histogram->sum += time;
}

void async_metrics_run(const async_activity_run_t *run)
{
	async_metrics_t *metrics = &ASYNC_G(metrics);
	const async_activity_record_t *record = run->record;

	observe(&metrics->runs, run->end - run->start);
	if (record->ready_at && record->ready_at <= run->start) {
		observe(&metrics->queue, run->start - record->ready_at);
	}
}

void async_metrics_woken(const async_activity_record_t *record)
{
	if (record->parked_at && record->parked_at <= record->ready_at) {
		observe(&ASYNC_G(metrics).waits[record->wait.kind], record->ready_at - record->parked_at);
	}
}

void async_metrics_turn(uint64_t lag)
{
	observe(&ASYNC_G(metrics).lag, lag);
}

void async_metrics_set(bool is_on)
{
	if (is_on == ASYNC_G(metrics).is_on) {
		return;
	}
	ASYNC_G(metrics).is_on = is_on;
	if (is_on) {
		async_activity_require();
	} else {
		async_activity_release();
	}
}

/* ---- stats() ---- */

static uint64_t count_of(const async_histogram_t *histogram)
{
	uint64_t count = 0;

	for (uint32_t i = 0; i <= ASYNC_HISTOGRAM_BOUNDS; i++) {
		count += histogram->buckets[i];
	}
	return count;
}

static void make_histogram(zval *result, const async_histogram_t *histogram)
{
	uint64_t count = 0;
	zval buckets;

	array_init(result);
	add_assoc_long(result, "count", (zend_long) count_of(histogram));
	add_assoc_double(result, "seconds", (double) histogram->sum / SECOND);
	array_init(&buckets);
	for (uint32_t i = 0; i <= ASYNC_HISTOGRAM_BOUNDS; i++) {
		count += histogram->buckets[i];
		add_assoc_long(&buckets, bound_texts[i], (zend_long) count);
	}
	add_assoc_zval(result, "buckets", &buckets);
}

void async_metrics_add(zval *stats)
{
	const async_metrics_t *metrics = &ASYNC_G(metrics);
	zval value, waits;

	if (!metrics->is_on) {
		return;
	}
	make_histogram(&value, &metrics->lag);
	add_assoc_zval(stats, "lag", &value);
	make_histogram(&value, &metrics->queue);
	add_assoc_zval(stats, "time_in_queue", &value);
	make_histogram(&value, &metrics->runs);
	add_assoc_zval(stats, "time_between_switches", &value);
	array_init(&waits);
	for (uint32_t kind = 0; kind < ASYNC_WAIT_KINDS; kind++) {
		if (count_of(&metrics->waits[kind]) > 0) {
			make_histogram(&value, &metrics->waits[kind]);
			add_assoc_zval(&waits, async_report_wait_name(kind), &value);
		}
	}
	add_assoc_zval(stats, "waits", &waits);
}

/* ---- OpenMetrics ---- */

static void append_family(smart_str *text, const char *name, const char *type, const char *unit, const char *help)
{
	smart_str_append_printf(text, "# TYPE async_%s %s\n", name, type);
	if (unit) {
		smart_str_append_printf(text, "# UNIT async_%s %s\n", name, unit);
	}
	smart_str_append_printf(text, "# HELP async_%s %s\n", name, help);
}

static void append_number(smart_str *text, const char *name, const char *type, const char *help, uint64_t value)
{
	append_family(text, name, type, NULL, help);
	smart_str_append_printf(text, "async_%s%s " ZEND_ULONG_FMT "\n", name,
		strcmp(type, "counter") == 0 ? "_total" : "", (zend_ulong) value);
}

/* `label`: 'kind="timer"', or "". */
static void append_histogram(smart_str *text, const char *name, const char *label, const async_histogram_t *histogram)
{
	const char *comma = *label ? "," : "";
	const char *open = *label ? "{" : "", *close = *label ? "}" : "";
	uint64_t count = 0;

	for (uint32_t i = 0; i <= ASYNC_HISTOGRAM_BOUNDS; i++) {
		count += histogram->buckets[i];
		smart_str_append_printf(text, "async_%s_bucket{%s%sle=\"%s\"} " ZEND_ULONG_FMT "\n", name, label, comma,
			bound_texts[i], (zend_ulong) count);
	}
	smart_str_append_printf(text, "async_%s_count%s%s%s " ZEND_ULONG_FMT "\n", name, open, label, close,
		(zend_ulong) count);
	/* Not by %f, which would write a locale's comma. */
	smart_str_append_printf(text, "async_%s_sum%s%s%s " ZEND_ULONG_FMT ".%09d\n", name, open, label, close,
		(zend_ulong) (histogram->sum / 1000000000), (int) (histogram->sum % 1000000000));
}

static void append_histograms(smart_str *text)
{
	const async_metrics_t *metrics = &ASYNC_G(metrics);

	append_family(text, "loop_lag_seconds", "histogram", "seconds",
		"Time between two looks for events in which coroutines ran.");
	append_histogram(text, "loop_lag_seconds", "", &metrics->lag);
	append_family(text, "queue_seconds", "histogram", "seconds",
		"Time that a coroutine was ready before it ran.");
	append_histogram(text, "queue_seconds", "", &metrics->queue);
	append_family(text, "run_seconds", "histogram", "seconds",
		"Time that a coroutine ran between two switches.");
	append_histogram(text, "run_seconds", "", &metrics->runs);
	append_family(text, "wait_seconds", "histogram", "seconds",
		"Time that a coroutine waited, by what it waited for.");
	for (uint32_t kind = 0; kind < ASYNC_WAIT_KINDS; kind++) {
		char label[64];

		if (count_of(&metrics->waits[kind]) > 0) {
			snprintf(label, sizeof(label), "kind=\"%s\"", async_report_wait_name(kind));
			append_histogram(text, "wait_seconds", label, &metrics->waits[kind]);
		}
	}
}

void async_metrics_append(smart_str *text)
{
	async_reactor_stats_t reactor = {0};

	if (ASYNC_G(reactor)) {
		async_reactor_stats(ASYNC_G(reactor), &reactor);
	}
	append_number(text, "coroutines", "gauge", "Unfinished coroutines.", ASYNC_G(coroutines));
	append_number(text, "waiting_coroutines", "gauge", "Coroutines that wait.", ASYNC_G(waiting));
	append_number(text, "timers", "gauge", "Armed timers.", reactor.timers);
	append_number(text, "descriptors", "gauge", "Descriptors that are registered with the system.",
		reactor.descriptors);
	append_number(text, "jobs", "gauge", "Jobs on worker threads.", reactor.jobs);
	append_number(text, "contexts", "gauge", "Stacks of coroutines, in use or kept.", ASYNC_G(contexts).count);
	append_number(text, "spawned", "counter", "Coroutines spawned in this request.", ASYNC_G(spawned));
	append_number(text, "switches", "counter", "Switches in this request.", ASYNC_G(switches));
	append_number(text, "turns", "counter", "Turns of the event loop in this request.", reactor.turns);
	append_number(text, "blocked_in_place", "counter", "Waits in this request that blocked the thread.",
		ASYNC_G(blocked_in_place));
	if (ASYNC_G(metrics).is_on) {
		append_histograms(text);
	}
	smart_str_appends(text, "# EOF\n");
}
