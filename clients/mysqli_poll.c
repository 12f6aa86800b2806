/*
 * ext/mysqli: mysqli_poll() waits for several links at once.
 *
 * mysqlnd keeps the connections and their streams in arrays while it waits, and reads both afterwards. So a link that
 * is polled must not lose them: calls of other coroutines that close it wait for the poll, and so do all calls that
 * read from a link whose answer the poll waits for. The poll itself does not take the connections: a coroutine may poll
 * the links of others, and several coroutines may poll one link.
 *
 * The record of the call is a key of its own, which these other calls wait for (owner.h).
 */
#include "clients/mysqli.h"

#include "clients/drivers.h"
#include "engine/handlers.h"

#ifdef ASYNC_COMPAT_HAS_MYSQLI

#define ARRAYS 2   /* arguments of mysqli_poll() that hold links */

/* A connection that calls wait for. */
typedef struct {
	const void *connection;
	async_ring_t polled;       /* one or two nodes of each call */
} link_t;

typedef struct poll poll_t;

/* A link in an argument of a call. */
typedef struct {
	async_ring_t node;         /* in `polled` of the link */
	link_t *link;
	const poll_t *poll;
	bool is_watched;           /* mysqlnd uses its stream */
} polled_t;

/* One call. Lives in its frame; a fatal error forgets the table of the connections. */
struct poll {
	const async_coroutine_t *caller;
	polled_t *links;
	size_t count;
};

static const async_client_t polling = { .name = "MySQL connection", .keeps = async_guard_keeps_nothing };

static zend_ulong key_of(const void *connection)
{
	return (zend_ulong) (uintptr_t) connection;
}

const void *async_mysqli_polling(const void *connection, bool closes)
{
	const link_t *link = ASYNC_CLIENTS_G(mysqli_polled)
		? zend_hash_index_find_ptr(ASYNC_CLIENTS_G(mysqli_polled), key_of(connection)) : NULL;

	for (async_ring_t *at = link ? link->polled.next : NULL; at && at != &link->polled; at = at->next) {
		const polled_t *polled = async_container_of(at, polled_t, node);

		if (polled->poll->caller != ASYNC_G(current) && (closes || polled->is_watched)) {
			return polled->poll;
		}
	}
	return NULL;
}

void async_mysqli_await_polls(const void *connection)
{
	const void *poll;
	async_owner_t *owner;

	while ((poll = async_mysqli_polling(connection, false)) != NULL
		&& async_owner_take(poll, &polling, &owner) && owner) {
		async_owner_leave(owner, NULL, NULL);
	}
}

/* ---- the call ---- */

/* NULL: the argument is no array. */
static HashTable *array_of(zend_execute_data *call, uint32_t number)
{
	zval *argument = number <= ZEND_CALL_NUM_ARGS(call) ? ZEND_CALL_ARG(call, number) : NULL;

	if (argument == NULL) {
		return NULL;
	}
	ZVAL_DEREF(argument);
	return Z_TYPE_P(argument) == IS_ARRAY ? Z_ARRVAL_P(argument) : NULL;
}

/* mysqli takes no references for links. */
static const void *connection_of(const zval *element)
{
	return Z_TYPE_P(element) == IS_OBJECT ? async_mysqli_connection(Z_OBJ_P(element)) : NULL;
}

/* The first connection that another coroutine is in a call with; NULL: there is none. */
static const void *busy_of(HashTable *links)
{
	zval *element;

	ZEND_HASH_FOREACH_VAL(links, element) {
		const void *connection = connection_of(element);
		if (connection && async_owner_is_calling(connection)) {
			return connection;
		}
	} ZEND_HASH_FOREACH_END();
	return NULL;
}

/* Calls that other coroutines have begun come first: they may close a link, or its stream. False: an exception is
 * thrown. */
static bool await_calls(zend_execute_data *call)
{
	for (uint32_t number = 1; number <= ARRAYS; number++) {
		HashTable *links = array_of(call, number);
		const void *connection = links ? busy_of(links) : NULL;
		async_owner_t *owner;

		if (connection) {
			if (!async_owner_take(connection, &polling, &owner)) {
				return false;
			}
			if (owner == NULL) {
				return true;
			}
			async_owner_leave(owner, NULL, NULL);
			/* The arrays may have changed, and calls with the links before this one may have begun. */
			number = 0;
		}
	}
	return true;
}

static link_t *link_of(const void *connection)
{
	link_t *link;

	if (ASYNC_CLIENTS_G(mysqli_polled) == NULL) {
		ASYNC_CLIENTS_G(mysqli_polled) = zend_new_array(0);
	}
	link = zend_hash_index_find_ptr(ASYNC_CLIENTS_G(mysqli_polled), key_of(connection));
	if (link == NULL) {
		link = emalloc(sizeof(*link));
		link->connection = connection;
		async_ring_init(&link->polled);
		zend_hash_index_add_new_ptr(ASYNC_CLIENTS_G(mysqli_polled), key_of(connection), link);
	}
	return link;
}

static void note_link(poll_t *poll, const void *connection, bool is_watched)
{
	polled_t *polled = &poll->links[poll->count++];

	polled->link = link_of(connection);
	polled->poll = poll;
	polled->is_watched = is_watched;
	async_ring_insert_tail(&polled->link->polled, &polled->node);
}

static void note_links(poll_t *poll, HashTable *links, bool is_watched)
{
	zval *element;

	ZEND_HASH_FOREACH_VAL(links, element) {
		const void *connection = connection_of(element);
		if (connection && !async_owner_is_calling(connection)) {
			note_link(poll, connection,
				is_watched || async_mysqlnd_data_keeps(connection, ASYNC_KEEP_NOT) == ASYNC_KEEP_FOR_RESULT);
		}
	} ZEND_HASH_FOREACH_END();
}

static void begin(poll_t *poll, zend_execute_data *call)
{
	HashTable *readable = array_of(call, 1), *exceptional = array_of(call, 2);
	const size_t room = (readable ? zend_hash_num_elements(readable) : 0)
		+ (exceptional ? zend_hash_num_elements(exceptional) : 0);

	*poll = (poll_t) { .caller = ASYNC_G(current) };
	poll->links = room ? safe_emalloc(room, sizeof(*poll->links), 0) : NULL;
	if (readable) {
		note_links(poll, readable, false);
	}
	if (exceptional) {
		note_links(poll, exceptional, true);
	}
}

static void let_link_go(polled_t *polled)
{
	HashTable *table = ASYNC_CLIENTS_G(mysqli_polled);
	link_t *link = polled->link;

	async_ring_remove(&polled->node);
	if (!async_ring_is_empty(&link->polled)) {
		return;
	}
	zend_hash_index_del(table, key_of(link->connection));
	efree(link);
	if (zend_hash_num_elements(table) == 0) {
		ASYNC_CLIENTS_G(mysqli_polled) = NULL;
		zend_array_destroy(table);
	}
}

static void end(poll_t *poll)
{
	for (size_t i = 0; i < poll->count; i++) {
		let_link_go(&poll->links[i]);
	}
	if (poll->links) {
		efree(poll->links);
	}
}

static zif_handler original_poll;

static ZEND_NAMED_FUNCTION(poll_in_turn)
{
	poll_t poll;
	async_owner_t *owner = NULL;

	if (ASYNC_G(current) == NULL) {
		original_poll(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (!await_calls(execute_data) || !async_owner_take(&poll, &polling, &owner)) {
		return;
	}
	begin(&poll, execute_data);
	original_poll(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	end(&poll);
	if (owner) {
		async_owner_leave(owner, &poll, NULL);
	}
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "mysqli_poll", poll_in_turn, &original_poll },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

/* The records are in frames that a fatal error has abandoned, or of coroutines that a forked child does not have. */
static ASYNC_ALWAYS_RUNS void forget(void)
{
	ASYNC_CLIENTS_G(mysqli_polled) = NULL;
}

const async_part_t async_mysqli_poll_part = {
	.startup = start, .after_fork = forget, .frames_abandoned = forget, .request_end = forget,
};

#endif
