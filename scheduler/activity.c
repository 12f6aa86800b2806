/*
 * The activity clock: its times, kept by the handle of the coroutine's object.
 */
#include "scheduler/activity.h"

#define PAGE_BITS 7
#define PAGE_RECORDS (1u << PAGE_BITS)

struct async_activity_page {
	async_activity_record_t records[PAGE_RECORDS];
};

/* errors: NULL, no memory */
static async_activity_page_t *page_at(uint32_t number)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	if (UNEXPECTED(number >= state->page_count)) {
		const uint32_t count = MAX(number + 1, state->page_count * 2);
		async_activity_page_t **pages = realloc(state->pages, count * sizeof(*pages));

		if (pages == NULL) {
			return NULL;
		}
		memset(pages + state->page_count, 0, (count - state->page_count) * sizeof(*pages));
		state->pages = pages;
		state->page_count = count;
	}
	if (UNEXPECTED(state->pages[number] == NULL)) {
		state->pages[number] = calloc(1, sizeof(async_activity_page_t));
	}
	return state->pages[number];
}

/* The record of the coroutine, made when there is none. errors: NULL, no memory */
static async_activity_record_t *record_of(const async_coroutine_t *coroutine)
{
	const uint32_t handle = coroutine->std.handle;
	async_activity_page_t *page = page_at(handle >> PAGE_BITS);
	async_activity_record_t *record;

	if (UNEXPECTED(page == NULL)) {
		return NULL;
	}
	record = &page->records[handle & (PAGE_RECORDS - 1)];
	if (UNEXPECTED(record->id != coroutine->id)) {
		memset(record, 0, sizeof(*record));
		record->id = coroutine->id;
	}
	return record;
}

bool async_activity_of(const async_coroutine_t *coroutine, uint64_t *since, uint64_t *ran)
{
	const async_activity_state_t *state = &ASYNC_G(activity_clock);
	const uint32_t number = coroutine->std.handle >> PAGE_BITS;
	const bool has_page = state->is_on && number < state->page_count && state->pages[number];
	const async_activity_record_t *record =
		has_page ? &state->pages[number]->records[coroutine->std.handle & (PAGE_RECORDS - 1)] : NULL;

	*since = *ran = 0;
	if (record && record->id == coroutine->id) {
		*since = record->since;
		*ran = record->ran;
	}
	if (state->is_on && coroutine == ASYNC_G(current)) {
		*since = state->slice_start;
		*ran += async_reactor_now() - state->slice_start;
	}
	return *since != 0;
}

/* ---- what the scheduler tells ---- */

static void left(const async_coroutine_t *coroutine)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);
	const uint64_t now = async_reactor_now();
	async_activity_record_t *record = record_of(coroutine);

	if (EXPECTED(record != NULL)) {
		record->ran += now - state->slice_start;
		record->since = now;
	}
	state->slice_start = now;
}

void async_activity_leave(bool is_sure)
{
	const async_coroutine_t *coroutine = ASYNC_G(current);

	if (coroutine == NULL || async_coroutine_is_completed(coroutine)) {
		ASYNC_G(activity_clock).slice_start = async_reactor_now();
	} else if (is_sure || coroutine->state != ASYNC_COROUTINE_RUNNING) {
		left(coroutine);
	}
}

void async_activity_end(const async_coroutine_t *coroutine)
{
	async_activity_record_t *record;

	if (EXPECTED(coroutine == ASYNC_G(current))) {
		left(coroutine);
	} else if ((record = record_of(coroutine)) != NULL) {
		record->since = async_reactor_now();
	}
}

void async_activity_ready(const async_coroutine_t *coroutine)
{
	async_activity_record_t *record = record_of(coroutine);

	if (EXPECTED(record != NULL)) {
		record->since = async_reactor_now();
	}
}

void async_activity_turned(uint64_t now)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	if (ASYNC_G(current) == NULL || ASYNC_G(current)->state != ASYNC_COROUTINE_RUNNING) {
		state->slice_start = now;
	}
}

/* ---- on and off ---- */

/* From here on each switch looks at the clock. */
static void begin(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	state->slice_start = async_reactor_now();
	state->countdown = ASYNC_G(turn_countdown);
	ASYNC_G(turn_countdown) = 1;
}

static void forget(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	for (uint32_t i = 0; i < state->page_count; i++) {
		free(state->pages[i]);
	}
	free(state->pages);
	state->pages = NULL;
	state->page_count = 0;
}

void async_activity_require(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	if (state->users++ == 0) {
		state->is_on = true;
		if (ASYNC_G(current)) {
			begin();
		}
	}
}

void async_activity_release(void)
{
	async_activity_state_t *state = &ASYNC_G(activity_clock);

	ZEND_ASSERT(state->users > 0 && "a release follows a require");
	if (--state->users == 0) {
		state->is_on = false;
		forget();
	}
}

static ASYNC_ALWAYS_RUNS void start_in_request(void)
{
	if (UNEXPECTED(async_activity_clock)) {
		begin();
	}
}

/* Ids begin anew with each request. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	if (UNEXPECTED(ASYNC_G(activity_clock).pages != NULL)) {
		forget();
	}
}

const async_part_t async_activity_part = { .scheduler_start = start_in_request, .request_over = end_request };
