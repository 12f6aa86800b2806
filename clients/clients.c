#include "clients/clients.h"

#include "clients/driver_names.h"
#include "clients/guards.h"
#include "clients/owner.h"
#include "clients/pdo.h"
#include "scheduler/scheduler.h"

#include "ext/standard/info.h"

ASYNC_LAYER_GLOBALS_DEFINE(clients)

static bool is_guarding;
static bool are_objects_guarded;
#ifdef ZTS
static MUTEX_T objects_lock;
#endif

static void guard_everything(void)
{
	if (!is_guarding) {
		return;
	}
	async_mysqlnd_guard();
	async_pdo_guard();
	async_mysqli_guard();
	async_pgsql_guard();
	async_redis_guard();
	async_memcached_guard();
	async_sqlite3_guard();
	async_curl_guard();
	async_soap_guard();
	async_amqp_guard();
	async_ssh2_guard();
	async_ftp_guard();
}

/* The first async call of a process: tables that only an object leads to. */
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
		async_pdo_guard_objects();
		async_mysqli_guard_objects();
		async_pgsql_guard_objects();
		async_redis_guard_objects();
		async_memcached_guard_objects();
		async_sqlite3_guard_objects();
		async_amqp_guard_objects();
	}
#ifdef ZTS
	tsrm_mutex_unlock(objects_lock);
#endif
	async_pgsql_request_start();
	async_redis_request_start();
	async_pdo_see_all_streams();
	async_guard_adopt();
}

static void after_fork(void)
{
	async_pdo_forget_large_objects_of_others();
	async_owners_forget_others();
}

static void leave_calls(void)
{
	async_owners_leave_calls();
	async_pdo_leave_large_objects();
}

static void start(void)
{
#ifdef ZTS
	objects_lock = tsrm_mutex_alloc();
#endif
	is_guarding = async_guards_startup();
	async_driver_names_startup();
	async_hooks_add(&async_amqp_hooks);
	async_hooks_add(&async_redis_hooks);
	async_hooks_add(&async_ssh2_hooks);
	async_hooks_add(&async_ssh2_sftp_hooks);
}

static void shut_down(void)
{
	async_mysqlnd_unguard();
	async_guards_shutdown();
	async_driver_names_shutdown();
#ifdef ZTS
	tsrm_mutex_free(objects_lock);
#endif
}

static void end_request(void)
{
	async_owners_request_end();
	async_pdo_forget_large_objects();
	async_ssh2_request_end();
	ASYNC_CLIENTS_G(connections_used) = false;
}

static void end_objects(void)
{
	async_pgsql_request_over();
	if (CG(unclean_shutdown)) {
		async_pdo_request_over();
	}
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

const async_part_t *const async_clients_parts[] = { &clients_part, NULL };
