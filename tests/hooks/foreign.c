/*
 * An extension whose calls keep their question in one static buffer while they wait: a call that another coroutine
 * makes meanwhile spoils the answer. It can have any name: -DNAME=\"tidy\".
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "php.h"
#include "php_network.h"

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* FOREIGN_WAIT_MS makes the waits longer, for tools under which all else takes long. */
static int wait_ms(void)
{
	const char *text = getenv("FOREIGN_WAIT_MS");
	return text != NULL ? atoi(text) : 30;
}

static char buffer[256];
static int calls;      /* under way */
static int most;       /* … at the same time, so far */

#ifdef WITH_LIBRARY
extern int nap(int ms);
#endif

/* ---- a socket that is ready after a while ---- */

typedef struct {
	int fd;
	bool reads;
} peer_t;

/* The other end of the socket, in a thread of its own. */
static void *use_later(void *data)
{
	peer_t peer = *(peer_t *) data;
	struct timespec moment = { wait_ms() / 1000, wait_ms() % 1000 * 1000000L };
	char rest[4096];
	ssize_t got = 0;

	free(data);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL);
	if (!peer.reads) {
		got = send(peer.fd, "text", 4, 0);
	}
	/* Until this end is closed. */
	do {
		got = recv(peer.fd, rest, sizeof(rest), 0);
	} while (got > 0);
	close(peer.fd);
	return NULL;
}

static int later(bool for_writing)
{
	int ends[2];
	pthread_t thread;
	peer_t *peer = malloc(sizeof(*peer));

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
		return -1;
	}
	*peer = (peer_t) { ends[1], for_writing };
	pthread_create(&thread, NULL, use_later, peer);
	pthread_detach(thread);
	return ends[0];
}

/* ---- the ways to wait ---- */

static zval *callback;

static void by_poll(void)
{
	struct pollfd one = { later(false), POLLIN, 0 };
	poll(&one, 1, 5000);
	close(one.fd);
}

static void by_select(void)
{
	struct timeval limit = { wait_ms() / 1000, wait_ms() % 1000 * 1000 };
	select(0, NULL, NULL, NULL, &limit);
}

static void by_usleep(void)
{
	usleep(wait_ms() * 1000);
}

static void by_nanosleep(void)
{
	struct timespec moment = { wait_ms() / 1000, wait_ms() % 1000 * 1000000L };
	nanosleep(&moment, NULL);
}

static void by_recv(void)
{
	char text[8];
	int fd = later(false);
	(void) !recv(fd, text, sizeof(text), 0);
	close(fd);
}

static void by_recvfrom(void)
{
	char text[8];
	int fd = later(false);
	(void) !recvfrom(fd, text, sizeof(text), 0, NULL, NULL);
	close(fd);
}

static void by_recvmsg(void)
{
	char text[8];
	struct iovec piece = { text, sizeof(text) };
	struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };
	int fd = later(false);
	(void) !recvmsg(fd, &message, 0);
	close(fd);
}

static void by_read(void)
{
	char text[8];
	int fd = later(false);
	(void) !read(fd, text, sizeof(text));
	close(fd);
}

static void by_send(void)
{
	static char much[1 << 20];
	int fd = later(true);
	(void) !send(fd, much, sizeof(much), 0);
	close(fd);
}

static void by_write(void)
{
	static char much[1 << 20];
	int fd = later(true);
	(void) !write(fd, much, sizeof(much));
	close(fd);
}

static void by_waitpid(void)
{
	int status;
	pid_t pid = fork();
	if (pid == 0) {
		struct timespec moment = { wait_ms() / 1000, wait_ms() % 1000 * 1000000L };
		clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL);
		_exit(0);
	}
	waitpid(pid, &status, 0);
}

static void by_pclose(void)
{
	FILE *program = popen("sleep 0.03", "r");
	pclose(program);
}

static void by_getaddrinfo(void)
{
	struct addrinfo *list = NULL;
	if (getaddrinfo("localhost", NULL, NULL, &list) == 0) {
		freeaddrinfo(list);
	}
}

/* The engine waits for it. */
static void by_stream(void)
{
	char text[8];
	php_stream *stream = php_stream_sock_open_from_socket(later(false), NULL);
	php_stream_read(stream, text, sizeof(text));
	php_stream_close(stream);
}

/* Another extension waits for it. */
static void by_function(void)
{
	zval name, result, ms;
	ZVAL_STRING(&name, "usleep");
	ZVAL_LONG(&ms, wait_ms() * 1000);
	call_user_function(NULL, NULL, &name, &result, 1, &ms);
	zval_ptr_dtor(&name);
	zval_ptr_dtor(&result);
}

/* PHP code waits. */
static void by_callback(void)
{
	zval result;
	call_user_function(NULL, NULL, callback, &result, 0, NULL);
	zval_ptr_dtor(&result);
}

#ifdef WITH_LIBRARY
static void by_library(void)
{
	nap(wait_ms());
}
#endif

static const struct {
	const char *name;
	void (*wait)(void);
} ways[] = {
	{ "poll", by_poll }, { "select", by_select }, { "usleep", by_usleep }, { "nanosleep", by_nanosleep },
	{ "recv", by_recv }, { "recvfrom", by_recvfrom }, { "recvmsg", by_recvmsg }, { "read", by_read },
	{ "send", by_send }, { "write", by_write }, { "waitpid", by_waitpid }, { "pclose", by_pclose },
	{ "getaddrinfo", by_getaddrinfo }, { "a stream", by_stream }, { "a function", by_function },
	{ "a callback", by_callback },
#ifdef WITH_LIBRARY
	{ "a library", by_library },
#endif
};

#define WAYS (sizeof(ways) / sizeof(ways[0]))

/* ---- functions ---- */

ZEND_BEGIN_ARG_INFO_EX(arginfo_none, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_ask, 0, 0, 2)
	ZEND_ARG_INFO(0, way)
	ZEND_ARG_INFO(0, question)
	ZEND_ARG_INFO(0, callback)
ZEND_END_ARG_INFO()

/* NAME_ask(way, question, callback): the question, if no other call came meanwhile */
static ZEND_FUNCTION(ask)
{
	zend_string *way, *question;
	zval *function = NULL;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_STR(way)
		Z_PARAM_STR(question)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(function)
	ZEND_PARSE_PARAMETERS_END();
	callback = function;
	snprintf(buffer, sizeof(buffer), "%s", ZSTR_VAL(question));
	most = ++calls > most ? calls : most;
	for (size_t i = 0; i < WAYS; i++) {
		if (strcmp(ways[i].name, ZSTR_VAL(way)) == 0) {
			ways[i].wait();
		}
	}
	calls--;
	RETVAL_STRING(buffer);
}

static ZEND_FUNCTION(ways)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	for (size_t i = 0; i < WAYS; i++) {
		add_next_index_string(return_value, ways[i].name);
	}
}

/* How many calls were under way at the same time since the last question? */
static ZEND_FUNCTION(most)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETVAL_LONG(most);
	most = 0;
}

#define FUNCTION(suffix, function, info) { \
		.fname = NAME suffix, .handler = ZEND_FN(function), .arg_info = info, \
		.num_args = sizeof(info) / sizeof(info[0]) - 1, \
	}

static const zend_function_entry functions[] = {
	FUNCTION("_ask", ask, arginfo_ask),
	FUNCTION("_ways", ways, arginfo_none),
	FUNCTION("_most", most, arginfo_none),
	PHP_FE_END
};

/* ---- a handler of sessions ---- */

#ifdef WITH_SESSION
# include "ext/session/php_session.h"

PS_OPEN_FUNC(foreign)
{
	PS_SET_MOD_DATA((void *) buffer);
	return SUCCESS;
}

PS_CLOSE_FUNC(foreign)
{
	PS_SET_MOD_DATA(NULL);
	return SUCCESS;
}

/* The session has the name of its id. */
PS_READ_FUNC(foreign)
{
	snprintf(buffer, sizeof(buffer), "%s", ZSTR_VAL(key));
	by_stream();
	*val = zend_strpprintf(0, "name|s:%zu:\"%s\";", strlen(buffer), buffer);
	return SUCCESS;
}

PS_WRITE_FUNC(foreign)
{
	return SUCCESS;
}

PS_DESTROY_FUNC(foreign)
{
	return SUCCESS;
}

PS_GC_FUNC(foreign)
{
	return 0;
}

/* From 8.6 on every module has these two. */
PS_CREATE_SID_FUNC(foreign)
{
	return php_session_create_id(mod_data);
}

PS_VALIDATE_SID_FUNC(foreign)
{
	return SUCCESS;
}

static const ps_module sessions = { PS_MOD(foreign) };

static PHP_MINIT_FUNCTION(foreign)
{
	return php_session_register_module(&sessions);
}
# define START PHP_MINIT(foreign)
#else
# define START NULL
#endif

static zend_module_entry module = {
	STANDARD_MODULE_HEADER, NAME, functions, START, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return &module;
}
