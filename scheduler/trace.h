/*
 * Tracing: the time line of a program, written to the file of async.trace as Chrome trace events.
 *
 * The thread of the coroutines puts binary records into a ring. A writer thread makes text of them and writes it. The
 * thread of the coroutines never waits for the writer: when the ring is full, records are dropped, and their number is
 * written. The writer is no job of the reactor: a job is an event that may come, so that it would change what the
 * program sees of itself (a deadlock is reported, stats()).
 */
#ifndef ASYNC_SCHEDULER_TRACE_H
#define ASYNC_SCHEDULER_TRACE_H

#include "scheduler/activity.h"

/* The settings async.trace (NULL or "": nothing is traced) and async.trace_size. Before the module's start-up. */
void async_trace_set_file(const char *name);
void async_trace_set_size(zend_long size);

/* For the activity clock, while ASYNC_G(trace) is there. None suspends, runs PHP code, waits or reports an error. */
void async_trace_run(const async_activity_run_t *run);
void async_trace_turn(uint64_t start, uint64_t end, uint64_t lag);
/* A coroutine is new, or has been renamed. */
void async_trace_name(const async_coroutine_t *coroutine);
void async_trace_mark(async_activity_mark_t kind, uint64_t number);

typedef enum {
	ASYNC_TRACE_CHANNEL,
	ASYNC_TRACE_AWAIT
} async_trace_arrow_t;

/* A value is put somewhere, for a coroutine that takes it without a wait: an arrow leads from the one to the other. The
 * address of the place tells values apart. Few places are kept in mind: of very many values, some get no arrow.
 * putter: a coroutine whose latest run ended with the put; NULL: the running one puts it there */
void async_trace_put(const void *place, const async_coroutine_t *putter);
/* The value has another address now. */
void async_trace_move(const void *from, const void *to);
/* The running coroutine takes the value. is_last: no other will. */
void async_trace_take(const void *place, async_trace_arrow_t name, bool is_last);
/* The running coroutine takes a value from one whose latest run has ended. Not if it was woken by that one for it. */
void async_trace_take_from(const async_coroutine_t *putter, async_trace_arrow_t name);

/* The request is about to end: wait until at least half of the ring is free, so that the records of the end have room.
 * The only function here that waits. */
void async_trace_catch_up(void);

/* The program ends, and the coroutine still waits. */
void async_trace_open_wait(const async_coroutine_t *coroutine, const async_activity_record_t *from, uint64_t now);

/* Another program takes the place of this one: write all that is there. */
void async_trace_flush(void);

extern const async_part_t async_trace_part;

#endif
