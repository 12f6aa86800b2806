/*
 * Turns of SplObjectStorage: it is walked over while getHash() of the user, or a destructor, waits.
 */
#include "io/object_storage.h"

#include "engine/handlers.h"
#include "io/call_locks.h"

#include "ext/spl/spl_observer.h"

static const char turn_name[] = "turn to use a SplObjectStorage";

/* ---- turns ---- */

/* Has this object no turn to take: it does not wait in the call, and no other coroutine walks over it? */
static bool is_free(const zend_object *object)
{
	return ASYNC_G(current) == NULL
		|| (object->ce->type == ZEND_INTERNAL_CLASS && async_call_lock_find(object, object->handle) == NULL);
}

static bool has_own_hash(const zend_object *object)
{
	const zend_function *method = zend_hash_str_find_ptr(&object->ce->function_table, ZEND_STRL("gethash"));

	return method && method->common.scope != spl_ce_SplObjectStorage;
}

static const char hash_turn_name[] = "turn to change a SplObjectStorage beside getHash()";

/* There is one turn for all storages: getHash() of the user runs in it, and nothing is changed beside it. It is taken
 * after the turns of objects. Does a call need it that waits in getHash() only? */
static zend_always_inline bool needs_hash_turn(const zend_object *object)
{
	return ASYNC_COMPAT_HASHES_ALONE && ASYNC_G(current)
		&& (has_own_hash(object) || async_call_lock_find(hash_turn_name, 0));
}

/* object: NULL: the call may wait elsewhere, too, and goes on to change things */
static zend_always_inline bool hash_turn_take(const zend_object *object, async_call_lock_t **turn)
{
	const bool needs = object ? needs_hash_turn(object) : ASYNC_COMPAT_HASHES_ALONE && ASYNC_G(current);

	if (needs && UNEXPECTED(!async_call_lock_take(hash_turn_name, 0, hash_turn_name, turn))) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* ---- methods ---- */

static void with_hash_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_call_lock_t *turn = NULL;

	if (EXPECTED(hash_turn_take(Z_OBJ(EX(This)), &turn))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
	async_call_lock_give_back(turn);
}

static void walks(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_call_lock_t *turn = NULL, *hash_turn = NULL;

	if (EXPECTED(async_object_turn_take(Z_OBJ(EX(This)), turn_name, &turn))
		&& EXPECTED(hash_turn_take(NULL, &hash_turn))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
	async_call_lock_give_back(hash_turn);
	async_call_lock_give_back(turn);
}

static void changes(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	if (EXPECTED(is_free(Z_OBJ(EX(This))))) {
		with_hash_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original);
	} else {
		walks(INTERNAL_FUNCTION_PARAM_PASSTHRU, original);
	}
}

/* Two storages: their turns are taken in one order by all coroutines, so that none waits for another in a circle.
 * False: the wait was cancelled, and that is thrown. All turns are to be given back. */
static bool take_both(const zend_object *one, const zend_object *two, async_call_lock_t *turns[2])
{
	const bool is_in_order = one->handle < two->handle;

	return EXPECTED(async_object_turn_take(is_in_order ? one : two, turn_name, &turns[0]))
		&& EXPECTED(async_object_turn_take(is_in_order ? two : one, turn_name, &turns[1]));
}

static void walks_both(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_object *first = Z_OBJ(EX(This)), *second = first;
	const zval *argument = ZEND_NUM_ARGS() > 0 ? ZEND_CALL_ARG(execute_data, 1) : &EG(uninitialized_zval);
	async_call_lock_t *turns[2] = { NULL, NULL }, *hash_turn = NULL;

	ZVAL_DEREF(argument);
	if (Z_TYPE_P(argument) == IS_OBJECT && instanceof_function(Z_OBJCE_P(argument), spl_ce_SplObjectStorage)) {
		second = Z_OBJ_P(argument);
	}
	if (ASYNC_G(current) == NULL || first == second) {
		walks(INTERNAL_FUNCTION_PARAM_PASSTHRU, original);
		return;
	}
	if (take_both(first, second, turns) && hash_turn_take(NULL, &hash_turn)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
	async_call_lock_give_back(hash_turn);
	async_call_lock_give_back(turns[1]);
	async_call_lock_give_back(turns[0]);
}

static void count_in(HashTable *pair)
{
	zval *value;

	if (pair->pDestructor == NULL) {
		ZEND_HASH_FOREACH_VAL(pair, value) {
			Z_TRY_ADDREF_P(value);
		} ZEND_HASH_FOREACH_END();
		pair->pDestructor = ZVAL_PTR_DTOR;
	}
}

static void count_in_all(HashTable *pairs)
{
	zval *pair;

	ZEND_HASH_FOREACH_VAL(pairs, pair) {
		if (Z_TYPE_P(pair) == IS_ARRAY) {
			count_in(Z_ARRVAL_P(pair));
		}
	} ZEND_HASH_FOREACH_END();
}

/* The arrays of stock code do not count their references to objects. What they refer to may go while the user's code
 * looks at them. */
static void counts_references(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	static const char key[] = "\0SplObjectStorage\0storage";
	zval *storage;

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_ARRAY
		&& (storage = zend_hash_str_find(Z_ARRVAL_P(return_value), key, sizeof(key) - 1)) != NULL
		&& Z_TYPE_P(storage) == IS_ARRAY) {
		count_in_all(Z_ARRVAL_P(storage));
	}
}

#define METHODS(X) \
	X(changes, attach) \
	X(changes, detach) \
	X(changes, offsetset) \
	X(changes, offsetunset) \
	X(walks, serialize) \
	X(walks, unserialize) \
	X(walks, __unserialize) \
	X(walks_both, addall) \
	X(walks_both, removeall) \
	X(walks_both, removeallexcept) \
	X(counts_references, __debuginfo) \
	HASHING_METHODS(X)

/* They call getHash(), too, and setInfo() is refused beside it. */
#if ASYNC_COMPAT_HASHES_ALONE
# define HASHING_METHODS(X) \
	X(with_hash_turn, setinfo) \
	X(with_hash_turn, contains) \
	X(with_hash_turn, offsetexists) \
	X(with_hash_turn, offsetget)
#else
# define HASHING_METHODS(X)
#endif

#define TRAMPOLINE(call, name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(ordered_##name) \
	{ \
		call(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name); \
	}
#define ROW(call, name) { "splobjectstorage", #name, ordered_##name, &original_##name },

METHODS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	METHODS(ROW)
};

/* ---- operators ---- */

static zend_object *(*create_stock)(zend_class_entry *ce);
static const zend_object_handlers *stock;
static zend_object_handlers ordered;
static bool are_handlers_made;

static zend_object *clone_storage(zend_object *object)
{
	async_call_lock_t *turn = NULL, *hash_turn = NULL;
	zend_object *copy;

	if (ASYNC_G(current)) {
		turn = async_call_lock_take_shielded(object, object->handle, turn_name);
	}
	if (needs_hash_turn(object)) {
		hash_turn = async_call_lock_take_shielded(hash_turn_name, 0, hash_turn_name);
	}
	copy = stock->clone_obj(object);
	async_call_lock_give_back(hash_turn);
	async_call_lock_give_back(turn);
	copy->handlers = object->handlers;
	return copy;
}

static void write_dimension(zend_object *object, zval *offset, zval *value)
{
	async_call_lock_t *turn = NULL, *hash_turn = NULL;

	if ((EXPECTED(is_free(object)) || EXPECTED(async_object_turn_take(object, turn_name, &turn)))
		&& EXPECTED(hash_turn_take(object, &hash_turn))) {
		stock->write_dimension(object, offset, value);
	}
	async_call_lock_give_back(hash_turn);
	async_call_lock_give_back(turn);
}

static void unset_dimension(zend_object *object, zval *offset)
{
	async_call_lock_t *turn = NULL, *hash_turn = NULL;

	if ((EXPECTED(is_free(object)) || EXPECTED(async_object_turn_take(object, turn_name, &turn)))
		&& EXPECTED(hash_turn_take(object, &hash_turn))) {
		stock->unset_dimension(object, offset);
	}
	async_call_lock_give_back(hash_turn);
	async_call_lock_give_back(turn);
}

/* These two call getHash() as well. */
static zval *read_dimension(zend_object *object, zval *offset, int type, zval *result)
{
	async_call_lock_t *turn = NULL;
	zval *value = &EG(uninitialized_zval);

	if (EXPECTED(hash_turn_take(object, &turn))) {
		value = stock->read_dimension(object, offset, type, result);
	}
	async_call_lock_give_back(turn);
	return value;
}

static int has_dimension(zend_object *object, zval *offset, int check_empty)
{
	async_call_lock_t *turn = NULL;
	int answer = 0;

	if (EXPECTED(hash_turn_take(object, &turn))) {
		answer = stock->has_dimension(object, offset, check_empty);
	}
	async_call_lock_give_back(turn);
	return answer;
}

/* Its answer when the wait for a turn is cancelled does not matter. */
static int compare(zval *one, zval *two)
{
	async_call_lock_t *turns[2] = { NULL, NULL };
	int result = ZEND_UNCOMPARABLE;
	zval held[2];

	if (ASYNC_G(current) == NULL || Z_TYPE_P(one) != IS_OBJECT || Z_TYPE_P(two) != IS_OBJECT
		|| Z_OBJ_P(one)->handlers != Z_OBJ_P(two)->handlers || Z_OBJ_P(one) == Z_OBJ_P(two)) {
		return stock->compare(one, two);
	}
	ZVAL_COPY(&held[0], one);
	ZVAL_COPY(&held[1], two);
	if (take_both(Z_OBJ(held[0]), Z_OBJ(held[1]), turns)) {
		result = stock->compare(&held[0], &held[1]);
	}
	async_call_lock_give_back(turns[1]);
	async_call_lock_give_back(turns[0]);
	zval_ptr_dtor(&held[0]);
	zval_ptr_dtor(&held[1]);
	return result;
}

static void make_handlers(void *argument)
{
	stock = argument;
	ordered = *stock;
	ordered.compare = compare;
	ordered.clone_obj = clone_storage;
	ordered.write_dimension = write_dimension;
	ordered.unset_dimension = unset_dimension;
	if (ASYNC_COMPAT_HASHES_ALONE) {
		ordered.read_dimension = read_dimension;
		ordered.has_dimension = has_dimension;
	}
	async_table_originals_kept();
}

/* The table of stock handlers is private to SPL: the first object leads to it. */
static zend_object *create(zend_class_entry *ce)
{
	zend_object *object = create_stock(ce);

	async_table_once(&are_handlers_made, make_handlers, (void *) object->handlers);
	if (EXPECTED(object->handlers == stock)) {
		object->handlers = &ordered;
	}
	return object;
}

static void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	create_stock = spl_ce_SplObjectStorage->create_object;
	spl_ce_SplObjectStorage->create_object = create;
}

static void stop(void)
{
	if (spl_ce_SplObjectStorage->create_object == create) {
		spl_ce_SplObjectStorage->create_object = create_stock;
	}
}

const async_part_t async_object_storage_part = { .startup = start, .shutdown = stop };
