/*
 * Async\supervise(): worker processes that run the same function, kept running by their parent (the prefork model).
 */
#include "parallel/supervise.h"

#include "io/workers/parallelism.h"
#include "io/workers/supervise_fork.h"
#include "scheduler/name.h"

#include "SAPI.h"
#include "zend_exceptions.h"

#include "exceptions.h"

#define NS_IN_MS UINT64_C(1000000)
/* Times are int parameters in milliseconds. A year is enough, and sums of them do not overflow. */
#define MS_MAX (INT64_C(366) * 86400 * 1000)

/* ---- the main coroutine of a worker ---- */

async_coroutine_t *async_supervise_spawn_main(async_supervisor_t *self, uint32_t worker)
{
	const async_coroutine_t *place = ASYNC_G(current);
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	async_coroutine_t *main;
	zend_string *name;
	zval number;

	if (zend_fcall_info_init(&self->main, 0, &fci, &fcc, NULL, NULL) != SUCCESS) {
		zend_error_noreturn(E_CORE_ERROR, "Async\\supervise(): the function of the workers cannot be called");
	}
	ZVAL_LONG(&number, worker);
	fci.params = &number;
	fci.param_count = 1;
	main = async_spawn_prepare(&fci, &fcc);
	if (place->spawn_file && main->spawn_file == NULL) {
		main->spawn_file = zend_string_copy(place->spawn_file);
		main->spawn_line = place->spawn_line;
	}
	name = zend_strpprintf(0, "worker %u", worker);
	async_coroutine_set_name(main, name);
	zend_string_release(name);
	/* The scheduler takes the reference over. */
	async_scheduler_enqueue(main, &ASYNC_G(global_scope), false);
	return main;
}

/* ---- the call ---- */

void async_supervise_release(async_supervisor_t *self)
{
	ZEND_ASSERT(self->references > 0 && "each of the two gives its reference back once");
	if (--self->references == 0) {
		zval_ptr_dtor(&self->main);
		efree(self);
	}
}

/* Wait for the end of the service. A cancellation of the caller stops the workers, and the caller waits on.
 * Returns false with an exception. */
static bool wait_for_end(async_supervisor_t *self)
{
	async_coroutine_t *caller = ASYNC_G(current);
	bool is_cancelled = false;

	while (!self->is_over) {
		async_wait_result_t result;
		async_wait_t wait;

		async_wait_begin(&wait, ASYNC_WAIT_FOR_CHILD);
		wait.detail = -1;
		wait.is_external = true;
		self->caller = &wait;
		caller->protect_depth += is_cancelled;
		result = async_park(&wait);
		caller->protect_depth -= is_cancelled;
		self->caller = NULL;
		if (result == ASYNC_WAIT_CANCELLED) {
			if (EG(exception) || is_cancelled) {
				/* The frames are unwound, or the forced phase of the shutdown ends all waits. */
				break;
			}
			is_cancelled = true;
			async_supervise_stop(self);
		}
	}
	if (is_cancelled && !EG(exception)) {
		async_throw_cancellation();
	}
	return !EG(exception);
}

static bool check_time(zend_long ms, uint32_t argument)
{
	const zend_long max = MIN(MS_MAX, ZEND_LONG_MAX);   /* on 32 bits each value fits */

	if (ms < 0 || ms > max) {
		zend_argument_value_error(argument, "must be between 0 and " ZEND_LONG_FMT, max);
		return false;
	}
	return true;
}

/* A server answers a request: a fork of it would have its connection, too. */
static bool check_sapi(void)
{
	if (strcmp(sapi_module.name, "cli") != 0 && strcmp(sapi_module.name, "phpdbg") != 0
		&& strcmp(sapi_module.name, "micro") != 0) {
		async_throw("supervise() works on the command line only, not in %s", sapi_module.name);
		return false;
	}
	return true;
}

static void start_service(async_supervisor_t *self)
{
	async_coroutine_t *service = async_coroutine_new_service(async_supervise_run, 1);

	/* Reports name the call of supervise() as the place where the workers were started. */
	async_coroutine_note_spawn(service);
	ZVAL_PTR(&service->params[0], self);
	self->references++;
	async_scheduler_enqueue(service, &ASYNC_G(global_scope), false);
}

ZEND_FUNCTION(Async_supervise)
{
	zend_long workers, grace = 10000, backoff = 100, max_backoff = 30000, settle = 1000;
	bool restart_always = false;
	async_supervisor_t *self;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;

	ZEND_PARSE_PARAMETERS_START(2, 7)
		Z_PARAM_LONG(workers)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(grace)
		Z_PARAM_LONG(backoff)
		Z_PARAM_LONG(max_backoff)
		Z_PARAM_LONG(settle)
		Z_PARAM_BOOL(restart_always)
	ZEND_PARSE_PARAMETERS_END();
	if (workers < 0 || workers > ASYNC_SUPERVISE_WORKERS_MAX) {
		zend_argument_value_error(1, "must be between 0 and %d", ASYNC_SUPERVISE_WORKERS_MAX);
		RETURN_THROWS();
	}
	if (!check_time(grace, 3) || !check_time(backoff, 4) || !check_time(max_backoff, 5) || !check_time(settle, 6)
		|| !check_sapi() || !async_require_scheduler("supervise workers") || !async_wait_allowed()) {
		RETURN_THROWS();
	}
	if (async_scheduler_reactor() == NULL) {
		async_throw_no_loop("supervise workers");
		RETURN_THROWS();
	}
	workers = workers ? workers : MIN((zend_long) async_available_parallelism(), ASYNC_SUPERVISE_WORKERS_MAX);
	self = ecalloc(1, sizeof(*self) + (size_t) workers * sizeof(self->workers[0]));
	self->references = 1;
	async_callable_keep(&self->main, &fci, &fcc);
	self->grace = (uint64_t) grace * NS_IN_MS;
	self->pause_first = (uint64_t) backoff * NS_IN_MS;
	self->pause_most = (uint64_t) max_backoff * NS_IN_MS;
	self->settle = (uint64_t) settle * NS_IN_MS;
	self->restarts_always = restart_always;
	self->count = (uint32_t) workers;
	for (uint32_t i = 0; i < self->count; i++) {
		self->workers[i].supervisor = self;
	}
	start_service(self);
	if (wait_for_end(self)) {
		RETVAL_LONG(self->status);
	}
	async_supervise_release(self);
}
