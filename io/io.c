/*
 * Start and end of transparent I/O: hooks come at the first async call of a process, state ends with a request.
 * A script that never calls async runs on untouched code.
 */
#include "io/io.h"

#include "io/array_objects.h"
#include "io/call_locks.h"
#include "io/deleting_lists.h"
#include "io/delivery.h"
#include "io/dns/lookup.h"
#include "io/dns/resolver.h"
#include "io/files/files.h"
#include "io/filled_variables.h"
#include "io/fixed_arrays.h"
#include "io/heaps.h"
#include "io/hooks/extensions.h"
#include "io/hooks/hooks.h"
#include "io/hooks/testing_faults.h"
#include "io/iterated.h"
#include "io/kept_patterns.h"
#include "io/no_park.h"
#include "io/object_storage.h"
#include "io/observed_calls.h"
#include "io/processes/orphans.h"
#include "io/state_locks.h"
#include "io/streams/directory_objects.h"
#include "io/streams/html_output.h"
#include "io/streams/low_water.h"
#include "io/streams/opcache_key.h"
#include "io/streams/path_search.h"
#include "io/streams/persistent.h"
#include "io/streams/socket_ops.h"
#include "io/streams/stdio_ops.h"
#include "io/streams/stream_copy.h"
#include "io/streams/stream_order.h"
#include "io/streams/stream_passed.h"
#include "io/streams/taken.h"
#include "io/streams/tls_ops.h"
#include "io/streams/wrapper_dirs.h"
#include "io/streams/wrapper_reads.h"
#include "io/streams/xml_output.h"
#include "io/thrown_inside.h"
#include "io/thrown_over.h"
#include "io/wait_fd.h"
#include "io/wait_words.h"
#include "io/workers/parent_tie.h"
#include "io/workers/passed.h"
#include "io/workers/supervise_fork.h"
#include "io/workers/worker.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"
#include "scheduler/watchdog.h"

#include "ext/standard/info.h"

ASYNC_LAYER_GLOBALS_DEFINE(io)

#ifdef ZTS
static MUTEX_T install_lock;
#endif
/* Of the process, under the lock above: the scheduler of each thread starts on its own. */
static bool installed;

/* The scheduler of this thread starts: from here on stock waits may have to be cooperative. */
static void install(void)
{
	ZEND_ASSERT(ASYNC_IO_G(hooks) != NULL && "async.hooks has a value");
	async_io_thread_attach();
#ifdef ZTS
	tsrm_mutex_lock(install_lock);
#endif
	if (installed) {
		async_hooks_learn_extensions();
	} else {
		installed = true;
		async_extensions_name(ASYNC_IO_G(hook_extensions));
		/* Each may fail on its own. Its waits then block as in stock PHP, which phpinfo() shows. */
		(void) async_hooks_install(ASYNC_IO_G(hooks));
		(void) async_stdio_ops_install();
		async_stream_copy_install();
		if (async_hooks_wants("sockets")) {
			(void) async_socket_ops_install();
			(void) async_tls_ops_install();
		}
	}
#ifdef ZTS
	tsrm_mutex_unlock(install_lock);
#endif
}

static const async_snapshot_section_t turns_section = { "locks", async_call_locks_add_rows };
static const async_snapshot_section_t extensions_section = { "extensions", async_extensions_list };

static ASYNC_ALWAYS_RUNS void start(void)
{
	ZEND_ASSERT(!installed && "hooks are installed at the first async call, not before");
	async_watchdog_extension = async_extension_that_blocks;
	async_snapshot_add_section(&turns_section);
	async_snapshot_add_section(&extensions_section);
#ifdef ZTS
	install_lock = tsrm_mutex_alloc();
#endif
}

static ASYNC_ALWAYS_RUNS void restore(void)
{
	if (installed) {
		async_tls_ops_restore();
		async_socket_ops_restore();
		async_stream_copy_restore();
		async_stdio_ops_restore();
		async_hooks_restore();
		installed = false;
	}
#ifdef ZTS
	tsrm_mutex_free(install_lock);
#endif
}

static void on_interrupt(zend_execute_data *frame, const zend_op *next)
{
	(void) frame;
	(void) next;
	async_hooks_look_again();
}

static void print_info(void)
{
	async_extensions_name(ASYNC_IO_G(hook_extensions));
	async_hooks_info(ASYNC_IO_G(hooks));
	if (installed) {
		char state[64];
		snprintf(state, sizeof(state), "%u tables of operations", async_socket_ops_count());
		php_info_print_table_row(2, "socket streams", state);
	}
}

static const async_part_t hooks_part = {
	.startup = start,
	.shutdown = restore,
	.scheduler_start = install,
	.info = print_info,
	.before_interrupt = on_interrupt,
};

static const async_part_t turns_part = {
	.after_fork = async_call_locks_forget_others,
	.request_end = async_call_locks_request_end,
};

const async_part_t *const async_io_parts[] = {
	&hooks_part,
#ifdef ASYNC_TESTING
	&async_testing_faults_part,
#endif
	&async_wait_words_part,
	&async_hosts_part,
	&async_lookups_part,
	&async_file_kinds_part,
	&async_file_moves_part,
	&async_file_locks_part,
	&turns_part,
	&async_orphans_part,
	&async_parent_tie_part,
	&async_supervise_part,
	&async_workers_part,
	&async_passed_part,
	&async_delivery_part,
	&async_observed_calls_part,
	&async_low_water_part,
	&async_stream_order_part,
	&async_stream_close_part,
	&async_path_search_part,
	&async_opcache_key_part,
	&async_persistent_streams_part,
	&async_stream_passed_part,
	&async_directory_objects_part,
	&async_taken_part,
	&async_wrapper_dirs_part,
	&async_wrapper_reads_part,
	&async_html_output_part,
	&async_xml_output_part,
	&async_thrown_inside_part,
	&async_thrown_over_part,
	&async_file_objects_part,
	&async_no_park_part,
	&async_state_locks_part,
	&async_iterated_part,
	&async_object_storage_part,
	&async_array_objects_part,
	&async_filled_variables_part,
	&async_fixed_arrays_part,
	&async_heaps_part,
	&async_deleting_lists_part,
	&async_kept_patterns_part,
	NULL
};
