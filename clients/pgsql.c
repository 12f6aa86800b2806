#include "clients/guards.h"

#include "scheduler/left_frames.h"

#include "clients/drivers.h"

/* The key of a connection is its PGconn, with which the records of connections, results and large objects begin. */

/* PGSQL_CONNECT_FORCE_NEW */
#define CONNECT_FORCE_NEW (1 << 1)

static zend_class_entry *connection_ce, *result_ce, *lob_ce;

static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	(void) owner;
	return async_libpq_keeps(connection);
}

static void roll_back(const void *connection, zend_object *handle)
{
	(void) handle;
	async_libpq_roll_back(connection);
}

/* PHP reads other answers away before the next query; in the middle of a COPY it would try for ever. */
static void finish(const void *connection, bool is_wanted)
{
	async_libpq_end_copy(connection);
	if (is_wanted) {
		async_libpq_before_close(connection);
	}
}

static const async_client_t client = {
	.name = "PostgreSQL connection",
	.keeps = keeps,
	.roll_back = roll_back,
	.finish = finish,
};

static const void *connection_of(zend_object *object)
{
	return *(const void **) ((const char *) object - object->handlers->offset);
}

/* The first argument. Without one PHP takes the connection that was made last, which is deprecated: not guarded. */
static const void *find(zend_execute_data *call, zend_object **handle)
{
	zend_object *object = async_guard_object_argument(call);

	if (UNEXPECTED(object == NULL)) {
		return NULL;
	}
	if (object->ce == connection_ce) {
		*handle = object;
		return connection_of(object);
	}
	return object->ce == result_ce || object->ce == lob_ce ? connection_of(object) : NULL;
}

static const async_guard_kind_t kind = { .client = &client, .find = find };

/* ---- persistent connections ---- */

/* Stands for a persistent connection that is not there yet: one is made at a time. ext/pgsql would close the first of
 * two that are made for the same words, which is in use. */
static const char making;

static async_keep_t keeps_made(const void *connection, const async_owner_t *owner)
{
	return connection == &making ? ASYNC_KEEP_NOT : keeps(connection, owner);
}

static const async_client_t maker = {
	.name = "PostgreSQL connection",
	.keeps = keeps_made,
	.roll_back = roll_back,
	.finish = finish,
};

/* By the key under which ext/pgsql keeps it. */
static const void *find_persistent(zend_execute_data *call, zend_object **handle)
{
	const zval *words = ZEND_CALL_NUM_ARGS(call) > 0 ? ZEND_CALL_ARG(call, 1) : NULL;
	const zval *flags = ZEND_CALL_NUM_ARGS(call) > 1 ? ZEND_CALL_ARG(call, 2) : NULL;
	const zend_resource *entry;
	zend_string *key;

	if (words == NULL || Z_TYPE_P(words) != IS_STRING || (flags && Z_TYPE_P(flags) != IS_LONG)) {
		return &making;
	}
	key = zend_strpprintf(0, "pgsql%s_" ZEND_LONG_FMT, Z_STRVAL_P(words),
		flags ? Z_LVAL_P(flags) & ~(zend_long) CONNECT_FORCE_NEW : 0);
	entry = zend_hash_find_ptr(&EG(persistent_list), key);
	zend_string_release(key);
	return entry && entry->ptr ? entry->ptr : &making;
}

/* Is it among those that ext/pgsql keeps? */
static bool is_kept(const void *connection)
{
	const zend_resource *entry;

	ZEND_HASH_FOREACH_PTR(&EG(persistent_list), entry) {
		if (entry->ptr == connection) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* By PHP, that is. */
static bool are_notices_taken(void)
{
	return zend_ini_long((char *) ZEND_STRL("pgsql.ignore_notice"), 0) == 0;
}

/* Another object of it, or NULL. */
static zend_object *other_object(const void *connection, const zend_object *object)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *other = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(other) && other->ce == connection_ce && other != object && connection_of(other) == connection
			&& !(OBJ_FLAGS(other) & IS_OBJ_FREE_CALLED)) {
			return other;
		}
	}
	return NULL;
}

/* One that was lost is connected again by ext/pgsql, and released when that fails, even if others have objects of it.
 * It goes with the last of them then. */
static void forget_lost(const void *connection)
{
	zend_resource *entry;
	const bool probes = (zend_ini_long((char *) ZEND_STRL("pgsql.auto_reset_persistent"), 0) & 1) != 0;

	if (connection == &making || (!probes && !async_libpq_is_lost(connection))
		|| other_object(connection, NULL) == NULL) {
		return;
	}
	if (probes) {
		async_libpq_probe(connection);
		if (!async_libpq_is_lost(connection)) {
			return;
		}
	}
	async_libpq_reset(connection);
	if (!async_libpq_is_lost(connection)) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(&EG(persistent_list), entry) {
		if (entry->ptr == connection) {
			/* ext/pgsql connects, then. */
			entry->ptr = NULL;
		}
	} ZEND_HASH_FOREACH_END();
}

static const async_guard_kind_t making_persistent = {
	.client = &maker,
	.find = find_persistent,
	.before = forget_lost,
	.moves = true,
};

/* ---- closing ---- */

/* PHP takes all answers that are left before it closes a connection, which has no end in the middle of a COPY. To be
 * cancelled there is to close it. */
static void before_close(const void *connection)
{
	async_libpq_before_close(connection);
	if (is_kept(connection) && are_notices_taken()) {
		/* Perhaps by the object that is closed, and does not know its connection any more when it is released. */
		async_libpq_notices_to(connection, NULL);
	}
}

static const async_guard_kind_t closing = {
	.client = &client,
	.find = find,
	.before = before_close,
	.moves = true,
};

#define CALLS(X) \
	X(pg_cancel_query) X(pg_connect_poll) X(pg_connection_busy) X(pg_connection_reset) \
	X(pg_consume_input) X(pg_convert) X(pg_copy_from) X(pg_copy_to) X(pg_delete) X(pg_end_copy) X(pg_exec) \
	X(pg_execute) X(pg_field_table) X(pg_field_type) X(pg_flush) X(pg_get_notify) X(pg_get_result) \
	X(pg_insert) X(pg_lo_close) \
	X(pg_lo_create) X(pg_lo_export) X(pg_lo_import) X(pg_lo_open) X(pg_lo_read) X(pg_lo_read_all) X(pg_lo_seek) \
	X(pg_lo_tell) X(pg_lo_truncate) X(pg_lo_unlink) X(pg_lo_write) X(pg_meta_data) X(pg_ping) X(pg_prepare) \
	X(pg_put_line) X(pg_query) X(pg_query_params) X(pg_select) X(pg_send_execute) X(pg_send_prepare) \
	X(pg_send_query) X(pg_send_query_params) X(pg_set_client_encoding) X(pg_update)
#define ROW(name) { #name, &kind },

static const async_guard_row_t functions[] = {
	CALLS(ROW)
	{ "pg_close", &closing },
	{ "pg_pconnect", &making_persistent },
	{ NULL, NULL }
};

/* ---- objects ---- */

/* How the record of an object begins. */
typedef struct {
	void *connection;
	zend_string *words;
	HashTable *notices;
	bool is_persistent;
} link_t;

static bool is_persistent(zend_object *object)
{
	const link_t *link = (const link_t *) ((const char *) object - object->handlers->offset);

	return link->connection && link->is_persistent;
}

/* Has anybody else this connection, or will? */
static bool stays(zend_object *object)
{
	const void *connection = connection_of(object);

	return is_persistent(object) && (is_kept(connection) || other_object(connection, object));
}

static async_guarded_objects_t connections = {
	.class_name = "pgsql\\connection", .connection = connection_of, .client = &client, .is_connection = true,
	.stays = stays,
};

/* It may be the connection that PHP keeps for functions that are called without one, and replaces by the next: its
 * release has to be over before somebody else connects. */
static void destroy_connection(zend_object *object)
{
	const void *connection = ASYNC_G(current) ? connection_of(object) : NULL;

	connections.original.dtor_obj(object);
	if (connection == NULL) {
		return;
	}
	/* To release one of a persistent connection is to read all answers away. */
	if ((is_persistent(object) && async_owner_leave_behind(connection, object, true))
		|| async_owner_close_later(connection, &client, object)) {
		/* Until then it may be given to somebody who connects with the same words, and be dropped again. */
		GC_DEL_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	}
}

/* The object that connected last takes the notices of a persistent connection, which PHP forgets when it releases it:
 * the next notice would be written where it was. */
static void pass_notices_on(zend_object *object, const void *connection)
{
	zend_object *other = other_object(connection, object);

	if (are_notices_taken()) {
		async_libpq_notices_to(connection, other ? (char *) other - other->handlers->offset : NULL);
	}
}

static void free_connection(zend_object *object)
{
	void *connection = (void *) connection_of(object);
	const bool is_orphan = connection && is_persistent(object) && !stays(object);

	if (connection) {
		async_libpq_before_close(connection);
	}
	if (connection && is_persistent(object)) {
		pass_notices_on(object, connection);
	}
	async_guarded_free(&connections, object);
	if (is_orphan) {
		async_libpq_finish(connection);
	}
}

/* ext/pgsql finds connections again in a table that outlives the request: they have to be freed even if the query that
 * is under way has no end. */
static void prepare_to_free(zend_object *object)
{
	if (connection_of(object)) {
		async_libpq_hang_up(connection_of(object));
	}
}

static zend_class_entry *class_of(const char *name)
{
	return zend_hash_str_find_ptr(CG(class_table), name, strlen(name));
}

void async_pgsql_guard(void)
{
	connection_ce = class_of("pgsql\\connection");
	result_ce = class_of("pgsql\\result");
	lob_ce = class_of("pgsql\\lob");
	if (connection_ce && result_ce && lob_ce && async_libpq_is_there()) {
		async_guard_functions(functions);
		async_left_frames_except(connection_ce, prepare_to_free);
	}
}

void async_pgsql_guard_objects(void)
{
	async_guard_objects(&connections, destroy_connection, free_connection);
}
