/*
 * Words for the waits of coroutines (report.h), and getAwaitingInfo().
 */
#include "scheduler/report.h"

#include "scheduler/class_loads.h"
#include "scheduler/file_runs.h"
#include "scheduler/lock.h"

/* At most this number of holders is named. */
#define HOLDERS_MAX 4
/* Functions of other layers that have words for their waits. */
#define WORDS_MAX 4

static const char *const wait_names[] = {
	[ASYNC_WAIT_FOR_TURN] = "its turn",
	[ASYNC_WAIT_FOR_TIMER] = "timer",
	[ASYNC_WAIT_FOR_AWAITABLE] = "awaitable",
	[ASYNC_WAIT_FOR_SCOPE] = "scope",
	[ASYNC_WAIT_FOR_SPAWNED] = "coroutines that it spawned",
	[ASYNC_WAIT_FOR_DESCRIPTOR] = "descriptor",
	[ASYNC_WAIT_FOR_CHILD] = "child process",
	[ASYNC_WAIT_FOR_CLASS] = "class being loaded",
	[ASYNC_WAIT_FOR_FILE] = "file being run",
	[ASYNC_WAIT_FOR_JOB] = "job",
	[ASYNC_WAIT_FOR_LOCK] = "lock",
	[ASYNC_WAIT_FOR_SELECT] = "select()",
	[ASYNC_WAIT_FOR_DRAIN] = "end of the request",
};

const char *async_report_wait_name(uint32_t kind)
{
	ZEND_ASSERT(kind < sizeof(wait_names) / sizeof(wait_names[0]) && "each kind has a name");
	return wait_names[kind];
}

static async_report_words_t words[WORDS_MAX];
static size_t words_count;

ASYNC_ALWAYS_RUNS void async_report_add_words(async_report_words_t append)
{
	for (size_t i = 0; i < words_count; i++) {
		if (words[i] == append) {
			return;
		}
	}
	ZEND_ASSERT(words_count < WORDS_MAX && "there is room for the functions of all layers");
	words[words_count++] = append;
}

static bool append_words_of_others(smart_str *text, const async_wait_t *wait)
{
	for (size_t i = 0; i < words_count; i++) {
		if (words[i](text, wait)) {
			return true;
		}
	}
	return false;
}

void async_report_append_made_at(smart_str *text, const zend_string *file, uint32_t line)
{
	if (file) {
		smart_str_appends(text, " made at ");
		async_report_append_place(text, file, line);
	}
}

void async_report_append_awaitable(smart_str *text, zend_object *object, const async_wait_t *wait)
{
	const async_coroutine_t *awaited = async_coroutine_if(object);
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(object)->ops;
	uint32_t line;

	if (awaited && (awaited->flags & ASYNC_COROUTINE_MAIN)) {
		smart_str_append_printf(text, "the main script (#" ZEND_ULONG_FMT ")", (zend_ulong) awaited->id);
	} else if (awaited) {
		smart_str_appends(text, "coroutine ");
		async_report_append_number(text, awaited->id);
		smart_str_appends(text, " (spawned at ");
		async_report_append_place(text, awaited->spawn_file, awaited->spawn_line);
		smart_str_appendc(text, ')');
	} else if (ops->append_words == NULL || !ops->append_words(object, wait, text)) {
		smart_str_append(text, object->ce->name);
		if (ops->made_at) {
			const zend_string *file = ops->made_at(object, &line);
			async_report_append_made_at(text, file, line);
		}
	}
}

/* ---- time that is left ---- */

static zend_long remaining_ms(const async_wait_t *wait)
{
	return (zend_long) (async_report_time_left(&wait->timer) / 1000000);
}

uint64_t async_report_time_left(const async_timer_t *timer)
{
	const uint64_t now = async_reactor_now();

	return timer->deadline > now ? timer->deadline - now : 0;
}

void async_report_append_time(smart_str *text, uint64_t ns)
{
	if (ns >= UINT64_C(1000000000)) {
		smart_str_append_printf(text, "%.1f s", (double) ns / 1e9);
	} else {
		smart_str_append_printf(text, ZEND_ULONG_FMT " ms", (zend_ulong) (ns / 1000000));
	}
}

void async_report_append_time_left(smart_str *text, const async_timer_t *timer)
{
	async_report_append_time(text, async_report_time_left(timer));
	smart_str_appends(text, " left");
}

/* ---- words ---- */

/* A wait for nothing but time has the name of the function that waits: "sleep", "delay". */
static void append_timer(smart_str *text, const async_coroutine_t *coroutine)
{
	const zend_execute_data *frame = async_report_frame(coroutine);
	const zend_string *name = frame && frame->func && !ZEND_USER_CODE(frame->func->type)
		? frame->func->common.function_name : NULL;
	const char *last;

	if (name == NULL || ZSTR_LEN(name) == 0) {
		smart_str_appends(text, wait_names[ASYNC_WAIT_FOR_TIMER]);
		return;
	}
	last = zend_memrchr(ZSTR_VAL(name), '\\', ZSTR_LEN(name));
	smart_str_appends(text, last ? last + 1 : ZSTR_VAL(name));
}

static void append_subject(smart_str *text, const async_wait_t *wait)
{
	const async_lock_t *lock = wait->subject;
	const async_scope_t *scope = wait->subject;

	switch (wait->kind) {
		case ASYNC_WAIT_FOR_AWAITABLE:
			async_report_append_awaitable(text, wait->subject, wait);
			return;
		case ASYNC_WAIT_FOR_LOCK:
			smart_str_appends(text, lock->name);
			async_report_append_made_at(text, lock->made_file, lock->made_line);
			return;
		case ASYNC_WAIT_FOR_TIMER:
			append_timer(text, wait->coroutine);
			return;
		default:
			smart_str_appends(text, wait_names[wait->kind]);
	}
	switch (wait->kind) {
		case ASYNC_WAIT_FOR_SCOPE:
			smart_str_appends(text, " created at ");
			async_report_append_place(text, scope->created_file, scope->created_line);
			break;
		case ASYNC_WAIT_FOR_DESCRIPTOR:
			smart_str_append_printf(text, " %d", (int) wait->detail);
			break;
		case ASYNC_WAIT_FOR_CHILD:
			if (wait->detail > 0) {
				smart_str_append_printf(text, " %d", (int) wait->detail);
			}
			break;
		case ASYNC_WAIT_FOR_CLASS:
			smart_str_appendc(text, ' ');
			smart_str_append(text, async_class_load_name(wait->subject));
			break;
		case ASYNC_WAIT_FOR_FILE:
			smart_str_appendc(text, ' ');
			smart_str_append(text, async_file_run_path(wait->subject));
			break;
		case ASYNC_WAIT_FOR_JOB:
			smart_str_append_printf(text, " %s", (const char *) wait->subject);
			break;
		default:
			break;
	}
}

void async_report_append_wait(smart_str *text, const async_coroutine_t *coroutine)
{
	const async_wait_t *wait = coroutine->wait;

	if (wait == NULL) {
		smart_str_appends(text, wait_names[ASYNC_WAIT_FOR_TURN]);
		return;
	}
	if (!append_words_of_others(text, wait)) {
		append_subject(text, wait);
	}
	if (async_timer_is_armed(&wait->timer)) {
		smart_str_appends(text, ", ");
		async_report_append_time_left(text, &wait->timer);
	}
}

static void append_holder(smart_str *text, const async_coroutine_t *holder, unsigned *count)
{
	if (holder == NULL || *count > HOLDERS_MAX) {
		return;
	}
	if (*count == HOLDERS_MAX) {
		smart_str_appends(text, ", …");
	} else {
		smart_str_appends(text, *count == 0 ? ", held by coroutine " : ", ");
		async_report_append_number(text, holder->id);
	}
	(*count)++;
}

void async_report_append_holders(smart_str *text, const async_lock_t *lock)
{
	unsigned count = 0;

	append_holder(text, lock->owner, &count);
	for (const async_ring_t *at = lock->holders; at && count <= HOLDERS_MAX && (at = at->prev) != lock->holders; ) {
		append_holder(text, ((const async_holder_t *) at)->coroutine, &count);
	}
}

void async_report_append_wait_and_holders(smart_str *text, const async_coroutine_t *coroutine)
{
	const async_wait_t *wait = coroutine->wait;
	unsigned count = 0;

	async_report_append_wait(text, coroutine);
	if (wait && wait->kind == ASYNC_WAIT_FOR_LOCK) {
		async_report_append_holders(text, wait->subject);
	} else if (wait && wait->kind == ASYNC_WAIT_FOR_CLASS) {
		append_holder(text, async_class_load_holder(wait->subject), &count);
	} else if (wait && wait->kind == ASYNC_WAIT_FOR_FILE) {
		append_holder(text, async_file_run_holder(wait->subject), &count);
	}
}

/* ---- getAwaitingInfo() ---- */

void async_report_wait_info(zval *result, const async_coroutine_t *coroutine)
{
	const async_wait_t *wait = coroutine->wait;

	array_init(result);
	if (!async_coroutine_is_suspended(coroutine)) {
		return;
	}
	if (wait == NULL) {
		add_assoc_string(result, "type", "turn");
		return;
	}
	if (wait->kind == ASYNC_WAIT_FOR_AWAITABLE) {
		const async_coroutine_t *awaited = async_coroutine_if(wait->subject);
		add_assoc_string(result, "type", awaited ? "coroutine" : "awaitable");
		if (awaited) {
			add_assoc_long(result, "id", (zend_long) awaited->id);
		} else {
			add_assoc_str(result, "class", zend_string_copy(((zend_object *) wait->subject)->ce->name));
		}
	} else {
		add_assoc_string(result, "type", wait_names[wait->kind]);
	}
	if (wait->kind == ASYNC_WAIT_FOR_SCOPE) {
		const async_scope_t *scope = wait->subject;
		smart_str place = {0};
		async_report_append_place(&place, scope->created_file, scope->created_line);
		add_assoc_str(result, "created_at", smart_str_extract(&place));
	}
	if (wait->kind == ASYNC_WAIT_FOR_DESCRIPTOR) {
		add_assoc_long(result, "fd", (zend_long) wait->detail);
	}
	if (wait->kind == ASYNC_WAIT_FOR_CHILD) {
		add_assoc_long(result, "pid", (zend_long) wait->detail);
	}
	if (wait->kind == ASYNC_WAIT_FOR_JOB) {
		add_assoc_string(result, "job", wait->subject);
	}
	if (wait->kind == ASYNC_WAIT_FOR_LOCK) {
		const async_lock_t *lock = wait->subject;
		add_assoc_string(result, "class", lock->name);
		if (lock->owner) {
			add_assoc_long(result, "owner", (zend_long) lock->owner->id);
		}
	}
	if (wait->kind == ASYNC_WAIT_FOR_SELECT) {
		add_assoc_long(result, "sources", (zend_long) wait->detail);
	}
	if (async_timer_is_armed(&wait->timer)) {
		add_assoc_long(result, "remaining_ms", remaining_ms(wait));
	}
}
