/*
 * Schedules of tests: another order of the run queue than FIFO, chosen by a seed or a list of choices.
 *
 * Async\Testing\run() follows one, and so do testing builds with ASYNC_TEST_SCHED (testing.h). While there is one, each
 * choice of the next coroutine takes the slow path of the scheduler, which looks here. Without one it does not.
 *
 * Only ready coroutines in front of the first queued failure are permuted: a failure must not overtake coroutines that
 * were ready before it, and no coroutine that became ready later may overtake the failure (D10 b). A place at the front
 * of the queue is only a hint, so a schedule may ignore it.
 */
#ifndef ASYNC_SCHEDULER_SCHEDULE_H
#define ASYNC_SCHEDULER_SCHEDULE_H

#include "scheduler/globals.h"

/* At most this number of ready coroutines is counted and chosen from, to bound the cost of a choice. */
#define ASYNC_SCHEDULE_CHOICES_MAX 64
/* The last coroutines that ran. A power of two. */
#define ASYNC_SCHEDULE_TRAIL 32

/* Not SCHED_…: those are of <sched.h>. */
typedef enum { ASYNC_ORDER_FIFO, ASYNC_ORDER_RANDOM, ASYNC_ORDER_VECTOR } async_order_t;

typedef struct {
	uint8_t ready;    /* how many could have been chosen … */
	uint8_t chosen;   /* … and which one was, from 0 */
} async_choice_t;

struct async_schedule {
	async_order_t order;
	uint64_t random;               /* state of the generator: at first, the seed */
	const uint8_t *vector;         /* the first choices; after them the first ready coroutine is taken. Borrowed */
	size_t vector_length;
	uint64_t choices;              /* how many were made */
	void (*note_choice)(async_choice_t choice);   /* NULL: they are not noted */
	async_coroutine_t *forced;     /* runs next; goes before the order */
	uint64_t trail[ASYNC_SCHEDULE_TRAIL];   /* ids of the coroutines that ran last; by number modulo the size */
	uint64_t steps;                /* how many have run */
};

/* Follow a schedule from now on; NULL: FIFO, at no cost. The caller keeps it in memory. returns: the one before */
async_schedule_t *async_schedule_follow(async_schedule_t *schedule);

/* Let the clock of this thread stand while anything runs, or run again. returns: stood it before? */
bool async_schedule_stop_clock(bool stands);

/* The scheduler is about to pick a coroutine: move the chosen one to the front of the run queue.
 * suspends: no; runs PHP: no */
void async_schedule_arrange_queue(async_schedule_t *schedule);

static zend_always_inline void async_schedule_arrange(void)
{
	if (UNEXPECTED(ASYNC_G(schedule) != NULL)) {
		async_schedule_arrange_queue(ASYNC_G(schedule));
	}
}

#endif
