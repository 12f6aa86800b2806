/*
 * Looking at a future: where it was made and settled, what will settle it, which coroutines await it.
 */
#include "future/state.h"

#include "scheduler/debug_info.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"

#define THIS_STATE() async_future_state_from_obj(Z_OBJ_P(ZEND_THIS))
#define THIS_FUTURE_STATE() async_future_state_of(Z_OBJ_P(ZEND_THIS))

/* ---- what var_dump() shows ---- */

static HashTable *info_of(zend_object *object, const async_future_state_t *state, int *is_temp)
{
	static const char *const words[] = { "pending", "completed", "failed", "cancelled" };
	HashTable *info = async_debug_begin(object, is_temp);

	if (state) {
		async_debug_add_text(info, "state", words[state->status]);
		async_debug_add_place(info, "createdAt", state->file, state->line);
		if (state->status == ASYNC_FUTURE_PENDING) {
			async_debug_add_waiters(info, "waiters", &state->waiters);
		} else {
			async_debug_add_place(info, "completedAt", state->settled_file, state->settled_line);
		}
		async_debug_add_exception(info, "exception", state->exception);
	}
	return info;
}

HashTable *async_future_state_debug_info(zend_object *state, int *is_temp)
{
	return info_of(state, async_future_state_from_obj(state), is_temp);
}

HashTable *async_future_debug_info(zend_object *future, int *is_temp)
{
	return info_of(future, async_future_state_of(future), is_temp);
}

/* ---- places ---- */

void async_future_note_settled_here(async_future_state_t *state)
{
	ZEND_ASSERT(state->status == ASYNC_FUTURE_PENDING && "a future is settled once");
	async_note_place(&state->settled_file, &state->settled_line);
}

void async_future_note_settled_at(async_future_state_t *state, zend_string *file, uint32_t line)
{
	ZEND_ASSERT(state->status == ASYNC_FUTURE_PENDING && state->settled_file == NULL && "a future is settled once");
	state->settled_file = file ? zend_string_copy(file) : NULL;
	state->settled_line = line;
}

/* ---- what a pending future waits for ---- */

static void append_cause(smart_str *text, const async_future_state_t *state)
{
	if (state->ops && state->ops->append_words && state->producer) {
		state->ops->append_words(state->producer, text);
	} else if (state->upstream) {
		smart_str_appends(text, "the future created at ");
		async_report_append_place(text, state->upstream->file, state->upstream->line);
	} else if (state->has_callback) {
		smart_str_appends(text, "its callback");
	} else {
		smart_str_appends(text, state->ops ? "C code" : "its FutureState");
	}
}

static void return_awaiting_info(zval *return_value, const async_future_state_t *state)
{
	smart_str text = {0};

	array_init(return_value);
	if (state->status != ASYNC_FUTURE_PENDING) {
		return;
	}
	add_assoc_string(return_value, "type", "future");
	append_cause(&text, state);
	async_snapshot_add_text(return_value, "waits_for", &text);
	async_snapshot_add_awaiters(return_value, &state->waiters);
}

/* ---- methods ---- */

ZEND_METHOD(Async_FutureState, getCreatedFileAndLine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_pair(return_value, THIS_STATE()->file, THIS_STATE()->line);
}

ZEND_METHOD(Async_FutureState, getCreatedLocation)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_text(return_value, THIS_STATE()->file, THIS_STATE()->line);
}

ZEND_METHOD(Async_FutureState, getCompletedFileAndLine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_pair(return_value, THIS_STATE()->settled_file, THIS_STATE()->settled_line);
}

ZEND_METHOD(Async_FutureState, getCompletedLocation)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_text(return_value, THIS_STATE()->settled_file, THIS_STATE()->settled_line);
}

ZEND_METHOD(Async_FutureState, getAwaitingInfo)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_awaiting_info(return_value, THIS_STATE());
}

ZEND_METHOD(Async_Future, getCreatedFileAndLine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_pair(return_value, THIS_FUTURE_STATE()->file, THIS_FUTURE_STATE()->line);
}

ZEND_METHOD(Async_Future, getCreatedLocation)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_text(return_value, THIS_FUTURE_STATE()->file, THIS_FUTURE_STATE()->line);
}

ZEND_METHOD(Async_Future, getCompletedFileAndLine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_pair(return_value, THIS_FUTURE_STATE()->settled_file, THIS_FUTURE_STATE()->settled_line);
}

ZEND_METHOD(Async_Future, getCompletedLocation)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_text(return_value, THIS_FUTURE_STATE()->settled_file, THIS_FUTURE_STATE()->settled_line);
}

ZEND_METHOD(Async_Future, getAwaitingInfo)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_awaiting_info(return_value, THIS_FUTURE_STATE());
}
