/*
 * Late release: a service coroutine releases a connection that an instruction replaces before it reads the variable.
 *
 * Results and statements of MySQL are released at once, and the process waits for rows that are still to come: until
 * then the next query of the program is "out of sync", so a late release would be seen.
 */
#include "clients/late_release.h"

#include "clients/guard_objects.h"
#include "clients/mysqli.h"
#include "clients/pdo.h"
#include "engine/handlers.h"
#include "engine/operands.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/scheduler.h"

typedef struct {
	const char *name;                      /* lower case */
	bool (*waits)(zend_object *object);    /* NULL: the release of any such object may wait for a server */
	const zend_class_entry *ce;            /* this and the rest: filled in when the class is patched */
	const zend_object_handlers *table;
	zend_object_dtor_obj_t original;
} late_class_t;

#ifdef ASYNC_COMPAT_HAS_PDO
static bool is_of_server(const pdo_dbh_t *dbh)
{
	return dbh && async_pdo_driver_of(dbh) != ASYNC_PDO_SQLITE;
}

static bool pdo_waits(zend_object *object)
{
	return is_of_server(php_pdo_dbh_fetch_inner(object));
}

/* Only libpq asks the server to forget a statement, and waits for the answer. */
static bool statement_waits(zend_object *object)
{
	const pdo_dbh_t *dbh = php_pdo_stmt_fetch_object(object)->dbh;

	return dbh && async_pdo_driver_of(dbh) == ASYNC_PDO_PGSQL;
}
#endif

#ifdef ASYNC_COMPAT_HAS_MYSQLI
/* A persistent one may be rolled back. The others say good-bye, and there is no answer to that. */
static bool link_waits(zend_object *object)
{
	const MY_MYSQL *link = async_mysqli_link(object);

	return link && link->mysql && link->persistent;
}
#endif

static late_class_t classes[] = {
	{ .name = "amqpchannel" },
	{ .name = "amqpconnection" },
	{ .name = "memcached" },
#ifdef ASYNC_COMPAT_HAS_MYSQLI
	{ .name = "mysqli", .waits = link_waits },
#endif
#ifdef ASYNC_COMPAT_HAS_PDO
	{ .name = "pdo", .waits = pdo_waits },
	{ .name = "pdostatement", .waits = statement_waits },
#endif
	{ .name = "pgsql\\connection" },
};

#define CLASS_COUNT (sizeof(classes) / sizeof(classes[0]))

/* Another extension may have given the object a copy of the table: then the class tells. */
static const late_class_t *class_of(const zend_object *object)
{
	const late_class_t *found = NULL;

	for (size_t i = 0; i < CLASS_COUNT && !(found && found->table == object->handlers); i++) {
		if (classes[i].ce && instanceof_function(object->ce, classes[i].ce)) {
			found = &classes[i];
		}
	}
	ZEND_ASSERT(found && "only handlers of these classes were replaced");
	return found;
}

static bool is_replaced_value(void)
{
	const zend_execute_data *frame = EG(current_execute_data);

	return ASYNC_G(current) && frame && frame->func && async_released_variable_is_used_again(frame)
		&& async_can_park() && !async_is_unwinding();
}

/* The engine has set the mark of the destructor, and asks for the count afterwards. A destructor in PHP runs now, and
 * does not wait there. */
static void destroy(zend_object *object)
{
	const late_class_t *self = class_of(object);
	zval value;

	if (EXPECTED(!is_replaced_value()) || object->ce->destructor || (self->waits && !self->waits(object))) {
		self->original(object);
		return;
	}
	GC_DEL_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
	ZVAL_OBJ_COPY(&value, object);
	async_deferred_add(&value);
	async_deferred_schedule();
}

static void patch(late_class_t *late)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), late->name, strlen(late->name));
	zend_object *sample;
	zend_object_handlers *table;

	if (ce == NULL || ce->create_object == NULL || late->table || async_class_is_disabled(late->name)) {
		return;
	}
	sample = ce->create_object(ce);
	table = (zend_object_handlers *) sample->handlers;
	zend_object_store_ctor_failed(sample);
	OBJ_RELEASE(sample);
	if (table == zend_get_std_object_handlers() || !async_table_unprotect(table, sizeof(*table))) {
		return;
	}
	late->ce = ce;
	late->table = table;
	late->original = table->dtor_obj;
	async_table_originals_kept();
	table->dtor_obj = destroy;
}

void async_late_release_patch(void)
{
	for (size_t i = 0; i < CLASS_COUNT; i++) {
		patch(&classes[i]);
	}
}
