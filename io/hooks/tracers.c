/*
 * The hook for zend_call_function(), in tracers only: a cancellation waits until the PHP code of a tracer has ended.
 *
 * A tracer drops what its PHP code throws, because the program must not fail for it. That code may wait, for example
 * when it sends what it has collected. A cancellation that ended this wait would be dropped as well, and its coroutine
 * would go on.
 */
#include "io/hooks/tracers.h"

#include "scheduler/reap.h"

ASYNC_HOOK_ORIGINAL(zend_call_function)

static zend_result hooked_zend_call_function(zend_fcall_info *fci, zend_fcall_info_cache *fci_cache)
{
	async_coroutine_t *self = async_self_shield();
	const zend_result result = original_zend_call_function(fci, fci_cache);

	async_self_unshield(self);
	return result;
}

static async_import_hook_t hooks[] = { ASYNC_HOOK(zend_call_function) };
const async_hook_group_t async_tracers_hooks = {
	.name = "poll", .hooks = hooks, .count = sizeof(hooks) / sizeof(hooks[0]), .tracers_only = true,
};

bool async_is_tracer(const char *name)
{
	/* Of tracers that call PHP code, this one was tried. */
	return strcmp(name, "opentelemetry") == 0;
}
