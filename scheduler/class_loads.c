/*
 * Loads of classes in progress, and the coroutines that wait for them.
 */
#include "scheduler/class_loads.h"

#include "engine/recursion_marks.h"
#include "scheduler/cycle.h"
#include "scheduler/scheduler.h"

/* ---- the list of loads ---- */

static async_class_load_t *find(const zend_string *lc_name)
{
	async_class_load_t *load = ASYNC_G(class_loads);

	while (load && !zend_string_equals(load->lc_name, lc_name)) {
		load = load->next;
	}
	return load;
}

void async_class_load_begin(async_class_load_t *load, zend_string *lc_name, async_coroutine_t *loader)
{
	*load = (async_class_load_t) { .lc_name = lc_name, .loader = loader, .next = ASYNC_G(class_loads) };
	ASYNC_G(class_loads) = load;
}

void async_class_load_end(async_class_load_t *load)
{
	async_class_load_t **link = &ASYNC_G(class_loads);

	/* In a forked child the record may have been forgotten, and main leaves this frame all the same. */
	while (*link && *link != load) {
		link = &(*link)->next;
	}
	if (EXPECTED(*link != NULL)) {
		*link = load->next;
	}
	async_wait_list_wake_all(&load->waiters);
}

const async_coroutine_t *async_class_load_holder(const void *subject)
{
	const async_class_load_t *load = subject;

	return load->loader ? load->loader : ASYNC_G(main_flow);
}

zend_string *async_class_load_name(const void *subject)
{
	return ((const async_class_load_t *) subject)->lc_name;
}

void async_class_loads_forget(const async_coroutine_t *keep)
{
	async_class_load_t **link = &ASYNC_G(class_loads);

	ASYNC_G(class_waiters) = 0;
	while (*link) {
		if (async_class_load_holder(*link) == keep) {
			link = &(*link)->next;
		} else {
			*link = (*link)->next;
		}
	}
}

void async_class_loads_drop(void)
{
	ASYNC_G(class_loads) = NULL;
}

/* ---- waiters ---- */

/* The wait of a coroutine for a class, in its frame. */
typedef struct {
	async_wait_t wait;            /* must stay first */
	async_wait_node_t node;
	bool is_refused;
} class_wait_t;

typedef enum {
	LOADER_RETURNED,
	CLOSED_CYCLE,       /* another coroutine has begun a wait that closes one */
	CANCELLED           /* the cancellation is thrown */
} class_wait_end_t;

void async_class_load_refuse(async_wait_t *wait)
{
	class_wait_t *waiter = (class_wait_t *) wait;

	ZEND_ASSERT(wait->kind == ASYNC_WAIT_FOR_CLASS && "only the waits of this file are refused");
	waiter->is_refused = async_wait_claim(&waiter->node);
}

/* Would the wait of the current coroutine for this load close a cycle of loaders that wait for each other? A loader
 * that is over has left a Fiber behind, which may wait for the current coroutine, too. */
static bool closes_cycle(const async_class_load_t *load)
{
	const async_coroutine_t *loader = async_class_load_holder(load);

	while (loader != ASYNC_G(current)) {
		if (UNEXPECTED(async_coroutine_is_completed(loader))) {
			return true;
		}
		if (loader->wait == NULL || loader->wait->kind != ASYNC_WAIT_FOR_CLASS) {
			return false;
		}
		loader = async_class_load_holder(loader->wait->subject);
	}
	return true;
}

static class_wait_end_t wait_for(async_class_load_t *load)
{
	async_recursion_marks_t marks;
	async_wait_result_t result;
	class_wait_t waiter = { .is_refused = false };

	ZEND_ASSERT(async_class_load_holder(load) != ASYNC_G(current) && "a loader does not wait for itself");
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_CLASS);
	waiter.wait.subject = load;
	async_wait_list_append(&load->waiters, &waiter.node, &waiter.wait);
	async_recursion_marks_detach_constants(&marks);
	ASYNC_G(class_waiters)++;
	result = async_park(&waiter.wait);
	/* In a forked child the count began again at 0. */
	ASYNC_G(class_waiters) -= ASYNC_G(class_waiters) > 0;
	async_recursion_marks_attach(&marks);
	if (result == ASYNC_WAIT_READY) {
		return waiter.is_refused ? CLOSED_CYCLE : LOADER_RETURNED;
	}
	async_wait_list_remove(&waiter.node);
	async_throw_cancellation();
	return CANCELLED;
}

bool async_class_load_await(zend_string *lc_name, zend_class_entry **ce)
{
	async_class_load_t *load;

	*ce = NULL;
	while ((load = find(lc_name)) != NULL) {
		class_wait_end_t end;

		/* In a cycle NULL is the answer of stock PHP for a class that is being loaded; a wait would never end. */
		if (closes_cycle(load) || async_cycle_is_stuck(async_class_load_holder(load))) {
			return true;
		}
		end = wait_for(load);
		if (end == CANCELLED) {
			return true;
		}
		/* A loader that waits for this coroutine may have declared the class before. */
		*ce = zend_hash_find_ptr(EG(class_table), lc_name);
		if (*ce || end == CLOSED_CYCLE) {
			return true;
		}
	}
	return false;
}
