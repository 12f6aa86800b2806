/*
 * ext/mysqli: calls that connect a link.
 *
 * Such a call closes the connection that the link has, puts another record of mysqlnd into the link, and then waits for
 * the server. The record is the key of the connection, so no other coroutine would know that the new one is in use.
 * While the call waits, the record of the link itself is the key: calls with the link wait for it, and look again.
 *
 * A persistent connection goes into a list when its link is closed, even if statements use it still. The call that
 * takes it from the list logs in once more, by change_user(): in turn with the calls of such statements.
 */
#include "clients/mysqli.h"

#include "clients/drivers.h"
#include "engine/handlers.h"

#ifdef ASYNC_COMPAT_HAS_MYSQLI

#include "ext/mysqlnd/mysqlnd_connection.h"
#include "ext/mysqlnd/mysqlnd_ext_plugin.h"

#include <dlfcn.h>

static void leave(const void *connection, bool is_parked_in)
{
	const MY_MYSQL *link = connection;

	(void) is_parked_in;
	if (link->mysql) {
		async_mysqlnd_data_hang_up(link->mysql->data);
	}
}

static const async_client_t connecting = {
	.name = "MySQL connection", .keeps = async_guard_keeps_nothing, .leave = leave,
};

const void *async_mysqli_connecting(const MY_MYSQL *link)
{
	return UNEXPECTED(ASYNC_CLIENTS_G(mysqli_connects) > 0) && async_owner_is_calling(link) ? link : NULL;
}

/* The guard of the function has taken the connection that the link has now. */
static void connect_in_turn(zif_handler original, INTERNAL_FUNCTION_PARAMETERS)
{
	zend_object *object = ASYNC_G(current) ? async_mysqli_link_of_call(execute_data) : NULL;
	MY_MYSQL *link = object ? async_mysqli_link(object) : NULL;
	async_owner_t *owner = NULL;

	if (link == NULL) {
		/* No other coroutine can use it yet. */
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (!async_owner_take(link, &connecting, &owner)) {
		return;
	}
	ASYNC_CLIENTS_G(mysqli_connects)++;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ASYNC_CLIENTS_G(mysqli_connects)--;
	if (owner) {
		async_owner_leave(owner, link, NULL);
	}
}

/* A bailout has skipped the decrement. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	ASYNC_CLIENTS_G(mysqli_connects) = 0;
}

/* ---- persistent connections ---- */

static MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data) *methods;
static func_mysqlnd_conn_data__change_user original_change_user;

static enum_func_status change_user(MYSQLND_CONN_DATA *connection, const char *user, const char *password,
	const char *database, bool is_silent, size_t password_length)
{
	async_owner_t *owner = NULL;
	enum_func_status status;

	if (ASYNC_G(current) && !async_owner_take(connection, &async_mysqli_client, &owner)) {
		/* An exception is thrown. After a failure mysqli would close the connection, amid the call of its owner. */
		return PASS;
	}
	status = original_change_user(connection, user, password, database, is_silent, password_length);
	if (owner) {
		async_owner_leave(owner, connection, NULL);
	}
	return status;
}

void async_mysqli_change_user_start(void)
{
	const struct st_mysqlnd_plugin_methods_xetters *of = dlsym(RTLD_DEFAULT, "mysqlnd_plugin_methods_xetters");

	ZEND_ASSERT(methods == NULL && "a process starts once");
	if (of) {
		methods = of->connection_data.get();
		original_change_user = methods->change_user;
		methods->change_user = change_user;
	}
}

/* mysqlnd is unloaded after this extension. */
void async_mysqli_change_user_end(void)
{
	if (methods && methods->change_user == change_user) {
		methods->change_user = original_change_user;
	}
	methods = NULL;
}

/* ---- functions ---- */

#define CONNECT(name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(name##_in_turn) \
	{ \
		connect_in_turn(original_##name, INTERNAL_FUNCTION_PARAM_PASSTHRU); \
	}

CONNECT(construct)
CONNECT(method_connect)
CONNECT(method_real_connect)
CONNECT(function_real_connect)

static const async_handler_swap_t swaps[] = {
	{ "mysqli", "__construct", construct_in_turn, &original_construct },
	{ "mysqli", "connect", method_connect_in_turn, &original_method_connect },
	{ "mysqli", "real_connect", method_real_connect_in_turn, &original_method_real_connect },
	{ NULL, "mysqli_real_connect", function_real_connect_in_turn, &original_function_real_connect },
};

/* Before the functions are guarded. */
static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_mysqli_connects_part = { .startup = start, .request_end = end_request };

#endif
