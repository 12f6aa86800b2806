/*
 * Variables that are bound to the parameters of PDO statements: a call of execute() has variables of its own.
 *
 * PDO's drivers have pointers to the strings in the variables while execute() waits, and pdo_sqlite has them until the
 * next execute(). Another coroutine that writes to the variable would free the string, and the server would get what is
 * in that memory then.
 */
#include "clients/pdo.h"

#ifdef ASYNC_COMPAT_HAS_PDO

#include "clients/globals.h"
#include "engine/handlers.h"
#include "engine/values.h"

#include "zend_weakrefs.h"

/* A variable that is bound. */
typedef struct {
	zend_reference *shared;   /* the script's; counted */
	zend_reference *own;      /* the call's; counted, the statement has it, too */
	zval before;              /* the value of both at the start of the call; counted */
} variable_t;

typedef struct {
	variable_t *list;         /* NULL: there are none */
	uint32_t count;
} variables_t;

static zif_handler original_execute;

static pdo_stmt_t *statement_of(const zend_execute_data *call)
{
	return php_pdo_stmt_fetch_object(Z_OBJ(call->This));
}

static void take(pdo_stmt_t *statement, variables_t *variables)
{
	struct pdo_bound_param_data *parameter;

	variables->count = 0;
	variables->list = NULL;
	if (EXPECTED(statement->bound_params == NULL)) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(statement->bound_params, parameter) {
		variable_t *variable;

		if (!Z_ISREF(parameter->parameter)) {
			continue;
		}
		if (variables->list == NULL) {
			variables->list = safe_emalloc(zend_hash_num_elements(statement->bound_params), sizeof(*variable), 0);
		}
		variable = &variables->list[variables->count++];
		variable->shared = Z_REF(parameter->parameter);
		ZVAL_COPY(&variable->before, &variable->shared->val);
		Z_TRY_ADDREF(variable->before);
		ZVAL_NEW_REF(&parameter->parameter, &variable->before);
		variable->own = Z_REF(parameter->parameter);
		GC_ADDREF(variable->own);
	} ZEND_HASH_FOREACH_END();
}

static void release(zend_reference *reference)
{
	zval variable;

	ZVAL_REF(&variable, reference);
	zval_ptr_dtor(&variable);
}

static void bind_again(struct pdo_bound_param_data *parameter, const variable_t *variable)
{
	release(variable->own);
	GC_ADDREF(variable->shared);
	ZVAL_REF(&parameter->parameter, variable->shared);
}

/* The call may have bound others: execute() with values, or a callback of the call. */
static void bind_all_again(pdo_stmt_t *statement, const variables_t *variables)
{
	struct pdo_bound_param_data *parameter;

	if (UNEXPECTED(statement->bound_params == NULL)) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(statement->bound_params, parameter) {
		for (uint32_t i = 0; Z_ISREF(parameter->parameter) && i < variables->count; i++) {
			if (Z_REF(parameter->parameter) == variables->list[i].own) {
				bind_again(parameter, &variables->list[i]);
				break;
			}
		}
	} ZEND_HASH_FOREACH_END();
}

/* A driver converts the variable, or writes a result to it. What another coroutine has written meanwhile counts.
 * runs PHP: destructors */
static void give_back(variable_t *variable)
{
	zval *value = &variable->own->val;

	if (!async_value_is_same(value, &variable->before)
		&& async_value_is_same(&variable->shared->val, &variable->before)) {
		zval old;
		ZVAL_COPY_VALUE(&old, &variable->shared->val);
		ZVAL_COPY(&variable->shared->val, value);
		zval_ptr_dtor(&old);
	}
	zval_ptr_dtor(&variable->before);
	release(variable->own);
	release(variable->shared);
}

/* ---- pdo_sqlite ---- */

static void add_strings(zval *strings, const pdo_stmt_t *statement)
{
	struct pdo_bound_param_data *parameter;

	if (statement->bound_params == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(statement->bound_params, parameter) {
		zval *value = &parameter->parameter;
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) == IS_STRING) {
			Z_TRY_ADDREF_P(value);
			add_next_index_zval(strings, value);
		}
	} ZEND_HASH_FOREACH_END();
}

/* Its rows are made when they are fetched: the statement keeps the strings, whatever is bound meanwhile. */
static void keep_strings(pdo_stmt_t *statement)
{
	HashTable *kept = ASYNC_CLIENTS_G(pdo_strings);
	zval strings;
	zval *last;

	array_init(&strings);
	add_strings(&strings, statement);
	if (kept == NULL) {
		ALLOC_HASHTABLE(kept);
		zend_hash_init(kept, 0, NULL, ZVAL_PTR_DTOR, false);
		ASYNC_CLIENTS_G(pdo_strings) = kept;
	}
	last = zend_hash_index_find(kept, zend_object_to_weakref_key(&statement->std));
	if (last) {
		zval_ptr_dtor(last);
		ZVAL_COPY_VALUE(last, &strings);
	} else {
		zend_weakrefs_hash_add(kept, &statement->std, &strings);
	}
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	HashTable *kept = ASYNC_CLIENTS_G(pdo_strings);
	zend_ulong key;

	if (kept == NULL) {
		return;
	}
	ASYNC_CLIENTS_G(pdo_strings) = NULL;
	ZEND_HASH_FOREACH_NUM_KEY(kept, key) {
		zend_weakrefs_hash_del(kept, zend_weakref_key_to_object(key));
	} ZEND_HASH_FOREACH_END();
	zend_hash_destroy(kept);
	FREE_HASHTABLE(kept);
}

/* ---- the call ---- */

static ZEND_NAMED_FUNCTION(execute_with_own)
{
	pdo_stmt_t *statement = statement_of(execute_data);
	variables_t variables;

	if (ASYNC_G(current) == NULL || statement->dbh == NULL) {
		original_execute(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	take(statement, &variables);
	original_execute(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (statement->bound_params && statement->dbh && async_pdo_driver_of(statement->dbh) == ASYNC_PDO_SQLITE) {
		keep_strings(statement);
	}
	if (UNEXPECTED(variables.list != NULL)) {
		bind_all_again(statement, &variables);
		for (uint32_t i = 0; i < variables.count; i++) {
			give_back(&variables.list[i]);
		}
		efree(variables.list);
	}
}

static const async_handler_swap_t swaps[] = {
	{ "pdostatement", "execute", execute_with_own, &original_execute },
};

/* Before the methods are guarded: a call takes its variables when it has the connection. */
static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_pdo_parameters_part = { .startup = start, .request_end = end_request };

#endif
