/*
 * An extension that observes all calls, switches and errors, and looks around at each, as agents do. It says at the end
 * of the request whether a call has no end.
 */
#include "php.h"
#include "zend_fibers.h"
#include "zend_observer.h"

#include <unistd.h>

static pid_t process;
static long begun;
static long ended;
static long switches;
static long seen;

static void look_at(zval *value)
{
	ZVAL_DEINDIRECT(value);
	ZVAL_DEREF(value);
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			seen += Z_STRLEN_P(value) > 0 && Z_STRVAL_P(value)[Z_STRLEN_P(value)] == '\0';
			break;
		case IS_ARRAY:
			seen += zend_hash_num_elements(Z_ARR_P(value)) <= Z_ARR_P(value)->nNumUsed;
			break;
		case IS_OBJECT:
			seen += Z_OBJ_P(value)->ce->name != NULL;
			break;
	}
}

/* What the code of this moment could see. */
static void look_around(const zend_function *function)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(&EG(symbol_table), value) {
		look_at(value);
	} ZEND_HASH_FOREACH_END();
	if (function->type == ZEND_USER_FUNCTION && function->op_array.static_variables) {
		HashTable *statics = ZEND_MAP_PTR_GET(function->op_array.static_variables_ptr);
		if (statics) {
			ZEND_HASH_FOREACH_VAL(statics, value) {
				look_at(value);
			} ZEND_HASH_FOREACH_END();
		}
	}
	if (function->common.scope && CE_STATIC_MEMBERS(function->common.scope)) {
		for (int i = 0; i < function->common.scope->default_static_members_count; i++) {
			look_at(&CE_STATIC_MEMBERS(function->common.scope)[i]);
		}
	}
}

static void on_begin(zend_execute_data *frame)
{
	begun++;
	look_around(frame->func);
}

static void on_end(zend_execute_data *frame, zval *result)
{
	ended++;
	look_around(frame->func);
	if (result) {
		look_at(result);
	}
}

static zend_observer_fcall_handlers choose(zend_execute_data *frame)
{
	(void) frame;
	return (zend_observer_fcall_handlers) { on_begin, on_end };
}

static void on_error(int type, zend_string *file, uint32_t line, zend_string *message)
{
	(void) type;
	(void) file;
	(void) line;
	seen += ZSTR_LEN(message) > 0;
}

static void on_switch(zend_fiber_context *from, zend_fiber_context *to)
{
	switches += from != to;
}

static int start(INIT_FUNC_ARGS)
{
	(void) type;
	(void) module_number;
	zend_observer_fcall_register(choose);
	zend_observer_error_register(on_error);
	zend_observer_fiber_switch_register(on_switch);
	return SUCCESS;
}

static int start_request(INIT_FUNC_ARGS)
{
	(void) type;
	(void) module_number;
	process = getpid();
	begun = ended = switches = seen = 0;
	return SUCCESS;
}

static int end_request(SHUTDOWN_FUNC_ARGS)
{
	(void) type;
	(void) module_number;
	if (begun == 0 || seen == 0) {
		fprintf(stderr, "The observer has seen nothing\n");
	}
	/* After a fatal error, and in a forked process, the frames of other stacks are left behind. */
	if (begun != ended && !CG(unclean_shutdown) && getpid() == process) {
		fprintf(stderr, "Of %ld calls %ld have ended\n", begun, ended);
	}
	return SUCCESS;
}

static zend_module_entry observer_module_entry = { STANDARD_MODULE_HEADER, "observer", NULL, start, NULL, start_request,
	end_request, NULL, "1", STANDARD_MODULE_PROPERTIES };

ZEND_GET_MODULE(observer)
