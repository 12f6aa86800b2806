/*
 * Variables that a function of PHP fills with an array, and keeps a pointer to while it waits: the function gets
 * variables of its own instead.
 */
#include "io/filled_variables.h"

#include "engine/handlers.h"
#include "engine/values.h"
#include "scheduler/globals.h"

#include "php_streams.h"

#define VARIABLES_MAX 3

typedef struct {
	zend_reference *shared;   /* of the caller; counted */
	zval before;              /* its value at the start of the call; counted */
	bool is_moved;            /* only the function's own variable has that value */
} variable_t;

/* What the function does to the old value. */
enum { KEEPS, REPLACES };

/* Name, what it does to the old value, and the arguments that are filled. */
#define FUNCTIONS(X) \
	X(dns_get_mx, REPLACES, 2, 3) \
	X(dns_get_record, REPLACES, 3, 4) \
	X(exec, KEEPS, 2) \
	X(getimagesize, REPLACES, 2) \
	X(getmxrr, REPLACES, 2, 3) \
	X(mysqli_poll, KEEPS, 1, 2, 3) \
	X(pcntl_wait, REPLACES, 3) \
	X(pcntl_waitpid, REPLACES, 4) \
	X(xml_parse_into_struct, REPLACES, 3, 4)

#define METHODS(X) \
	X(soapclient, __soapcall, REPLACES, 5)

/* The same types as those of the caller's variable: a property, or a static one. */
static void add_types(zend_reference *own, zend_reference *shared)
{
	zend_property_info *type;

	if (UNEXPECTED(ZEND_REF_HAS_TYPE_SOURCES(shared))) {
		ZEND_REF_FOREACH_TYPE_SOURCES(shared, type) {
			ZEND_REF_ADD_TYPE_SOURCE(own, type);
		} ZEND_REF_FOREACH_TYPE_SOURCES_END();
	}
}

/* The caller has the value, too. */
static void release_own(zend_reference *own)
{
	zval variable;

	while (UNEXPECTED(ZEND_REF_HAS_TYPE_SOURCES(own))) {
		zend_property_info *type = ZEND_REF_FIRST_SOURCE(own);
		ZEND_REF_DEL_TYPE_SOURCE(own, type);
	}
	ZVAL_REF(&variable, own);
	zval_ptr_dtor(&variable);
}

/* The variable may be two arguments of the call. */
static const zval *own_variable_of(zend_execute_data *call, const variable_t *variables, const uint32_t *places,
	uint32_t count, const zend_reference *shared)
{
	for (uint32_t i = 0; i < count; i++) {
		if (variables[i].shared == shared) {
			return ZEND_CALL_ARG(call, places[i]);
		}
	}
	return NULL;
}

/* May a destructor run when the variable gets another value? */
static bool holds_destructors(const zval *value)
{
	zval *element;

	if (Z_TYPE_P(value) != IS_ARRAY || Z_REFCOUNT_P(value) > 1) {
		return Z_TYPE_P(value) == IS_OBJECT && Z_REFCOUNT_P(value) == 1;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
		if (Z_REFCOUNTED_P(element) && Z_TYPE_P(element) != IS_STRING) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* The first thing that the function does is to release the old value. When that runs a destructor, it must be then, and
 * the destructor finds the caller's variable without a value. */
static void move(zval *argument, variable_t *variable)
{
	zval *value = &variable->shared->val;

	ZVAL_NEW_REF(argument, value);
	ZVAL_NULL(value);
}

static void copy(zval *argument, variable_t *variable)
{
	ZVAL_COPY(&variable->before, &variable->shared->val);
	ZVAL_NEW_REF(argument, &variable->shared->val);
	Z_TRY_ADDREF_P(Z_REFVAL_P(argument));
	add_types(Z_REF_P(argument), variable->shared);
}

static void take(zend_execute_data *call, variable_t *variables, int action, const uint32_t *places, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		zval *argument = places[i] <= ZEND_CALL_NUM_ARGS(call) ? ZEND_CALL_ARG(call, places[i]) : NULL;
		const zval *own;

		variables[i].shared = NULL;
		if (argument == NULL || !Z_ISREF_P(argument)) {
			continue;
		}
		own = own_variable_of(call, variables, places, i, Z_REF_P(argument));
		if (UNEXPECTED(own != NULL)) {
			GC_DELREF(Z_REF_P(argument));
			ZVAL_COPY(argument, own);
			continue;
		}
		variables[i].shared = Z_REF_P(argument);
		variables[i].is_moved = action == REPLACES && holds_destructors(Z_REFVAL_P(argument))
			&& !ZEND_REF_HAS_TYPE_SOURCES(Z_REF_P(argument));
		if (UNEXPECTED(variables[i].is_moved)) {
			move(argument, &variables[i]);
		} else {
			copy(argument, &variables[i]);
		}
	}
}

/* runs PHP: the destructor of the old value */
static void assign(zend_reference *shared, zval *value)
{
	if (UNEXPECTED(ZEND_REF_HAS_TYPE_SOURCES(shared))) {
		zend_try_assign_typed_ref(shared, value);
	} else {
		zval old;
		ZVAL_COPY_VALUE(&old, &shared->val);
		ZVAL_COPY_VALUE(&shared->val, value);
		zval_ptr_dtor(&old);
	}
}

static void give_back(zend_execute_data *call, variable_t *variable, uint32_t place)
{
	zval *argument = ZEND_CALL_ARG(call, place);
	zend_reference *own = Z_REF_P(argument);
	zval value;

	/* The call holds the caller's variable again. */
	ZVAL_REF(argument, variable->shared);
	ZVAL_COPY(&value, &own->val);
	release_own(own);
	if (UNEXPECTED(variable->is_moved)) {
		assign(variable->shared, &value);
		return;
	}
	if (async_value_is_same(&value, &variable->before)) {
		zval_ptr_dtor(&value);
	} else {
		assign(variable->shared, &value);
	}
	zval_ptr_dtor(&variable->before);
}

static void call_with_own(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, int action, const uint32_t *places,
	uint32_t count)
{
	variable_t variables[VARIABLES_MAX];

	if (ASYNC_G(current) == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	ZEND_ASSERT(count <= VARIABLES_MAX && "no function fills more variables");
	take(execute_data, variables, action, places, count);
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	for (uint32_t i = 0; i < count; i++) {
		if (variables[i].shared) {
			give_back(execute_data, &variables[i], places[i]);
		}
	}
}

#define TRAMPOLINE(name, action, ...) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(name##_with_own) \
	{ \
		static const uint32_t places[] = { __VA_ARGS__ }; \
		call_with_own(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name, action, places, \
			sizeof(places) / sizeof(places[0])); \
	}
#define METHOD_TRAMPOLINE(class, name, ...) TRAMPOLINE(name, __VA_ARGS__)
#define ROW(name, ...) { NULL, #name, name##_with_own, &original_##name },
#define METHOD_ROW(class, name, ...) { #class, #name, name##_with_own, &original_##name },

FUNCTIONS(TRAMPOLINE)
METHODS(METHOD_TRAMPOLINE)

/* Asks streams of user wrappers for the streams behind them, while it walks over the arrays. The wait itself is safe
 * (io/hooks/select.c). */
TRAMPOLINE(stream_select, KEEPS, 1, 2, 3)

static ZEND_NAMED_FUNCTION(stream_select_may_ask)
{
	if (EXPECTED(php_stream_get_url_stream_wrappers_hash() == php_stream_get_url_stream_wrappers_hash_global())) {
		original_stream_select(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		stream_select_with_own(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(ROW)
	{ NULL, "stream_select", stream_select_may_ask, &original_stream_select },
	METHODS(METHOD_ROW)
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_filled_variables_part = { .startup = start };
