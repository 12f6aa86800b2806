#include "io/io.h"

#include "io/delivery.h"
#include "io/handlers.h"
#include "io/libc_hooks.h"
#include "io/socket_ops.h"
#include "io/stream_order.h"
#include "io/turns.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include "ext/standard/info.h"
#include "zend_smart_str.h"

#ifdef ZTS
static MUTEX_T install_lock;
#endif
static bool installed;

/* The first async call of a process: from here on stock waits may have to be cooperative. */
static void on_scheduler_start(void)
{
	async_io_thread_attach();
#ifdef ZTS
	tsrm_mutex_lock(install_lock);
#endif
	if (!installed) {
		installed = true;
		/* Each may fail on its own: then those waits are made the stock way, which --ri shows. */
		(void) async_libc_hooks_install();
		(void) async_socket_ops_install();
	}
#ifdef ZTS
	tsrm_mutex_unlock(install_lock);
#endif
}

void async_io_startup(void)
{
#ifdef ZTS
	install_lock = tsrm_mutex_alloc();
#endif
	async_scheduler_on_start(on_scheduler_start);
	async_delivery_startup();
	async_stream_order_startup();
}

void async_io_shutdown(void)
{
	async_handlers_restore();
	if (installed) {
		async_socket_ops_restore();
		async_libc_hooks_restore();
		installed = false;
	}
	async_delivery_shutdown();
#ifdef ZTS
	tsrm_mutex_free(install_lock);
#endif
}

void async_io_request_end(void)
{
	async_delivery_request_end();
	async_turns_request_end();
}

void async_io_info(void)
{
	smart_str names = {0};
	const char *name;
	unsigned slots;

	for (size_t i = 0; (name = async_libc_hooks_describe(i, &slots)) != NULL; i++) {
		if (slots > 0) {
			smart_str_append_printf(&names, "%s%s", names.s ? " " : "", name);
		}
	}
	smart_str_0(&names);
	php_info_print_table_row(2, "import slots",
		names.s ? ZSTR_VAL(names.s) : installed ? "none to be had" : "not installed yet (first async call)");
	php_info_print_table_row(2, "socket streams",
		async_socket_ops_count() ? "cooperative" : "not installed yet (first async call)");
	smart_str_free(&names);
}
