/*
 * The end of a coroutine that owns a connection: an open transaction is rolled back, then the next owner gets the
 * connection. Also the end of the request, and a forked child.
 */
#include "clients/owner_internal.h"

#include "scheduler/end.h"
#include "scheduler/fork.h"
#include "scheduler/report.h"
#include "scheduler/spawn_chain.h"
#include "scheduler/warning.h"

#include "zend_exceptions.h"

#include "clients/guard.h"
#include "clients/guard_objects.h"

/* Parameters of the coroutine that cleans up. */
enum { RECORD, HANDLE, WARNING, PLACE, PARAMETERS };

/* Exceptions of the rollback are dropped: they mean that the connection is broken, which the next owner will see. */
static void roll_back(const async_owner_t *owner, zend_object *handle)
{
	owner->client->roll_back(owner->connection, handle);
	if (EG(exception) && !zend_is_unwind_exit(EG(exception))) {
		zend_clear_exception();
	}
}

/* Body of the service coroutine, which owns the connection. The warning comes last: the user's error handler may
 * suspend, throw or use the connection. */
static void clean_up(async_coroutine_t *self)
{
	async_owner_t *owner = Z_PTR(self->params[RECORD]);
	const async_client_t *client = owner->client;
	const void *connection = owner->connection;

	owner->state = ASYNC_OWNER_IN_CALL;
	owner->is_held = false;
	async_owner_release_deferred(owner);
	if (owner->kept == ASYNC_KEEP_FOR_RESULT && client->finish) {
		client->finish(connection, owner->is_dropped || owner->lock.waiters.head != NULL);
	}
	if (Z_TYPE(self->params[WARNING]) == IS_STRING) {
		roll_back(owner, Z_TYPE(self->params[HANDLE]) == IS_OBJECT ? Z_OBJ(self->params[HANDLE]) : NULL);
	}
	/* finish() and roll_back() may have suspended, and other coroutines may have dropped more objects meanwhile. */
	async_owner_release_all(owner);
	owner->depth = 0;
	async_owner_pass_on(owner);
	if (client->release) {
		client->release(connection);
	}
	if (Z_TYPE(self->params[WARNING]) == IS_STRING && !EG(exception)) {
		async_warn_at(Z_STR(self->params[PLACE]), self->spawn_line, "%s", Z_STRVAL(self->params[WARNING]));
	}
}

static zend_string *words(const async_owner_t *owner, const async_coroutine_t *ended)
{
	smart_str text = {0};

	smart_str_append_printf(&text, "%s: ", owner->client->name);
	async_report_append_coroutine(&text, ended);
	if (!(ended->flags & ASYNC_COROUTINE_MAIN)) {
		async_spawn_chain_append(&text, ended, ", ");
		smart_str_appendc(&text, ',');
	}
	smart_str_appends(&text, " ended inside a transaction, which is rolled back");
	return smart_str_extract(&text);
}

static void start_cleaner(async_owner_t *owner, const async_coroutine_t *ended)
{
	async_coroutine_t *cleaner = async_coroutine_new_service(clean_up, PARAMETERS);
	zval *params = cleaner->params;

	ZVAL_PTR(&params[RECORD], owner);
	ZVAL_NULL(&params[HANDLE]);
	ZVAL_NULL(&params[WARNING]);
	if (owner->client->hold) {
		owner->client->hold(owner->connection);
		owner->is_held = true;
	} else if (owner->handle) {
		ZVAL_OBJ_COPY(&params[HANDLE], owner->handle);
	}
	if (owner->kept == ASYNC_KEEP_FOR_TRANSACTION && owner->client->roll_back
		&& (owner->handle || owner->is_shared || owner->client->hold)) {
		ZVAL_STR(&params[WARNING], words(owner, ended));
	}
	ZVAL_STR(&params[PLACE], owner->kept_file ? zend_string_copy(owner->kept_file) : ZSTR_EMPTY_ALLOC());
	cleaner->spawn_line = owner->kept_line;
	async_lock_pass_to(&owner->lock, cleaner);
	owner->depth = 1;
	owner->state = ASYNC_OWNER_WOKEN;
	async_scheduler_enqueue(cleaner, &ASYNC_G(global_scope), false);
}

void async_owner_clean_up(async_owner_t *owner)
{
	start_cleaner(owner, ASYNC_G(main_coroutine));
}

void async_owner_ended(async_owner_t *owner)
{
	const async_coroutine_t *ended = owner->lock.owner;
	const bool is_wanted = owner->lock.waiters.head != NULL || async_owner_has_deferred(owner);
	const bool is_finished = owner->kept == ASYNC_KEEP_FOR_RESULT && owner->client->finish == NULL;

	ZEND_ASSERT(owner->state == ASYNC_OWNER_BETWEEN_CALLS && owner->depth == 0 && owner->kept && "between two calls");
	if (async_is_unwinding() || (is_finished && !is_wanted)) {
		async_owner_pass_on(owner);
	} else if ((ended->flags & ASYNC_COROUTINE_MAIN) && !is_wanted) {
		async_wait_list_remove(&owner->owner_end);
		async_lock_uncount_owner(&owner->lock);
		owner->lock.owner = NULL;
		owner->state = ASYNC_OWNER_IS_GONE;
	} else {
		start_cleaner(owner, ended);
	}
}

/* ---- ends of the request, of a call, of the parent ---- */

static void leave_to_parent(const void *connection, const async_client_t *client, const async_coroutine_t *owner)
{
	if (client->leave_to_parent) {
		client->leave_to_parent(connection);
		async_fork_leave_library(owner);
	}
}

static bool stays_in_child(async_record_t *record)
{
	async_owner_t *owner = (async_owner_t *) record;

	if (async_lock_is_kept_in_child(&owner->lock)) {
		return true;
	}
	if (owner->state == ASYNC_OWNER_IN_CALL) {
		leave_to_parent(owner->connection, owner->client, owner->lock.owner);
	}
	return false;
}

static void leave_call_of_main(const void *connection, const async_client_t *client)
{
	leave_to_parent(connection, client, ASYNC_G(main_flow));
}

void async_owners_forget_others(void)
{
	const async_coroutine_t *main_flow = ASYNC_G(main_flow);

	ASYNC_G(connection_waiters) = 0;
	if (main_flow != ASYNC_G(current)) {
		/* A call that began before the first async call has no owner. */
		async_guard_each_call(main_flow->frame, leave_call_of_main);
		async_guard_each_plain_step(leave_call_of_main);
	}
	async_records_forget(ASYNC_CLIENTS_G(owners), stays_in_child);
}

/* After a fatal error the engine releases the deferred objects with all others. */
static void forget_objects(HashTable *objects)
{
	if (objects) {
		objects->pDestructor = CG(unclean_shutdown) ? NULL : objects->pDestructor;
		zend_array_destroy(objects);
	}
}

static void forget(async_record_t *record)
{
	async_owner_t *owner = (async_owner_t *) record;

	/* After a fatal error the owner's list still links other nodes, which are released later: take this node out. */
	async_wait_list_remove(&owner->owner_end);
	if (owner->is_held) {
		/* exit() came before the coroutine that was to clean up. */
		owner->client->release(owner->connection);
	}
	if (owner->kept_file) {
		zend_string_release(owner->kept_file);
	}
	forget_objects(owner->deferred_objects);
	forget_objects(owner->deferred_to_end);
}

static void leave_call(async_record_t *record)
{
	const async_owner_t *owner = (const async_owner_t *) record;

	if (UNEXPECTED(owner->state == ASYNC_OWNER_IN_CALL) && owner->lock.owner->is_abandoned && owner->client->leave) {
		owner->client->leave(owner->connection,
			async_guard_is_call_about(owner->lock.owner->frame, owner->connection));
	}
}

void async_owners_leave_calls(void)
{
	async_records_each(ASYNC_CLIENTS_G(owners), leave_call);
}

ASYNC_ALWAYS_RUNS void async_owners_request_end(void)
{
	async_records_release(&ASYNC_CLIENTS_G(owners), forget);
}
