/*
 * Shards: further loops of libuv for descriptors beyond the first ones, so that none asks the kernel about too many.
 *
 * libuv takes up to 1,024 events from the kernel at once, and while it gets so many it asks again, up to 48 times in
 * one round. Readiness is level triggered, so with more ready descriptors than that it is told of each one again and
 * again, before a reader has run. A loop with fewer descriptors never comes to that.
 *
 * The main loop watches the descriptor of each shard's epoll set, which is readable while the shard has an event. Then,
 * or when something was changed in it, the shard runs once, without sleeping.
 *
 * Under load the loops run one after the other instead, one in each turn of the reactor. A peer that gets its answer
 * has the time of all other loops to send its next message. If all loops ran at once, the peers that were answered last
 * would send theirs just after the look, and wait for a whole round more.
 */
#include "internal.h"

/* Descriptors of one loop. Leaves room in the main loop for libuv's own descriptors and for those of the shards. */
#define DESCRIPTORS_MAX 960
/* Each loop of libuv has a table by descriptor number, so their number is limited. Beyond that, shards take more
 * descriptors than DESCRIPTORS_MAX, and only a round with more than 1,024 ready ones in one shard costs more. */
#define SHARDS_MAX 16
/* So many ready descriptors in one turn are a load. */
#define CROWD 512

struct async__shard {
	uv_loop_t uv;
	uv_poll_t event;             /* in the main loop, for uv_backend_fd(&uv) */
	async_reactor_t *reactor;
	async__shard_t *next;
	size_t count;                /* descriptors that have their handle here */
	bool stale;                  /* libuv has changes that it makes in its next run only */
	uint64_t delivered_in;       /* the last turn in which it has called completion functions */
};

static void run(async__shard_t *shard)
{
	const uint64_t before = shard->reactor->deliveries;

	shard->stale = false;
	uv_run(&shard->uv, UV_RUN_NOWAIT);
	if (shard->reactor->deliveries != before) {
		shard->delivered_in = shard->reactor->turns;
	}
}

static void on_event(uv_poll_t *event, int status, int events)
{
	async__shard_t *shard = event->data;

	(void) status;
	(void) events;
	/* What it has reported in this turn is ready still: the readers have not run. */
	if (shard->delivered_in != shard->reactor->turns && !shard->reactor->one_loop) {
		run(shard);
	}
}

static void on_event_closed(uv_handle_t *handle)
{
	async__shard_t *shard = handle->data;

	async__handle_closed(shard->reactor);
	free(shard);
}

/* errors: NULL, nothing is left behind */
static async__shard_t *open_shard(async_reactor_t *reactor)
{
	async__shard_t *shard = calloc(1, sizeof(*shard));
	int err;

	if (!shard) {
		return NULL;
	}
	if (async__loop_init(&shard->uv) != 0) {
		goto free_shard;
	}
	if (uv_poll_init(&reactor->loop->uv, &shard->event, uv_backend_fd(&shard->uv)) != 0) {
		goto close_loop;
	}
	err = uv_poll_start(&shard->event, UV_READABLE, on_event);
	assert(err == 0 && "a handle that is open is started");
	(void) err;
	async__handle_opened(reactor);
	shard->event.data = shard;
	shard->reactor = reactor;
	shard->next = reactor->shards;
	reactor->shards = shard;
	reactor->shard_count++;
	reactor->stale = true;
	return shard;

close_loop:
	uv_loop_close(&shard->uv);
free_shard:
	free(shard);
	return NULL;
}

/* The shard with the fewest descriptors; NULL: there is none. */
static async__shard_t *emptiest(const async_reactor_t *reactor)
{
	async__shard_t *best = reactor->shards;

	for (async__shard_t *shard = reactor->shards; shard; shard = shard->next) {
		if (shard->count < best->count) {
			best = shard;
		}
	}
	return best;
}

uv_loop_t *async__shard_take(async_reactor_t *reactor, async__shard_t **result)
{
	async__shard_t *shard;

	*result = NULL;
	if (reactor->main_descriptors < DESCRIPTORS_MAX) {
		reactor->main_descriptors++;
		return &reactor->loop->uv;
	}
	shard = emptiest(reactor);
	if (!shard || (shard->count >= DESCRIPTORS_MAX && reactor->shard_count < SHARDS_MAX)) {
		shard = open_shard(reactor);
	}
	if (!shard) {
		/* Slower beyond the limit of libuv, but right. */
		reactor->main_descriptors++;
		return &reactor->loop->uv;
	}
	shard->count++;
	*result = shard;
	return &shard->uv;
}

void async__shard_give_back(async_reactor_t *reactor, async__shard_t *shard)
{
	if (shard) {
		ASYNC_ASSERT(shard->count > 0 && "a descriptor gives its place back once");
		shard->count--;
	} else {
		ASYNC_ASSERT(reactor->main_descriptors > 0 && "a descriptor gives its place back once");
		reactor->main_descriptors--;
	}
}

void async__shard_changed(async__shard_t *shard)
{
	if (shard) {
		shard->stale = true;
	}
}

void async__shards_settle(async_reactor_t *reactor)
{
	for (async__shard_t *shard = reactor->shards; shard; shard = shard->next) {
		if (shard->stale) {
			run(shard);
		}
	}
}

bool async__shards_run_one(async_reactor_t *reactor)
{
	const uint64_t before = reactor->deliveries;

	if (reactor->last_readied < CROWD) {
		return false;
	}
	for (size_t i = 0; i <= reactor->shard_count && reactor->deliveries == before; i++) {
		async__shard_t *shard = reactor->next_shard;

		if (shard) {
			run(shard);
		} else {
			reactor->one_loop = true;
			reactor->stale = false;
			uv_run(&reactor->loop->uv, UV_RUN_NOWAIT);
			reactor->one_loop = false;
		}
		reactor->next_shard = shard ? shard->next : reactor->shards;
	}
	return reactor->deliveries != before;
}

bool async__shards_fork(async_reactor_t *reactor)
{
	bool done = true;

	for (async__shard_t *shard = reactor->shards; shard; shard = shard->next) {
		done = async__loop_fork(&shard->uv) && done;
	}
	return done;
}

async__shard_t *async__shards_leak(async_reactor_t *reactor)
{
	async__shard_t *shards = reactor->shards;

	for (const async__shard_t *shard = shards; shard; shard = shard->next) {
		async__loop_close_descriptors(&shard->uv);
	}
	reactor->shards = NULL;
	reactor->next_shard = NULL;
	reactor->shard_count = 0;
	return shards;
}

void async__shards_close(async_reactor_t *reactor)
{
	async__shard_t *shard;

	reactor->next_shard = NULL;
	while ((shard = reactor->shards) != NULL) {
		int err;

		reactor->shards = shard->next;
		reactor->shard_count--;
		async__handle_close(reactor, (uv_handle_t *) &shard->event, on_event_closed);
		uv_run(&shard->uv, UV_RUN_NOWAIT);
		err = uv_loop_close(&shard->uv);
		assert(err == 0 && "the handles of all descriptors are closed");
		(void) err;
	}
}
