/*
 * SO_RCVLOWAT: notice that a script sets such a mark, and ask for the mark of a socket.
 */
#include "io/streams/low_water.h"

#include "engine/handlers.h"
#include "io/wait_fd.h"

#include <errno.h>
#include <sys/socket.h>

bool async_low_water_has_been_set;

/* The value of an option of a socket; -1: it has none. Keeps errno. */
static int option_of(int fd, int option)
{
	const int errno_before = errno;
	int value = 0;
	socklen_t length = sizeof(value);
	const int result = getsockopt(fd, SOL_SOCKET, option, &value, &length);

	errno = errno_before;
	return result == 0 ? value : -1;
}

bool async_socket_is_stream(int fd)
{
	return option_of(fd, SO_TYPE) == SOCK_STREAM;
}

bool async_socket_is_local(int fd)
{
	return option_of(fd, SO_DOMAIN) == AF_UNIX;
}

size_t async_low_water_of(int fd)
{
	const int mark = option_of(fd, SO_RCVLOWAT);

	return mark > 1 && async_socket_is_stream(fd) ? (size_t) mark : 0;
}

bool async_low_water_is_reached(int fd)
{
	struct pollfd look = { .fd = fd, .events = POLLIN | POLLRDHUP };

	if (async_poll_now(&look, 1) != 0) {
		return true;
	}
	errno = EAGAIN;
	return false;
}

/* ---- scripts set a mark with socket_set_option() or its alias; no library sets one ---- */

static zif_handler original_set_option;
static zif_handler original_setopt;

static bool may_be(const zval *argument, zend_long value)
{
	return Z_TYPE_P(argument) != IS_LONG || Z_LVAL_P(argument) == value;
}

/* After a call that has succeeded. A mark stays with its socket, which may outlive the request. */
static void look_at_option(const zend_execute_data *execute_data, const zval *return_value)
{
	if (Z_TYPE_P(return_value) == IS_TRUE && ZEND_NUM_ARGS() >= 3
		&& may_be(ZEND_CALL_ARG(execute_data, 2), SOL_SOCKET) && may_be(ZEND_CALL_ARG(execute_data, 3), SO_RCVLOWAT)) {
		__atomic_store_n(&async_low_water_has_been_set, true, __ATOMIC_RELAXED);
	}
}

static ZEND_NAMED_FUNCTION(set_option)
{
	original_set_option(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	look_at_option(execute_data, return_value);
}

static ZEND_NAMED_FUNCTION(setopt)
{
	original_setopt(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	look_at_option(execute_data, return_value);
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "socket_set_option", set_option, &original_set_option },
	{ NULL, "socket_setopt", setopt, &original_setopt },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_low_water_part = {
	.startup = start,
};
