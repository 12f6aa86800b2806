/*
 * Inspector: what the program does, told to other processes of the same user on a unix socket (async.inspect).
 *
 * The socket belongs to a thread of its own (reactor/line_server.h). For each question that thread asks the PHP thread,
 * by an interrupt of the engine and by ringing the reactor, so that it is heard while PHP code runs and while the event
 * loop sleeps. The PHP thread makes the snapshot (scheduler/snapshot.h) and hands the text over; no PHP code runs for
 * it. A PHP thread that does not hear for a while is stuck in a call: then the helper looks itself what that call is
 * (inspect_stuck.c). There is one socket in a process. Where several threads run PHP, it tells about the first of those
 * whose request goes on.
 */
#ifndef ASYNC_SCHEDULER_INSPECT_H
#define ASYNC_SCHEDULER_INSPECT_H

#include "reactor/line_server.h"
#include "scheduler/globals.h"

/* Is it a value for async.inspect: "unix:" and a path? An empty one turns the inspector off. */
bool async_inspect_check(const char *setting);

/* The reactor of this thread is open now: questions ring it. Called while this thread is inspected.
 * suspends: no; runs PHP: no */
void async_inspect_follow_reactor(void);

/* What the helper may look at: addresses of variables of the PHP thread, which stay valid until the end of its request.
 */
typedef struct {
	zend_atomic_bool *interrupt;            /* EG(vm_interrupt); NULL: no request goes on */
	zend_execute_data *const *frame;        /* EG(current_execute_data) */
	async_coroutine_t *const *coroutine;    /* ASYNC_G(current) */
	const uint64_t *slice_start;            /* when that coroutine began to run */
	uint64_t start;                         /* when the request began, by the same clock */
	async_reactor_t *reactor;               /* NULL while there is none */
	const char *script;                     /* NULL: not known */
} async_inspect_target_t;

/* What the PHP thread does now, as the helper sees it: a JSON text. It allocates by malloc() only.
 * errors: no text, no memory */
async_line_t async_inspect_stuck(const async_inspect_target_t *target);

extern const async_part_t async_inspect_part;

#endif
