#include "scheduler/deadlock.h"

#include "scheduler/end.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"

static bool is_reported(const async_coroutine_t *coroutine)
{
	return !(coroutine->flags & ASYNC_COROUTINE_HIDDEN) && coroutine->state == ASYNC_COROUTINE_SUSPENDED;
}

static void warn(const async_coroutine_t *coroutine)
{
	smart_str text = {0};

	smart_str_append_printf(&text, "Deadlock: coroutine #" ZEND_ULONG_FMT " spawned at ", (zend_ulong) coroutine->id);
	async_report_append_place(&text, coroutine->spawn_file, coroutine->spawn_line);
	smart_str_appends(&text, ", suspended at ");
	async_report_append_place(&text, coroutine->suspend_file, coroutine->suspend_line);
	smart_str_appends(&text, ", waits for ");
	async_report_append_wait(&text, coroutine);
	smart_str_0(&text);
	zend_error(E_WARNING, "%s", ZSTR_VAL(text.s));
	smart_str_free(&text);
}

/* Take a snapshot first: a user error handler may spawn, cancel or wake while the warnings are printed. */
static uint32_t snapshot(async_coroutine_t ***waiting)
{
	uint32_t count = 0;

	*waiting = safe_emalloc(ASYNC_G(global_scope).total, sizeof(**waiting), 0);
	for (async_coroutine_t *at = ASYNC_G(global_scope).first; at; at = at->scope_next) {
		if (is_reported(at)) {
			async_coroutine_addref(at);
			(*waiting)[count++] = at;
		}
	}
	return count;
}

static void report(async_coroutine_t *self)
{
	async_coroutine_t **waiting;
	uint32_t count = snapshot(&waiting);

	(void) self;
	for (uint32_t i = 0; i < count; i++) {
		if (!EG(exception) && is_reported(waiting[i])) {
			warn(waiting[i]);
		}
		async_coroutine_release(waiting[i]);
	}
	efree(waiting);
	if (EG(exception)) {
		/* The user's error handler made an exception of the warning: that is what ends the application then. */
		return;
	}
	zend_object *error = async_exception_new(async_ce_deadlock_error,
		"Deadlock detected: all %u coroutines wait and nothing can wake one", count);
	async_end_uncaught(error);
	OBJ_RELEASE(error);
}

void async_deadlock_report_later(void)
{
	async_coroutine_t *reporter = async_coroutine_new_internal(report);

	reporter->flags |= ASYNC_COROUTINE_SHIELDED;
	reporter->protect_depth = 1;
	async_scheduler_enqueue(reporter, &ASYNC_G(global_scope), false);
}
