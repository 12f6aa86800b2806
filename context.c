/*
 * Async\Context and Async\Key, the contexts of scopes and coroutines, and the functions that return them.
 *
 * Every scope may get a context, so a context is one small allocation until a value is stored in it.
 */
#include "async_classes.h"

#include "scheduler/scheduler.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_weakrefs.h"

#include "exceptions.h"
#include "stubs/context_arginfo.h"

static zend_class_entry *context_ce;
static zend_class_entry *key_ce;
static zend_object_handlers context_handlers;
static zend_object_handlers key_handlers;

typedef struct {
	zend_object *parent;   /* context that this one inherits from, counted; NULL: none */
	/* Values by key, in the order in which they were stored; NULL until there is one. A string key leads to the value
	 * itself. A key that is an object is entered by its handle, and leads to an object_slot_t. The slot holds the
	 * object, so no other object can get that handle meanwhile. The two kinds of keys cannot collide: numeric strings
	 * are not turned into numbers here. */
	HashTable *slots;
	zend_object std;
} context_t;

typedef struct {
	zval value;
	zend_object *key;
} object_slot_t;

/* A key as it was passed: exactly one of the two is set. */
typedef struct {
	zend_string *name;
	zend_object *object;
} slot_key_t;

static zend_always_inline context_t *context_from_obj(zend_object *object)
{
	return async_container_of(object, context_t, std);
}

static zend_always_inline context_t *context_parent(const context_t *context)
{
	return context->parent ? context_from_obj(context->parent) : NULL;
}

/* ---- slots ---- */

static void destroy_slot(zval *slot)
{
	object_slot_t *object_slot;

	if (Z_TYPE_P(slot) != IS_PTR) {
		zval_ptr_dtor(slot);
		return;
	}
	object_slot = Z_PTR_P(slot);
	zval_ptr_dtor(&object_slot->value);
	OBJ_RELEASE(object_slot->key);
	efree(object_slot);
}

static zend_always_inline zval *slot_value(zval *slot)
{
	return Z_TYPE_P(slot) == IS_PTR ? &((object_slot_t *) Z_PTR_P(slot))->value : slot;
}

/* The stored value, NULL when there is none. */
static zval *lookup(const context_t *context, const slot_key_t *key)
{
	zval *slot;

	ZEND_ASSERT((key->name == NULL) != (key->object == NULL) && "a key is a string or an object");
	if (context->slots == NULL) {
		return NULL;
	}
	slot = key->name
		? zend_hash_find(context->slots, key->name)
		: zend_hash_index_find(context->slots, key->object->handle);
	return slot ? slot_value(slot) : NULL;
}

/* Store under a key that has no slot yet. */
static void add_slot(context_t *context, const slot_key_t *key, zval *value)
{
	object_slot_t *slot;

	if (context->slots == NULL) {
		ALLOC_HASHTABLE(context->slots);
		zend_hash_init(context->slots, 0, NULL, destroy_slot, 0);
	}
	if (key->name) {
		Z_TRY_ADDREF_P(value);
		zend_hash_add_new(context->slots, key->name, value);
		return;
	}
	slot = emalloc(sizeof(*slot));
	ZVAL_COPY(&slot->value, value);
	slot->key = key->object;
	GC_ADDREF(key->object);
	zend_hash_index_add_new_ptr(context->slots, key->object->handle, slot);
}

/* Drop the values that are stored now. The table is detached first: destructors see an empty context and may use it. */
static void drop_slots(context_t *context)
{
	HashTable *slots = context->slots;

	if (slots) {
		context->slots = NULL;
		zend_hash_destroy(slots);
		FREE_HASHTABLE(slots);
	}
}

/* Read a value for the user; a WeakReference is read through (CX-14). False: its object is gone. */
static bool read_value(zval *stored, zval *value)
{
	zend_function *get;

	if (EXPECTED(Z_TYPE_P(stored) != IS_OBJECT) || EXPECTED(Z_OBJCE_P(stored) != zend_ce_weakref)) {
		ZVAL_COPY(value, stored);
		return true;
	}
	get = zend_hash_str_find_ptr(&zend_ce_weakref->function_table, ZEND_STRL("get"));
	ZVAL_NULL(value);
	zend_call_known_instance_method_with_0_params(get, Z_OBJ_P(stored), value);
	return Z_TYPE_P(value) == IS_OBJECT;
}

static bool value_is_alive(zval *stored)
{
	zval value;
	const bool alive = read_value(stored, &value);

	zval_ptr_dtor(&value);
	return alive;
}

/* The stored value here or, unless `local`, in the nearest parent that has the key; NULL when there is none. */
static zval *find_slot(const context_t *context, const slot_key_t *key, bool local)
{
	zval *stored = lookup(context, key);

	while (stored == NULL && !local && (context = context_parent(context)) != NULL) {
		stored = lookup(context, key);
	}
	return stored;
}

/* ---- object ---- */

static zend_object *context_create(zend_class_entry *ce)
{
	context_t *context = zend_object_alloc(sizeof(context_t), ce);

	zend_object_std_init(&context->std, ce);
	context->std.handlers = &context_handlers;
	return &context->std;
}

void async_context_dispose(zend_object *object)
{
	context_t *context = context_from_obj(object);

	GC_ADDREF(object);
	while (context->slots) {
		drop_slots(context);
	}
	OBJ_RELEASE(object);
}

bool async_context_is_empty(const zend_object *object)
{
	const context_t *context = context_from_obj((zend_object *) object);

	return context->slots == NULL || zend_hash_num_elements(context->slots) == 0;
}

/* Release a chain of ancestors in a loop: by recursion a long chain would overflow the C stack. */
static void release_ancestors(zend_object *parent)
{
	while (parent) {
		zend_object *next = NULL;

		if (GC_REFCOUNT(parent) == 1) {
			next = context_from_obj(parent)->parent;
			context_from_obj(parent)->parent = NULL;
		}
		OBJ_RELEASE(parent);
		parent = next;
	}
}

static void context_free(zend_object *object)
{
	context_t *context = context_from_obj(object);
	zend_object *parent = context->parent;

	/* First: it clears the WeakReferences to this object, so that the destructors below cannot reach it. */
	zend_object_std_dtor(object);
	drop_slots(context);
	context->parent = NULL;
	release_ancestors(parent);
}

static HashTable *context_get_gc(zend_object *object, zval **table, int *n)
{
	context_t *context = context_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	zval *slot;

	if (context->parent) {
		zend_get_gc_buffer_add_obj(buffer, context->parent);
	}
	if (context->slots) {
		ZEND_HASH_FOREACH_VAL(context->slots, slot) {
			zend_get_gc_buffer_add_zval(buffer, slot_value(slot));
			if (Z_TYPE_P(slot) == IS_PTR) {
				zend_get_gc_buffer_add_obj(buffer, ((object_slot_t *) Z_PTR_P(slot))->key);
			}
		} ZEND_HASH_FOREACH_END();
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static zend_string *key_description(zend_object *key)
{
	zval *description = OBJ_PROP_NUM(key, 0);

	ZEND_ASSERT(key->ce == key_ce && "the first property of an Async\\Key is its description");
	return Z_TYPE_P(description) == IS_STRING ? Z_STR_P(description) : ZSTR_EMPTY_ALLOC();
}

/* The key as messages show it. The caller owns the string. */
static zend_string *name_of_key(zend_string *name, zend_object *object)
{
	if (name) {
		return zend_strpprintf(0, "\"%s\"", ZSTR_VAL(name));
	}
	if (object->ce == key_ce) {
		return zend_strpprintf(0, "Async\\Key(\"%s\")", ZSTR_VAL(key_description(object)));
	}
	return zend_strpprintf(0, "object(%s)", ZSTR_VAL(object->ce->name));
}

/* The same with the object's handle, which tells apart keys of the same name. */
static zend_string *label_of_key(zend_object *key)
{
	zend_string *name = name_of_key(NULL, key);
	zend_string *label = zend_strpprintf(0, "%s#%u", ZSTR_VAL(name), key->handle);

	zend_string_release(name);
	return label;
}

/* var_dump() and print_r() show the values of this context, without those that it inherits. */
static HashTable *context_debug_info(zend_object *object, int *is_temp)
{
	const context_t *context = context_from_obj(object);
	HashTable *info = zend_new_array(context->slots ? zend_hash_num_elements(context->slots) : 0);
	zend_string *name;
	zval *slot;

	*is_temp = 1;
	if (context->slots == NULL) {
		return info;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(context->slots, name, slot) {
		ZEND_ASSERT((name == NULL) == (Z_TYPE_P(slot) == IS_PTR) && "the value of an object is in an object_slot_t");
		zend_string *label = name ? zend_string_copy(name) : label_of_key(((object_slot_t *) Z_PTR_P(slot))->key);

		Z_TRY_ADDREF_P(slot_value(slot));
		zend_hash_update(info, label, slot_value(slot));
		zend_string_release(label);
	} ZEND_HASH_FOREACH_END();
	return info;
}

static zend_object *key_create(zend_class_entry *ce)
{
	zend_object *key = zend_objects_new(ce);

	object_properties_init(key, ce);
	key->handlers = &key_handlers;
	return key;
}

static void init_handlers(zend_object_handlers *handlers)
{
	memcpy(handlers, zend_get_std_object_handlers(), sizeof(*handlers));
	handlers->clone_obj = NULL;
	/* Only the identity of such objects can be compared. */
	handlers->compare = zend_objects_not_comparable;
}

ASYNC_REGISTERS void async_context_register(void)
{
	context_ce = register_class_Async_Context();
	context_ce->create_object = context_create;
	init_handlers(&context_handlers);
	context_handlers.offset = offsetof(context_t, std);
	context_handlers.free_obj = context_free;
	context_handlers.get_gc = context_get_gc;
	context_handlers.get_debug_info = context_debug_info;

	key_ce = register_class_Async_Key(zend_ce_stringable);
	key_ce->create_object = key_create;
	init_handlers(&key_handlers);
}

/* ---- contexts of scopes and coroutines ---- */

/* The scope from whose context the context of this scope inherits; NULL for roots. */
static async_scope_t *parent_scope(const async_scope_t *scope)
{
	return scope->parent == &ASYNC_G(forest) ? NULL : scope->parent;
}

zend_object *async_scope_context(async_scope_t *scope)
{
	async_scope_t *at = scope;

	if (EXPECTED(scope->context != NULL)) {
		return scope->context;
	}
	/* Make contexts from the scope upwards to the first ancestor that has one, and link them. */
	scope->context = context_create(context_ce);
	for (async_scope_t *parent; (parent = parent_scope(at)) != NULL; at = parent) {
		const bool existed = parent->context != NULL;

		if (!existed) {
			parent->context = context_create(context_ce);
		}
		GC_ADDREF(parent->context);
		ZEND_ASSERT(context_from_obj(at->context)->parent == NULL && "a context gets its parent once");
		context_from_obj(at->context)->parent = parent->context;
		if (existed) {
			break;
		}
	}
	return scope->context;
}

zend_object *async_coroutine_context(async_coroutine_t *coroutine)
{
	if (coroutine->local_context == NULL) {
		coroutine->local_context = context_create(context_ce);
	}
	return coroutine->local_context;
}

/* ---- methods of Context, and the same of Scope ---- */

/* The slot methods of a Scope work on its context (CX-15). */
static context_t *context_of_scope(zend_object *object)
{
	return context_from_obj(async_scope_context(async_scope_from_obj(object)));
}

static zend_always_inline context_t *this_context(const zval *this)
{
	return EXPECTED(Z_OBJCE_P(this) == context_ce)
		? context_from_obj(Z_OBJ_P(this))
		: context_of_scope(Z_OBJ_P(this));
}

/* Parse the only argument of most methods, a key. False after an exception. */
static bool parse_key(INTERNAL_FUNCTION_PARAMETERS, slot_key_t *key)
{
	(void) return_value;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OR_STR(key->object, key->name)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	return true;
}

static void find_value(INTERNAL_FUNCTION_PARAMETERS, bool local)
{
	slot_key_t key;
	zval *stored;

	if (!parse_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, &key)) {
		RETURN_THROWS();
	}
	stored = find_slot(this_context(ZEND_THIS), &key, local);
	if (stored) {
		read_value(stored, return_value);
	}
}

static void has_value(INTERNAL_FUNCTION_PARAMETERS, bool local)
{
	slot_key_t key;
	zval *stored;

	if (!parse_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, &key)) {
		RETURN_THROWS();
	}
	stored = find_slot(this_context(ZEND_THIS), &key, local);
	RETURN_BOOL(stored && value_is_alive(stored));
}

ZEND_METHOD(Async_Context, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_Context, find)
{
	find_value(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

ZEND_METHOD(Async_Context, has)
{
	has_value(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

ZEND_METHOD(Async_Context, findLocal)
{
	find_value(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

ZEND_METHOD(Async_Context, hasLocal)
{
	has_value(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

static ZEND_COLD void throw_is_set(const slot_key_t *key)
{
	zend_string *name = name_of_key(key->name, key->object);

	async_throw("The context has a value for %s already; pass true for $replace to overwrite it", ZSTR_VAL(name));
	zend_string_release(name);
}

ZEND_METHOD(Async_Context, set)
{
	context_t *context = this_context(ZEND_THIS);
	slot_key_t key;
	bool replace = false;
	zval *value, *stored, old;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_OBJ_OR_STR(key.object, key.name)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(replace)
	ZEND_PARSE_PARAMETERS_END();

	if (!replace && (stored = lookup(context, &key)) != NULL && value_is_alive(stored)) {
		throw_is_set(&key);
		RETURN_THROWS();
	}
	/* Look again: value_is_alive() may have run a signal handler, which may have changed the context. */
	stored = lookup(context, &key);
	if (stored == NULL) {
		add_slot(context, &key, value);
	} else {
		ZVAL_COPY_VALUE(&old, stored);
		ZVAL_COPY(stored, value);
		/* Last: its destructor may change the context. */
		zval_ptr_dtor(&old);
	}
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

ZEND_METHOD(Async_Context, unset)
{
	context_t *context = this_context(ZEND_THIS);
	slot_key_t key;

	if (!parse_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, &key)) {
		RETURN_THROWS();
	}
	/* zend_hash_del() calls destroy_slot() when the slot is out of the table: a destructor may use the context. */
	if (context->slots && key.name) {
		zend_hash_del(context->slots, key.name);
	} else if (context->slots) {
		zend_hash_index_del(context->slots, key.object->handle);
	}
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

ZEND_METHOD(Async_Context, dispose)
{
	ZEND_PARSE_PARAMETERS_NONE();
	drop_slots(this_context(ZEND_THIS));
}

/* ---- methods of Key ---- */

ZEND_METHOD(Async_Key, __construct)
{
	zend_string *description = ZSTR_EMPTY_ALLOC();
	zval value;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(description)
	ZEND_PARSE_PARAMETERS_END();
	ZVAL_STR(&value, description);
	zend_update_property_ex(key_ce, Z_OBJ_P(ZEND_THIS), key_ce->properties_info_table[0]->name, &value);
}

ZEND_METHOD(Async_Key, __toString)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_STR_COPY(key_description(Z_OBJ_P(ZEND_THIS)));
}

/* ---- functions ---- */

ZEND_FUNCTION(Async_currentContext)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ_COPY(async_scope_context(async_scope_current()));
}

ZEND_FUNCTION(Async_rootContext)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ_COPY(async_scope_context(async_scope_root(async_scope_current())));
}

ZEND_FUNCTION(Async_coroutineContext)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (!async_require_scheduler("tell the current coroutine")) {
		RETURN_THROWS();
	}
	RETURN_OBJ_COPY(async_coroutine_context(ASYNC_G(current)));
}
