/*
 * Origins of exceptions: the table of exceptions that have left a coroutine.
 */
#include "scheduler/origin.h"

#include "scheduler/lineage.h"
#include "scheduler/name.h"
#include "scheduler/report.h"
#include "scheduler/spawn_chain.h"

#include "zend_exceptions.h"
#include "zend_weakrefs.h"

#include "exceptions.h"

/* Of more coroutines and waiters the latest ones are known. */
#define HOPS_MAX 16
#define WAITERS_MAX 4

/* A waiter that has got the exception. */
typedef struct {
	uint64_t id;
	zend_string *file;   /* counted, NULL when unknown */
	uint32_t line;
} waiter_t;

/* A coroutine that the exception has left. */
typedef struct {
	uint64_t id;
	zend_string *name;   /* that setName() gave it, counted, or NULL */
	zend_string *file;   /* place of its spawn, counted, NULL when unknown */
	uint32_t line;
	async_lineage_t *spawner; /* counted */
	waiter_t waiters[WAITERS_MAX]; /* the latest ones, as a ring */
	uint32_t awaited;    /* number of them so far */
} hop_t;

typedef struct {
	zend_object *exception; /* not counted: the entry goes with it */
	uint32_t count;
	hop_t *hops[HOPS_MAX];  /* in the order of the ends; the first one stays, the others are the latest ones */
} origin_t;

static void free_hop(hop_t *hop)
{
	for (uint32_t i = 0; i < MIN(hop->awaited, WAITERS_MAX); i++) {
		if (hop->waiters[i].file) {
			zend_string_release(hop->waiters[i].file);
		}
	}
	if (hop->file) {
		zend_string_release(hop->file);
	}
	if (hop->name) {
		zend_string_release(hop->name);
	}
	async_lineage_release(hop->spawner);
	efree(hop);
}

static void free_origin(zval *value)
{
	origin_t *origin = Z_PTR_P(value);

	for (uint32_t i = 0; i < origin->count; i++) {
		free_hop(origin->hops[i]);
	}
	efree(origin);
}

static origin_t *find(const zend_object *exception)
{
	zval *value;

	if (EXPECTED(ASYNC_G(origins) == NULL)) {
		return NULL;
	}
	value = zend_hash_index_find(ASYNC_G(origins), zend_object_to_weakref_key(exception));
	return value ? Z_PTR_P(value) : NULL;
}

static origin_t *add(zend_object *exception)
{
	origin_t *origin = ecalloc(1, sizeof(*origin));
	zval value;

	if (ASYNC_G(origins) == NULL) {
		ALLOC_HASHTABLE(ASYNC_G(origins));
		zend_hash_init(ASYNC_G(origins), 0, NULL, free_origin, false);
	}
	origin->exception = exception;
	ZVAL_PTR(&value, origin);
	zend_weakrefs_hash_add(ASYNC_G(origins), exception, &value);
	return origin;
}

void async_origin_note_failure(const async_coroutine_t *coroutine, zend_object *exception)
{
	origin_t *origin = find(exception);
	hop_t *hop;

	if (coroutine->flags & (ASYNC_COROUTINE_HIDDEN | ASYNC_COROUTINE_MAIN)) {
		return;
	}
	if (origin == NULL) {
		origin = add(exception);
	}
	if (origin->count == HOPS_MAX) {
		free_hop(origin->hops[1]);
		memmove(&origin->hops[1], &origin->hops[2], (HOPS_MAX - 2) * sizeof(hop_t *));
		origin->count--;
	}
	hop = ecalloc(1, sizeof(*hop));
	hop->id = coroutine->id;
	hop->name = async_name_given(coroutine->id);
	if (hop->name) {
		zend_string_addref(hop->name);
	}
	hop->file = coroutine->spawn_file ? zend_string_copy(coroutine->spawn_file) : NULL;
	hop->line = coroutine->spawn_line;
	hop->spawner = coroutine->spawner;
	if (hop->spawner) {
		hop->spawner->refcount++;
	}
	origin->hops[origin->count++] = hop;
}

/* Is a function of ours about to throw to the code that called it? */
static bool is_await(const zend_execute_data *frame)
{
	return frame && frame->func && !ZEND_USER_CODE(frame->func->type)
		&& frame->func->internal_function.module && strcmp(frame->func->internal_function.module->name, "async") == 0;
}

static zend_object *on_throw(zend_object *exception)
{
	const async_coroutine_t *current = ASYNC_G(current);
	waiter_t *waiter;
	origin_t *origin;
	hop_t *hop;

	if (EXPECTED(ASYNC_G(origins) == NULL) || exception == NULL || current == NULL
		|| (current->flags & ASYNC_COROUTINE_HIDDEN) || !is_await(EG(current_execute_data))
		|| (origin = find(exception)) == NULL) {
		return exception;
	}
	hop = origin->hops[origin->count - 1];
	waiter = &hop->waiters[hop->awaited++ % WAITERS_MAX];
	waiter->id = current->id;
	async_note_place(&waiter->file, &waiter->line);
	return exception;
}

/* The last waiter of the hop that is this coroutine; NULL: it has not awaited it. */
static const waiter_t *waiter_of(const hop_t *hop, uint64_t id)
{
	const uint32_t count = MIN(hop->awaited, WAITERS_MAX);

	for (uint32_t i = 1; i <= count; i++) {
		const waiter_t *waiter = &hop->waiters[(hop->awaited - i) % WAITERS_MAX];
		if (waiter->id == id) {
			return waiter;
		}
	}
	return NULL;
}

/* Append the way from the coroutine that threw the exception to the waiter `id`. True: there is one. */
static const hop_t *append_way(smart_str *text, const origin_t *origin, uint32_t before, uint64_t id)
{
	for (uint32_t i = before; i > 0; i--) {
		const hop_t *hop = origin->hops[i - 1];
		const waiter_t *waiter = waiter_of(hop, id);

		if (waiter == NULL) {
			continue;
		}
		if (append_way(text, origin, i - 1, hop->id)) {
			smart_str_appendc(text, '\n');
		}
		smart_str_appends(text, "  in coroutine ");
		async_report_append_number_of(text, hop->id, hop->name);
		smart_str_appends(text, " spawned at ");
		async_report_append_place(text, hop->file, hop->line);
		smart_str_appends(text, ", awaited at ");
		async_report_append_place(text, waiter->file, waiter->line);
		return hop;
	}
	return NULL;
}

zend_string *async_origin_text(const zend_object *exception, const async_coroutine_t *at)
{
	const origin_t *origin = find(exception);
	const hop_t *last;
	smart_str text = {0};

	if (origin == NULL || at == NULL || (last = append_way(&text, origin, origin->count, at->id)) == NULL) {
		return NULL;
	}
	if (at->flags & ASYNC_COROUTINE_MAIN) {
		async_spawn_chain_append_lineage(&text, last->spawner, "\n  ");
	}
	return smart_str_extract(&text);
}

zend_string *async_origin_thrower(const zend_object *exception)
{
	const origin_t *origin = find(exception);
	smart_str text = {0};

	if (origin == NULL) {
		return NULL;
	}
	smart_str_append_printf(&text, "coroutine #" ZEND_ULONG_FMT " spawned at ", (zend_ulong) origin->hops[0]->id);
	async_report_append_place(&text, origin->hops[0]->file, origin->hops[0]->line);
	return smart_str_extract(&text);
}

zend_object *async_origin_find_uncaught(const zend_string *message)
{
	static const char prefix[] = "Uncaught ";
	const size_t begin = sizeof(prefix) - 1;
	origin_t *origin;

	if (ASYNC_G(origins) == NULL || !zend_string_starts_with_cstr(message, prefix, begin)) {
		return NULL;
	}
	ZEND_HASH_FOREACH_PTR(ASYNC_G(origins), origin) {
		const zend_string *words = async_exception_words(origin->exception);
		if (words && ZSTR_LEN(words) > 0 && ZSTR_LEN(message) >= begin + ZSTR_LEN(words)
			&& memcmp(ZSTR_VAL(message) + begin, ZSTR_VAL(words), ZSTR_LEN(words)) == 0) {
			return origin->exception;
		}
	} ZEND_HASH_FOREACH_END();
	return NULL;
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	HashTable *origins = ASYNC_G(origins);
	origin_t *origin;

	if (origins == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(origins, origin) {
		zend_weakrefs_hash_del(origins, origin->exception);
	} ZEND_HASH_FOREACH_END();
	ASYNC_G(origins) = NULL;
	zend_hash_destroy(origins);
	FREE_HASHTABLE(origins);
}

const async_part_t async_origin_part = { .on_throw = on_throw, .request_end = end_request };
