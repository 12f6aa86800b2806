/*
 * Idle workers of a pool: coroutines that their jobs have left behind may print, and may end the process.
 */
#include "parallel/internal.h"

#include "zend_smart_str.h"

static async_worker_t *first_with_event(const async_process_pool_t *pool)
{
	for (async_ring_t *at = pool->idle.next; at != &pool->idle; at = at->next) {
		async_worker_t *worker = async_container_of(at, async_worker_t, user_node);

		if (async_worker_has_event(worker)) {
			return worker;
		}
	}
	return NULL;
}

/* An output handler may submit a job, whose driver must not take this worker meanwhile. */
static void look_at(async_process_pool_t *pool, async_worker_t *worker)
{
	smart_str printed = { 0 };

	async_process_worker_take_idle(worker);
	if (worker->is_ready[ASYNC_WORKER_LINK]) {
		/* It has ended, by a signal or an error, or is about to end. */
		async_process_worker_dismiss(pool, worker);
		return;
	}
	async_process_pass_output(worker, &printed, false);
	smart_str_free(&printed);
	async_process_worker_rest(pool, worker);
}

static void look_after(async_coroutine_t *self)
{
	async_process_pool_t *pool = Z_PTR(self->params[0]);
	async_worker_t *worker;

	pool->is_looked_after = false;
	while ((worker = first_with_event(pool)) != NULL) {
		look_at(pool, worker);
	}
	async_process_pool_release(pool);
}

static void start_look(void *argument)
{
	async_process_pool_t *pool = argument;
	async_coroutine_t *self = async_coroutine_new_service(look_after, 1);

	ZVAL_PTR(&self->params[0], pool);
	pool->refcount++;
	pool->is_looked_after = true;
	/* Not in the scope of the pool, which an idle worker does not keep going. */
	async_scheduler_enqueue(self, &ASYNC_G(global_scope), false);
}

/* Called by the reactor. */
static void note_event(async_worker_t *worker)
{
	async_process_pool_t *pool = worker->user;

	if (!pool->is_looked_after) {
		async_scheduler_shield(start_look, pool);
	}
}

void async_process_worker_rest(async_process_pool_t *pool, async_worker_t *worker)
{
	if (pool->is_closed) {
		async_process_worker_dismiss(pool, worker);
		return;
	}
	worker->user = pool;
	worker->idle_event = note_event;
	async_ring_insert_tail(pool->idle.next, &worker->user_node);
	pool->idle_count++;
	async_worker_watch_idle(worker);
}

void async_process_worker_take_idle(async_worker_t *worker)
{
	async_process_pool_t *pool = worker->user;

	async_ring_remove(&worker->user_node);
	worker->idle_event = NULL;
	pool->idle_count--;
}
