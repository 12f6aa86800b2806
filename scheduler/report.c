/*
 * Words for places, coroutines and stacks, for all reports.
 */
#include "scheduler/report.h"

#include "engine/interrupt.h"
#include "scheduler/lineage.h"
#include "scheduler/name.h"
#include "scheduler/plain_text.h"

#include "zend_builtin_functions.h"

#include "exceptions.h"

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

void async_report_place_pair(zval *result, zend_string *file, uint32_t line)
{
	array_init_size(result, 2);
	add_next_index_str(result, file ? zend_string_copy(file) : ZSTR_EMPTY_ALLOC());
	add_next_index_long(result, file ? line : 0);
}

void async_report_place_text(zval *result, const zend_string *file, uint32_t line)
{
	if (file) {
		ZVAL_STR(result, zend_strpprintf(0, "%s:%u", ZSTR_VAL(file), line));
	} else {
		ZVAL_EMPTY_STRING(result);
	}
}

void async_report_append_shown(smart_str *text, const char *bytes, size_t length)
{
	while (length > 0) {
		const size_t shown = async_plain_shown_length(bytes, length);

		smart_str_appendl(text, bytes, shown);
		bytes += shown;
		length -= shown;
		if (length > 0) {
			smart_str_appendc(text, '?');
			bytes++;
			length--;
		}
	}
}

void async_report_append_number(smart_str *text, uint64_t id)
{
	async_report_append_number_of(text, id, async_name_given(id));
}

void async_report_append_number_of(smart_str *text, uint64_t id, zend_string *name)
{
	smart_str_appendc(text, '#');
	smart_str_append_unsigned(text, (zend_ulong) id);
	if (UNEXPECTED(name != NULL)) {
		smart_str_appends(text, " \"");
		async_report_append_shown(text, ZSTR_VAL(name), ZSTR_LEN(name));
		smart_str_appendc(text, '"');
	}
}

void async_report_append_coroutine(smart_str *text, const async_coroutine_t *coroutine)
{
	if (coroutine->flags & ASYNC_COROUTINE_MAIN) {
		smart_str_appends(text, "the main script");
		return;
	}
	smart_str_appends(text, "coroutine ");
	async_report_append_number(text, coroutine->id);
	smart_str_appends(text, " spawned at ");
	async_report_append_place(text, coroutine->spawn_file, coroutine->spawn_line);
}

const zend_execute_data *async_report_frame(const async_coroutine_t *coroutine)
{
	if (coroutine == ASYNC_G(current)) {
		/* Also while it turns the reactor on its own stack, where its record has the frame of its last switch. */
		return EG(current_execute_data);
	}
	return async_coroutine_is_suspended(coroutine) ? coroutine->frame : NULL;
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

	if (opline->opcode != ZEND_HANDLE_EXCEPTION && is_innermost && async_interrupt_is_after_call(frame, opline)) {
		/* The call before this instruction most likely took the time. */
		return opline[-1].lineno;
	}
	return async_frame_line(frame);
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
	ASYNC_ENGINE_G(unparked_calls)++;
	EG(current_execute_data) = &call;
	zend_fetch_debug_backtrace(result, 1, (int) options, (int) limit);
	EG(current_execute_data) = here;
	ASYNC_ENGINE_G(unparked_calls)--;
}

/* False: the trace is long enough, or the place is not known. */
static bool add_spawn(zval *trace, zend_string *file, uint32_t line, zend_long limit)
{
	zval frame;

	if (file == NULL || (limit > 0 && (zend_long) zend_hash_num_elements(Z_ARRVAL_P(trace)) >= limit)) {
		return false;
	}
	array_init(&frame);
	add_assoc_str(&frame, "file", zend_string_copy(file));
	add_assoc_long(&frame, "line", line);
	add_assoc_string(&frame, "function", "Async\\spawn");
	add_next_index_zval(trace, &frame);
	return true;
}

void async_report_add_spawns(zval *trace, const async_coroutine_t *coroutine, zend_long limit)
{
	if (coroutine->flags & ASYNC_COROUTINE_MAIN) {
		return;
	}
	SEPARATE_ARRAY(trace);
	if (add_spawn(trace, coroutine->spawn_file, coroutine->spawn_line, limit)) {
		const async_lineage_t *at = coroutine->spawner;
		while (at && add_spawn(trace, at->file, at->line, limit)) {
			at = at->parent;
		}
	}
}
