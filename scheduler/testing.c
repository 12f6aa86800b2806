/*
 * Testing builds only: injected events, the settings in the environment, and the log.
 */
#include "scheduler/testing.h"

#ifdef ASYNC_TESTING

# include "scheduler/end.h"
# include "scheduler/schedule.h"
# include "scheduler/scheduler.h"

# include "zend_exceptions.h"

# include <unistd.h>

/* Choices beyond this number are made and not logged. */
# define LOG_MAX (UINT32_C(1) << 20)
/* Exit status of an injected exit(). */
# define EXIT_STATUS 86

typedef enum { INJECT_CANCEL, INJECT_EXIT, INJECT_FATAL, INJECT_TIMEOUT, INJECT_KINDS } injection_t;

static const char *const injection_names[] = { "CANCEL", "EXIT", "FATAL", "TIMEOUT" };

bool async_testing_is_active;
__typeof__(async_testing_cold) async_testing_cold;

/* One for the process: a test has one thread. */
static struct {
	async_schedule_t schedule;
	char *sched_text;
	async_choice_t *choices;
	size_t choice_count;
	size_t choice_capacity;
	uint64_t at[INJECT_KINDS]; /* number of the park, 0: never */
	bool fired[INJECT_KINDS];
	uint64_t parks;
	uint64_t timed_parks;      /* those with a deadline or a timeout as token */
	async_wait_node_t *token;  /* node of the timeout that limits the wait of token_owner with token_ticket */
	async_coroutine_t *token_owner;
	uint64_t token_ticket;     /* stale when that wait was not parked after all */
	bool clock_is_virtual;
	char *log_file;
	pid_t pid;                 /* a forked child does not write */
} testing;

/* ---- settings ---- */

/* The value of a setting, which is removed from the environment; NULL: not set. owns: the caller, malloc'ed */
static char *take_setting(const char *name)
{
	char full[32];
	const char *value;
	char *copy = NULL;

	snprintf(full, sizeof(full), "ASYNC_TEST_%s", name);
	value = getenv(full);
	if (value && *value) {
		copy = strdup(value);
		async_testing_is_active = true;
	}
	unsetenv(full);
	return copy;
}

static ZEND_COLD ZEND_NORETURN void refuse(const char *name, const char *value)
{
	zend_error_noreturn(E_CORE_ERROR, "Async: ASYNC_TEST_%s=%s cannot be understood", name, value);
}

static uint64_t parse_number(const char *name, const char *text)
{
	char *end;
	uint64_t number = strtoull(text, &end, 10);

	if (*text < '0' || *text > '9' || *end != '\0') {
		refuse(name, text);
	}
	return number;
}

static void parse_vector(const char *text)
{
	const char *at = text;
	uint8_t *const vector = calloc(strlen(text) + 1, 1);

	testing.schedule.vector = vector;
	while (*at) {
		char *end;
		unsigned long choice = strtoul(at, &end, 10);
		if (*at < '0' || *at > '9' || choice >= ASYNC_SCHEDULE_CHOICES_MAX || (*end != '\0' && *end != ',')) {
			refuse("SCHED", testing.sched_text);
		}
		vector[testing.schedule.vector_length++] = (uint8_t) choice;
		at = *end ? end + 1 : end;
	}
}

static void parse_sched(const char *text)
{
	if (strcmp(text, "fifo") == 0) {
		testing.schedule.order = ASYNC_ORDER_FIFO;
	} else if (strncmp(text, "random:", 7) == 0) {
		testing.schedule.order = ASYNC_ORDER_RANDOM;
		testing.schedule.random = parse_number("SCHED", text + 7);
	} else if (strncmp(text, "dfs:", 4) == 0) {
		testing.schedule.order = ASYNC_ORDER_VECTOR;
		parse_vector(text + 4);
	} else {
		refuse("SCHED", text);
	}
}

static void parse_cold(const char *text)
{
	if (strcmp(text, "all") == 0) {
		async_testing_cold = ASYNC_TESTING_COLD_ALL;
	} else if (strcmp(text, "half") == 0) {
		async_testing_cold = ASYNC_TESTING_COLD_HALF;
	} else {
		refuse("COLD", text);
	}
}

bool async_testing_misses_cache(void)
{
	static bool missed;

	missed = !missed || async_testing_cold == ASYNC_TESTING_COLD_ALL;
	return missed;
}

static void start(void)
{
	char *clock, *cold, *body;

	testing.sched_text = take_setting("SCHED");
	testing.log_file = take_setting("LOG");
	testing.pid = getpid();
	if (testing.sched_text) {
		parse_sched(testing.sched_text);
	}
	for (int kind = 0; kind < INJECT_KINDS; kind++) {
		char *number = take_setting(injection_names[kind]);
		if (number) {
			testing.at[kind] = parse_number(injection_names[kind], number);
			free(number);
		}
	}
	clock = take_setting("CLOCK");
	if (clock) {
		if (strcmp(clock, "virtual") != 0) {
			refuse("CLOCK", clock);
		}
		testing.clock_is_virtual = true;
		free(clock);
	}
	cold = take_setting("COLD");
	if (cold) {
		parse_cold(cold);
		free(cold);
	}
	body = take_setting("BODY");
	if (body) {
		async_testing_body_startup(body);
		free(body);
	}
}

/* ---- the log ---- */

static void note_choice(async_choice_t choice)
{
	if (testing.choice_count == testing.choice_capacity) {
		size_t capacity = testing.choice_capacity ? testing.choice_capacity * 2 : 256;
		async_choice_t *choices;
		if (capacity > LOG_MAX || !(choices = realloc(testing.choices, capacity * sizeof(*choices)))) {
			return;
		}
		testing.choices = choices;
		testing.choice_capacity = capacity;
	}
	testing.choices[testing.choice_count++] = choice;
}

void async_testing_start(void)
{
	if (async_testing_is_active) {
		testing.schedule.note_choice = note_choice;
		(void) async_schedule_follow(&testing.schedule);
	}
	if (testing.clock_is_virtual) {
		(void) async_schedule_stop_clock(true);
	}
}

static void write_log(FILE *file)
{
	fprintf(file, "sched %s\n", testing.sched_text ? testing.sched_text : "fifo");
	fprintf(file, "parks %" PRIu64 "\ntimed_parks %" PRIu64 "\n", testing.parks, testing.timed_parks);
	for (int kind = 0; kind < INJECT_KINDS; kind++) {
		if (testing.at[kind]) {
			fprintf(file, "inject %s %" PRIu64 " %s\n", injection_names[kind], testing.at[kind],
				testing.fired[kind] ? "fired" : "beyond");
		}
	}
	/* At the end of a request none may be left (P13), but for a fatal error, which abandons frames. */
	if (!CG(unclean_shutdown)) {
		fprintf(file, "left %zu waiting, %s\n", ASYNC_G(waiting),
			ASYNC_G(reactor) && async_reactor_has_refs(ASYNC_G(reactor)) ? "references" : "no references");
	}
	fputs("choices", file);
	for (size_t i = 0; i < testing.choice_count; i++) {
		fprintf(file, " %u:%u", testing.choices[i].ready, testing.choices[i].chosen);
	}
	fputs("\n", file);
}

# if !ZEND_DEBUG

static void free_last(zend_object *object)
{
	zend_object_std_dtor(object);
	if (!CG(unclean_shutdown)) {
		gc_collect_cycles();
	}
}

/* A release build of PHP frees cycles that a script has left with the heap; only debug builds collect them first.
 * Without a heap, as under valgrind, a release build leaks them. So a testing build collects them as well, and at the
 * same
 * moment: it puts an object of ours where the engine frees its last value before the object store. */
static void collect_at_end(void)
{
	static zend_object_handlers handlers;
	zval last;

	memcpy(&handlers, zend_get_std_object_handlers(), sizeof(handlers));
	handlers.free_obj = free_last;
	ZVAL_OBJ(&last, zend_objects_new(zend_standard_class_def));
	Z_OBJ(last)->handlers = &handlers;
	zend_stack_push(&EG(user_exception_handlers), &last);
}

# endif

static void end_request(void)
{
	FILE *file;

	async_testing_body_end();
# if !ZEND_DEBUG
	collect_at_end();
# endif
	if (!testing.log_file || testing.pid != getpid()) {
		return;
	}
	file = fopen(testing.log_file, "w");
	if (!file) {
		fprintf(stderr, "ASYNC_TEST_LOG: cannot write %s: %s\n", testing.log_file, strerror(errno));
		return;
	}
	write_log(file);
	fclose(file);
}

const async_part_t async_testing_part = { .startup = start, .request_end = end_request };

/* ---- injections ---- */

static void call_exit(async_coroutine_t *self)
{
	(void) self;
	EG(exit_status) = EXIT_STATUS;
	ASYNC_G(exit_called) = true;
	zend_throw_unwind_exit();
}

static void raise_fatal_error(async_coroutine_t *self)
{
	(void) self;
	zend_error_noreturn(E_ERROR, "injected by ASYNC_TEST_FATAL");
}

/* Have another coroutine run this as soon as the current one is parked. */
static void run_next(async_coroutine_entry_t entry)
{
	async_coroutine_t *culprit = async_coroutine_new_service(entry, 0);

	async_scheduler_enqueue(culprit, &ASYNC_G(global_scope), true);
	ASYNC_G(schedule)->forced = culprit;
}

/* Is the injection due at this park? */
static bool is_due(injection_t kind, uint64_t count)
{
	if (testing.at[kind] != count) {
		return false;
	}
	testing.fired[kind] = true;
	return true;
}

static void time_out(async_coroutine_t *self, async_wait_t *wait, async_wait_node_t *token)
{
	if (token) {
		async_wait_list_remove(token);
		wait->fired = token;
	}
	async_wake(self, wait->ticket, token ? ASYNC_WAIT_READY : ASYNC_WAIT_TIMEOUT);
}

void async_testing_set_token(async_wait_node_t *node)
{
	testing.token = node;
	testing.token_owner = node->wait->coroutine;
	testing.token_ticket = node->wait->ticket;
}

void async_testing_on_park(async_coroutine_t *self, async_wait_t *wait)
{
	async_wait_node_t *token = NULL;

	if (testing.token_owner == self && wait && testing.token_ticket == wait->ticket) {
		token = testing.token;
	}
	testing.token_owner = NULL;
	if (self->flags & ASYNC_COROUTINE_HIDDEN) {
		return;
	}
	testing.parks++;
	if (wait && (token || async_timer_is_armed(&wait->timer))) {
		testing.timed_parks++;
		if (is_due(INJECT_TIMEOUT, testing.timed_parks)) {
			time_out(self, wait, token);
		}
	}
	if (is_due(INJECT_CANCEL, testing.parks)) {
		async_coroutine_cancel(self, NULL);
	}
	if (is_due(INJECT_EXIT, testing.parks)) {
		run_next(call_exit);
	}
	if (is_due(INJECT_FATAL, testing.parks)) {
		run_next(raise_fatal_error);
	}
}

#else

/* A file is never empty in C. */
typedef int async_testing_nothing_t;

#endif
