/*
 * ext/pgsql. The key of a connection is its PGconn, the first field of the records of connections, results and large
 * objects.
 */
#include "clients/library.h"

#include "clients/drivers.h"
#include "clients/opening.h"
#include "engine/abandoned_frames.h"

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

/* Before the next query ext/pgsql reads all unread answers. In the middle of a COPY that would not end. */
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
	.leave = async_libpq_leave,
};

static const void *connection_of(zend_object *object)
{
	ZEND_ASSERT((object->ce == connection_ce || object->ce == result_ce || object->ce == lob_ce)
		&& "records of these classes begin with the connection; the classes are final");
	return *(const void **) ((const char *) object - object->handlers->offset);
}

/* The first fields of a connection's object. */
typedef struct {
	void *connection;
	zend_string *words;            /* parameters that it was opened with */
	HashTable *notices;
	bool is_persistent;
} link_t;

/* The answer is the same for a connection that is closed. */
static bool is_persistent(zend_object *object)
{
	ZEND_ASSERT(object->ce == connection_ce && "results and large objects have another record");
	return ((const link_t *) ((const char *) object - object->handlers->offset))->is_persistent;
}

/* The first argument. A call without it, which is deprecated, uses the connection that was opened last: not guarded. */
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

static async_keep_t keeps_made(const void *connection, const async_owner_t *owner)
{
	return async_is_opening(connection) ? ASYNC_KEEP_NOT : keeps(connection, owner);
}

static void leave_made(const void *connection, bool is_parked_in)
{
	if (!async_is_opening(connection)) {
		async_libpq_leave(connection, is_parked_in);
	}
}

static const async_client_t opener = {
	.name = "PostgreSQL connection",
	.keeps = keeps_made,
	.roll_back = roll_back,
	.finish = finish,
	.leave = leave_made,
};

/* Builds the key under which ext/pgsql keeps the connection. */
static const void *find_persistent(zend_execute_data *call, zend_object **handle)
{
	zval *words = ZEND_CALL_NUM_ARGS(call) > 0 ? ZEND_CALL_ARG(call, 1) : NULL;
	zval *flags = ZEND_CALL_NUM_ARGS(call) > 1 ? ZEND_CALL_ARG(call, 2) : NULL;

	(void) handle;
	if (words == NULL || Z_TYPE_P(words) != IS_STRING) {
		return async_opening;
	}
	return async_open_or_opening(zend_strpprintf(0, "pgsql%s_" ZEND_LONG_FMT, Z_STRVAL_P(words),
		flags ? zval_get_long(flags) & ~(zend_long) CONNECT_FORCE_NEW : 0));
}

static const async_guard_kind_t opening_persistent = { .client = &opener, .find = find_persistent, .moves = true };

/* Is the connection in the list of persistent ones? */
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

/* Does ext/pgsql record the notices of the server? */
static bool are_notices_taken(void)
{
	return zend_ini_long((char *) ZEND_STRL("pgsql.ignore_notice"), 0) == 0;
}

/* Another object of the same connection; NULL: there is none. */
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

/* ext/pgsql closes a persistent connection that is lost when it cannot be opened again, or when the request ends, even
 * if objects use it. With this destructor the connection ends with the last of them. */
ZEND_TLS void (*close_entry)(zval *entry);

static void close_unless_used(zval *value)
{
	zend_resource *entry = Z_RES_P(value);

	ZEND_ASSERT(close_entry && close_entry != close_unless_used && "the engine's destructor is called in the end");
	if (entry->ptr && entry->type == zend_fetch_list_dtor_id("pgsql link persistent")
		&& other_object(entry->ptr, NULL)) {
		entry->ptr = NULL;
	}
	close_entry(value);
}

static void request_start(void)
{
	ZEND_ASSERT(connection_ce && "startup() has found the class");
	if (EG(persistent_list).pDestructor != close_unless_used) {
		close_entry = EG(persistent_list).pDestructor;
		EG(persistent_list).pDestructor = close_unless_used;
	}
}

/* A fatal error has come while a coroutine opened the connection again. ext/pgsql would take it for an open one. */
static int close_half_made(zval *value)
{
	const zend_resource *entry = Z_RES_P(value);

	return entry->ptr && entry->type == zend_fetch_list_dtor_id("pgsql link persistent")
		&& async_libpq_is_half_made(entry->ptr) ? ZEND_HASH_APPLY_REMOVE : ZEND_HASH_APPLY_KEEP;
}

/* The list outlives this extension: its destructor is put back. */
static void request_over(void)
{
	if (EG(persistent_list).pDestructor == close_unless_used) {
		EG(persistent_list).pDestructor = close_entry;
		if (CG(unclean_shutdown)) {
			zend_hash_apply(&EG(persistent_list), close_half_made);
		}
	}
}

/* ---- closing ---- */

/* ext/pgsql reads all unread answers before it closes a connection. In the middle of a COPY that would not end, and a
 * cancelled caller closes the connection there. */
static void before_close(const void *connection)
{
	async_libpq_before_close(connection);
	if (is_kept(connection) && are_notices_taken()) {
		/* The closed object may be the receiver of the notices. Without its connection it cannot stop the notices when
		 * it is released. */
		async_libpq_notices_to(connection, NULL);
	}
}

/* The object has forgotten its connection. If it was the last object, and ext/pgsql does not keep the connection,
 * no other code would close the connection. */
static void after_close(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	zend_object *object = async_guard_object_argument(call);
	void *connection = (void *) owner->connection;

	ZEND_ASSERT(connection && "the caller still owns the connection");
	(void) result;
	if (object && object->ce == connection_ce && connection_of(object) == NULL && is_persistent(object)
		&& !is_kept(connection) && !other_object(connection, object)) {
		async_libpq_finish(connection);
	}
}

static const async_guard_kind_t closing = {
	.client = &client,
	.find = find,
	.before = before_close,
	.after = after_close,
	.moves = true,
};

#define CALLS(X) \
	X(pg_cancel_query) X(pg_change_password) X(pg_close_stmt) X(pg_connect_poll) X(pg_connection_busy) \
	X(pg_connection_reset) X(pg_consume_input) X(pg_convert) X(pg_copy_from) X(pg_copy_to) X(pg_delete) \
	X(pg_end_copy) X(pg_exec) X(pg_execute) X(pg_field_table) X(pg_field_type) X(pg_flush) X(pg_get_notify) \
	X(pg_get_result) X(pg_insert) X(pg_jit) X(pg_lo_close) X(pg_lo_create) X(pg_lo_export) X(pg_lo_import) \
	X(pg_lo_open) X(pg_lo_read) X(pg_lo_read_all) X(pg_lo_seek) X(pg_lo_tell) X(pg_lo_truncate) X(pg_lo_unlink) \
	X(pg_lo_write) X(pg_meta_data) X(pg_ping) X(pg_prepare) X(pg_put_copy_data) X(pg_put_copy_end) X(pg_put_line) \
	X(pg_query) X(pg_query_params) X(pg_select) X(pg_send_execute) X(pg_send_prepare) X(pg_send_query) \
	X(pg_send_query_params) X(pg_set_client_encoding) X(pg_update)
/* Old names of some of them. */
#define ALIASES(X) \
	X(pg_fieldtype) X(pg_loclose) X(pg_locreate) X(pg_loexport) X(pg_loimport) X(pg_loopen) X(pg_loread) \
	X(pg_loreadall) X(pg_lounlink) X(pg_lowrite) X(pg_setclientencoding)
#define ROW(name) { #name, &kind },

static const async_guard_row_t functions[] = {
	CALLS(ROW)
	ALIASES(ROW)
	{ "pg_close", &closing },
	{ "pg_pconnect", &opening_persistent },
	{ NULL, NULL }
};

/* ---- objects ---- */

/* Does another object use this connection, or may a later object use it? */
static bool stays(zend_object *object)
{
	const void *connection = connection_of(object);

	return is_persistent(object) && (is_kept(connection) || other_object(connection, object));
}

/* The object may be the default connection, which functions use that are called without one, and which the next
 * connect replaces: its release has to be over before another coroutine connects. */
static void dropped(zend_object *object, const void *connection)
{
	/* The release of an object of a persistent connection reads all unread answers. */
	if ((is_persistent(object) && async_owner_defer_release(connection, object, true))
		|| async_owner_close_later(connection, &client, object)) {
		/* Until then pg_connect() with the same parameters may return the object once more, and it may be dropped
		 * again. */
		GC_DEL_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	}
}

/* The object that connected last receives the notices of a persistent connection. ext/pgsql does not end that when the
 * object is released: the next notice would be written to freed memory. */
static void pass_notices_on(const void *connection, zend_object *other)
{
	if (are_notices_taken()) {
		async_libpq_notices_to(connection, other ? (char *) other - other->handlers->offset : NULL);
	}
}

static void free_connection(zend_object *object)
{
	void *connection = (void *) connection_of(object);
	bool is_orphan = false;

	if (connection) {
		async_libpq_before_close(connection);
	}
	if (connection && is_persistent(object)) {
		zend_object *other = other_object(connection, object);
		is_orphan = other == NULL && !is_kept(connection);
		pass_notices_on(connection, other);
	}
	async_guarded_free(object);
	if (is_orphan) {
		async_libpq_finish(connection);
	}
}

static async_guarded_objects_t connections = {
	.class_name = "pgsql\\connection", .connection = connection_of, .client = &client, .is_connection = true,
	.stays = stays, .dropped = dropped, .free_obj = free_connection,
};

static zend_class_entry *class_of(const char *name)
{
	return zend_hash_str_find_ptr(CG(class_table), name, strlen(name));
}

static bool startup(void)
{
	connection_ce = class_of("pgsql\\connection");
	result_ce = class_of("pgsql\\result");
	lob_ce = class_of("pgsql\\lob");
	if (connection_ce == NULL || result_ce == NULL || lob_ce == NULL || !async_libpq_is_there()) {
		return false;
	}
	/* Persistent connections stay in a table that outlives the request: their objects have to be freed, and can be. */
	async_abandoned_frames_except(connection_ce);
	return true;
}

const async_library_t async_pgsql_library = {
	.extension = "pgsql",
	.startup = startup,
	.tables = { { NULL, functions } },
	.objects = { &connections },
	.request_start = request_start,
	.request_over = request_over,
};
