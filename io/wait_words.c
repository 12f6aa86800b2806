/*
 * Words for the waits of stock functions (scheduler/report.h): what a descriptor leads to, and what a job works on.
 */
#include "io/wait_words.h"

#include "io/wait_fd.h"
#include "scheduler/report.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Of a wait for more descriptors, the first ones are shown. */
#define SHOWN_MAX 3

const char async_job_word_lookup[] = "name lookup";
const char async_job_word_fifo[] = "other end of a FIFO";

/* ---- addresses ---- */

typedef union {
	struct sockaddr any;
	struct sockaddr_in ip4;
	struct sockaddr_in6 ip6;
	struct sockaddr_un local;
} address_t;

/* The address to which a descriptor was last told to connect, by the number of the descriptor. */
#define CONNECTS 64
typedef struct {
	int fd;
	socklen_t length;
	address_t address;
} connect_t;

void async_wait_words_note_connect(int fd, const struct sockaddr *address, socklen_t length)
{
	connect_t *all = ASYNC_IO_G(connects);

	if (address == NULL || length < sizeof(address->sa_family) || length > sizeof(address_t)) {
		return;
	}
	if (all == NULL) {
		/* Descriptor 0 is found in the table before a connect() with it: the length is 0 then. */
		all = ASYNC_IO_G(connects) = calloc(CONNECTS, sizeof(connect_t));
		if (all == NULL) {
			return;
		}
	}
	all += (unsigned) fd % CONNECTS;
	all->fd = fd;
	all->length = length;
	memcpy(&all->address, address, length);
}

static const connect_t *noted_connect(int fd)
{
	const connect_t *at = ASYNC_IO_G(connects);

	at = at ? at + (unsigned) fd % CONNECTS : NULL;
	return at && at->fd == fd && at->length > 0 ? at : NULL;
}

/* "tcp://127.0.0.1:80", "unix:///run/x.sock". False: the address has no name. */
static bool append_address(smart_str *text, int type, const address_t *address, socklen_t length)
{
	const char *protocol = type == SOCK_DGRAM ? "udp" : "tcp";
	char host[INET6_ADDRSTRLEN];
	size_t path_length;

	switch (address->any.sa_family) {
		case AF_INET:
			inet_ntop(AF_INET, &address->ip4.sin_addr, host, sizeof(host));
			smart_str_append_printf(text, "%s://%s:%u", protocol, host, ntohs(address->ip4.sin_port));
			return true;
		case AF_INET6:
			inet_ntop(AF_INET6, &address->ip6.sin6_addr, host, sizeof(host));
			smart_str_append_printf(text, "%s://[%s]:%u", protocol, host, ntohs(address->ip6.sin6_port));
			return true;
		case AF_UNIX:
			if (length <= offsetof(struct sockaddr_un, sun_path)) {
				return false;
			}
			path_length = length - offsetof(struct sockaddr_un, sun_path);
			if (address->local.sun_path[0] == '\0') {   /* an abstract name */
				smart_str_appends(text, "unix://@");
				smart_str_appendl(text, address->local.sun_path + 1, path_length - 1);
			} else {
				smart_str_appends(text, type == SOCK_DGRAM ? "udg://" : "unix://");
				smart_str_appendl(text, address->local.sun_path, strnlen(address->local.sun_path, path_length));
			}
			return true;
		default:
			return false;
	}
}

/* ---- descriptors ---- */

static const char *operation(unsigned events)
{
	const unsigned both = ASYNC_FD_READABLE | ASYNC_FD_WRITABLE;

	if ((events & both) == both) {
		return "reading from or writing to ";
	}
	return events & ASYNC_FD_WRITABLE ? "writing to " : events & ASYNC_FD_READABLE ? "reading from " : "an event of ";
}

static void append_socket(smart_str *text, int fd, unsigned events, int type)
{
	const connect_t *noted;
	address_t address;
	socklen_t length = sizeof(address);
	int listens = 0;
	socklen_t size = sizeof(listens);

	memset(&address, 0, sizeof(address));
	if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens) {
		smart_str_appends(text, "a connection on ");
	} else if (getpeername(fd, &address.any, &length) == 0) {
		smart_str_appends(text, operation(events));
		if (append_address(text, type, &address, length)) {
			return;
		}
	} else if (type == SOCK_STREAM && (noted = noted_connect(fd)) != NULL) {
		smart_str_appends(text, "connecting to ");
		if (append_address(text, type, &noted->address, noted->length)) {
			return;
		}
	} else {
		smart_str_appends(text, operation(events));
	}
	/* The own end: of a listener, of a socket without a peer, or of one whose peer has no name. */
	length = sizeof(address);
	if (getsockname(fd, &address.any, &length) != 0 || !append_address(text, type, &address, length)) {
		smart_str_append_printf(text, "a socket pair (descriptor %d)", fd);
	}
}

/* The path of a descriptor, as far as the system tells. False: it has none. */
static bool append_path(smart_str *text, int fd)
{
	char link[32], path[512];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, sizeof(path));
	if (length <= 0 || path[0] != '/') {
		return false;
	}
	smart_str_appendl(text, path, (size_t) length);
	return true;
}

static void append_other(smart_str *text, int fd)
{
	static const char *const standard[] = { "STDIN", "STDOUT", "STDERR" };
	struct stat status;
	const bool is_known = fstat(fd, &status) == 0;

	if (fd >= 0 && fd <= 2) {
		smart_str_appends(text, standard[fd]);
		return;
	}
	if (append_path(text, fd)) {
		return;
	}
	smart_str_append_printf(text, "%s %d", is_known && S_ISFIFO(status.st_mode) ? "pipe" : "descriptor", fd);
}

static void append_descriptor(smart_str *text, int fd, unsigned events)
{
	int type;
	socklen_t size = sizeof(type);

	if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0) {
		append_socket(text, fd, events, type);
	} else {
		smart_str_appends(text, operation(events));
		append_other(text, fd);
	}
}

static void append_descriptors(smart_str *text, const async_wait_t *wait)
{
	unsigned events;
	size_t shown = 0;
	const size_t count = async_wait_fd_count(wait);
	int fd;

	if (count > 1) {
		smart_str_append_printf(text, "one of %zu descriptors: ", count);
	}
	for (size_t i = 0; async_wait_fd_at(wait, i, &fd, &events); i++) {
		if (shown == SHOWN_MAX) {
			smart_str_appends(text, ", …");
			return;
		}
		smart_str_appends(text, shown++ > 0 ? ", " : "");
		append_descriptor(text, fd, events);
	}
}

/* ---- waits ---- */

static void append_job(smart_str *text, const async_wait_t *wait)
{
	smart_str_appends(text, wait->subject);
	if (wait->detail == 0) {
		return;
	}
	smart_str_appends(text, ": ");
	if (wait->subject == async_job_word_lookup || wait->subject == async_job_word_fifo) {
		smart_str_appends(text, (const char *) (uintptr_t) wait->detail);
	} else {
		append_other(text, (int) wait->detail - 1);
	}
}

static bool append_words(smart_str *text, const async_wait_t *wait)
{
	const int kept_errno = errno;

	if (wait->kind == ASYNC_WAIT_FOR_DESCRIPTOR) {
		append_descriptors(text, wait);
	} else if (wait->kind == ASYNC_WAIT_FOR_JOB) {
		append_job(text, wait);
	} else {
		return false;
	}
	errno = kept_errno;
	return true;
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_report_add_words(append_words);
}

static ASYNC_ALWAYS_RUNS void forget(void)
{
	if (ASYNC_IO_G(connects)) {
		free(ASYNC_IO_G(connects));
		ASYNC_IO_G(connects) = NULL;
	}
}

const async_part_t async_wait_words_part = { .startup = start, .request_end = forget };
