/*
 * Names of coroutines. Few coroutines are given one, so given names are kept apart from the records.
 */
#include "scheduler/name.h"

#include "scheduler/report.h"
#include "scheduler/trace.h"

#include "zend_closures.h"

void async_coroutine_set_name(async_coroutine_t *coroutine, zend_string *name)
{
	zval value;

	if (ZSTR_LEN(name) == 0) {
		async_coroutine_forget_name(coroutine);
		return;
	}
	if (ASYNC_G(names) == NULL) {
		ALLOC_HASHTABLE(ASYNC_G(names));
		zend_hash_init(ASYNC_G(names), 0, NULL, ZVAL_PTR_DTOR, false);
	}
	ZVAL_STR_COPY(&value, name);
	zend_hash_index_update(ASYNC_G(names), coroutine->id, &value);
	coroutine->is_named = true;
	if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
		async_trace_name(coroutine);
	}
}

zend_string *async_name_given(uint64_t id)
{
	const zval *given = UNEXPECTED(ASYNC_G(names) != NULL) ? zend_hash_index_find(ASYNC_G(names), id) : NULL;

	return given ? Z_STR_P(given) : NULL;
}

void async_coroutine_forget_name(async_coroutine_t *coroutine)
{
	/* The table may be gone: coroutines of other objects' cycles are freed after the request's end. */
	if (coroutine->is_named && ASYNC_G(names)) {
		zend_hash_index_del(ASYNC_G(names), coroutine->id);
	}
	coroutine->is_named = false;
}

void async_name_append_function(smart_str *text, const zend_function *function)
{
	if (function->common.function_name == NULL) {
		smart_str_appends(text, "{main}");
		return;
	}
	if (function->common.scope) {
		smart_str_append(text, function->common.scope->name);
		smart_str_appends(text, "::");
	}
	smart_str_append(text, function->common.function_name);
	smart_str_appends(text, "()");
}

/* A closure has no name that tells what it does: its place does. Before 8.4 its name has the namespace in front. */
static void append_target(smart_str *text, const async_target_t *target)
{
	const zend_function *function = target->function;

	if ((function->common.fn_flags & ZEND_ACC_CLOSURE) && !(function->common.fn_flags & ZEND_ACC_FAKE_CLOSURE)
		&& ZEND_USER_CODE(function->type)) {
		smart_str_appends(text, "{closure} at ");
		async_report_append_place(text, function->op_array.filename, function->op_array.line_start);
		return;
	}
	if (function->common.scope) {
		smart_str_append(text, target->called_scope ? target->called_scope->name : function->common.scope->name);
		smart_str_appends(text, "::");
	}
	if (function->common.function_name) {
		smart_str_append(text, function->common.function_name);
	}
}

void async_coroutine_append_name(smart_str *text, const async_coroutine_t *coroutine)
{
	zend_string *given = coroutine->is_named ? async_name_given(coroutine->id) : NULL;

	if (given) {
		smart_str_append(text, given);
	} else if (coroutine->flags & ASYNC_COROUTINE_MAIN) {
		smart_str_appends(text, "main");
	} else if (coroutine->flags & ASYNC_COROUTINE_HIDDEN) {
		smart_str_appends(text, "async (internal)");
	} else if (Z_ISUNDEF(coroutine->callable) || (coroutine->flags & ASYNC_COROUTINE_ENDING)) {
		/* The function may be gone. */
		smart_str_appends(text, "spawned at ");
		async_report_append_place(text, coroutine->spawn_file, coroutine->spawn_line);
	} else if (coroutine->target.function) {
		append_target(text, &coroutine->target);
	} else {
		zend_string *name = zend_get_callable_name((zval *) &coroutine->callable);
		smart_str_append(text, name);
		zend_string_release(name);
	}
}

static ASYNC_ALWAYS_RUNS void forget_all(void)
{
	if (ASYNC_G(names)) {
		zend_hash_destroy(ASYNC_G(names));
		FREE_HASHTABLE(ASYNC_G(names));
		ASYNC_G(names) = NULL;
	}
}

const async_part_t async_names_part = { .request_over = forget_all };
