/*
 * Isolations: making them, the exchange when control goes from one to another, their end.
 */
#include "engine/isolation/isolation.h"

#include "compat.h"
#include "engine/call_state.h"
#include "engine/error_handlers.h"
#include "engine/isolation/cycles.h"
#include "engine/isolation/places.h"
#include "engine/isolation/plain_arrays.h"
#include "engine/isolation/symbols.h"

#include "ext/standard/basic_functions.h"

#define CURRENT() ASYNC_ENGINE_G(isolation)
#define BASE() ASYNC_ENGINE_G(base_isolation)
#define PLACES() ASYNC_ENGINE_G(isolation_places)

static async_isolation_t *isolation_from(async_ring_t *node)
{
	return async_container_of(node, async_isolation_t, node);
}

/* ---- making ---- */

static bool is_in_destructor(void)
{
	for (const zend_execute_data *at = EG(current_execute_data); at; at = at->prev_execute_data) {
		if (at->func && at->func->common.scope && at->func->common.scope->destructor == at->func) {
			return true;
		}
	}
	return false;
}

const char *async_isolation_obstacle(void)
{
	if (CURRENT() && CURRENT()->is_ending) {
		return "while the isolated scope of the caller ends";
	}
	if (async_is_loading_classes() || CG(in_compilation) || ASYNC_ENGINE_G(unparked_calls) > 0
		|| CG(current_linking_class) != NULL) {
		return "while a class is being loaded: make it before or after that";
	}
	return is_in_destructor() ? "in a destructor" : NULL;
}

/* The first isolation of the request besides the base. */
static void begin(void)
{
	async_isolation_symbols_prepare();
	if (PLACES() == NULL) {
		PLACES() = async_isolation_places_new();
	}
	async_isolation_t *base = ecalloc(1, sizeof(*base));

	async_ring_init(&base->node);
	base->refcount = 1;
	BASE() = base;
	CURRENT() = base;
	async_isolation_session_begin();
}

async_isolation_t *async_isolation_new(void)
{
	async_isolation_copy_t copy;

	if (CURRENT() == NULL) {
		begin();
	}
	async_isolation_look_slow();
	async_isolation_t *isolation = ecalloc(1, sizeof(*isolation));

	isolation->refcount = 1;
	async_isolation_copy_begin(&copy);
	async_isolation_slots_copy(&copy, &isolation->slots);
	async_isolation_symbols_copy(&copy, &isolation->symbols);
	async_isolation_copy_end(&copy);
	async_isolation_handlers_copy(&isolation->handlers);
	async_isolation_request_init(&isolation->request);
	async_isolation_settings_copy(&isolation->settings);
	async_isolation_setters_copy(&isolation->setters, &CURRENT()->setters);
	isolation->session = async_isolation_session_copy(CURRENT()->session);
	/* Last: from here on it is one of those that are released at the end of the request. */
	async_ring_insert_tail(&BASE()->node, &isolation->node);
	return isolation;
}

/* ---- the exchange ---- */

/* Places were found: make room in all isolations. Each may become the current one, and the next switch allocates
 * nothing. */
static void reserve_slots(async_isolation_places_t *places)
{
	async_ring_t *node = &BASE()->node;

	do {
		async_isolation_slots_reserve(&isolation_from(node)->slots, places->count);
		node = node->next;
	} while (node != &BASE()->node);
	places->reserved = places->count;
}

void async_isolation_look_slow(void)
{
	async_isolation_places_t *places = PLACES();
	async_isolation_unevaluated_t evaluated;

	if (UNEXPECTED(async_isolation_places_are_new(places))) {
		async_isolation_places_find(places);
	}
	if (UNEXPECTED(places->reserved < places->count)) {
		reserve_slots(places);
	}
	async_isolation_settings_look(&CURRENT()->settings);
	async_isolation_setters_look(&CURRENT()->setters);
	async_isolation_session_look(&CURRENT()->session);
	while (UNEXPECTED(async_isolation_places_next_evaluated(places, &evaluated))) {
		async_ring_t *node = &BASE()->node;
		do {
			async_isolation_slots_evaluated(&isolation_from(node)->slots, evaluated.first, evaluated.count);
			node = node->next;
		} while (node != &BASE()->node);
	}
}

void async_isolation_enter_slow(async_isolation_t *isolation)
{
	async_isolation_t *from = CURRENT();
	async_isolation_t *to = isolation ? isolation : BASE();

	if (from == to) {
		return;
	}
	async_isolation_slots_exchange(&from->slots, &to->slots);
	async_isolation_symbols_exchange(&from->symbols, &to->symbols);
	async_isolation_handlers_exchange(&from->handlers, &to->handlers);
	async_isolation_request_exchange(&from->request, &to->request);
	async_isolation_session_exchange(from->session, to->session);
	async_isolation_web_request_exchange(from->web_request, to->web_request);
	if (EXPECTED(ASYNC_ENGINE_G(isolation_changed) == NULL)) {
		async_isolation_setters_exchange(&from->setters, &to->setters);
	} else {
		async_isolation_setters_take(&from->setters);
		async_isolation_settings_exchange(&from->settings, &to->settings);
		async_isolation_setters_put(&from->setters, &to->setters);
	}
	CURRENT() = to;
}

/* ---- the end ---- */

/* Generations of objects that destructors make in the place of the one before, at most: then the rest goes without. */
#define MAX_ROUNDS 64

/* Destructors find the whole state, as those at the end of a request do, and may make new objects and classes. */
static void destruct(void)
{
	bool is_called = true;

	for (int round = 0; is_called && round < MAX_ROUNDS; round++) {
		async_isolation_look_slow();
		is_called = async_isolation_symbols_destruct();
		is_called |= async_isolation_slots_destruct();
		is_called |= async_isolation_session_destruct();
		is_called |= async_isolation_setters_destruct();
		is_called = is_called || async_isolation_cycles_destruct(&BASE()->slots, &BASE()->symbols);
	}
}

/* False: nothing was left. */
static bool release_all(bool only_holders)
{
	bool is_changed = false;

	async_isolation_look_slow();
	is_changed |= async_isolation_symbols_end(only_holders);
	is_changed |= async_isolation_slots_end(only_holders);
	return is_changed;
}

/* What may run destructors goes before the scalar values that these may read. */
static void release_state(void)
{
	int round = 0;

	while (round++ < MAX_ROUNDS && release_all(true)) {
	}
	while (round++ < MAX_ROUNDS && release_all(false)) {
	}
	if (UNEXPECTED(round > MAX_ROUNDS)) {
		async_isolation_symbols_mark_destructed();
		async_isolation_slots_mark_destructed();
		release_all(false);
	}
}

void async_isolation_keep_output(void)
{
	if (CURRENT() && !CURRENT()->is_ending) {
		async_output_detach_more(&CURRENT()->output);
	}
}

void async_isolation_end(async_isolation_t *isolation)
{
	const uint32_t levels = async_output_level_count();

	ZEND_ASSERT(isolation == CURRENT() && "an isolation ends from inside");
	ZEND_ASSERT(isolation != BASE() && "the base ends with the request");
	if (isolation->is_ending) {
		return;
	}
	isolation->is_ending = true;
	async_output_attach(&isolation->output);
	async_isolation_shutdown_functions_run();
	destruct();
	async_output_end_above(levels);
	async_isolation_session_end(isolation->session_calls > 0);
	release_state();
	/* The last destructors may have started a session once more. */
	async_isolation_session_end(false);
	/* Handlers are called until here, as at the end of a request. */
	async_isolation_handlers_end();
	async_isolation_setters_end();
	async_isolation_request_end();
	async_isolation_web_request_end();
	isolation->is_over = true;
}

void async_isolation_run_all_shutdown_functions(void)
{
	async_isolation_t *base = BASE();
	const uint32_t levels = async_output_level_count();

	if (EXPECTED(base == NULL)) {
		return;
	}
	ZEND_ASSERT(CURRENT() == base && "the base is current after a fatal error");
	for (async_ring_t *node = base->node.next, *next; node != &base->node; node = next) {
		async_isolation_t *isolation = isolation_from(node);

		next = node->next;
		if (!isolation->is_ending
			&& (isolation->handlers.shutdown_functions || isolation->session || isolation->output.count > 0)) {
			async_isolation_addref(isolation); /* a function may drop the last scope of it */
			async_isolation_look_slow();
			async_isolation_enter_slow(isolation);
			/* Where the error is one of an output handler PHP takes no output any more. */
			if (OG(running) == NULL) {
				async_output_attach(&isolation->output);
			}
			async_isolation_shutdown_functions_run_after_fatal_error();
			if (OG(running) == NULL) {
				async_output_end_above(levels);
			}
			async_isolation_session_end(isolation->session_calls > 0);
			async_isolation_look_slow();
			async_isolation_enter_slow(base);
			next = node->next;
			async_isolation_release(isolation);
		}
	}
}

void async_isolation_note_error_mask(void)
{
	async_isolation_t *current = CURRENT();

	if (UNEXPECTED(current != NULL) && !current->is_silenced) {
		current->is_silenced = true;
		current->silenced_mask = async_error_handlers_base_mask();
	}
}

bool async_isolation_restore_error_masks(void)
{
	if (EXPECTED(CURRENT() == NULL)) {
		return false;
	}
	async_ring_t *node = &BASE()->node;
	do {
		async_isolation_t *isolation = isolation_from(node);

		if (isolation->is_silenced) {
			isolation->is_silenced = false;
			if (isolation == CURRENT()) {
				EG(user_error_handler_error_reporting) = isolation->silenced_mask;
			} else {
				isolation->handlers.error_mask = isolation->silenced_mask;
			}
		}
		node = node->next;
	} while (node != &BASE()->node);
	return true;
}

void async_isolation_leave_failed(void)
{
	const int code = SG(sapi_headers).http_response_code;

	if (EXPECTED(BASE() == NULL)) {
		return;
	}
	async_isolation_session_look(&CURRENT()->session);
	async_isolation_enter_slow(BASE());
	if (code == 500 && !SG(headers_sent)) {
		SG(sapi_headers).http_response_code = code;
	}
}

/* Nothing of it is the current state. */
static void forget(async_isolation_t *isolation)
{
	isolation->is_ending = isolation->is_over = true;
	async_isolation_slots_forget(&isolation->slots);
	zend_hash_destroy(&isolation->symbols);
	async_isolation_handlers_forget(&isolation->handlers);
	async_isolation_request_forget(&isolation->request);
	async_isolation_settings_forget(&isolation->settings);
	async_isolation_setters_forget(&isolation->setters);
	async_output_drop(&isolation->output);
	async_isolation_session_forget(isolation->session);
	isolation->session = NULL;
	async_isolation_web_request_forget(isolation->web_request);
	isolation->web_request = NULL;
}

/* The last reference is dropped, and the end has not come: where no coroutine could run any more. */
static void end_here(async_isolation_t *isolation)
{
	async_isolation_look_slow();
	async_isolation_enter_slow(isolation);
	ASYNC_ENGINE_G(unparked_calls)++; /* no coroutine parks here: the caller may belong to another isolation */
	async_isolation_end(isolation);
	ASYNC_ENGINE_G(unparked_calls)--;
}

void async_isolation_release(async_isolation_t *isolation)
{
	async_isolation_t *current = CURRENT();

	ZEND_ASSERT(isolation->refcount > 0 && "a reference is dropped once");
	if (--isolation->refcount > 0) {
		return;
	}
	if (current != NULL && EXPECTED(isolation->node.next != NULL)) {
		if (!isolation->is_over) {
			end_here(isolation);
		}
		/* It is the current one while its last coroutine leaves. */
		async_isolation_enter_slow(current == isolation ? BASE() : current);
		async_ring_remove(&isolation->node);
		forget(isolation);
		if (BASE()->node.next == &BASE()->node) {
			async_isolation_plain_arrays_free();
		}
	}
	efree(isolation);
}

void async_isolation_count(size_t *isolations, size_t *slots)
{
	*isolations = 0;
	*slots = 0;
	if (CURRENT() != NULL) {
		for (const async_ring_t *node = BASE()->node.next; node != &BASE()->node; node = node->next) {
			*isolations += !async_container_of(node, async_isolation_t, node)->is_over;
		}
		*slots = PLACES()->count;
	}
}

/* After a fatal error an isolation is left, with references of abandoned coroutines. Its own values may hold the last
 * one. It is not linked any more: a later release only frees the record. */
static void forget_left(async_isolation_t *isolation)
{
	async_ring_remove(&isolation->node);
	isolation->refcount++;
	forget(isolation);
	async_isolation_release(isolation);
}

/* Records of scopes may outlive the request's code: what they hold is released here. */
static void end_request(void)
{
	async_isolation_t *base = BASE();

	if (EXPECTED(PLACES() == NULL)) {
		return;
	}
	if (base == NULL) {
		/* The memory limit was reached in the beginning. */
		async_isolation_places_free(PLACES());
		PLACES() = NULL;
		return;
	}
	async_isolation_enter_slow(base);
	while (base->node.next != &base->node) {
		forget_left(isolation_from(base->node.next));
	}
	async_isolation_slots_forget(&base->slots);
	async_isolation_settings_forget(&base->settings);
	async_isolation_setters_free_base(&base->setters);
	async_isolation_session_request_end(base->session);
	async_isolation_web_request_end_base();
	async_isolation_changed_free();
	async_isolation_plain_arrays_free();
	async_isolation_places_free(PLACES());
	PLACES() = NULL;
	BASE() = NULL;
	CURRENT() = NULL;
	efree(base);
}

/* The requests of the other isolations go on in the parent. */
static void enter_child(void)
{
	const async_ring_t *node = CURRENT() ? &CURRENT()->node : NULL;

	while (node && (node = node->next) != &CURRENT()->node) {
		async_isolation_t *isolation = async_container_of(node, async_isolation_t, node);

		async_isolation_session_leave_to_parent(isolation->session);
		async_isolation_web_request_leave_to_parent(isolation->web_request);
	}
}

static void start_up(void)
{
	async_isolation_request_startup();
	async_isolation_web_request_startup();
}

static void shut_down(void)
{
	async_isolation_web_request_shutdown();
	async_isolation_request_shutdown();
}

static void all_loaded(void)
{
	async_isolation_setters_all_loaded();
	async_isolation_session_all_loaded();
	async_isolation_web_request_all_loaded();
}

const async_part_t async_isolation_part = {
	.startup = start_up,
	.all_loaded = all_loaded,
	.shutdown = shut_down,
	.request_start = async_isolation_request_start,
	.after_fork = enter_child,
	.request_end = end_request,
};
