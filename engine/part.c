/*
 * The lists of the functions of all parts, and the parts of engine/.
 */
#include "engine/part.h"

#include "engine/engine_state.h"
#include "engine/error_handlers.h"
#include "engine/fiber_state.h"
#include "engine/handlers.h"
#include "engine/interrupt.h"
#include "engine/isolation/isolation.h"
#include "engine/libxml_catalogs.h"
#include "engine/libxml_errors.h"
#include "engine/libxml_settings.h"
#include "engine/main_handler.h"
#include "engine/receivers.h"
#include "engine/recursion_marks.h"
#include "engine/soap_state.h"
#include "engine/throw_hook.h"
#include "engine/ticks.h"
#include "engine/walked_values.h"

const async_part_t *const async_engine_parts[] = {
	&async_handlers_part,
	&async_isolation_part,
	&async_engine_state_part,
	&async_fiber_state_part,
	&async_error_handlers_part,
	&async_libxml_catalogs_part,
	&async_libxml_errors_part,
	&async_libxml_settings_part,
	&async_soap_state_part,
	&async_interrupt_part,
	&async_throw_hook_part,
	&async_main_handler_part,
	&async_receivers_part,
	&async_recursion_marks_part,
	&async_mark_list_part,
	&async_walked_values_part,
	&async_ticks_part,
	NULL
};

async_part_fn async_part_lists[ASYNC_PART_FIELDS][ASYNC_PARTS_MAX + 1];

static bool is_reverse(size_t field)
{
	return field == ASYNC_PART_FIELD(shutdown) || field == ASYNC_PART_FIELD(request_end)
		|| field == ASYNC_PART_FIELD(request_over) || field == ASYNC_PART_FIELD(on_throw)
		|| field == ASYNC_PART_FIELD(before_interrupt);
}

static void add(size_t field, async_part_fn function)
{
	async_part_fn *const list = async_part_lists[field];
	size_t count = 0;

	ZEND_ASSERT(field < ASYNC_PART_FIELDS && function && "a part has something to do");
	ZEND_ASSERT(list[ASYNC_PARTS_MAX] == NULL && "each list ends with NULL");
	while (list[count]) {
		count++;
	}
	if (UNEXPECTED(count == ASYNC_PARTS_MAX)) {
		/* Each start of this build ends here: ASYNC_PARTS_MAX has to grow. */
		zend_error_noreturn(E_CORE_ERROR, "async: there is no room for all parts of the extension");
	}
	if (is_reverse(field)) {
		memmove(list + 1, list, count * sizeof(*list));
		count = 0;
	}
	list[count] = function;
}

ASYNC_ALWAYS_RUNS void async_parts_startup(const async_part_t *const *parts)
{
	for (; *parts; parts++) {
		const async_part_fn *const functions = (const async_part_fn *) *parts;

		for (size_t field = 0; field < ASYNC_PART_FIELDS; field++) {
			if (functions[field]) {
				add(field, functions[field]);
			}
		}
		if ((*parts)->startup) {
			(*parts)->startup();
		}
	}
}

ASYNC_ALWAYS_RUNS void async_parts_started(void)
{
	if (async_is_loaded_late()) {
		async_parts_run(all_loaded);
	}
}

ASYNC_ALWAYS_RUNS void async_parts_shutdown(void)
{
	async_parts_run(shutdown);
	memset(async_part_lists, 0, sizeof(async_part_lists));
}
