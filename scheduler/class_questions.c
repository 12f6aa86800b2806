/*
 * Class questions: the functions that tell whether a class exists.
 */
#include "scheduler/class_questions.h"

#include "engine/handlers.h"
#include "scheduler/class_loads.h"
#include "scheduler/scheduler.h"

/* The name that the table of classes has for the argument. owns: the caller releases the result */
static zend_string *key_of(const zend_string *name)
{
	const size_t skipped = ZSTR_VAL(name)[0] == '\\';
	zend_string *key = zend_string_init(ZSTR_VAL(name) + skipped, ZSTR_LEN(name) - skipped, 0);

	zend_str_tolower(ZSTR_VAL(key), ZSTR_LEN(key));
	return key;
}

static zend_never_inline void wait_for_declaration(const zend_execute_data *execute_data)
{
	const zval *name = ZEND_CALL_ARG(execute_data, 1);
	zend_string *key;

	/* After a fatal error the records may be those of frames that are gone. */
	if (ZEND_NUM_ARGS() == 0 || Z_TYPE_P(name) != IS_STRING || !async_can_park() || UNEXPECTED(CG(unclean_shutdown))) {
		return;
	}
	key = key_of(Z_STR_P(name));
	async_class_declaration_await(key);
	zend_string_release(key);
}

static void answer(zif_handler original, INTERNAL_FUNCTION_PARAMETERS)
{
	if (UNEXPECTED(ASYNC_G(class_loads) != NULL)) {
		wait_for_declaration(execute_data);
	}
	if (EXPECTED(EG(exception) == NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

#define ASKS(kind)                                                \
	static zif_handler original_##kind;                           \
	static ZEND_NAMED_FUNCTION(asks_for_##kind)                   \
	{                                                             \
		answer(original_##kind, INTERNAL_FUNCTION_PARAM_PASSTHRU); \
	}

ASKS(class)
ASKS(interface)
ASKS(trait)
ASKS(enum)

static const async_handler_swap_t swaps[] = {
	{ NULL, "class_exists", asks_for_class, &original_class },
	{ NULL, "interface_exists", asks_for_interface, &original_interface },
	{ NULL, "trait_exists", asks_for_trait, &original_trait },
	{ NULL, "enum_exists", asks_for_enum, &original_enum },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_class_questions_part = { .startup = start };
