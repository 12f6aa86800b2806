/*
 * ext/sqlite3. The key of a connection is the record of the SQLite3 object; statements and results lead to it.
 */
#include "clients/library.h"

#include "clients/drivers.h"
#include "engine/abandoned_frames.h"

/* The extension installs no headers. These are the first fields of its records, the same in all versions since 8.0. */
typedef struct {
	int is_initialised;
	void *db;
} connection_t;

typedef struct {
	void *statement;
	connection_t *connection;
} statement_t;

typedef struct {
	connection_t *connection;
} result_t;

/* After close() the record still has the address of what was there. */
static const void *database_of(const void *connection)
{
	const connection_t *const record = connection;

	return record->is_initialised ? record->db : NULL;
}

static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	(void) owner;
	return async_sqlite_keeps(database_of(connection));
}

static void roll_back(const void *connection, zend_object *handle)
{
	(void) handle;
	async_sqlite_roll_back(database_of(connection));
}

static void *record_of(zend_object *object)
{
	return (char *) object - object->handlers->offset;
}

static const void *connection_of(zend_object *object)
{
	return record_of(object);
}

static const void *connection_of_statement(zend_object *object)
{
	return ((const statement_t *) record_of(object))->connection;
}

static const void *connection_of_result(zend_object *object)
{
	return ((const result_t *) record_of(object))->connection;
}

static async_guarded_objects_t connections, statements, results;

static bool belongs_to(zend_object *object, const async_guarded_objects_t *objects, const void *connection)
{
	return objects->ce && instanceof_function(object->ce, objects->ce) && objects->connection(object) == connection;
}

/* As those of PDO: SQLite would wait for a lock that only a thread of the parent can release. */
static void leave_to_parent(const void *connection)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(object) && (belongs_to(object, &connections, connection)
			|| belongs_to(object, &statements, connection) || belongs_to(object, &results, connection))) {
			async_abandoned_frames_keep_object(object);
		}
	}
}

static const async_client_t client = {
	.name = "SQLite3 connection", .keeps = keeps, .roll_back = roll_back, .leave_to_parent = leave_to_parent,
};

static const void *find(zend_execute_data *call, zend_object **handle)
{
	if (Z_TYPE(call->This) != IS_OBJECT) {
		return NULL;
	}
	*handle = Z_OBJ(call->This);
	return connection_of(*handle);
}

static const void *find_by_statement(zend_execute_data *call, zend_object **handle)
{
	(void) handle;
	return connection_of_statement(Z_OBJ(call->This));
}

static const void *find_by_result(zend_execute_data *call, zend_object **handle)
{
	(void) handle;
	return connection_of_result(Z_OBJ(call->This));
}

static const async_guard_kind_t on_connection = { .client = &client, .find = find };
static const async_guard_kind_t on_statement = { .client = &client, .find = find_by_statement };

/* While the statement is executed, the extension walks over what is bound, and reads the streams among it. */
static bool is_in_use(zend_execute_data *call, const void *connection)
{
	(void) call;
	return async_owner_is_calling(connection);
}

static const async_guard_kind_t on_binding = {
	.client = &client, .find = find_by_statement, .touches = is_in_use,
};
static const async_guard_kind_t on_result = { .client = &client, .find = find_by_result };

static const async_guard_row_t connection_methods[] = {
	{ "__construct", NULL },
	{ "version", NULL },
	{ "escapestring", NULL },
	{ "changes", NULL },
	{ "lastinsertrowid", NULL },
	{ "lasterrorcode", NULL },
	{ "lastextendederrorcode", NULL },
	{ "lasterrormsg", NULL },
	{ "enableexceptions", NULL },
	{ "", &on_connection },
	{ NULL, NULL }
};

static const async_guard_row_t statement_methods[] = {
	{ "__construct", NULL },
	{ "bindparam", &on_binding },
	{ "bindvalue", &on_binding },
	{ "getsql", NULL },
	{ "paramcount", NULL },
	{ "readonly", NULL },
	{ "", &on_statement },
	{ NULL, NULL }
};

static const async_guard_row_t result_methods[] = {
	{ "__construct", NULL },
	{ "numcolumns", NULL },
	{ "columnname", NULL },
	{ "columntype", NULL },
	{ "", &on_result },
	{ NULL, NULL }
};

static async_guarded_objects_t connections = {
	.class_name = "sqlite3", .connection = connection_of, .client = &client, .is_connection = true,
};
static async_guarded_objects_t statements = {
	.class_name = "sqlite3stmt", .connection = connection_of_statement, .client = &client,
	.dropped = async_guarded_dropped,
};
static async_guarded_objects_t results = {
	.class_name = "sqlite3result", .connection = connection_of_result, .client = &client,
	.dropped = async_guarded_dropped,
};

const async_library_t async_sqlite3_library = {
	.extension = "sqlite3",
	.startup = async_sqlite_is_there,
	.tables = {
		{ "sqlite3", connection_methods }, { "sqlite3stmt", statement_methods }, { "sqlite3result", result_methods },
	},
	.objects = { &connections, &statements, &results },
};
