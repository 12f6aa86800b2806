/*
 * The server of lines: its thread, its life cycle, and fork().
 */
#include "line_server.h"

#include "job_record.h"
#include "line_client.h"
#include "local_socket.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Clients that are served at a time. */
#define LINE_CLIENTS_MAX 8
/* Connections that are taken in one round. */
#define ACCEPTS_MAX 8
/* How long no connection is taken after a failure (no descriptor is free, say), and while there is no place. */
#define ACCEPT_REST_NS UINT64_C(500000000)
#define FULL_REST_NS UINT64_C(20000000)
#define SERVER_STACK_BYTES (256 * 1024)

struct async_line_server {
	const async_line_ops_t *ops;
	const char *path;
	async__local_socket_t listener;
	int bell[2];                   /* a pipe: what is read, what is written to */
	pthread_t thread;
	pthread_mutex_t lock;          /* the thread has it except while it sleeps */
	/* under the lock */
	bool stop;
	uint64_t accepts_at;           /* when connections are taken again; 0: now */
	async__line_client_t clients[LINE_CLIENTS_MAX];
};

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

		if (client->fd < 0) {
			return client;
		}
		if (async__line_client_is_silent(client, now) && (silent == NULL || client->active_at < silent->active_at)) {
			silent = client;
		}
	}
	return silent;
}

/* Connections that find no place wait in the queue of the socket. */
static void take_clients(async_line_server_t *server, uint64_t now)
{
	for (unsigned i = 0; i < ACCEPTS_MAX; i++) {
		async__line_client_t *place = place_for_client(server, now);
		int fd;

		if (place == NULL) {
			server->accepts_at = now + FULL_REST_NS;
			return;
		}
		fd = async__fd_above_standard(accept4(server->listener.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
		if (fd >= 0 && async__local_socket_is_of_user(fd)) {
			async__line_client_leave(place);
			async__line_client_open(place, fd);
		} else if (fd >= 0) {
			close(fd);
		} else if (errno == EAGAIN) {
			return;
		} else if (errno != ECONNABORTED && errno != EINTR) {
			server->accepts_at = now + ACCEPT_REST_NS;
			return;
		}
	}
}

/* ---- one round ---- */

static void drain_bell(async_line_server_t *server)
{
	char rings[64];

	while (read(server->bell[0], rings, sizeof(rings)) == (ssize_t) sizeof(rings)) {
	}
}

/* Ask for the common answer, and give it to the clients that wait. */
static void answer_waiting(async_line_server_t *server, int *again_ms)
{
	size_t waiting = 0;
	async_line_t line;

	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		waiting += server->clients[i].fd >= 0 && server->clients[i].waits;
	}
	line = server->ops->common(waiting, again_ms);
	if (line.text == NULL) {
		return;
	}
	async__line_text_t *text = async__line_text_make(line);

	for (size_t i = 0; text && i < LINE_CLIENTS_MAX; i++) {
		if (server->clients[i].fd >= 0 && server->clients[i].waits) {
			async__line_client_give(&server->clients[i], text);
		}
	}
	async__line_text_release(text);
}

/* fds: what the events were for, as what_to_wait_for() has filled it */
static void serve(async_line_server_t *server, const struct pollfd *fds, int *again_ms)
{
	const uint64_t now = async_line_now();

	drain_bell(server);
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		if (fds[2 + i].revents & (POLLHUP | POLLERR | POLLNVAL)) {
			async__line_client_leave(&server->clients[i]);
		}
	}
	if (server->accepts_at <= now && (server->accepts_at || fds[1].revents)) {
		server->accepts_at = 0;
		take_clients(server, now);
	}
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		if (server->clients[i].fd >= 0) {
			async__line_client_serve(&server->clients[i], server->ops, now);
		}
	}
	answer_waiting(server, again_ms);
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		if (server->clients[i].fd >= 0) {
			async__line_client_send(&server->clients[i], now);
		}
	}
}

/* What to wait for: fds has room for the bell, the listener and all clients. Returns for how many ms. */
static int what_to_wait_for(async_line_server_t *server, struct pollfd *fds, int again_ms)
{
	const uint64_t now = async_line_now();
	uint64_t first = again_ms < 0 ? UINT64_MAX : now + async_ns_from_ms(again_ms);

	fds[0] = (struct pollfd) {.fd = server->bell[0], .events = POLLIN};
	fds[1] = (struct pollfd) {.fd = server->accepts_at ? -1 : server->listener.fd, .events = POLLIN};
	if (server->accepts_at && server->accepts_at < first) {
		first = server->accepts_at;
	}
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		fds[2 + i] = (struct pollfd) {.fd = -1};
		if (server->clients[i].fd >= 0) {
			const uint64_t deadline = async__line_client_wants(&server->clients[i], &fds[2 + i], now);

			first = deadline < first ? deadline : first;
		}
	}
	if (first == UINT64_MAX) {
		return -1;
	}
	return first <= now ? 0 : (int) ((first - now) / 1000000) + 1;
}

static void *run(void *argument)
{
	async_line_server_t *server = argument;
	struct pollfd fds[2 + LINE_CLIENTS_MAX];
	int again_ms = -1;

	pthread_mutex_lock(&server->lock);
	while (!server->stop) {
		const int time_out = what_to_wait_for(server, fds, again_ms);

		pthread_mutex_unlock(&server->lock);
		(void) poll(fds, 2 + LINE_CLIENTS_MAX, time_out);
		pthread_mutex_lock(&server->lock);
		if (!server->stop) {
			serve(server, fds, &again_ms);
		}
	}
	pthread_mutex_unlock(&server->lock);
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

/* errors: an errno */
static int start_thread(async_line_server_t *server)
{
	pthread_attr_t attributes;
	sigset_t before;
	int err = pthread_attr_init(&attributes);

	if (err) {
		return err;
	}
	(void) pthread_attr_setstacksize(&attributes, SERVER_STACK_BYTES);
	/* Signals have to arrive in threads that run PHP. */
	async__block_signals(&before);
	err = pthread_create(&server->thread, &attributes, run, server);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	if (err == 0) {
		name_thread(server);
	}
	return err;
}

static int open_bell(int bell[2])
{
	if (pipe2(bell, O_CLOEXEC | O_NONBLOCK) != 0) {
		return errno;
	}
	bell[0] = async__fd_above_standard(bell[0]);
	bell[1] = async__fd_above_standard(bell[1]);
	if (bell[0] < 0 || bell[1] < 0) {
		close(bell[0] < 0 ? bell[1] : bell[0]);
		return EMFILE;
	}
	return 0;
}

static void close_descriptors(async_line_server_t *server)
{
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		async__line_client_leave(&server->clients[i]);
	}
	close(server->bell[0]);
	close(server->bell[1]);
	close(server->listener.fd);
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
	for (size_t i = 0; i < LINE_CLIENTS_MAX; i++) {
		server->clients[i].fd = -1;
	}
	err = open_bell(server->bell);
	if (err) {
		goto free_server;
	}
	err = -async__local_socket_listen(path, &server->listener);
	if (err) {
		goto close_bell;
	}
	pthread_once(&fork_handlers_once, install_fork_handlers);
	pthread_mutex_init(&server->lock, NULL);
	err = start_thread(server);
	if (err) {
		goto close_listener;
	}
	set_the_server(server);
	return server;

close_listener:
	pthread_mutex_destroy(&server->lock);
	async__local_socket_remove(path, &server->listener);
	close(server->listener.fd);
close_bell:
	close(server->bell[0]);
	close(server->bell[1]);
free_server:
	free(server);
	errno = err;
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
	close_descriptors(server);
	pthread_mutex_destroy(&server->lock);
	free(server);
}

void async_line_server_forget(async_line_server_t *server)
{
	set_the_server(NULL);
	close_descriptors(server);
	pthread_mutex_destroy(&server->lock);
	free(server);
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
	/* A full pipe rings already. */
	(void) !write(server->bell[1], "", 1);
}
