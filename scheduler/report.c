/*
 * Words for places, waits and stacks of coroutines, for reports and for getAwaitingInfo().
 */
#include "scheduler/report.h"

#include "engine/interrupt.h"
#include "scheduler/lock.h"
#include "scheduler/name.h"

#include "zend_builtin_functions.h"

static const char *const wait_names[] = {
	[ASYNC_WAIT_FOR_TURN] = "its turn",
	[ASYNC_WAIT_FOR_TIMER] = "timer",
	[ASYNC_WAIT_FOR_AWAITABLE] = "awaitable",
	[ASYNC_WAIT_FOR_SCOPE] = "scope",
	[ASYNC_WAIT_FOR_SPAWNED] = "coroutines that it spawned",
	[ASYNC_WAIT_FOR_DESCRIPTOR] = "descriptor",
	[ASYNC_WAIT_FOR_CHILD] = "child process",
	[ASYNC_WAIT_FOR_CLASS] = "class being loaded",
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

void async_report_append_place(smart_str *text, const zend_string *file, uint32_t line)
{
	if (file == NULL) {
		smart_str_appends(text, "unknown place");
		return;
	}
	smart_str_append(text, (zend_string *) file);
	smart_str_appendc(text, ':');
	smart_str_append_long(text, line);
}

void async_report_append_coroutine(smart_str *text, const async_coroutine_t *coroutine)
{
	if (coroutine->flags & ASYNC_COROUTINE_MAIN) {
		smart_str_appends(text, "the main script");
		return;
	}
	smart_str_append_printf(text, "coroutine #" ZEND_ULONG_FMT " spawned at ", (zend_ulong) coroutine->id);
	async_report_append_place(text, coroutine->spawn_file, coroutine->spawn_line);
}

/* " made at FILE:LINE", if the place is known. */
static void append_made_at(smart_str *text, const zend_string *file, uint32_t line)
{
	if (file) {
		smart_str_appends(text, " made at ");
		async_report_append_place(text, file, line);
	}
}

static void append_awaitable(smart_str *text, zend_object *object)
{
	const async_coroutine_t *awaited = async_coroutine_if(object);
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(object)->ops;
	uint32_t line;

	if (awaited && (awaited->flags & ASYNC_COROUTINE_MAIN)) {
		smart_str_append_printf(text, "the main script (#" ZEND_ULONG_FMT ")", (zend_ulong) awaited->id);
	} else if (awaited) {
		smart_str_append_printf(text, "coroutine #" ZEND_ULONG_FMT " (spawned at ", (zend_ulong) awaited->id);
		async_report_append_place(text, awaited->spawn_file, awaited->spawn_line);
		smart_str_appendc(text, ')');
	} else {
		smart_str_append(text, object->ce->name);
		if (ops->made_at) {
			const zend_string *file = ops->made_at(object, &line);
			append_made_at(text, file, line);
		}
	}
}

static zend_long remaining_ms(const async_wait_t *wait)
{
	uint64_t now = async_reactor_now();
	return wait->timer.deadline > now ? (zend_long) ((wait->timer.deadline - now) / 1000000) : 0;
}

void async_report_append_wait(smart_str *text, const async_coroutine_t *coroutine)
{
	const async_wait_t *wait = coroutine->wait;

	if (wait == NULL) {
		smart_str_appends(text, wait_names[ASYNC_WAIT_FOR_TURN]);
		return;
	}
	if (wait->kind == ASYNC_WAIT_FOR_AWAITABLE) {
		append_awaitable(text, wait->subject);
		return;
	}
	if (wait->kind == ASYNC_WAIT_FOR_LOCK) {
		const async_lock_t *lock = wait->subject;
		smart_str_appends(text, lock->name);
		append_made_at(text, lock->made_file, lock->made_line);
		return;
	}
	smart_str_appends(text, wait_names[wait->kind]);
	if (wait->kind == ASYNC_WAIT_FOR_SCOPE) {
		const async_scope_t *scope = wait->subject;
		smart_str_appends(text, " created at ");
		async_report_append_place(text, scope->created_file, scope->created_line);
	} else if (wait->kind == ASYNC_WAIT_FOR_DESCRIPTOR) {
		smart_str_append_printf(text, " %d", (int) wait->detail);
	} else if (wait->kind == ASYNC_WAIT_FOR_CHILD) {
		if (wait->detail > 0) {
			smart_str_append_printf(text, " %d", (int) wait->detail);
		}
	} else if (wait->kind == ASYNC_WAIT_FOR_JOB) {
		smart_str_append_printf(text, " %s", (const char *) wait->subject);
	} else if (wait->kind == ASYNC_WAIT_FOR_SELECT) {
		smart_str_append_printf(text, " over %d source%s", (int) wait->detail, wait->detail == 1 ? "" : "s");
	}
	if (async_timer_is_armed(&wait->timer)) {
		smart_str_append_printf(text, " (" ZEND_LONG_FMT " ms left)", remaining_ms(wait));
	}
}

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

/* Is it a function of ours without a name, such as that of a coroutine's bottom frame? */
static bool is_stand_in(const zend_function *function)
{
	const zend_string *name = function->common.function_name;

	return !ZEND_USER_CODE(function->type) && (name == NULL || ZSTR_LEN(name) == 0);
}

uint32_t async_report_line(const zend_execute_data *frame, bool is_innermost)
{
	const zend_op *opline = frame->opline;

	if (opline->opcode == ZEND_HANDLE_EXCEPTION) {
		return EG(opline_before_exception) ? EG(opline_before_exception)->lineno : frame->func->op_array.line_end;
	}
	if (is_innermost && async_interrupt_is_after_call(frame, opline)) {
		/* The call before this instruction most likely took the time. */
		opline--;
	}
	return opline->lineno;
}

void async_report_stack(zval *lines, const zend_execute_data *innermost, uint32_t limit)
{
	uint32_t count = 0;

	for (const zend_execute_data *at = innermost; at; at = at->prev_execute_data) {
		smart_str text = {0};

		if (at->func == NULL || is_stand_in(at->func)) {
			continue;
		}
		if (count++ == limit) {
			add_next_index_string(lines, "...");
			return;
		}
		async_name_append_function(&text, at->func);
		if (ZEND_USER_CODE(at->func->type)) {
			smart_str_appendc(&text, ' ');
			async_report_append_place(&text, at->func->op_array.filename, async_report_line(at, at == innermost));
		}
		add_next_index_str(lines, smart_str_extract(&text));
	}
}

void async_report_trace(zval *result, const async_coroutine_t *coroutine, zend_long options, zend_long limit)
{
	zend_execute_data *here = EG(current_execute_data);
	/* A frame as if the other coroutine had called us: an exception that is thrown meanwhile changes this frame and not
	 * the frame of the other coroutine. */
	zend_execute_data call = { .func = here->func, .prev_execute_data = coroutine->frame };

	if (!async_coroutine_is_suspended(coroutine) || coroutine->frame == NULL) {
		ZVAL_EMPTY_ARRAY(result);
		return;
	}
	/* A sensitive parameter is replaced by an object, and the engine looks for interrupts after its constructor. A
	 * signal handler that runs there must not switch to the coroutine whose frames are being walked. */
	ASYNC_ENGINE_G(compiling)++;
	EG(current_execute_data) = &call;
	zend_fetch_debug_backtrace(result, 1, (int) options, (int) limit);
	EG(current_execute_data) = here;
	ASYNC_ENGINE_G(compiling)--;
}
