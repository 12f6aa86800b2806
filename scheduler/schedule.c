/*
 * Schedules of tests: the choice of the ready coroutine that runs next.
 */
#include "scheduler/schedule.h"

#include "scheduler/observers.h"
#include "scheduler/run_queue.h"

/* splitmix64 */
static uint64_t next_random(async_schedule_t *schedule)
{
	uint64_t z = (schedule->random += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint32_t choose(async_schedule_t *schedule, uint32_t ready)
{
	uint32_t chosen = 0;

	if (schedule->order == ASYNC_ORDER_RANDOM) {
		chosen = (uint32_t) (next_random(schedule) % ready);
	} else if (schedule->choices < schedule->vector_length) {
		chosen = schedule->vector[schedule->choices];
		if (chosen >= ready) {
			/* The vector is of another program, or the program depends on more than the schedule. */
			fprintf(stderr, "Async: choice %" PRIu64 " of the schedule is %u of %u\n", schedule->choices, chosen,
				ready);
			chosen = ready - 1;
		}
	}
	schedule->choices++;
	if (schedule->note_choice) {
		schedule->note_choice((async_choice_t) { .ready = (uint8_t) ready, .chosen = (uint8_t) chosen });
	}
	return chosen;
}

/* How many coroutines at the head of the queue may be permuted; none when a queued failure is next. */
static uint32_t count_choices(void)
{
	uint32_t count = 0;

	for (async_coroutine_t *at = ASYNC_G(queue_head); at && count < ASYNC_SCHEDULE_CHOICES_MAX; at = at->queue_next) {
		if (at->state != ASYNC_COROUTINE_QUEUED) {
			break;
		}
		count++;
	}
	return count;
}

static void note_step(async_schedule_t *schedule)
{
	const async_coroutine_t *next = ASYNC_G(queue_head);

	if (next && next->state == ASYNC_COROUTINE_QUEUED && !(next->flags & ASYNC_COROUTINE_HIDDEN)) {
		schedule->trail[schedule->steps++ % ASYNC_SCHEDULE_TRAIL] = next->id;
	}
}

void async_schedule_arrange_queue(async_schedule_t *schedule)
{
	async_coroutine_t *chosen = schedule->forced;

	if (chosen == NULL) {
		const uint32_t count = count_choices();

		chosen = ASYNC_G(queue_head);
		for (uint32_t skip = count < 2 ? 0 : choose(schedule, count); skip > 0; skip--) {
			chosen = chosen->queue_next;
		}
	}
	schedule->forced = NULL;
	if (chosen != ASYNC_G(queue_head)) {
		run_queue_remove(chosen);
		run_queue_push_front(chosen);
	}
	note_step(schedule);
}

async_schedule_t *async_schedule_follow(async_schedule_t *schedule)
{
	async_schedule_t *before = ASYNC_G(schedule);

	ASYNC_G(schedule) = schedule;
	async_observe(ASYNC_OBSERVER_SCHEDULE, schedule != NULL);
	ASYNC_G(turn_countdown) = 1;   /* the next choice looks here */
	return before;
}

bool async_schedule_stop_clock(bool stands)
{
	async_observe(ASYNC_OBSERVER_CLOCK, stands);
	return async_reactor_set_virtual_clock(stands);
}
