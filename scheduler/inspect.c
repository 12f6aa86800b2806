/*
 * Inspector: the socket in the process and in its forked children, and the questions to the PHP thread.
 */
#include "scheduler/inspect.h"

#include "scheduler/activity.h"
#include "scheduler/observers.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"
#include "scheduler/warning.h"

#include "zend_smart_str.h"
#include "ext/json/php_json.h"
#include "SAPI.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#define SCHEME "unix:"
/* How long a client waits for the PHP thread when it does not say, and at most, in ms. */
#define PATIENCE_MS 100
#define PATIENCE_MAX_MS 10000
/* From one snapshot to the next at least this time passes, and … */
#define REST_NS UINT64_C(20000000)
/* … this number of times as long as it took: so snapshots take at most a fifth of the time. */
#define REST_FACTOR 4
#define ANSWER_MAX ((size_t) 64 * 1024 * 1024)
#define JSON_DEPTH 32
#define FRAMES_MAX 32

typedef enum {
	QUESTION_NONE,
	QUESTION_WANTED,   /* by a client; the PHP thread has its rest */
	QUESTION_ASKED,    /* the PHP thread is to hear it */
	QUESTION_HEARD,    /* it makes the snapshot */
	QUESTION_ANSWERED
} question_t;

static struct {
	pthread_mutex_t lock;              /* of the start and the end of the server */
	async_line_server_t *server;
	char *path;
	bool is_given_up;                  /* there is no socket, and a warning has said why */
	/* atomic */
	bool is_lost;                      /* in a forked child: the server is the parent's */
	bool is_asked;                     /* the same as QUESTION_ASKED, to be read without the lock */
	/* under the lock of the server */
	async_inspect_target_t target;
	char *script;
	question_t question;
	uint64_t asked_at;
	uint64_t heard_at;
	uint64_t rests_until;
	async_line_t answer;
} inspector = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* For the handler of fork(): ASYNC_G() may not be there in a thread that forks. NULL: nothing is inspected. */
ZEND_TLS zend_atomic_bool *interrupt_of_this_thread;

/* ---- in the PHP thread: the snapshot ---- */

static async_line_t copy_line(const char *text, size_t length)
{
	async_line_t line = {.text = malloc(length + 1), .length = length};

	if (line.text) {
		memcpy(line.text, text, length + 1);
	}
	return line;
}

/* How long no events were looked for. */
static double lag_ms(void)
{
	const uint64_t now = async_reactor_now();

	if (ASYNC_G(reactor) == NULL || ASYNC_G(last_turn) > now || ASYNC_G(current) == NULL
		|| ASYNC_G(current)->state != ASYNC_COROUTINE_RUNNING) {
		return 0;
	}
	return (double) (now - ASYNC_G(last_turn)) / 1e6;
}

/* The stack of a script that has made no async call yet: it is no coroutine. */
static void add_plain_stack(zval *snapshot)
{
	zval stack;

	array_init(&stack);
	async_report_stack(&stack, EG(current_execute_data), FRAMES_MAX);
	add_assoc_zval(snapshot, "stack", &stack);
}

static async_line_t make_snapshot(void)
{
	const async_compat_json_error_t json_error = ASYNC_COMPAT_JSON_ERROR();
	smart_str json = {0};
	async_line_t line;
	zval snapshot;

	async_snapshot(&snapshot);
	add_assoc_string(&snapshot, "answer", "snapshot");
	add_assoc_double(&snapshot, "lag_ms", lag_ms());
	if (ASYNC_G(phase) == ASYNC_PHASE_IDLE || ASYNC_G(phase) == ASYNC_PHASE_OVER) {
		add_plain_stack(&snapshot);
	}
	(void) php_json_encode_ex(&json, &snapshot, PHP_JSON_UNESCAPED_SLASHES | PHP_JSON_UNESCAPED_UNICODE
		| PHP_JSON_INVALID_UTF8_SUBSTITUTE | PHP_JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_DEPTH);
	ASYNC_COMPAT_JSON_ERROR() = json_error;
	zend_array_destroy(Z_ARR(snapshot));
	smart_str_0(&json);
	if (ZSTR_LEN(json.s) > ANSWER_MAX) {
		line = copy_line(ZEND_STRL("{\"answer\":\"error\",\"error\":\"the snapshot is too large\"}"));
	} else {
		line = copy_line(ZSTR_VAL(json.s), ZSTR_LEN(json.s));
	}
	smart_str_free(&json);
	return line;
}

/* A program that is near its memory limit must not end because a process looks at it. */
static async_line_t make_snapshot_beyond_limit(void)
{
	const size_t limit = PG(memory_limit);
	async_line_t line;

	(void) zend_set_memory_limit((size_t) Z_L(-1) >> 1);
	line = make_snapshot();
	if (zend_set_memory_limit(limit) != SUCCESS) {
		(void) zend_set_memory_limit(MAX(limit, zend_memory_usage(true)));
	}
	return line;
}

static void answer_question(void *ignored)
{
	async_line_t line;

	(void) ignored;
	async_line_server_lock(inspector.server);
	if (inspector.question != QUESTION_ASKED) {
		async_line_server_unlock(inspector.server);
		return;
	}
	inspector.question = QUESTION_HEARD;
	inspector.heard_at = async_line_now();
	__atomic_store_n(&inspector.is_asked, false, __ATOMIC_RELAXED);
	async_line_server_unlock(inspector.server);

	line = make_snapshot_beyond_limit();

	async_line_server_lock(inspector.server);
	ZEND_ASSERT(inspector.question == QUESTION_HEARD && inspector.answer.text == NULL && "one thread answers");
	inspector.question = QUESTION_ANSWERED;
	inspector.answer = line;
	inspector.rests_until = async_line_now() + MAX(REST_NS, (async_line_now() - inspector.heard_at) * REST_FACTOR);
	async_line_server_unlock(inspector.server);
	async_line_server_ring(inspector.server);
}

static bool has_question(void)
{
	return async_is_observed_by(ASYNC_OBSERVER_INSPECTOR) && __atomic_load_n(&inspector.is_asked, __ATOMIC_RELAXED)
		&& !__atomic_load_n(&inspector.is_lost, __ATOMIC_RELAXED);
}

/* In a turn of the reactor. */
static size_t on_visit(void)
{
	if (has_question()) {
		async_scheduler_shield(answer_question, NULL);
	}
	return 0;
}

/* ---- in the helper: questions ---- */

static async_line_t line_of(const char *text)
{
	return copy_line(text, strlen(text));
}

static bool has_target(void)
{
	return inspector.target.interrupt != NULL;
}

static void ask(uint64_t now)
{
	inspector.question = QUESTION_ASKED;
	inspector.asked_at = now;
	__atomic_store_n(&inspector.is_asked, true, __ATOMIC_RELAXED);
	zend_atomic_bool_store_ex(inspector.target.interrupt, true);
	if (inspector.target.reactor) {
		async_reactor_ring(inspector.target.reactor);
	}
}

static void withdraw(void)
{
	if (inspector.question == QUESTION_WANTED || inspector.question == QUESTION_ASKED) {
		inspector.question = QUESTION_NONE;
		__atomic_store_n(&inspector.is_asked, false, __ATOMIC_RELAXED);
	}
}

static async_line_t take_answer(void)
{
	const async_line_t line = inspector.answer;

	inspector.question = QUESTION_NONE;
	inspector.answer = (async_line_t) {0};
	return line.text ? line : line_of("{\"answer\":\"error\",\"error\":\"no memory\"}");
}

static async_line_t hello(void)
{
	char text[200];

	(void) snprintf(text, sizeof(text), "{\"answer\":\"hello\",\"protocol\":1,\"async\":\"" PHP_ASYNC_VERSION
		"\",\"php\":\"" PHP_VERSION "\",\"pid\":%d}", (int) getpid());
	return line_of(text);
}

static async_line_t answer(const char *line, unsigned *patience_ms)
{
	unsigned long patience = PATIENCE_MS;
	char *end = NULL;

	if (strcmp(line, "hello") == 0) {
		return hello();
	}
	if (strncmp(line, "snapshot ", 9) == 0 && line[9] >= '0' && line[9] <= '9') {
		patience = strtoul(line + 9, &end, 10);
	}
	if (strcmp(line, "snapshot") != 0 && (end == NULL || *end != '\0')) {
		return line_of("{\"answer\":\"error\",\"error\":\"unknown question\"}");
	}
	*patience_ms = (unsigned) MIN(patience, PATIENCE_MAX_MS);
	return (async_line_t) {0};
}

static async_line_t common(size_t waiting, int *again_ms)
{
	const uint64_t now = async_line_now();

	*again_ms = -1;
	if (inspector.question == QUESTION_ANSWERED) {
		return take_answer();
	}
	if (waiting == 0) {
		withdraw();
		return (async_line_t) {0};
	}
	if (!has_target()) {
		return async_inspect_stuck(&inspector.target);
	}
	if (inspector.question == QUESTION_NONE) {
		inspector.question = QUESTION_WANTED;
	}
	if (inspector.question == QUESTION_WANTED && now >= inspector.rests_until) {
		ask(now);
	} else if (inspector.question == QUESTION_WANTED) {
		*again_ms = (int) ((inspector.rests_until - now) / 1000000) + 1;
	}
	return (async_line_t) {0};
}

static async_line_t late(void)
{
	return async_inspect_stuck(&inspector.target);
}

static void forked(void)
{
	__atomic_store_n(&inspector.is_lost, true, __ATOMIC_RELAXED);
	/* Another thread may have held it at the fork. */
	pthread_mutex_init(&inspector.lock, NULL);
	if (interrupt_of_this_thread) {
		zend_atomic_bool_store_ex(interrupt_of_this_thread, true);
	}
}

static const async_line_ops_t ops = {.answer = answer, .common = common, .late = late, .forked = forked};

/* ---- the socket ---- */

static bool has_process_id(const char *setting)
{
	for (const char *at = setting; *at; at++) {
		if (*at == '%' && *++at == 'p') {
			return true;
		}
	}
	return false;
}

bool async_inspect_check(const char *setting)
{
	if (*setting == '\0') {
		return true;
	}
	if (strncmp(setting, SCHEME, strlen(SCHEME)) != 0 || setting[strlen(SCHEME)] == '\0') {
		return false;
	}
	for (const char *at = setting; *at; at++) {
		if (*at == '%' && *++at != 'p' && *at != '%') {
			return false;
		}
	}
	return true;
}

/* The path of this process, which free() takes. The folder may change later, so it is an absolute one. NULL: ENOMEM */
static char *path_of(const char *setting)
{
	smart_str path = {0};
	char folder[MAXPATHLEN];
	char *result;

	setting += strlen(SCHEME);
	if (*setting != '/' && VCWD_GETCWD(folder, sizeof(folder))) {
		smart_str_appends(&path, folder);
		smart_str_appendc(&path, '/');
	}
	for (const char *at = setting; *at; at++) {
		if (*at != '%') {
			smart_str_appendc(&path, *at);
		} else if (*++at == 'p') {
			smart_str_append_long(&path, (zend_long) getpid());
		} else {
			smart_str_appendc(&path, '%');
		}
	}
	smart_str_0(&path);
	result = strdup(path.s ? ZSTR_VAL(path.s) : "");
	smart_str_free(&path);
	return result;
}

/* errors: there is no server, errno says why */
static void open_server(void)
{
	ZEND_ASSERT(inspector.server == NULL && inspector.path == NULL && "a process has one socket");
	inspector.path = path_of(ASYNC_G(inspect));
	if (inspector.path) {
		inspector.server = async_line_server_open(inspector.path, &ops);
	}
}

static void free_path(void)
{
	free(inspector.path);
	inspector.path = NULL;
}

static void give_up(int error)
{
	const char *why = error == EEXIST ? "the file exists and is no socket"
		: error == EADDRINUSE ? "another process listens there" : strerror(error);

	inspector.is_given_up = true;
	async_warn_at(NULL, 0, "async.inspect is without effect: %s: %s", inspector.path ? inspector.path : "", why);
	free_path();
}

/* From now on the helper asks this thread, unless it asks another one. */
static void attach(void)
{
	async_line_server_lock(inspector.server);
	if (!has_target()) {
		free(inspector.script);
		inspector.script = SG(request_info).path_translated ? strdup(SG(request_info).path_translated) : NULL;
		inspector.target = (async_inspect_target_t) {
			.interrupt = &EG(vm_interrupt),
			.frame = &EG(current_execute_data),
			.coroutine = &ASYNC_G(current),
			.slice_start = &ASYNC_G(activity_clock).slice_start,
			.start = async_line_now(),
			.script = inspector.script,
		};
		async_observe(ASYNC_OBSERVER_INSPECTOR, true);
	}
	async_line_server_unlock(inspector.server);
	if (!async_is_observed_by(ASYNC_OBSERVER_INSPECTOR)) {
		return;
	}
	async_activity_require();
	if (ASYNC_G(reactor)) {
		async_inspect_follow_reactor();
	}
}

static void detach(void)
{
	async_line_server_lock(inspector.server);
	inspector.target = (async_inspect_target_t) {0};
	withdraw();
	if (inspector.question == QUESTION_HEARD) {
		/* A fatal error has ended the request before the answer was there. */
		inspector.question = QUESTION_NONE;
	}
	async_line_server_unlock(inspector.server);
	async_observe(ASYNC_OBSERVER_INSPECTOR, false);
	if (ASYNC_G(reactor)) {
		async_reactor_set_visitor(ASYNC_G(reactor), ASYNC_VISITOR_INSPECTOR, NULL);
	}
	async_activity_release();
}

void async_inspect_follow_reactor(void)
{
	async_reactor_set_visitor(ASYNC_G(reactor), ASYNC_VISITOR_INSPECTOR, on_visit);
	async_line_server_lock(inspector.server);
	inspector.target.reactor = ASYNC_G(reactor);
	async_line_server_unlock(inspector.server);
}

/* In a forked child: leave the socket to the parent. */
static void forget_server(void)
{
	if (async_is_observed_by(ASYNC_OBSERVER_INSPECTOR)) {
		detach();
	}
	async_line_server_forget(inspector.server);
	inspector.server = NULL;
	free(inspector.answer.text);
	inspector.answer = (async_line_t) {0};
	inspector.question = QUESTION_NONE;
	inspector.target = (async_inspect_target_t) {0};
	__atomic_store_n(&inspector.is_asked, false, __ATOMIC_RELAXED);
	__atomic_store_n(&inspector.is_lost, false, __ATOMIC_RELAXED);
	free_path();
	/* The path without a process id is the parent's. */
	inspector.is_given_up = !has_process_id(ASYNC_G(inspect));
}

/* ---- the parts ---- */

static ASYNC_ALWAYS_RUNS void start_request(void)
{
	if (EXPECTED(ASYNC_G(inspect) == NULL)) {
		return;
	}
	interrupt_of_this_thread = &EG(vm_interrupt);
	pthread_mutex_lock(&inspector.lock);
	if (__atomic_load_n(&inspector.is_lost, __ATOMIC_RELAXED)) {
		forget_server();
	}
	if (inspector.server == NULL && !inspector.is_given_up) {
		open_server();
		if (inspector.server == NULL) {
			give_up(errno);
		}
	}
	if (inspector.server) {
		attach();
	}
	pthread_mutex_unlock(&inspector.lock);
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	interrupt_of_this_thread = NULL;
	if (UNEXPECTED(async_is_observed_by(ASYNC_OBSERVER_INSPECTOR))) {
		detach();
	}
}

/* In a forked child, at its first interrupt. When no socket can be made, there is none. */
static void renew(void)
{
	pthread_mutex_lock(&inspector.lock);
	forget_server();
	if (!inspector.is_given_up) {
		open_server();
		if (inspector.server) {
			attach();
		} else {
			inspector.is_given_up = true;
			free_path();
		}
	}
	pthread_mutex_unlock(&inspector.lock);
}

static void on_interrupt(zend_execute_data *frame, const zend_op *next)
{
	(void) frame;
	(void) next;
	if (UNEXPECTED(__atomic_load_n(&inspector.is_lost, __ATOMIC_RELAXED)) && interrupt_of_this_thread) {
		renew();
	}
	if (UNEXPECTED(has_question())) {
		answer_question(NULL);
	}
}

static ASYNC_ALWAYS_RUNS void end_process(void)
{
	if (inspector.server == NULL) {
		return;
	}
	if (__atomic_load_n(&inspector.is_lost, __ATOMIC_RELAXED)) {
		async_line_server_forget(inspector.server);
	} else {
		async_line_server_close(inspector.server);
	}
	inspector.server = NULL;
	free_path();
	free(inspector.script);
	free(inspector.answer.text);
	inspector.script = inspector.answer.text = NULL;
}

const async_part_t async_inspect_part = {
	.request_start = start_request,
	.request_end = end_request,
	.before_interrupt = on_interrupt,
	.shutdown = end_process,
};
