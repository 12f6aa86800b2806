#include "io/state_turns.h"

#include "io/turns.h"
#include "scheduler/handlers.h"

static void in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const void *thing, uintptr_t place,
	const char *name)
{
	async_turn_t *turn;

	if (UNEXPECTED(!async_turn_take(thing, place, name, &turn))) {
		async_throw_cancellation();
		return;
	}
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	async_turn_give_back(turn);
}

/* ---- sessions ---- */

static const char session;   /* what their turns are about */

static void in_session_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	if (ASYNC_G(current) == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, &session, 0, "turn to use the session");
	}
}

#define FUNCTIONS(X) \
	X(session_start) \
	X(session_write_close) \
	X(session_commit) \
	X(session_abort) \
	X(session_reset) \
	X(session_destroy) \
	X(session_regenerate_id) \
	X(session_create_id) \
	X(session_id) \
	X(session_gc) \
	X(session_encode) \
	X(session_decode) \
	X(session_unset) \
	X(session_module_name) \
	X(session_set_save_handler)

#define TRAMPOLINE(name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(ordered_##name) \
	{ \
		in_session_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name); \
	}
#define ROW(name) { NULL, #name, ordered_##name, &original_##name },

FUNCTIONS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(ROW)
};

/* ---- readers ---- */

static ZEND_NAMED_FUNCTION(ordered_reader_method);

static async_class_swap_t readers = { .class_name = "xmlreader", .replacement = ordered_reader_method };

static ZEND_NAMED_FUNCTION(ordered_reader_method)
{
	const zif_handler original = async_handlers_original(&readers, EX(func));

	if (ASYNC_G(current) == NULL || Z_TYPE(EX(This)) != IS_OBJECT) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, Z_OBJ(EX(This)), Z_OBJ_HANDLE(EX(This)),
			"turn to use an XMLReader");
	}
}

/* ---- life cycle ---- */

void async_state_turns_startup(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	async_handlers_swap_class(&readers);
}
