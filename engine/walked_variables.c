/*
 * Variables on the way of a walk over values: what it is inside of, and what others have written.
 */
#include "engine/walked_variables.h"

struct async_walked_variable {
	zval *at;
	zval inside;      /* borrowed from the values that the walk holds */
	zval written;     /* while the walk goes on: what another coroutine has put there, undefined after unset() */
	bool is_written;
	bool is_marked;   /* the mark of the value was taken off here */
};

void async_walked_variables_init(async_walked_variables_t *variables)
{
	variables->list = NULL;
	variables->count = variables->room = 0;
	zend_hash_init(&variables->replaced, 0, NULL, NULL, true);
}

void async_walked_variables_destroy(async_walked_variables_t *variables)
{
	zend_hash_destroy(&variables->replaced);
	if (variables->list) {
		pefree(variables->list, true);
	}
}

void async_walked_variables_note(async_walked_variables_t *variables, zval *at)
{
	async_walked_variable_t *variable;

	if (variables->count == variables->room) {
		variables->room = 2 * variables->room + 4;
		variables->list = safe_perealloc(variables->list, variables->room, sizeof(*variables->list), 0, true);
	}
	variable = &variables->list[variables->count++];
	variable->at = at;
	ZVAL_COPY_VALUE(&variable->inside, at);
	variable->is_written = variable->is_marked = false;
}

static bool is_inside(const async_walked_variable_t *variable)
{
	return Z_TYPE_P(variable->at) == Z_TYPE(variable->inside)
		&& Z_COUNTED_P(variable->at) == Z_COUNTED(variable->inside);
}

void async_walked_variables_show_inside(async_walked_variables_t *variables)
{
	for (uint32_t i = 0; i < variables->count; i++) {
		async_walked_variable_t *variable = &variables->list[i];
		if (variable->is_marked) {
			GC_PROTECT_RECURSION(Z_COUNTED(variable->inside));
			variable->is_marked = false;
		}
		if (UNEXPECTED(!is_inside(variable))) {
			ZVAL_COPY_VALUE(&variable->written, variable->at);
			variable->is_written = true;
			ZVAL_COPY(variable->at, &variable->inside);
		}
	}
}

/* What was written counts, unless PHP code of the walk has written after that. */
static void show_written(async_walked_variables_t *variables, async_walked_variable_t *variable)
{
	if (EXPECTED(!variable->is_written)) {
		return;
	}
	if (is_inside(variable)) {
		Z_DELREF(variable->inside);
		ZVAL_COPY_VALUE(variable->at, &variable->written);
	} else if (Z_REFCOUNTED(variable->written)) {
		zend_hash_next_index_insert(&variables->replaced, &variable->written);
	}
	variable->is_written = false;
}

void async_walked_variables_show_written(async_walked_variables_t *variables)
{
	for (uint32_t i = 0; i < variables->count; i++) {
		async_walked_variable_t *variable = &variables->list[i];
		if (GC_IS_RECURSIVE(Z_COUNTED(variable->inside))) {
			GC_UNPROTECT_RECURSION(Z_COUNTED(variable->inside));
			variable->is_marked = true;
		}
		show_written(variables, variable);
	}
}

void async_walked_variables_end(async_walked_variables_t *variables)
{
	for (uint32_t i = 0; i < variables->count; i++) {
		show_written(variables, &variables->list[i]);
	}
}

/* A variable that was noted again keeps what was written to it. */
static void hand_on(async_walked_variables_t *variables, async_walked_variable_t *old, uint32_t first_new)
{
	for (uint32_t i = first_new; old->is_written && i < variables->count; i++) {
		async_walked_variable_t *variable = &variables->list[i];
		if (variable->at == old->at && !variable->is_written) {
			ZVAL_COPY_VALUE(&variable->written, &old->written);
			variable->is_written = true;
			old->is_written = false;
		}
	}
}

void async_walked_variables_drop(async_walked_variables_t *variables, uint32_t old_count)
{
	if (old_count == 0) {
		return;
	}
	for (uint32_t i = 0; i < old_count; i++) {
		hand_on(variables, &variables->list[i], old_count);
		show_written(variables, &variables->list[i]);
	}
	variables->count -= old_count;
	memmove(variables->list, variables->list + old_count, variables->count * sizeof(*variables->list));
}

void async_walked_variables_free_replaced(async_walked_variables_t *variables)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(&variables->replaced, value) {
		zval_ptr_dtor(value);
	} ZEND_HASH_FOREACH_END();
}
