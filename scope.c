/*
 * Async\Scope: its objects, and the functions that return a scope. The record behind the objects is described in
 * scheduler/scope.h; the methods that wait for a scope are in scope_await.c, those that end one in scope_dispose.c, its
 * handlers in scope_handlers.c.
 */
#include "scope_methods.h"

#include "scheduler/debug_info.h"
#include "scheduler/dispose.h"
#include "scheduler/end.h"
#include "scheduler/identity.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_bounds.h"
#include "scheduler/scope_end.h"

#include "zend_exceptions.h"

#include "exceptions.h"
#include "stubs/scope_arginfo.h"

zend_class_entry *async_ce_scope;
static zend_class_entry *ce_bounded_scope;
static zend_object_handlers scope_handlers;

typedef struct {
	async_scope_t *record; /* counted */
	zend_object std;
} scope_object_t;

static scope_object_t *scope_object_from(zend_object *object)
{
	return async_container_of(object, scope_object_t, std);
}

async_scope_t *async_scope_from_obj(zend_object *object)
{
	return scope_object_from(object)->record;
}

static zend_object *new_object(zend_class_entry *ce)
{
	scope_object_t *scope = zend_object_alloc(sizeof(*scope), ce);

	scope->record = NULL;
	zend_object_std_init(&scope->std, ce);
	object_properties_init(&scope->std, ce);
	scope->std.handlers = &scope_handlers;
	return &scope->std;
}

/* Make the object the handle of the record. Takes over the caller's reference on the record. */
static void attach(zend_object *object, async_scope_t *record)
{
	scope_object_from(object)->record = record;
	record->object = object;
	ZVAL_OBJ_COPY(OBJ_PROP_NUM(object, 0), async_scope_context(record));
}

static zend_object *new_scope(zend_class_entry *ce, async_scope_t *parent)
{
	zend_object *object = new_object(ce);
	async_scope_t *record = async_scope_new(parent);

	async_note_place(&record->created_file, &record->created_line);
	attach(object, record);
	return object;
}

zend_object *async_scope_make(async_scope_t *parent)
{
	return new_scope(async_ce_scope, parent);
}

static zend_object *scope_create(zend_class_entry *ce)
{
	return new_scope(ce, NULL);
}

zend_object *async_scope_object(async_scope_t *scope)
{
	if (scope->object == NULL) {
		zend_object *object = new_object(async_ce_scope);
		async_scope_addref(scope);
		attach(object, scope);
		if (!(scope->flags & (ASYNC_SCOPE_GLOBAL | ASYNC_SCOPE_KEEPS_HANDLE))) {
			return object;
		}
		/* The global scope's handle lives as long as the request (SC-05), that of a scope of C code until its end. */
	}
	GC_ADDREF(scope->object);
	return scope->object;
}

void async_scope_close_with_handle(async_scope_t *scope)
{
	const bool has_handle = (scope->flags & ASYNC_SCOPE_KEEPS_HANDLE) && scope->object;

	scope->flags &= ~ASYNC_SCOPE_KEEPS_HANDLE;
	async_scope_close(scope);
	if (has_handle) {
		OBJ_RELEASE(scope->object);
	}
}

/* The last handle of the scope is gone (D8). Where user code cannot run any more the scope is only closed. */
static void give_up(async_scope_t *scope)
{
	if (scope->flags & (ASYNC_SCOPE_CLOSED | ASYNC_SCOPE_GLOBAL)) {
		return;
	}
	if (async_is_unwinding() || ASYNC_G(exit_called)) {
		async_scope_close(scope);
	} else if (scope->flags & ASYNC_SCOPE_CANCEL_AT_END) {
		zend_object *reason = async_cancellation_new_here();
		const bool contexts_below = async_scope_cancel(scope, reason);
		OBJ_RELEASE(reason);
		async_scope_release_data(scope, contexts_below);
	} else {
		async_scope_dispose_safely(scope);
	}
}

/* Give up the scope here too: a subclass may have a destructor that does not call the parent's, or that throws. */
static void scope_destructor(zend_object *object)
{
	zend_object *thrown;

	zend_objects_destroy_object(object);
	thrown = EG(exception);
	if (EXPECTED(thrown == NULL)) {
		give_up(async_scope_from_obj(object));
	} else if (!zend_is_unwind_exit(thrown)) {
		thrown = async_exception_take();
		give_up(async_scope_from_obj(object));
		if (EG(exception)) {
			zend_exception_set_previous(EG(exception), thrown);
		} else {
			async_exception_throw_again(thrown);
		}
	}
}

static void scope_free(zend_object *object)
{
	async_scope_t *scope = async_scope_from_obj(object);

	if (UNEXPECTED(scope == NULL)) {
		/* The memory limit was reached before it had one. */
		zend_object_std_dtor(object);
		return;
	}
	async_failure_settle();
	scope->object = NULL;
	scope->flags |= ASYNC_SCOPE_CLOSED;
	async_scope_settle(scope);
	zend_object_std_dtor(object);
	if (!async_scope_is_alive(scope)) {
		/* Handlers and context may be part of the cycle that is being collected: so get_gc reported them. */
		async_scope_drop_data(scope);
	}
	async_scope_release(scope);
}

/* Handlers, callbacks and bounds of a scope with coroutines are left out: they serve these coroutines, which the
 * scheduler holds, so a cycle through them is alive. */
static HashTable *scope_get_gc(zend_object *object, zval **table, int *n)
{
	async_scope_t *scope = async_scope_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (!async_scope_is_alive(scope)) {
		zend_get_gc_buffer_add_zval(buffer, &scope->exception_handler);
		zend_get_gc_buffer_add_zval(buffer, &scope->child_handler);
		if (scope->cancellation) {
			zend_get_gc_buffer_add_obj(buffer, scope->cancellation);
		}
		if (scope->callbacks) {
			zval *callback;
			ZEND_HASH_FOREACH_VAL(scope->callbacks, callback) {
				zend_get_gc_buffer_add_zval(buffer, callback);
			} ZEND_HASH_FOREACH_END();
		}
		if (scope->context) {
			zend_get_gc_buffer_add_obj(buffer, scope->context);
		}
		async_scope_bounds_gc(scope, buffer);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

static HashTable *scope_debug_info(zend_object *object, int *is_temp)
{
	const async_scope_t *scope = async_scope_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);
	zend_long children = 0;

	for (const async_scope_t *child = scope->first_child; child; child = child->next_sibling) {
		children++;
	}
	async_debug_add_text(info, "state", scope->flags & ASYNC_SCOPE_CANCELLED ? "cancelled"
		: scope->flags & ASYNC_SCOPE_CLOSED ? "closed" : scope->flags & ASYNC_SCOPE_GLOBAL ? "global" : "open");
	async_debug_add_place(info, "createdAt", scope->created_file, scope->created_line);
	async_debug_add_long(info, "coroutines", (zend_long) scope->total);
	async_debug_add_long(info, "childScopes", children);
	return info;
}

static bool is_isolated_scope(const zend_object *object)
{
	return object->handlers == &scope_handlers && scope_object_from((zend_object *) object)->record != NULL
		&& (scope_object_from((zend_object *) object)->record->flags
			& (ASYNC_SCOPE_ISOLATED | ASYNC_SCOPE_ISOLATION_ENDS));
}

ASYNC_REGISTERS void async_scope_register(void)
{
	async_isolation_leaves_out = is_isolated_scope;
	async_ce_scope = register_class_Async_Scope(async_ce_scope_provider);
	async_ce_scope->create_object = scope_create;
	ce_bounded_scope = register_class_Async_BoundedScope(async_ce_scope);
	zend_register_class_alias_ex(ZEND_STRL("Async\\BoundScope"), ce_bounded_scope, true);
	memcpy(&scope_handlers, zend_get_std_object_handlers(), sizeof(scope_handlers));
	scope_handlers.offset = offsetof(scope_object_t, std);
	scope_handlers.dtor_obj = scope_destructor;
	scope_handlers.get_debug_info = scope_debug_info;
	scope_handlers.free_obj = scope_free;
	scope_handlers.get_gc = scope_get_gc;
	scope_handlers.clone_obj = NULL;
	scope_handlers.compare = async_compare_identity;
}

/* ---- making and naming ---- */

ZEND_METHOD(Async_Scope, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

/* The class that a static method makes an object of; NULL: it is abstract, and the Error of `new` was thrown. */
static zend_class_entry *class_to_make(zend_execute_data *execute_data)
{
	zend_class_entry *ce = zend_get_called_scope(execute_data);

	if (UNEXPECTED(ce->ce_flags & ZEND_ACC_EXPLICIT_ABSTRACT_CLASS)) {
		zend_throw_error(NULL, "Cannot instantiate abstract class %s", ZSTR_VAL(ce->name));
		return NULL;
	}
	return ce;
}

ZEND_METHOD(Async_Scope, inherit)
{
	zend_object *object = NULL;
	zend_class_entry *ce;
	async_scope_t *parent;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(object, async_ce_scope)
	ZEND_PARSE_PARAMETERS_END();
	ce = class_to_make(execute_data);
	if (UNEXPECTED(ce == NULL)) {
		RETURN_THROWS();
	}
	parent = object ? async_scope_from_obj(object) : async_scope_current();
	if (parent->flags & ASYNC_SCOPE_CLOSED) {
		async_throw("Coroutine scope is closed");
		RETURN_THROWS();
	}
	RETURN_OBJ(new_scope(ce, parent));
}

ZEND_METHOD(Async_Scope, isolated)
{
	zend_object *object = NULL;
	zend_object *scope;
	zend_class_entry *ce;
	async_scope_t *parent;
	bool catches_exit = false;
	const char *obstacle = async_isolation_obstacle();

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(object, async_ce_scope)
		Z_PARAM_BOOL(catches_exit)
	ZEND_PARSE_PARAMETERS_END();
	ce = class_to_make(execute_data);
	if (UNEXPECTED(ce == NULL)) {
		RETURN_THROWS();
	}
	parent = object ? async_scope_from_obj(object) : async_scope_current();
	if (parent->flags & ASYNC_SCOPE_CLOSED) {
		async_throw("Coroutine scope is closed");
		RETURN_THROWS();
	}
	if (obstacle == NULL && !async_scheduler_start()) {
		obstacle = "while the request is shutting down";
	}
	if (obstacle) {
		async_throw("An isolated scope cannot be made %s", obstacle);
		RETURN_THROWS();
	}
	scope = new_scope(ce, parent);
	async_scope_isolate(async_scope_from_obj(scope));
	if (catches_exit) {
		async_scope_from_obj(scope)->flags |= ASYNC_SCOPE_CATCHES_EXIT;
	}
	RETURN_OBJ(scope);
}

ZEND_METHOD(Async_Scope, isIsolated)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_SCOPE()->isolation != NULL);
}

ZEND_METHOD(Async_Scope, getExitStatus)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (THIS_SCOPE()->flags & ASYNC_SCOPE_EXITED) {
		RETURN_LONG(THIS_SCOPE()->exit_status);
	}
}

ZEND_METHOD(Async_Scope, global)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ(async_scope_object(&ASYNC_G(global_scope)));
}

ZEND_FUNCTION(Async_globalScope)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ(async_scope_object(&ASYNC_G(global_scope)));
}

ZEND_FUNCTION(Async_currentScope)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ(async_scope_object(async_scope_current()));
}

ZEND_METHOD(Async_Scope, provideScope)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

ZEND_METHOD(Async_Scope, spawn)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_VARIADIC_WITH_NAMED(fci.params, fci.param_count, fci.named_params)
	ZEND_PARSE_PARAMETERS_END();
	async_spawn(return_value, THIS_SCOPE(), &fci, &fcc);
}

ZEND_METHOD(Async_Scope, __destruct)
{
	ZEND_PARSE_PARAMETERS_NONE();
	give_up(THIS_SCOPE());
}

/* ---- state and inspection ---- */

ZEND_METHOD(Async_Scope, isFinished)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(!async_scope_is_busy(THIS_SCOPE()));
}

ZEND_METHOD(Async_Scope, isClosed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_SCOPE()->flags & ASYNC_SCOPE_CLOSED);
}

ZEND_METHOD(Async_Scope, isCancelled)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_SCOPE()->flags & ASYNC_SCOPE_CANCELLED);
}

ZEND_METHOD(Async_Scope, getChildScopes)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	for (async_scope_t *child = THIS_SCOPE()->first_child; child; child = child->next_sibling) {
		add_next_index_object(return_value, async_scope_object(child));
	}
}

void async_scope_list_coroutines(const async_scope_t *scope, zval *list)
{
	for (async_coroutine_t *at = scope->first; at; at = at->scope_next) {
		ZEND_ASSERT(at->scope == scope && "the list of a scope has its own coroutines");
		if (!(at->flags & ASYNC_COROUTINE_HIDDEN) && !async_coroutine_is_completed(at)) {
			async_coroutine_addref(at);
			add_next_index_object(list, &at->std);
		}
	}
}

ZEND_METHOD(Async_Scope, getCoroutines)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	async_scope_list_coroutines(THIS_SCOPE(), return_value);
}
