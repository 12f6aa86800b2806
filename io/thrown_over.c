/*
 * Functions that open or cast streams, and throw an exception when PHP code of a stream wrapper was left by one: a
 * cancellation comes in front of it (D11).
 */
#include "io/thrown_over.h"

#include "engine/handlers.h"
#include "io/delivery.h"

#define FUNCTIONS(X) \
	X("simplexmlelement", __construct, new_element) \
	X("splfileobject", __construct, new_file) \
	X(NULL, stream_select, select)

#define TRAMPOLINE(class_name, name, label) \
	static zif_handler original_##label; \
	static ZEND_NAMED_FUNCTION(leading_##label) \
	{ \
		original_##label(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		async_delivery_lead(); \
	}
#define ROW(class_name, name, label) { class_name, #name, leading_##label, &original_##label },

FUNCTIONS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(ROW)
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_thrown_over_part = { .startup = start };
