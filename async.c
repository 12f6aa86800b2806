/*
 * The module: the settings, and the parts of all layers in the order in which they start.
 */
#include "php_async.h"

#include "api/api.h"
#include "async_classes.h"
#include "clients/clients.h"
#include "clients/globals.h"
#include "engine/isolation/isolation.h"
#include "exceptions.h"
#include "io/files/notify.h"
#include "io/hooks/hooks.h"
#include "io/io.h"
#include "scheduler/dump.h"
#include "scheduler/dump_signal.h"
#include "scheduler/end.h"
#include "scheduler/inspect.h"
#include "scheduler/metrics.h"
#include "scheduler/parts.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"
#include "scheduler/trace.h"
#include "scheduler/watchdog.h"
#include "syntax/compile.h"

#include "php_ini.h"
#include "ext/standard/info.h"
#include "zend_exceptions.h"

#include "stubs/async_arginfo.h"

ZEND_DECLARE_MODULE_GLOBALS(async)

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_stack_size)
{
	const zend_long size = new_value ? zend_ini_parse_quantity_warn(new_value, entry->name) : 0;

	if (size != 0 && size < 64 * 1024) {
		zend_error(E_WARNING, "async.stack_size must be 0 (automatic) or at least 64K, " ZEND_LONG_FMT " given", size);
		return FAILURE;
	}
	ASYNC_G(stack_size) = size;
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_zombie_timeout)
{
	const double seconds = zend_strtod(ZSTR_VAL(new_value), NULL);

	if (!(seconds >= 0) || seconds > 86400) {
		zend_error(E_WARNING, "async.zombie_coroutine_timeout must be between 0 and 86400 seconds, %s given",
			ZSTR_VAL(new_value));
		return FAILURE;
	}
	ASYNC_G(zombie_timeout) = seconds;
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_max_activity_interval)
{
	zend_long interval = new_value ? zend_ini_parse_quantity_warn(new_value, entry->name) : 0;

	if (interval < 0) {
		zend_error(E_WARNING, "async.max_activity_interval must be 0 (off) or a number of milliseconds, "
			ZEND_LONG_FMT " given", interval);
		return FAILURE;
	}
	ASYNC_G(max_activity_interval) = interval;
	if (stage == ZEND_INI_STAGE_RUNTIME) {
		async_watchdog_update();
	}
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_dump_signal)
{
	const int number = async_dump_signal_number(new_value);

	if (number < 0) {
		zend_error(E_WARNING, "async.dump_signal must be the name or number of a signal that PHP does not use, "
			"or empty, \"%s\" given", ZSTR_VAL(new_value));
		return FAILURE;
	}
	ASYNC_G(dump_signal) = number;
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_dump_file)
{
	ASYNC_G(dump_file) = new_value ? ZSTR_VAL(new_value) : "";
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_hooks)
{
	const char *bad;
	size_t length;

	if (!async_hooks_check(ZSTR_VAL(new_value), &bad, &length)) {
		zend_error(E_WARNING, "async.hooks must be all, none, or a list of sleep, poll, sockets, dns, files and "
			"processes; "
			"\"%.*s\" given", (int) length, bad);
		return FAILURE;
	}
	ASYNC_IO_G(hooks) = ZSTR_VAL(new_value);
	return SUCCESS;
}

/* Any name may be the name of an extension that is loaded later: phpinfo() shows the names that are not loaded. */
static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_hook_extensions)
{
	ASYNC_IO_G(hook_extensions) = new_value ? ZSTR_VAL(new_value) : "";
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_shared_connection)
{
	const bool throws = zend_string_equals_literal_ci(new_value, "throw");

	if (!throws && !zend_string_equals_literal_ci(new_value, "wait")) {
		zend_error(E_WARNING, "async.shared_connection must be wait or throw, \"%s\" given", ZSTR_VAL(new_value));
		return FAILURE;
	}
	ASYNC_CLIENTS_G(shared_connection_throws) = throws;
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_inspect)
{
	const char *setting = new_value ? ZSTR_VAL(new_value) : "";

	if (!async_inspect_check(setting)) {
		zend_error(E_WARNING, "async.inspect must be empty, or unix: and a path with %%p for the process id; "
			"\"%s\" given", setting);
		return FAILURE;
	}
	ASYNC_G(inspect) = *setting ? setting : NULL;
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_trace)
{
	async_trace_set_file(new_value ? ZSTR_VAL(new_value) : NULL);
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_trace_size)
{
	zend_long size = new_value ? zend_ini_parse_quantity_warn(new_value, entry->name) : 0;

	if (size < 0) {
		zend_error(E_WARNING, "async.trace_size must be 0 (no limit) or a number of bytes, " ZEND_LONG_FMT " given",
			size);
		return FAILURE;
	}
	async_trace_set_size(size);
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS ZEND_INI_MH(on_update_metrics)
{
	async_metrics_set(zend_ini_parse_bool(new_value));
	return SUCCESS;
}

PHP_INI_BEGIN()
	PHP_INI_ENTRY("async.zombie_coroutine_timeout", "2", PHP_INI_ALL, on_update_zombie_timeout)
	PHP_INI_ENTRY("async.metrics", "0", PHP_INI_ALL, on_update_metrics)
	PHP_INI_ENTRY("async.stack_size", "0", PHP_INI_SYSTEM, on_update_stack_size)
	PHP_INI_ENTRY("async.max_activity_interval", "0", PHP_INI_ALL, on_update_max_activity_interval)
	PHP_INI_ENTRY("async.inspect", "", PHP_INI_SYSTEM, on_update_inspect)
	PHP_INI_ENTRY("async.dump_signal", "", PHP_INI_SYSTEM, on_update_dump_signal)
	PHP_INI_ENTRY("async.dump_file", "", PHP_INI_SYSTEM, on_update_dump_file)
	PHP_INI_ENTRY("async.shared_connection", "wait", PHP_INI_ALL, on_update_shared_connection)
	PHP_INI_ENTRY("async.hooks", "all", PHP_INI_SYSTEM, on_update_hooks)
	PHP_INI_ENTRY("async.hook_extensions", "", PHP_INI_SYSTEM, on_update_hook_extensions)
	PHP_INI_ENTRY("async.trace", "", PHP_INI_SYSTEM, on_update_trace)
	PHP_INI_ENTRY("async.trace_size", "256M", PHP_INI_SYSTEM, on_update_trace_size)
	STD_PHP_INI_BOOLEAN("async.syntax", "1", PHP_INI_SYSTEM, OnUpdateBool, syntax, zend_async_globals, async_globals)
PHP_INI_END()

/* PHP_GINIT_FUNCTION would name its parameter like the globals themselves. */
static ASYNC_ALWAYS_RUNS void ZEND_MODULE_GLOBALS_CTOR_N(async)(zend_async_globals *globals)
{
#if defined(COMPILE_DL_ASYNC) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(globals, 0, sizeof(*globals));
}

/* ---- the parts ---- */

static void (*const registrations[])(void) = {
	async_exceptions_register,
	async_awaitable_register,
	async_coroutine_register,
	async_timeout_register,
	async_future_register,
	async_trigger_register,
	async_spawn_register,
	async_context_register,
	async_scope_register,
	async_value_loop_register,
	async_channel_register,
	async_mutex_register,
	async_semaphore_register,
	async_once_register,
	async_pool_register,
	async_process_pool_register,
	async_task_group_register,
	async_signals_register,
	async_watch_register,
	async_test_classes_register,
};

static const async_class_ops_t class_ops = {
	.scope_object = async_scope_object,
	.empty_context = async_context_dispose,
	.is_context_empty = async_context_is_empty,
};

static ASYNC_ALWAYS_RUNS void register_classes(void)
{
	async_class_ops = &class_ops;
	for (size_t i = 0; i < sizeof(registrations) / sizeof(registrations[0]); i++) {
		registrations[i]();
	}
}

static ASYNC_ALWAYS_RUNS void start_keywords(void)
{
	if (ASYNC_MODULE_G(syntax)) {
		async_syntax_startup();
	}
}

static const async_part_t keywords_part = { .startup = start_keywords, .shutdown = async_syntax_shutdown };
static const async_part_t classes_part = { .startup = register_classes };

static const async_part_t *const globals_parts[] = {
	&async_engine_globals_part,
	&async_scheduler_globals_part,
	&async_io_globals_part,
	&async_clients_globals_part,
	NULL
};

static const async_part_t *const face_parts[] = {
	&classes_part,
	&async_pooled_pdo_part,
	&async_process_pools_part,
	&async_select_part,
	&async_opened_part,
	&async_futures_part,
	&async_spawn_hooks_part,
	&async_api_tickets_part,
	&async_api_tasks_part,
	NULL
};

/* The keywords start first. The compiler hook of engine/ then stands in front of theirs, so rewriting counts as
 * compiling. */
static const async_part_t *const keywords_parts[] = { &keywords_part, NULL };

/* Forwards calls to the pools of PDO objects. The guards of clients/ stand in front of it: they are put later. */
static const async_part_t *const before_guards_parts[] = { &async_plain_pdo_part, NULL };

static const async_part_t *const *const layers[] = {
	keywords_parts,
	async_engine_parts,
	async_scheduler_parts,
	async_io_parts,
	before_guards_parts,
	async_clients_parts,
	face_parts,
	async_end_parts,
};

static ASYNC_ALWAYS_RUNS PHP_MINIT_FUNCTION(async)
{
	async_parts_startup(globals_parts);
	REGISTER_INI_ENTRIES();
	for (size_t i = 0; i < sizeof(layers) / sizeof(layers[0]); i++) {
		async_parts_startup(layers[i]);
	}
	async_parts_started();
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS PHP_MSHUTDOWN_FUNCTION(async)
{
	UNREGISTER_INI_ENTRIES();
	async_parts_shutdown();
	return SUCCESS;
}

static ASYNC_ALWAYS_RUNS PHP_RINIT_FUNCTION(async)
{
#if defined(COMPILE_DL_ASYNC) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	async_parts_run(request_start);
	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(async)
{
	async_parts_run(request_end);
	return SUCCESS;
}

/* After a fatal error lists of waiters still lead into the stacks of the waiters, which are destroyed only here, after
 * the objects. */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(async)
{
	async_parts_run(request_over);
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(async)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "async support", "enabled");
	php_info_print_table_row(2, "version", PHP_ASYNC_VERSION);
	php_info_print_table_row(2, "libuv", async_reactor_library_version());
	async_parts_run(info);
	php_info_print_table_end();
	DISPLAY_INI_ENTRIES();
}

/* D21 */
ZEND_FUNCTION(Async_gracefulShutdown)
{
	zend_object *throwable = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(throwable, zend_ce_throwable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_require_scheduler("start the graceful shutdown")) {
		RETURN_THROWS();
	}
	if (throwable && !instanceof_function(throwable->ce, async_ce_cancellation)) {
		async_end_uncaught(throwable, NULL);
	} else {
		async_end_shut_down(throwable);
	}
}

ZEND_FUNCTION(Async_stats)
{
	async_reactor_stats_t reactor = {0};
	size_t isolations, isolation_slots;
	zend_long watchers, watched;

	ZEND_PARSE_PARAMETERS_NONE();
	if (ASYNC_G(reactor)) {
		async_reactor_stats(ASYNC_G(reactor), &reactor);
	}
	array_init(return_value);
	add_assoc_long(return_value, "coroutines", (zend_long) ASYNC_G(coroutines));
	add_assoc_long(return_value, "waiting", (zend_long) ASYNC_G(waiting));
	add_assoc_long(return_value, "spawned", (zend_long) ASYNC_G(spawned));
	add_assoc_long(return_value, "switches", (zend_long) ASYNC_G(switches));
	add_assoc_long(return_value, "contexts", (zend_long) ASYNC_G(contexts).count);
	add_assoc_long(return_value, "contexts_idle", (zend_long) ASYNC_G(contexts).idle_count);
	add_assoc_long(return_value, "stacks_unguarded", ASYNC_G(contexts).stacks.unguarded);
	add_assoc_long(return_value, "blocked_in_place", (zend_long) ASYNC_G(blocked_in_place));
	add_assoc_long(return_value, "timers", (zend_long) reactor.timers);
	add_assoc_long(return_value, "descriptors", (zend_long) reactor.descriptors);
	add_assoc_long(return_value, "jobs", (zend_long) reactor.jobs);
	add_assoc_long(return_value, "import_slots", (zend_long) async_hooks_count());
	add_assoc_long(return_value, "turns", (zend_long) reactor.turns);
	async_notify_count(&watchers, &watched);
	add_assoc_long(return_value, "watchers", watchers);
	add_assoc_long(return_value, "watched", watched);
	async_isolation_count(&isolations, &isolation_slots);
	add_assoc_long(return_value, "isolations", (zend_long) isolations);
	add_assoc_long(return_value, "isolation_slots", (zend_long) isolation_slots);
	async_metrics_add(return_value);
}

ZEND_FUNCTION(Async_metrics)
{
	smart_str text = {0};

	ZEND_PARSE_PARAMETERS_NONE();
	async_metrics_append(&text);
	RETURN_STR(smart_str_extract(&text));
}

ZEND_FUNCTION(Async_snapshot)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_snapshot(return_value);
}

ZEND_FUNCTION(Async_dump)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_STR(async_dump());
}

/* Modules that start before this one. PDO, because Async\PooledPDO extends its class. "spl", because its iterators are
 * replaced. "standard", because its request start drops all shutdown functions that are registered before it. In a PHP
 * that async is built into, modules start in the order of their names otherwise. */
static const zend_module_dep module_deps[] = {
	ZEND_MOD_REQUIRED("standard")
	ZEND_MOD_REQUIRED("spl")
	ZEND_MOD_OPTIONAL("pcntl")
	ZEND_MOD_OPTIONAL("pdo")
	ZEND_MOD_OPTIONAL("mysqlnd")
	ZEND_MOD_END
};

zend_module_entry async_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	module_deps,
	"async",
	ext_functions,
	PHP_MINIT(async),
	PHP_MSHUTDOWN(async),
	PHP_RINIT(async),
	PHP_RSHUTDOWN(async),
	PHP_MINFO(async),
	PHP_ASYNC_VERSION,
	PHP_MODULE_GLOBALS(async),
	PHP_GINIT(async),
	NULL,
	ZEND_MODULE_POST_ZEND_DEACTIVATE_N(async),
	STANDARD_MODULE_PROPERTIES_EX
};

#ifdef COMPILE_DL_ASYNC
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(async)
#endif
