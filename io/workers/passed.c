/*
 * Records of the descriptors that go with a message to another process.
 */
#include "io/workers/passed.h"

#include "io/workers/passed_internal.h"

#include <unistd.h>

static async_ring_t *records(void)
{
	async_ring_t *list = &ASYNC_IO_G(passed);

	if (UNEXPECTED(list->next == NULL)) {
		async_ring_init(list);
	}
	return list;
}

async_passed_t *async_passed_new(void)
{
	async_passed_t *passed = emalloc(sizeof(*passed));

	passed->descriptors.count = 0;
	async_ring_insert_tail(records(), &passed->node);
	return passed;
}

/* The record stays, and has none. */
static void close_duplicates(async_passed_t *passed)
{
	while (passed->descriptors.count > 0) {
		close(passed->descriptors.fds[--passed->descriptors.count]);
	}
}

void async_passed_free(async_passed_t *passed)
{
	if (passed) {
		close_duplicates(passed);
		async_ring_remove(&passed->node);
		efree(passed);
	}
}

/* Copies in a forked child would keep connections and pipes open. Their jobs are forgotten there. */
static void close_all(void)
{
	if (EXPECTED(ASYNC_IO_G(passed).next == NULL)) {
		return;
	}
	for (async_ring_t *at = records()->next; at != records(); at = at->next) {
		close_duplicates(async_container_of(at, async_passed_t, node));
	}
}

/* Jobs that a fatal error has left behind are not freed one by one. */
static void request_over(void)
{
	if (UNEXPECTED(ASYNC_IO_G(passed).next != NULL)) {
		async_ring_init(&ASYNC_IO_G(passed));
	}
}

const async_part_t async_passed_part = {
	.after_fork = close_all,
	.request_end = close_all,
	.request_over = request_over,
};
