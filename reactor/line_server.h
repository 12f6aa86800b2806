/*
 * A server of lines on a unix socket, with a thread of its own: each line of a client gets one line as its answer.
 *
 * It answers also while the thread that opened it is busy or stuck. Only processes of the same user are served. What
 * clients do costs a bounded amount of memory and time: there are at most LINE_CLIENTS_MAX (line_server.c) of them, a
 * line is short, a client gets one answer at a time and has to read it, and a client that is silent for long is left.
 * There is one server in a process. fork() waits until its thread has done what it does, so a child finds it in order.
 */
#ifndef ASYNC_REACTOR_LINE_SERVER_H
#define ASYNC_REACTOR_LINE_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct async_line_server async_line_server_t;

/* The time of its thread: nanoseconds of a clock that is always the real one. That of the reactor may be virtual. */
static inline uint64_t async_line_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t) time.tv_sec * 1000000000 + (uint64_t) time.tv_nsec;
}

/* A text that was made with malloc(), which its taker frees; no line end is in it. NULL: none. */
typedef struct {
	char *text;
	size_t length;
} async_line_t;

/* Functions of the owner. They run on the thread of the server, which has the lock; they do not wait for anything. */
typedef struct {
	/* Answer the line of a client. NULL: the client waits for the common answer, for this number of ms at most. */
	async_line_t (*answer)(const char *line, unsigned *patience_ms);

	/* Called after each event, with the number of clients that wait. Returns the answer for all of these, or NULL;
	 * again_ms: when to call again at the latest; -1: when the bell rings. */
	async_line_t (*common)(size_t waiting, int *again_ms);

	/* The answer for a client whose patience is over. */
	async_line_t (*late)(void);

	/* In a forked child, which has no thread of the server: async_line_server_forget() has to be called soon. This runs
	 * in the handler of fork(), and writes to memory only. */
	void (*forked)(void);
} async_line_ops_t;

/* Start to listen at a path, and the thread.
 * owns:   the caller owns the server until it closes it; `path` and `ops` stay until then
 * errors: NULL with errno, nothing is left behind. EADDRINUSE: a process listens there; EEXIST: the file is no socket;
 *         ENAMETOOLONG */
async_line_server_t *async_line_server_open(const char *path, const async_line_ops_t *ops);

/* End the thread, leave all clients, remove the file. Not with the lock. */
void async_line_server_close(async_line_server_t *server);

/* In a forked child: close the descriptors that were inherited. The file stays, and the parent serves on. */
void async_line_server_forget(async_line_server_t *server);

/* The lock: the thread has it while it calls functions of the owner, the owner takes it to change what these read. */
void async_line_server_lock(async_line_server_t *server);
void async_line_server_unlock(async_line_server_t *server);

/* Have the thread call common() soon. Any thread may call this. */
void async_line_server_ring(async_line_server_t *server);

#endif
