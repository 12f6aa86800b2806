/*
 * Receivers: holding objects whose method an instruction has called without a reference of its own.
 */
#include "engine/receivers.h"

#include "engine/operands.h"

/* No PHP code can name it. */
static const char own_this[] = "\0this";

/* These call getIterator() or count() of the object in a variable. Other instructions hold their objects. */
static bool calls_method_of_variable(const zend_op *opline)
{
	switch (opline->opcode) {
		case ZEND_FE_RESET_R:
		case ZEND_FE_RESET_RW:
		case ZEND_COUNT:
		case ZEND_SEND_UNPACK:
		case ZEND_ADD_ARRAY_UNPACK:
		case ZEND_YIELD_FROM:
			return opline->op1_type == IS_CV;
		default:
			return false;
	}
}

static bool is_in_variable(const zend_execute_data *call)
{
	const zend_execute_data *caller = call->prev_execute_data;
	const zval *value = async_operand(caller, caller->opline, IS_CV, caller->opline->op1);

	return Z_TYPE_P(value) == IS_OBJECT && Z_OBJ_P(value) == Z_OBJ(call->This);
}

static bool has_receiver(const zend_execute_data *call)
{
	const zend_execute_data *caller = call->prev_execute_data;

	return (ZEND_CALL_INFO(call) & ZEND_CALL_TOP) && call->func && ZEND_USER_CODE(call->func->type)
		&& Z_TYPE(call->This) == IS_OBJECT
		&& caller && caller->func && ZEND_USER_CODE(caller->func->type)
		&& UNEXPECTED(calls_method_of_variable(caller->opline))
		&& async_operand_is_shared(caller, IS_CV, caller->opline->op1);
}

/* The call has the object from an earlier wait. */
static bool is_owner(const zend_execute_data *call)
{
	return (ZEND_CALL_INFO(call) & ZEND_CALL_HAS_SYMBOL_TABLE)
		&& zend_hash_str_exists(call->symbol_table, own_this, sizeof(own_this) - 1);
}

static void add(async_receivers_t *receivers, zend_execute_data *call)
{
	if (UNEXPECTED(receivers->count == receivers->capacity)) {
		zend_execute_data **block = safe_emalloc(receivers->capacity, 2 * sizeof(*block), 0);
		memcpy(block, receivers->calls, receivers->count * sizeof(*block));
		if (receivers->calls != receivers->own) {
			efree(receivers->calls);
		}
		receivers->calls = block;
		receivers->capacity *= 2;
	}
	receivers->calls[receivers->count++] = call;
	GC_ADDREF(Z_OBJ(call->This));
}

void async_receivers_hold(async_receivers_t *receivers)
{
	receivers->calls = receivers->own;
	receivers->count = 0;
	receivers->capacity = ASYNC_RECEIVERS_INLINE;
	for (zend_execute_data *call = EG(current_execute_data); call; call = call->prev_execute_data) {
		if (UNEXPECTED(has_receiver(call)) && is_in_variable(call)) {
			add(receivers, call);
		}
	}
}

/* The end of a call destroys its table of variables: the object goes there. */
static void give_to_call(zend_execute_data *call)
{
	zend_execute_data *innermost = EG(current_execute_data);
	zend_array *variables;
	zval object;

	EG(current_execute_data) = call;
	variables = zend_rebuild_symbol_table();
	EG(current_execute_data) = innermost;
	ZVAL_OBJ(&object, Z_OBJ(call->This));
	zend_hash_str_add_new(variables, own_this, sizeof(own_this) - 1, &object);
}

void async_receivers_give_back(async_receivers_t *receivers)
{
	for (uint32_t i = 0; i < receivers->count; i++) {
		zend_execute_data *call = receivers->calls[i];
		if (EXPECTED(is_in_variable(call)) || is_owner(call)) {
			/* Not the last reference. */
			GC_DELREF(Z_OBJ(call->This));
		} else {
			give_to_call(call);
		}
	}
	if (UNEXPECTED(receivers->calls != receivers->own)) {
		efree(receivers->calls);
	}
}
