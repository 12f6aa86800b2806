/*
 * The layer clients/: the array of libraries (library.h), and what happens to all of them at start-up, in a request and
 * in a forked child.
 */
#include "clients/clients.h"

#include "clients/late_release.h"
#include "clients/library.h"
#include "clients/mysqli.h"
#include "clients/owner.h"
#include "clients/pdo.h"
#include "clients/soap.h"
#include "io/hooks/extensions.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"

#include "ext/standard/info.h"

ASYNC_LAYER_GLOBALS_DEFINE(clients)

static const async_library_t *const libraries[] = {
#ifdef ASYNC_COMPAT_HAS_MYSQLND
	&async_mysqlnd_mend,
#endif
#ifdef ASYNC_COMPAT_HAS_PDO
	&async_pdo_library,
	&async_pdo_large_objects_library,
	&async_pdo_persistent_library,
	&async_pdo_method_names_mend,
#endif
#ifdef ASYNC_COMPAT_HAS_MYSQLI
	&async_mysqli_library,
#endif
	&async_pgsql_library,
	&async_redis_library,
	&async_redis_pools_mend,
	&async_redis_broken_off_mend,
	&async_memcached_library,
	&async_sqlite3_library,
	&async_curl_library,
	&async_soap_library,
	&async_amqp_library,
	&async_amqp_mend,
	&async_ssh2_library,
	&async_ssh2_scp_mend,
	&async_ftp_library,
};

#define LIBRARY_COUNT (sizeof(libraries) / sizeof(libraries[0]))

/* Call one function of all libraries that are there. */
#define CALL_ALL(function) \
	for (size_t i = 0; i < LIBRARY_COUNT; i++) { \
		if (is_present[i] && libraries[i]->function) { \
			libraries[i]->function(); \
		} \
	}

static bool is_present[LIBRARY_COUNT];   /* written at start-up only */
static bool is_guarding;
static bool are_objects_guarded;
#ifdef ZTS
static MUTEX_T objects_lock;
#endif

static void guard_tables(const async_library_table_t *table)
{
	for (; table->rows; table++) {
		if (table->class_name) {
			async_guard_class(table->class_name, table->rows);
		} else {
			async_guard_functions(table->rows);
		}
	}
}

static ASYNC_ALWAYS_RUNS void guard_everything(void)
{
	if (!is_guarding) {
		return;
	}
	for (size_t i = 0; i < LIBRARY_COUNT; i++) {
		const async_library_t *library = libraries[i];
		ZEND_ASSERT(library->tables[sizeof(library->tables) / sizeof(library->tables[0]) - 1].rows == NULL
			&& "the last table has no rows");
		ZEND_ASSERT(library->objects[sizeof(library->objects) / sizeof(library->objects[0]) - 1] == NULL
			&& "the last class is NULL");
		is_present[i] = zend_hash_str_exists(&module_registry, library->extension, strlen(library->extension))
			&& (library->startup == NULL || library->startup());
		if (is_present[i]) {
			guard_tables(library->tables);
		}
	}
}

static void guard_all_objects(void)
{
	for (size_t i = 0; i < LIBRARY_COUNT; i++) {
		for (async_guarded_objects_t *const *objects = libraries[i]->objects; is_present[i] && *objects; objects++) {
			async_guard_objects(*objects);
		}
	}
}

/* Only an object leads to the table of its handlers, and objects cannot be made before PHP code can run. */
static void on_scheduler_start(void)
{
	if (!is_guarding) {
		return;
	}
#ifdef ZTS
	tsrm_mutex_lock(objects_lock);
#endif
	if (!are_objects_guarded) {
		are_objects_guarded = true;
		guard_all_objects();
		async_late_release_patch();
	}
#ifdef ZTS
	tsrm_mutex_unlock(objects_lock);
#endif
	CALL_ALL(request_start)
	async_guard_adopt();
}

static void after_fork(void)
{
	CALL_ALL(after_fork)
	async_owners_forget_others();
}

static void leave_calls(void)
{
	ASYNC_CLIENTS_G(plain_steps) = NULL;
	async_owners_leave_calls();
	CALL_ALL(leave)
}

static const async_snapshot_section_t owners_section = { "connections", async_owners_add_rows };

static ASYNC_ALWAYS_RUNS void start(void)
{
#ifdef ZTS
	objects_lock = tsrm_mutex_alloc();
#endif
	is_guarding = async_guards_startup();
	async_snapshot_add_section(&owners_section);
	/* The hooks are added before they are installed, also those of libraries whose extension is not loaded. */
	for (size_t i = 0; i < LIBRARY_COUNT; i++) {
		async_extensions_add_guarded(libraries[i]->extension);
		for (const async_hook_group_t *const *hooks = libraries[i]->hooks; *hooks; hooks++) {
			async_hooks_add(*hooks);
		}
	}
}

static ASYNC_ALWAYS_RUNS void shut_down(void)
{
	CALL_ALL(shutdown)
	memset(is_present, 0, sizeof(is_present));
	async_guards_shutdown();
#ifdef ZTS
	tsrm_mutex_free(objects_lock);
#endif
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	async_owners_request_end();
	CALL_ALL(request_end)
	ASYNC_CLIENTS_G(connections_used) = ASYNC_CLIENTS_G(memcached_delays) = false;
	ASYNC_CLIENTS_G(plain_steps) = NULL;
}

static ASYNC_ALWAYS_RUNS void end_objects(void)
{
	CALL_ALL(request_over)
}

static void print_info(void)
{
	char state[64];

	snprintf(state, sizeof(state), "%u functions guarded", async_guards_count());
	php_info_print_table_row(2, "shared connections", is_guarding ? state : "not guarded: no slot for extensions left");
}

static const async_part_t clients_part = {
	.startup = start,
	.all_loaded = guard_everything,
	.shutdown = shut_down,
	.scheduler_start = on_scheduler_start,
	.after_fork = after_fork,
	.frames_abandoned = leave_calls,
	.request_end = end_request,
	.request_over = end_objects,
	.info = print_info,
};

const async_part_t *const async_clients_parts[] = {
	&clients_part,
#ifdef ASYNC_COMPAT_HAS_PDO
	&async_pdo_parameters_part,
#endif
#ifdef ASYNC_COMPAT_HAS_MYSQLI
	&async_mysqli_connects_part,
	&async_mysqli_poll_part,
#endif
	&async_soap_cancellations_part,
	NULL
};
