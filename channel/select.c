/*
 * Async\select(): one wait for many sources, of which exactly one takes effect.
 */
#include "channel/internal.h"

#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/testing.h"

#include "exceptions.h"

/* Up to this number, the cases are in the caller's frame; a longer array of cases is allocated. */
#define CASES_ON_STACK 8
/* Reports name the first sources only. */
#define SHOWN_MAX 4

typedef enum {
	CASE_RECEIVE,
	CASE_SEND,
	CASE_OTHER      /* any awaitable that is no channel */
} case_kind_t;

typedef struct {
	union {
		async_wait_node_t node; /* of an awaitable; the first member of the other two, too */
		async_channel_receiver_t receiver;
		async_channel_sender_t sender;
	};
	case_kind_t kind;
	uint32_t candidate;     /* while one is chosen: of the case n, the index of the n-th case that is ready */
	zend_object *object;    /* counted: elements of the array may be references, which may be changed meanwhile */
	zval value;             /* of a send; counted */
	zend_string *key;       /* borrowed; NULL: index */
	zend_ulong index;
} case_t;

typedef struct {
	async_wait_t wait;      /* must be first */
	case_t *cases;
	uint32_t count;
	bool holds_failures;    /* one of the sources has failures that can be held, see async_awaitable_ops_t */
	bool is_external;       /* a source fires by itself (a timer, a signal), see async_awaitable_ops_t */
} selection_t;

/* ---- the cases ---- */

static const char *type_of(const zval *value)
{
	return Z_TYPE_P(value) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE_P(value)->name) : zend_zval_type_name(value);
}

static ZEND_COLD void refuse(const case_t *at, const zval *source)
{
	const char *what = "must contain awaitables and pairs of a channel and a value";

	if (at->key) {
		zend_argument_type_error(1, "%s, %s given at key \"%s\"", what, type_of(source), ZSTR_VAL(at->key));
	} else {
		zend_argument_type_error(1, "%s, %s given at key " ZEND_LONG_FMT, what, type_of(source),
			(zend_long) at->index);
	}
}

/* Read a send: [channel, value]. False when the array is something else. */
static bool read_pair(case_t *at, HashTable *pair)
{
	zval *channel = zend_hash_index_find_deref(pair, 0);
	zval *value = zend_hash_index_find_deref(pair, 1);

	if (zend_hash_num_elements(pair) != 2 || channel == NULL || value == NULL || Z_TYPE_P(channel) != IS_OBJECT
		|| Z_OBJCE_P(channel) != async_ce_channel) {
		return false;
	}
	at->kind = CASE_SEND;
	at->object = Z_OBJ_P(channel);
	GC_ADDREF(at->object);
	ZVAL_COPY(&at->value, value);
	return true;
}

static bool read_case(case_t *at, zval *source)
{
	if (EXPECTED(Z_TYPE_P(source) == IS_OBJECT) && EXPECTED(Z_OBJCE_P(source) == async_ce_channel)) {
		at->kind = CASE_RECEIVE;
		at->object = Z_OBJ_P(source);
		GC_ADDREF(at->object);
		return true;
	}
	if (Z_TYPE_P(source) == IS_ARRAY) {
		return read_pair(at, Z_ARRVAL_P(source));
	}
	/* A user class may implement the interface, but only internal classes have an async_awaitable_t (D27). */
	if (Z_TYPE_P(source) != IS_OBJECT || !instanceof_function(Z_OBJCE_P(source), async_ce_awaitable)
		|| Z_OBJCE_P(source)->type != ZEND_INTERNAL_CLASS) {
		return false;
	}
	at->kind = CASE_OTHER;
	at->object = Z_OBJ_P(source);
	GC_ADDREF(at->object);
	return true;
}

/* False after an exception. In any case `count` cases have to be released. */
static bool read_cases(selection_t *selection, HashTable *sources)
{
	zend_ulong index;
	zend_string *key;
	zval *source;

	ZEND_HASH_FOREACH_KEY_VAL(sources, index, key, source) {
		case_t *at = &selection->cases[selection->count];

		ZEND_ASSERT(selection->count < zend_hash_num_elements(sources) && "there is a case for each source");
		ZVAL_DEREF(source);
		at->key = key;
		at->index = index;
		if (!read_case(at, source)) {
			refuse(at, source);
			return false;
		}
		selection->count++;
		if (at->kind == CASE_OTHER) {
			if (async_scheduler_is_running() && async_refuse_self(at->object)) {
				return false;
			}
			selection->holds_failures |= async_awaitable_from_obj(at->object)->ops->hold != NULL;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static void release_cases(selection_t *selection)
{
	for (uint32_t i = 0; i < selection->count; i++) {
		OBJ_RELEASE(selection->cases[i].object);
		if (selection->cases[i].kind == CASE_SEND) {
			zval_ptr_dtor(&selection->cases[i].value);
		}
	}
}

/* Hold the failures of the sources: this wait delivers the failure of the source that it chooses. When the wait is
 * over, it releases the failures of the other sources, and they go to their scopes (D10). */
static void hold_failures(const selection_t *selection)
{
	for (uint32_t i = 0; selection->holds_failures && i < selection->count; i++) {
		zend_object *object = selection->cases[i].object;
		if (async_awaitable_from_obj(object)->ops->hold) {
			async_awaitable_from_obj(object)->ops->hold(object);
		}
	}
}

static void let_failures_go(const selection_t *selection)
{
	for (uint32_t i = 0; selection->holds_failures && i < selection->count; i++) {
		zend_object *object = selection->cases[i].object;
		if (async_awaitable_from_obj(object)->ops->release) {
			async_awaitable_from_obj(object)->ops->release(object);
		}
	}
}

/* ---- choosing ---- */

static bool case_is_ready(const case_t *at)
{
	switch (at->kind) {
		case CASE_RECEIVE:
			return async_channel_may_receive(async_channel_from_obj(at->object));
		case CASE_SEND:
			return async_channel_may_send(async_channel_from_obj(at->object));
		default:
			return async_awaitable_from_obj(at->object)->ops->is_ready(at->object);
	}
}

/* A pseudo-random number below `limit`, from the sequence xorshift32: the same in each run, so runs can be repeated. */
static uint32_t draw(uint32_t limit)
{
	uint32_t state = ASYNC_MODULE_G(select_state);

	ZEND_ASSERT(state != 0 && limit > 0 && "the sequence never leaves 0");
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	ASYNC_MODULE_G(select_state) = state;
	return (uint32_t) ((uint64_t) state * limit >> 32);
}

/* One of the cases that are ready, each with the same probability; NULL: none is ready. */
static case_t *choose(selection_t *selection)
{
	case_t *const cases = selection->cases;
	uint32_t ready = 0;

	for (uint32_t i = 0; i < selection->count; i++) {
		if (case_is_ready(&cases[i])) {
			cases[ready++].candidate = i;
		}
	}
	if (ready == 0) {
		return NULL;
	}
	return &cases[cases[ready > 1 ? draw(ready) : 0].candidate];
}

/* Perform a case that is ready. *result stays undefined when there was nothing to take after all: the wait goes on.
 * Suspends where `take` does, see async_awaitable_ops_t. */
static void take_effect(case_t *at, zval *result)
{
	async_channel_t *channel;

	ZVAL_UNDEF(result);
	switch (at->kind) {
		case CASE_RECEIVE:
			channel = async_channel_from_obj(at->object);
			if (!async_channel_take(channel, result)) {
				async_channel_throw_closed(channel, true);
			}
			return;
		case CASE_SEND:
			channel = async_channel_from_obj(at->object);
			if (async_channel_is_closed(channel)) {
				async_channel_throw_closed(channel, false);
			} else {
				async_channel_put(channel, &at->value);
				ZVAL_NULL(result);
			}
			return;
		default:
			async_awaitable_from_obj(at->object)->ops->take(at->object, result);
	}
}

/* ---- waiting ---- */

static case_t *fired_case(const selection_t *selection)
{
	const case_t *at = (const case_t *) selection->wait.fired;

	/* The token may have ended the wait, too: its node is not in the array. */
	return at >= selection->cases && at < selection->cases + selection->count ? (case_t *) at : NULL;
}

static void revoke_selection(async_wait_t *wait)
{
	case_t *at = fired_case((selection_t *) wait);

	if (at && at->kind == CASE_RECEIVE) {
		async_channel_return(async_channel_from_obj(at->object), &at->receiver);
	}
}

static void line_up(selection_t *selection)
{
	selection->is_external = false;
	for (uint32_t i = 0; i < selection->count; i++) {
		case_t *at = &selection->cases[i];
		switch (at->kind) {
			case CASE_RECEIVE:
				async_channel_line_up_receiver(async_channel_from_obj(at->object), &at->receiver, &selection->wait);
				break;
			case CASE_SEND:
				async_channel_line_up_sender(async_channel_from_obj(at->object), &at->sender, &at->value,
					&selection->wait);
				break;
			default:
				async_wait_list_append(async_awaitable_waiters(at->object), &at->node, &selection->wait);
				selection->is_external = selection->is_external || async_awaitable_is_external(at->object);
		}
	}
}

static async_wait_result_t park(selection_t *selection, zend_object *token)
{
	async_wait_node_t token_node = { .list = NULL };
	async_wait_result_t outcome;
	bool is_external;

	async_wait_begin(&selection->wait, ASYNC_WAIT_FOR_SELECT);
	selection->wait.detail = selection->count;
	selection->wait.revoke = revoke_selection;
	line_up(selection);
	is_external = selection->is_external;
	if (token) {
		async_wait_list_append(async_awaitable_waiters(token), &token_node, &selection->wait);
		if (async_awaitable_is_external(token)) {
			is_external = true;
			async_testing_token(&token_node);
		}
	}
	selection->wait.is_external = is_external;
	outcome = async_park(&selection->wait);
	for (uint32_t i = 0; i < selection->count; i++) {
		async_wait_list_remove(&selection->cases[i].node);
	}
	async_wait_list_remove(&token_node);
	return outcome;
}

/* The case that a channel has served by claiming the wait; NULL: no channel has, look at all sources again. */
static case_t *served_case(const selection_t *selection, zval *result)
{
	case_t *at = fired_case(selection);

	if (at && at->kind == CASE_RECEIVE && Z_TYPE(at->receiver.value) != IS_UNDEF) {
		ZVAL_COPY_VALUE(result, &at->receiver.value);
		return at;
	}
	if (at && at->kind == CASE_SEND && at->sender.sent) {
		ZVAL_NULL(result);
		return at;
	}
	return NULL;
}

/* Park once. The case that took effect; NULL: look again, or something was thrown. */
static case_t *wait_once(selection_t *selection, zend_object *token, zval *result)
{
	async_wait_result_t outcome;
	case_t *at;

	if (!async_limited_wait_allowed(token)) {
		return NULL;
	}
	outcome = park(selection, token);
	at = served_case(selection, result);
	if (at == NULL && UNEXPECTED(outcome == ASYNC_WAIT_CANCELLED)) {
		async_throw_cancellation();
	}
	return at;
}

/* The case that took effect; NULL: something was thrown. */
static case_t *select_case(selection_t *selection, zend_object *token, zval *result)
{
	case_t *at;

	if (async_scheduler_start() && async_coroutine_is_cancellation_due(ASYNC_G(current))) {
		async_throw_cancellation();
		return NULL;
	}
	do {
		at = choose(selection);
		if (at == NULL) {
			at = wait_once(selection, token, result);
		} else {
			take_effect(at, result);
			if (UNEXPECTED(EG(exception) != NULL)) {
				zval_ptr_dtor(result);
				return NULL;
			}
			if (UNEXPECTED(Z_TYPE_P(result) == IS_UNDEF)) {
				at = NULL;
			}
		}
	} while (at == NULL && !EG(exception));
	return at;
}

static void return_pair(zval *return_value, const case_t *at, zval *value)
{
	zval key;

	if (at->key) {
		ZVAL_STR_COPY(&key, at->key);
	} else {
		ZVAL_LONG(&key, (zend_long) at->index);
	}
	RETVAL_ARR(zend_new_pair(&key, value));
}

ZEND_FUNCTION(Async_select)
{
	case_t on_stack[CASES_ON_STACK];
	selection_t selection = { .cases = on_stack };
	HashTable *sources;
	zend_object *token = NULL;
	case_t *chosen;
	zval value;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(sources)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_token_check(token, 2)) {
		RETURN_THROWS();
	}
	if (zend_hash_num_elements(sources) == 0) {
		async_throw("select() without sources would wait for ever");
		RETURN_THROWS();
	}
	if (zend_hash_num_elements(sources) > CASES_ON_STACK) {
		selection.cases = safe_emalloc(zend_hash_num_elements(sources), sizeof(case_t), 0);
	}
	if (read_cases(&selection, sources)) {
		hold_failures(&selection);
		chosen = select_case(&selection, token, &value);
		if (EXPECTED(chosen != NULL)) {
			return_pair(return_value, chosen, &value);
		}
		let_failures_go(&selection);
	}
	release_cases(&selection);
	if (selection.cases != on_stack) {
		efree(selection.cases);
	}
}

/* ---- for reports ---- */

static void append_case(smart_str *text, const case_t *at)
{
	const async_channel_t *channel;

	if (at->kind == CASE_OTHER) {
		async_report_append_awaitable(text, at->object, NULL);
		return;
	}
	channel = async_channel_from_obj(at->object);
	smart_str_appends(text, at->kind == CASE_RECEIVE ? "a value from " : "a receiver for ");
	smart_str_append(text, at->object->ce->name);
	async_report_append_made_at(text, channel->made_file, channel->made_line);
}

static bool append_words(smart_str *text, const async_wait_t *wait)
{
	const selection_t *selection = (const selection_t *) wait;

	if (wait->kind != ASYNC_WAIT_FOR_SELECT) {
		return false;
	}
	smart_str_append_printf(text, "select() over %u source%s: ", selection->count, selection->count == 1 ? "" : "s");
	for (uint32_t i = 0; i < MIN(selection->count, SHOWN_MAX); i++) {
		smart_str_appends(text, i > 0 ? ", " : "");
		append_case(text, &selection->cases[i]);
	}
	smart_str_appends(text, selection->count > SHOWN_MAX ? ", …" : "");
	return true;
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_report_add_words(append_words);
}

static ASYNC_ALWAYS_RUNS void start_request(void)
{
	ASYNC_MODULE_G(select_state) = UINT32_C(2463534242);   /* the seed of the author of xorshift32 */
}

const async_part_t async_select_part = { .startup = start, .request_start = start_request };
