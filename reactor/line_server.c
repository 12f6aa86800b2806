/*
 * The server of lines: its thread, its life cycle, and fork().
 */
#include "line_server.h"

#include "internal.h"
#include "line_client.h"
#include "local_socket.h"
#include "thread.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Clients that are served at a time. */
#define LINE_CLIENTS_MAX 8
/* Connections that are taken in one round. */
#define ACCEPTS_MAX 8
/* How long no connection is waited for after a failure (no descriptor is free, say), and while there is no place. */
#define ACCEPT_REST_NS UINT64_C(500000000)
#define FULL_REST_NS UINT64_C(20000000)
#define SERVER_STACK_BYTES ((size_t) 256 * 1024)

struct async_line_server {
	const async_line_ops_t *ops;
	const char *path;
	async__local_socket_t listener;
	uv_loop_t loop;                /* of the thread */
	uv_poll_t connections;
	uv_async_t bell;
	uv_timer_t alarm;              /* the first of all limits */
	uv_prepare_t round;            /* before each sleep: all that is done for clients */
	pthread_t thread;
	pthread_mutex_t lock;          /* the thread has it during a round */
	async_line_server_t *next;     /* in the list of lost servers */
	/* under the lock */
	bool stop;
	async__line_client_t clients[LINE_CLIENTS_MAX];
};

/* In a forked child: servers whose loops can never be closed; only leak checkers look at them. */
static async_line_server_t *lost_servers;

/* ---- fork ---- */

static pthread_once_t fork_handlers_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t the_server_lock = PTHREAD_MUTEX_INITIALIZER;
static async_line_server_t *the_server;

static void before_fork(void)
{
	pthread_mutex_lock(&the_server_lock);
	if (the_server) {
		pthread_mutex_lock(&the_server->lock);
	}
}

static void after_fork_in_parent(void)
{
	if (the_server) {
		pthread_mutex_unlock(&the_server->lock);
	}
	pthread_mutex_unlock(&the_server_lock);
}

static void after_fork_in_child(void)
{
	const async_line_server_t *server = the_server;

	after_fork_in_parent();
	if (server) {
		server->ops->forked();
	}
}

static void install_fork_handlers(void)
{
	pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

static void set_the_server(async_line_server_t *server)
{
	pthread_mutex_lock(&the_server_lock);
	ASYNC_ASSERT((server == NULL) != (the_server == NULL) && "a process has one server");
	the_server = server;
	pthread_mutex_unlock(&the_server_lock);
}

/* ---- connections ---- */

/* The place for one more client: a free one, or that of the client that has been silent for the longest time, which has
 * to go. NULL: there is none now. */
static async__line_client_t *place_for_client(async_line_server_t *server, uint64_t now)
{
	async__line_client_t *silent = NULL;

	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		async__line_client_t *client = &server->clients[i];

		if (client->events == NULL) {
			return client;
		}
		if (async__line_client_is_silent(client, now) && (silent == NULL || client->active_at < silent->active_at)) {
			silent = client;
		}
	}
	return silent;
}

/* Connections that find no place wait in the queue of the socket. Returns when to look there again; UINT64_MAX: when
 * there is one. */
static uint64_t take_clients(async_line_server_t *server, uint64_t now)
{
	for (unsigned i = 0; i < ACCEPTS_MAX; i++) {
		async__line_client_t *place = place_for_client(server, now);
		int fd;

		if (place == NULL) {
			return now + FULL_REST_NS;
		}
		fd = async_fd_above_standard(accept4(server->listener.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
		if (fd >= 0 && async__local_socket_is_of_user(fd)) {
			async__line_client_leave(place);
			async__line_client_open(place, &server->loop, fd);
		} else if (fd >= 0) {
			close(fd);
		} else if (errno == EAGAIN) {
			break;
		} else if (errno != ECONNABORTED && errno != EINTR) {
			return now + ACCEPT_REST_NS;
		}
	}
	return UINT64_MAX;
}

/* ---- one round ---- */

/* Ask for the common answer, and give it to the clients that wait. Returns when to ask again at the latest. */
static uint64_t answer_waiting(async_line_server_t *server, uint64_t now)
{
	async__line_client_t *waiting[LINE_CLIENTS_MAX];
	size_t count = 0;
	int again_ms = -1;
	async__line_text_t *text;
	async_line_t line;

	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		if (server->clients[i].waits) {
			waiting[count++] = &server->clients[i];
		}
	}
	line = server->ops->common(count, &again_ms);
	text = line.text ? async__line_text_make(line) : NULL;
	while (text && count > 0) {
		async__line_client_give(waiting[--count], text);
	}
	async__line_text_release(text);
	return again_ms < 0 ? UINT64_MAX : now + async_ns_from_ms(again_ms);
}

/* The round that follows does what is due. */
static void on_connection(uv_poll_t *connections, int status, int what)
{
	(void) connections;
	(void) status;
	(void) what;
}

static void on_alarm(uv_timer_t *alarm)
{
	(void) alarm;
}

static uint64_t earlier(uint64_t first, uint64_t second)
{
	return first < second ? first : second;
}

static void serve(async_line_server_t *server)
{
	const uint64_t now = async_line_now();
	uint64_t next = take_clients(server, now);

	(void) uv_poll_start(&server->connections, next == UINT64_MAX ? UV_READABLE : 0, on_connection);
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		async__line_client_serve(&server->clients[i], server->ops, now);
	}
	next = earlier(next, answer_waiting(server, now));
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		next = earlier(next, async__line_client_send(&server->clients[i], now));
	}
	(void) uv_timer_start(&server->alarm, on_alarm, next <= now ? 0 : (next - now) / 1000000 + 1, 0);
}

/* libuv calls this each time before it sleeps. */
static void on_round(uv_prepare_t *round)
{
	async_line_server_t *server = round->data;

	pthread_mutex_lock(&server->lock);
	if (server->stop) {
		uv_stop(&server->loop);
	} else {
		serve(server);
	}
	pthread_mutex_unlock(&server->lock);
}

static void *run(void *argument)
{
	async_line_server_t *server = argument;

	(void) uv_run(&server->loop, UV_RUN_DEFAULT);
	return NULL;
}

/* ---- life cycle ---- */

/* The thread's name has the number of the socket, so that a client finds the socket by the process. */
static void name_thread(const async_line_server_t *server)
{
#ifdef __linux__
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	char name[16] = "async-";
	char number[16];
	struct stat socket;
	size_t count = 0, at = strlen(name);

	if (fstat(server->listener.fd, &socket) == 0) {
		for (uint64_t rest = socket.st_ino; rest && count < sizeof(number); rest /= 36) {
			number[count++] = digits[rest % 36];
		}
	}
	if (count == 0 || at + count >= sizeof(name)) {
		return;
	}
	while (count > 0) {
		name[at++] = number[--count];
	}
	name[at] = '\0';
	(void) pthread_setname_np(server->thread, name);
#else
	(void) server;
#endif
}

/* errors: -errno */
static int start_thread(async_line_server_t *server)
{
	int err = async_thread_start(&server->thread, SERVER_STACK_BYTES, run, server);

	if (!err) {
		name_thread(server);
	}
	return err;
}

static void close_handle(uv_handle_t *handle, void *ignored)
{
	(void) ignored;
	if (!uv_is_closing(handle)) {
		uv_close(handle, NULL);
	}
}

static void close_loop(uv_loop_t *loop)
{
	int err;

	uv_walk(loop, close_handle, NULL);
	(void) uv_run(loop, UV_RUN_DEFAULT);
	err = uv_loop_close(loop);
	assert(err == 0 && "a loop without handles can be closed");
	(void) err;
}

/* errors: -errno, nothing is left behind */
static int open_loop(async_line_server_t *server)
{
	int err = async__loop_init(&server->loop);

	if (err) {
		return err;
	}
	err = uv_async_init(&server->loop, &server->bell, NULL);
	if (!err) {
		err = async__poll_init(&server->loop, &server->connections, server->listener.fd);
	}
	if (err) {
		close_loop(&server->loop);
		return err;
	}
	(void) uv_timer_init(&server->loop, &server->alarm);
	(void) uv_prepare_init(&server->loop, &server->round);
	(void) uv_prepare_start(&server->round, on_round);
	server->round.data = server;
	return 0;
}

async_line_server_t *async_line_server_open(const char *path, const async_line_ops_t *ops)
{
	async_line_server_t *server = calloc(1, sizeof(*server));
	int err;

	if (server == NULL) {
		errno = ENOMEM;
		return NULL;
	}
	server->ops = ops;
	server->path = path;
	err = async__local_socket_listen(path, &server->listener);
	if (err) {
		goto free_server;
	}
	err = open_loop(server);
	if (err) {
		goto close_listener;
	}
	pthread_once(&fork_handlers_once, install_fork_handlers);
	pthread_mutex_init(&server->lock, NULL);
	err = start_thread(server);
	if (err) {
		goto destroy_lock;
	}
	set_the_server(server);
	return server;

destroy_lock:
	pthread_mutex_destroy(&server->lock);
	close_loop(&server->loop);
close_listener:
	async__local_socket_remove(path, &server->listener);
	close(server->listener.fd);
free_server:
	free(server);
	errno = -err;
	return NULL;
}

void async_line_server_close(async_line_server_t *server)
{
	int err;

	set_the_server(NULL);
	/* First the file: a process that finds it can connect. */
	async__local_socket_remove(server->path, &server->listener);
	pthread_mutex_lock(&server->lock);
	server->stop = true;
	pthread_mutex_unlock(&server->lock);
	async_line_server_ring(server);
	err = pthread_join(server->thread, NULL);
	assert(err == 0 && "the thread is joined once");
	(void) err;
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		async__line_client_leave(&server->clients[i]);
	}
	close_loop(&server->loop);
	close(server->listener.fd);
	pthread_mutex_destroy(&server->lock);
	free(server);
}

void async_line_server_forget(async_line_server_t *server)
{
	set_the_server(NULL);
	/* The thread may have been in the middle of libuv. Descriptors are opened and closed in rounds only. */
	async__loop_close_descriptors(&server->loop);
	close(server->listener.fd);
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		if (server->clients[i].events) {
			close(server->clients[i].fd);
			async__line_text_release(server->clients[i].text);
		}
	}
	pthread_mutex_destroy(&server->lock);
	server->next = lost_servers;
	lost_servers = server;
}

void async_line_server_lock(async_line_server_t *server)
{
	pthread_mutex_lock(&server->lock);
}

void async_line_server_unlock(async_line_server_t *server)
{
	pthread_mutex_unlock(&server->lock);
}

void async_line_server_ring(async_line_server_t *server)
{
	(void) uv_async_send(&server->bell);
}
