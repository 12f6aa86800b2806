/*
 * PDO objects with the option async.pool: each coroutine that uses one has a connection of its own.
 *
 * The class of the object stays PDO, or a subclass of the user. The object is never connected. Its table of object
 * handlers is its own, and marks it: PDO's methods look whether $this has such a table, and if so they run once more in
 * the same frame, with the connection of the current coroutine as $this.
 *
 *   guard (clients/)          finds that the object has no connection
 *     method below            finds the pool, borrows a connection, makes it $this
 *       guard                 takes the connection
 *         method below        finds an ordinary PDO
 *           PDO's own method
 */
#include "pool/pooled_pdo.h"

#include "clients/clients.h"

#include "zend_exceptions.h"

#include "exceptions.h"

#define METHODS_MAX 64

/* What a PDO object has in addition. */
typedef struct {
	zend_object_handlers handlers;      /* must be first: the table of the object */
	const zend_object_handlers *stock;  /* the table of an ordinary PDO object */
	async_pool_t *pool;                 /* counted; also the objects of a name share it */
	HashTable *attributes;              /* that hold for all connections of this object; counted, NULL: none */
	uint64_t maker;                     /* id of the coroutine that has constructed it; 0: none */
} shell_t;

typedef struct {
	zif_handler stock;          /* PDO's own */
	async_pdo_method_t kind;
} method_t;

/* Written at start-up, read only afterwards. */
static method_t methods[METHODS_MAX];
static uint32_t method_count;
static zif_handler stock_construct;
static zif_handler stock_connect;

static void free_shell(zend_object *object);

static zend_always_inline shell_t *shell_of(const zend_object *object)
{
	return UNEXPECTED(object->handlers->free_obj == free_shell) ? (shell_t *) object->handlers : NULL;
}

async_pool_t *async_plain_pdo_pool(const zend_object *object)
{
	const shell_t *shell = shell_of(object);

	return shell ? shell->pool : NULL;
}

static uint64_t current_id(void)
{
	return ASYNC_G(current) ? ASYNC_G(current)->id : 0;
}

/* ---- borrowing ---- */

/* Setting may wait, and the maker of the object sets another one meanwhile: see keep_attribute(). */
static void set_attributes(const shell_t *shell, async_place_t *place)
{
	HashTable *attributes = shell->attributes;

	GC_ADDREF(attributes);
	async_pdo_set_attributes(place, attributes, shell->pool->is_named);
	zend_array_release(attributes);
}

/* The place of the current coroutine. NULL after an exception. */
static async_place_t *borrow(shell_t *shell)
{
	async_pool_t *pool = shell->pool;
	async_place_t *place = async_pool_acquire(pool, NULL, true);

	if (UNEXPECTED(place == NULL)) {
		return NULL;
	}
	place->borrower = shell;
	if (UNEXPECTED(shell->attributes != NULL)) {
		set_attributes(shell, place);
		if (UNEXPECTED(EG(exception) != NULL)) {
			/* Cancelled, for instance: the call is not made. */
			async_pool_release(pool, place, true);
			return NULL;
		}
	}
	return place;
}

/* The coroutine has borrowed the connection for one call, which has left the session as it was. */
static void return_unchanged(async_pool_t *pool, async_place_t *place)
{
	async_pdo_restore_attributes(place);
	async_pool_return_unchanged(pool, place);
}

void async_plain_pdo_release(zend_object *object)
{
	const shell_t *shell = shell_of(object);
	async_place_t *place = shell ? async_pdo_find_place(shell->pool, shell) : NULL;

	if (place) {
		async_pool_release(shell->pool, place, false);
	}
}

/* ---- methods ---- */

/* The maker of the object has set an attribute: it holds for all connections of the object. */
static void keep_attribute(shell_t *shell, zend_long attribute, zval *value)
{
	if (shell->attributes == NULL) {
		shell->attributes = zend_new_array(1);
	} else if (UNEXPECTED(GC_REFCOUNT(shell->attributes) > 1)) {
		/* Other coroutines set these ones now. */
		GC_DELREF(shell->attributes);
		shell->attributes = zend_array_dup(shell->attributes);
	}
	Z_TRY_ADDREF_P(value);
	zend_hash_index_update(shell->attributes, (zend_ulong) attribute, value);
}

/* setAttribute(), with a place. *is_unchanged: the connection can be returned as it is. */
static void set_attribute(shell_t *shell, async_place_t *place, bool *is_unchanged, INTERNAL_FUNCTION_PARAMETERS)
{
	const bool is_number = ZEND_NUM_ARGS() > 1 && Z_TYPE_P(ZEND_CALL_ARG(execute_data, 1)) == IS_LONG;
	const bool is_maker = current_id() == shell->maker;
	const zend_long attribute = is_number ? Z_LVAL_P(ZEND_CALL_ARG(execute_data, 1)) : 0;
	zval value;

	ZVAL_NULL(&value);
	if (is_number) {
		ZVAL_COPY_DEREF(&value, ZEND_CALL_ARG(execute_data, 2));
	}
	if (is_number && (!is_maker || shell->pool->is_named)) {
		async_pdo_note_attribute(place, attribute);
	}
	async_pdo_call(place, EX(func), EX(func)->internal_function.handler, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	*is_unchanged = is_maker;
	if (is_maker && is_number && Z_TYPE_P(return_value) == IS_TRUE && EXPECTED(!EG(exception))) {
		keep_attribute(shell, attribute, &value);
	}
	zval_ptr_dtor(&value);
}

static void call_with_place(shell_t *shell, async_place_t *place, async_pdo_method_t kind, bool has_borrowed,
	INTERNAL_FUNCTION_PARAMETERS)
{
	async_pool_t *pool = shell->pool;
	const async_lending_t lending = async_pool_lending_of(place);
	bool is_unchanged = kind == ASYNC_PDO_LEAVES_SESSION;

	GC_ADDREF(&pool->std);
	if (UNEXPECTED(kind == ASYNC_PDO_SETS_ATTRIBUTE)) {
		set_attribute(shell, place, &is_unchanged, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		async_pdo_call(place, EX(func), EX(func)->internal_function.handler, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
	if (has_borrowed && is_unchanged) {
		place = async_pool_find_lending(pool, lending);
		if (EXPECTED(place != NULL) && place->holder.coroutine == ASYNC_G(current)) {
			return_unchanged(pool, place);
		}
	}
	OBJ_RELEASE(&pool->std);
}

static zend_never_inline void forward(shell_t *shell, async_pdo_method_t kind, INTERNAL_FUNCTION_PARAMETERS)
{
	async_place_t *place = async_pdo_find_place(shell->pool, shell);
	const bool has_borrowed = place == NULL;

	if (has_borrowed) {
		if (ZEND_NUM_ARGS() == 0 && async_pdo_answer_as_new(kind, return_value)) {
			return;
		}
		place = borrow(shell);
		if (UNEXPECTED(place == NULL)) {
			RETURN_THROWS();
		}
	}
	call_with_place(shell, place, kind, has_borrowed, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static zend_always_inline void run_method(uint32_t number, INTERNAL_FUNCTION_PARAMETERS)
{
	shell_t *shell = shell_of(Z_OBJ(EX(This)));

	ZEND_ASSERT(number < method_count && "the method was replaced at start-up");
	if (EXPECTED(shell == NULL)) {
		methods[number].stock(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		forward(shell, methods[number].kind, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

/* One C function for each method, so that an ordinary PDO object pays for no search. */
#define METHOD(n) static ZEND_NAMED_FUNCTION(method_##n) { run_method(n, INTERNAL_FUNCTION_PARAM_PASSTHRU); }
#define EIGHT(ONE, n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7)
#define ALL(ONE) EIGHT(ONE, 0) EIGHT(ONE, 01) EIGHT(ONE, 02) EIGHT(ONE, 03) \
	EIGHT(ONE, 04) EIGHT(ONE, 05) EIGHT(ONE, 06) EIGHT(ONE, 07)
#define METHOD_NAME(n) method_##n,

/* The numbers are octal: 00 to 077. */
ALL(METHOD)

static const zif_handler replacements[METHODS_MAX] = { ALL(METHOD_NAME) };

/* Drivers add methods to their connections: look them up in the connection of the caller. */
static zend_function *get_method(zend_object **object, zend_string *name, const zval *key)
{
	zend_object *const self = *object;
	shell_t *shell = shell_of(self);
	zend_function *function = shell->stock->get_method(object, name, key);
	async_place_t *place;

	if (EXPECTED(function != NULL) || EG(exception)) {
		return function;
	}
	place = async_pdo_find_place(shell->pool, shell);
	place = place ? place : borrow(shell);
	if (UNEXPECTED(place == NULL)) {
		return NULL;
	}
	*object = Z_OBJ(place->value);
	function = (*object)->handlers->get_method(object, name, NULL);
	if (UNEXPECTED(function == NULL)) {
		/* The engine's message names the class of *object. */
		*object = self;
	}
	return function;
}

/* ---- object ---- */

/* A connection with an open transaction is closed, as on stock PHP. If statements are left, they have it, and it is
 * closed with the last of them. */
static void recall_places(const shell_t *shell)
{
	async_pool_t *pool = shell->pool;
	async_ring_t *next;

	for (async_ring_t *at = pool->busy.next; at != &pool->busy; at = next) {
		async_place_t *place = (async_place_t *) at;
		next = at->next;
		if (place->borrower == shell && place->state == ASYNC_PLACE_LENT) {
			async_pool_recall(pool, place, !shell->pool->is_named || GC_REFCOUNT(Z_OBJ(place->value)) > 1
				|| async_pdo_is_kept(Z_OBJ(place->value)));
			next = pool->busy.next;
		}
	}
}

static void free_shell(zend_object *object)
{
	shell_t *shell = shell_of(object);
	zend_object *pool = &shell->pool->std;

	object->handlers = shell->stock;
	if (!shell->pool->is_named) {
		shell->pool->closed = true;
	}
	recall_places(shell);
	if (!shell->pool->is_named) {
		async_pool_destruct(shell->pool);
	}
	if (shell->attributes) {
		zend_array_release(shell->attributes);
	}
	efree(shell);
	OBJ_RELEASE(pool);
	object->handlers->free_obj(object);
}

static HashTable *get_gc(zend_object *object, zval **table, int *n)
{
	const shell_t *shell = shell_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	zval *value;

	zend_get_gc_buffer_add_obj(buffer, &shell->pool->std);
	if (shell->attributes) {
		ZEND_HASH_FOREACH_VAL(shell->attributes, value) {
			zend_get_gc_buffer_add_zval(buffer, value);
		} ZEND_HASH_FOREACH_END();
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

/* Make the object one with this pool, whose reference it takes over. */
static void make_shell(zend_object *object, async_pool_t *pool)
{
	shell_t *shell = ecalloc(1, sizeof(*shell));

	shell->stock = object->handlers;
	shell->handlers = *object->handlers;
	shell->handlers.free_obj = free_shell;
	shell->handlers.get_gc = get_gc;
	shell->handlers.get_method = get_method;
	shell->handlers.clone_obj = NULL;
	shell->pool = pool;
	shell->maker = current_id();
	object->handlers = &shell->handlers;
}

/* ---- constructor ---- */

static zend_class_entry *internal_class(zend_class_entry *ce)
{
	while (ce->type != ZEND_INTERNAL_CLASS) {
		ce = ce->parent;
	}
	return ce;
}

/* The option among the arguments of the frame; NULL: there is none. */
static zval *option_of(zend_execute_data *execute_data)
{
	zval *options = ZEND_NUM_ARGS() > 3 ? ZEND_CALL_ARG(execute_data, 4) : NULL;

	if (EXPECTED(options == NULL)) {
		return NULL;
	}
	ZVAL_DEREF(options);
	return Z_TYPE_P(options) == IS_ARRAY ? async_plain_pdo_option(Z_ARRVAL_P(options)) : NULL;
}

static void construct_with_pool(zend_object *self, INTERNAL_FUNCTION_PARAMETERS)
{
	async_pdo_arguments_t arguments = {0};
	async_pool_t *pool;

	(void) return_value;
	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_STR(arguments.dsn)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(arguments.username)
		Z_PARAM_STR_OR_NULL(arguments.password)
		Z_PARAM_ARRAY_HT_OR_NULL(arguments.options)
	ZEND_PARSE_PARAMETERS_END();
	if (async_pdo_refuse_persistent(arguments.options)) {
		return;
	}
	(void) async_scheduler_start();
	pool = async_plain_pdo_make_pool(internal_class(self->ce), &arguments, async_plain_pdo_option(arguments.options));
	if (pool == NULL) {
		return;
	}
	if (UNEXPECTED(shell_of(self) != NULL)) {
		/* Constructed once more by onConnect, or by another coroutine. */
		OBJ_RELEASE(&pool->std);
		async_throw("A PDO object with a pool is constructed once");
		return;
	}
	make_shell(self, pool);
}

static ZEND_NAMED_FUNCTION(construct_object)
{
	zend_object *self = Z_OBJ(EX(This));

	if (UNEXPECTED(shell_of(self) != NULL)) {
		async_throw("A PDO object with a pool is constructed once");
	} else if (UNEXPECTED(option_of(execute_data) != NULL)) {
		construct_with_pool(self, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		stock_construct(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

/* PDO::connect(), since PHP 8.4: PDO itself finds the class for the data source, which it connects to. The object with
 * the pool is another one of that class. */
static ZEND_NAMED_FUNCTION(connect_with_class)
{
	const bool has_option = option_of(execute_data) != NULL;
	zend_class_entry *ce;

	stock_connect(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (EXPECTED(!has_option) || EG(exception) || Z_TYPE_P(return_value) != IS_OBJECT) {
		return;
	}
	ce = Z_OBJCE_P(return_value);
	zval_ptr_dtor(return_value);
	object_init_ex(return_value, ce);
	construct_with_pool(Z_OBJ_P(return_value), INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (UNEXPECTED(EG(exception) != NULL)) {
		zend_object_store_ctor_failed(Z_OBJ_P(return_value));
	}
}

/* ---- start-up ---- */

/* NULL: there is no room. Subclasses have copies with the same handler. */
static ASYNC_ALWAYS_RUNS zif_handler replacement_of(zif_handler stock, const zend_string *name)
{
	uint32_t number = 0;

	while (number < method_count && methods[number].stock != stock) {
		number++;
	}
	if (number == METHODS_MAX) {
		return NULL;
	}
	if (number == method_count) {
		methods[method_count++] = (method_t) { stock, async_pdo_method_of(name) };
	}
	return replacements[number];
}

static ASYNC_ALWAYS_RUNS void take_method_over(const zend_string *name, zend_internal_function *method)
{
	zif_handler replacement;

	if (method->handler == stock_construct) {
		method->handler = construct_object;
	} else if (method->handler == stock_connect) {
		method->handler = connect_with_class;
	} else if (!(method->fn_flags & (ZEND_ACC_STATIC | ZEND_ACC_CTOR))) {
		replacement = replacement_of(method->handler, name);
		method->handler = replacement ? replacement : method->handler;
	}
}

/* Is it PDO, or an internal subclass? Methods of the class PooledPDO itself have handlers of their own. */
static bool is_pdo(const zend_class_entry *ce)
{
	while (ce && ce != async_ce_pdo && ce != async_ce_pooled_pdo) {
		ce = ce->type == ZEND_INTERNAL_CLASS ? ce->parent : NULL;
	}
	return ce && ce == async_ce_pdo;
}

static zif_handler handler_of(const char *name)
{
	const zend_function *method = zend_hash_str_find_ptr(&async_ce_pdo->function_table, name, strlen(name));

	return method ? method->internal_function.handler : NULL;
}

static ASYNC_ALWAYS_RUNS void take_class_over(HashTable *functions)
{
	zend_function *method;
	zend_string *name;

	ZEND_HASH_FOREACH_STR_KEY_PTR(functions, name, method) {
		if (method->type == ZEND_INTERNAL_FUNCTION) {
			take_method_over(name, &method->internal_function);
		}
	} ZEND_HASH_FOREACH_END();
}

/* Set the handler of every method of PDO and of its internal subclasses. */
static ASYNC_ALWAYS_RUNS void take_methods_over(void)
{
	zend_class_entry *ce;

	method_count = 0;
	if (async_ce_pdo == NULL) {
		return;
	}
	stock_construct = handler_of("__construct");
	stock_connect = handler_of("connect");
	ZEND_HASH_FOREACH_PTR(CG(class_table), ce) {
		if (is_pdo(ce)) {
			take_class_over(&ce->function_table);
		}
	} ZEND_HASH_FOREACH_END();
}

const async_part_t async_plain_pdo_part = {
	.all_loaded = take_methods_over,
	.after_fork = async_plain_pdo_after_fork,
	.request_end = async_plain_pdo_forget_names,
};
