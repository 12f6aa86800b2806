#include "io/session_turns.h"

#include "io/turns.h"
#include "scheduler/handlers.h"

static const char session;   /* what the turns are about */

static void in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_turn_t *turn;

	if (ASYNC_G(current) == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (UNEXPECTED(!async_turn_take(&session, 0, "turn to use the session", &turn))) {
		async_throw_cancellation();
		return;
	}
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	async_turn_give_back(turn);
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
		in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name); \
	}
#define ROW(name) { NULL, #name, ordered_##name, &original_##name },

FUNCTIONS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(ROW)
};

void async_session_turns_startup(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}
