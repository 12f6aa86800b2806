/*
 * The connections of a PooledPDO, or of a PDO object with a pool: how they are made, checked, and reset for the next
 * holder.
 *
 * A PDOException during a check or a reset is dropped: that connection is closed, and the user does not need to know.
 * All other exceptions are thrown.
 */
#include "pool/pooled_pdo.h"

#include "clients/clients.h"

#include "zend_exceptions.h"

/* Constants of PDO, which may be absent when async is compiled. */
#define ATTR_AUTOCOMMIT 0
#define ATTR_ERRMODE 3
#define ATTR_DRIVER_NAME 16
#define ATTR_INIT_COMMAND 1002   /* MySQL's */
#define ERRMODE_EXCEPTION 2

/* ---- calls ---- */

/* Call a method of PDO. *result is undefined after an exception. */
static bool call(zend_object *connection, const char *lc_name, uint32_t count, zval *arguments, zval *result)
{
	zend_function *method = zend_hash_str_find_ptr(&async_ce_pdo->function_table, lc_name, strlen(lc_name));

	ZVAL_UNDEF(result);
	zend_call_known_function(method, connection, connection->ce, result, count, arguments, NULL);
	return EXPECTED(EG(exception) == NULL);
}

/* The same where only success matters. */
static bool run(zend_object *connection, const char *lc_name, uint32_t count, zval *arguments)
{
	zval result;
	const bool done = call(connection, lc_name, count, arguments, &result);

	zval_ptr_dtor(&result);
	return done;
}

static bool execute(zend_object *connection, const char *sql)
{
	zval argument;
	bool done;

	ZVAL_STRING(&argument, sql);
	done = run(connection, "exec", 1, &argument);
	zval_ptr_dtor(&argument);
	return done;
}

static bool get_attribute(zend_object *connection, zend_long attribute, zval *value)
{
	zval argument;

	ZVAL_LONG(&argument, attribute);
	return call(connection, "getattribute", 1, &argument, value);
}

static bool set_attribute(zend_object *connection, zend_long attribute, const zval *value)
{
	zval arguments[2];

	ZVAL_LONG(&arguments[0], attribute);
	ZVAL_COPY_VALUE(&arguments[1], value);
	return run(connection, "setattribute", 2, arguments);
}

/* Drop a PDOException. False: another exception is pending, such as a cancellation. */
static bool forget_failure(void)
{
	if (EG(exception) && instanceof_function(EG(exception)->ce, async_ce_pdo_exception)) {
		zend_clear_exception();
	}
	return EG(exception) == NULL;
}

/* ---- quiet calls: failures are exceptions, whatever error mode the user has set, and nothing is reported ---- */

typedef struct {
	zend_object *connection;
	zval error_mode;
	int error_reporting;
} quiet_t;

static void begin_quiet(quiet_t *quiet, zend_object *connection)
{
	zval mode;

	quiet->connection = connection;
	quiet->error_reporting = EG(error_reporting);
	/* As @ does: a fatal error, such as a time limit that passes now, is reported. */
	EG(error_reporting) &= E_FATAL_ERRORS;
	GC_ADDREF(connection);
	ZVAL_LONG(&mode, ERRMODE_EXCEPTION);
	get_attribute(connection, ATTR_ERRMODE, &quiet->error_mode);
	set_attribute(connection, ATTR_ERRMODE, &mode);
}

static void end_quiet(quiet_t *quiet)
{
	/* Neither this nor the next step talks to the server. */
	if (!EG(exception)) {
		set_attribute(quiet->connection, ATTR_ERRMODE, &quiet->error_mode);
	}
	OBJ_RELEASE(quiet->connection);
	EG(error_reporting) = quiet->error_reporting;
}

static bool is_driver(zend_object *connection, const char *name)
{
	zval driver;
	bool is_it;

	is_it = get_attribute(connection, ATTR_DRIVER_NAME, &driver) && Z_TYPE(driver) == IS_STRING
		&& strcmp(Z_STRVAL(driver), name) == 0;
	zval_ptr_dtor(&driver);
	return is_it;
}

/* ---- attributes ---- */

void async_pdo_note_attribute(async_place_t *place, zend_long attribute)
{
	zend_object *connection = Z_OBJ(place->value);
	quiet_t quiet;
	zval value;

	if (Z_TYPE(place->notes) == IS_ARRAY && zend_hash_index_exists(Z_ARRVAL(place->notes), attribute)) {
		return;
	}
	begin_quiet(&quiet, connection);
	if (attribute == ATTR_ERRMODE) {
		ZVAL_COPY_VALUE(&value, &quiet.error_mode);
	} else {
		get_attribute(connection, attribute, &value);
	}
	if (!forget_failure() || Z_ISUNDEF(value)) {
		/* The old value cannot be read, so it cannot be restored: the connection must not be lent again. */
		place->spoilt = true;
	} else {
		if (Z_TYPE(place->notes) != IS_ARRAY) {
			array_init(&place->notes);
		}
		zend_hash_index_add_new(Z_ARRVAL(place->notes), attribute, &value);
	}
	end_quiet(&quiet);
}

/* Set the attributes back to their old values. end_quiet() restores the error mode. False: an attribute could not be
 * set. */
static bool restore_attributes(quiet_t *quiet, async_place_t *place)
{
	zend_ulong attribute;
	bool done = true;
	zval notes;
	zval *value;

	if (Z_TYPE(place->notes) != IS_ARRAY) {
		return true;
	}
	ZVAL_COPY_VALUE(&notes, &place->notes);
	ZVAL_UNDEF(&place->notes);
	ZEND_HASH_FOREACH_NUM_KEY_VAL(Z_ARRVAL(notes), attribute, value) {
		if (attribute == ATTR_ERRMODE) {
			ZVAL_COPY_VALUE(&quiet->error_mode, value);
		} else {
			done = done && set_attribute(quiet->connection, (zend_long) attribute, value);
		}
	} ZEND_HASH_FOREACH_END();
	zval_ptr_dtor(&notes);
	return done;
}

void async_pdo_restore_attributes(async_place_t *place)
{
	quiet_t quiet;

	if (Z_TYPE(place->notes) != IS_ARRAY) {
		return;
	}
	begin_quiet(&quiet, Z_OBJ(place->value));
	if (!restore_attributes(&quiet, place)) {
		forget_failure();
		place->spoilt = true;
	}
	end_quiet(&quiet);
}

void async_pdo_set_attributes(async_place_t *place, HashTable *attributes, bool notes)
{
	zend_ulong attribute;
	quiet_t quiet;
	zval *value;

	if (notes) {
		ZEND_HASH_FOREACH_NUM_KEY(attributes, attribute) {
			async_pdo_note_attribute(place, (zend_long) attribute);
		} ZEND_HASH_FOREACH_END();
	}
	begin_quiet(&quiet, Z_OBJ(place->value));
	ZEND_HASH_FOREACH_NUM_KEY_VAL(attributes, attribute, value) {
		if (attribute == ATTR_ERRMODE) {
			ZVAL_COPY_VALUE(&quiet.error_mode, value);
		} else if (!set_attribute(quiet.connection, (zend_long) attribute, value)) {
			place->spoilt = true;
			if (!forget_failure()) {
				break;
			}
		}
	} ZEND_HASH_FOREACH_END();
	end_quiet(&quiet);
}

/* ---- a connection ---- */

/* Call a callable of the user, UNDEF: none, with a connection. False: it threw or returned false. */
static bool call_user(zval *callable, zval *connection)
{
	zval argument;
	zval answer;
	bool is_ready;

	if (Z_ISUNDEF_P(callable)) {
		return true;
	}
	ZVAL_COPY(&argument, connection);
	ZVAL_UNDEF(&answer);
	call_user_function(NULL, NULL, callable, &answer, 1, &argument);
	zval_ptr_dtor(&argument);
	if (UNEXPECTED(Z_ISREF(answer))) {
		zend_unwrap_reference(&answer);
	}
	is_ready = EXPECTED(!EG(exception)) && Z_TYPE(answer) != IS_FALSE;
	zval_ptr_dtor(&answer);
	return is_ready;
}

/* Let the user prepare a connection whose session is new. Only an exception means that it failed. */
static bool prepare(async_pool_t *pool, zval *connection)
{
	call_user(&pool->prepare, connection);
	return EXPECTED(!EG(exception));
}

static void make_connection(async_pool_t *pool, async_place_t *place)
{
	HashTable *given = Z_ARRVAL(pool->arguments);
	zval arguments[4];
	zval connection;
	zval *at;
	uint32_t count = 0;

	ZEND_ASSERT(zend_hash_num_elements(given) == 4 && "async_pdo_pool_init() has stored four");
	if (UNEXPECTED(object_init_ex(&connection, pool->connection_ce) != SUCCESS)) {
		return;
	}
	ZEND_HASH_FOREACH_VAL(given, at) {
		ZVAL_COPY(&arguments[count++], at);
	} ZEND_HASH_FOREACH_END();
	run(Z_OBJ(connection), "__construct", count, arguments);
	while (count > 0) {
		zval_ptr_dtor(&arguments[--count]);
	}
	if (EXPECTED(!EG(exception)) && prepare(pool, &connection)) {
		ZVAL_COPY_VALUE(&place->value, &connection);
	} else {
		zval_ptr_dtor(&connection);
	}
}

/* Ask the server something, with a statement that costs it as little as possible. */
static bool check_connection(async_pool_t *pool, async_place_t *place)
{
	zend_object *connection = Z_OBJ(place->value);
	const char *question = "SELECT 1";
	quiet_t quiet;
	bool answered;

	(void) pool;
	begin_quiet(&quiet, connection);
	if (is_driver(connection, "mysql")) {
		question = "DO 1";
	} else if (is_driver(connection, "oci")) {
		question = "BEGIN NULL; END;";
	} else if (is_driver(connection, "firebird")) {
		question = "SELECT 1 FROM RDB$DATABASE";
	}
	answered = execute(connection, question);
	forget_failure();
	end_quiet(&quiet);
	return answered;
}

static bool resets_always(const async_pool_t *pool)
{
	(void) pool;
	return true;
}

static bool end_transaction(zend_object *connection)
{
	zval is_open;

	if (!call(connection, "intransaction", 0, NULL, &is_open)) {
		return false;
	}
	if (zend_is_true(&is_open)) {
		return run(connection, "rollback", 0, NULL);
	}
	/* Before 8.4 the driver of SQLite does not know of a transaction that a plain BEGIN started. So roll back in any
	 * case. Without a transaction the rollback fails, which is no failure of the reset. */
	if (is_driver(connection, "sqlite") && !execute(connection, "ROLLBACK")) {
		return forget_failure();
	}
	return true;
}

/* Do for MySQL what PDO does after the login of a new connection: autocommit and the init command. */
static bool prepare_mysql(const async_pool_t *pool, zend_object *connection)
{
	const zval *options = zend_hash_index_find(Z_ARRVAL(pool->arguments), 3);
	zval *command = Z_TYPE_P(options) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(options), ATTR_INIT_COMMAND) : NULL;
	zval commits;
	bool done = get_attribute(connection, ATTR_AUTOCOMMIT, &commits)
		&& (zend_is_true(&commits) || execute(connection, "SET autocommit = 0"));

	zval_ptr_dtor(&commits);
	if (done && command) {
		zend_string *sql = zval_get_string(command);
		done = execute(connection, ZSTR_VAL(sql));
		zend_string_release(sql);
	}
	return done;
}

/* Clear the session on the server: its settings, temporary objects and locks. *is_new tells whether it was cleared. */
static bool reset_session(const async_pool_t *pool, zend_object *connection, bool *is_new)
{
	*is_new = true;
	if (is_driver(connection, "pgsql")) {
		return execute(connection, "DISCARD ALL");
	}
	if (is_driver(connection, "mysql")) {
		return async_pdo_begin_anew(connection) && prepare_mysql(pool, connection);
	}
	*is_new = false;
	return true;
}

static bool reset_connection(async_pool_t *pool, async_place_t *place)
{
	zend_object *connection = Z_OBJ(place->value);
	quiet_t quiet;
	bool is_new = false;
	bool is_ready;

	if (UNEXPECTED(place->interrupted)) {
		/* The server may still work for the coroutine that was cancelled: the next holder would get the answer. */
		return false;
	}
	begin_quiet(&quiet, connection);
	/* The place and `quiet` hold one reference each. With more, a statement of the old holder has one, too. */
	is_ready = end_transaction(connection) && EXPECTED(GC_REFCOUNT(connection) == 2)
		&& restore_attributes(&quiet, place) && reset_session(pool, connection, &is_new);
	forget_failure();
	end_quiet(&quiet);
	is_ready = is_ready && (!is_new || prepare(pool, &place->value))
		&& call_user(&pool->reset, &place->value);
	forget_failure();
	return is_ready;
}

static void close_connection(async_pool_t *pool, zval *value)
{
	/* PDO closes the connection when its last reference is dropped. */
	(void) pool;
	(void) value;
}

const async_pool_ops_t async_pdo_pool_ops = {
	.make = make_connection,
	.check = check_connection,
	.resets = resets_always,
	.reset = reset_connection,
	.destroy = close_connection,
};
