/*
 * Marks of class constants: finding the constants that the running coroutine is evaluating.
 *
 * The engine marks a constant while it evaluates its expression, and reports one that it meets marked as
 * "self-referencing". The expression may name classes that have to be loaded, so that an autoloader waits. The names of
 * the constants are in C frames only, so all classes are looked through. That happens when a coroutine waits in an
 * autoloader, or for a class that another one loads. Evaluating one expression twice is safe: the engine expects it
 * from autoloaders.
 */
#include "engine/constant_marks.h"

#include "zend_constants.h"

#define MARK_BITS (ASYNC_COMPAT_CONSTANT_VISITED | ASYNC_COMPAT_CONSTANT_RECURSIVE)

static bool needs_class(uint8_t opcode)
{
	switch (opcode) {
		case ZEND_FETCH_CLASS_CONSTANT:
		case ZEND_NEW:
		case ZEND_RECV_INIT:
		case ZEND_FETCH_STATIC_PROP_R:
		case ZEND_FETCH_STATIC_PROP_W:
		case ZEND_FETCH_STATIC_PROP_RW:
		case ZEND_FETCH_STATIC_PROP_IS:
		case ZEND_FETCH_STATIC_PROP_UNSET:
		case ZEND_FETCH_STATIC_PROP_FUNC_ARG:
		case ZEND_ASSIGN_STATIC_PROP:
		case ZEND_ASSIGN_STATIC_PROP_OP:
		case ZEND_ASSIGN_STATIC_PROP_REF:
		case ZEND_PRE_INC_STATIC_PROP:
		case ZEND_PRE_DEC_STATIC_PROP:
		case ZEND_POST_INC_STATIC_PROP:
		case ZEND_POST_DEC_STATIC_PROP:
		case ZEND_ISSET_ISEMPTY_STATIC_PROP:
		case ZEND_UNSET_STATIC_PROP:
		case ZEND_DECLARE_CONST:
		case ZEND_BIND_STATIC:
			return true;
		default:
			return false;
	}
}

bool async_constant_marks_are_possible(const zend_execute_data *frame)
{
	const zend_function *function = frame->func;

	if (function == NULL) {
		return false;
	}
	if (ZEND_USER_CODE(function->type)) {
		return needs_class(frame->opline->opcode);
	}
	if (function->common.scope) {
		return strncmp(ZSTR_VAL(function->common.scope->name), "Reflection", strlen("Reflection")) == 0;
	}
	return function->common.function_name && (zend_string_equals_literal(function->common.function_name, "constant")
		|| zend_string_equals_literal(function->common.function_name, "defined")
		|| zend_string_equals_literal(function->common.function_name, "unserialize"));
}

static void detach_class(async_recursion_marks_t *marks, zend_class_entry *ce)
{
	zend_class_constant *constant;

	ZEND_HASH_FOREACH_PTR(CE_CONSTANTS_TABLE(ce), constant) {
		const async_mark_t mark = {
			.kind = ASYNC_MARK_CONSTANT,
			.at = &constant->value,
			.bits = Z_CONSTANT_FLAGS(constant->value) & MARK_BITS,
		};
		if (UNEXPECTED(mark.bits) && async_recursion_marks_add(marks, &mark)) {
			Z_CONSTANT_FLAGS(constant->value) &= ~mark.bits;
		}
	} ZEND_HASH_FOREACH_END();
}

void async_constant_marks_detach(async_recursion_marks_t *marks)
{
	zend_class_entry *ce;

	ZEND_HASH_FOREACH_PTR(EG(class_table), ce) {
		if (ce->type == ZEND_USER_CLASS) {
			detach_class(marks, ce);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_constant_mark_attach(const async_mark_t *mark)
{
	Z_CONSTANT_FLAGS_P((zval *) mark->at) |= mark->bits;
}
