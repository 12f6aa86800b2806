/*
 * Failures of a trigger's sources that are held while the trigger is awaited (scheduler/failure.h), and given back.
 */
#include "await/trigger_hold.h"

#include "scheduler/end.h"
#include "scheduler/failure.h"
#include "scheduler/scheduler.h"

/* What may have failures. Not read any more from a trigger that the cycle collector may have freed. */
static zend_object *behind(const async_source_t *source)
{
	return source->is_nested ? ((const async_nested_source_t *) source)->behind : source->object;
}

/* The trigger with the sources behind this source; NULL: it is no trigger. */
static async_trigger_t *nested_base(const async_source_t *source)
{
	async_trigger_t *nested = async_trigger_if(behind(source));

	return nested ? nested->base : NULL;
}

bool async_source_is_coroutine(const async_source_t *source)
{
	return async_coroutine_if(behind(source)) != NULL;
}

static async_coroutine_t *coroutine_of(const async_source_t *source)
{
	async_coroutine_t *coroutine = async_coroutine_if(behind(source));

	ZEND_ASSERT(coroutine && "failures that are noted are those of coroutines");
	return coroutine;
}

/* ---- sources that are triggers ---- */

static void hold_nested(async_source_t *source)
{
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(behind(source))->ops;

	ZEND_ASSERT(source->is_open && !source->is_held && "held once for each await");
	source->is_held = true;
	if (ops->hold) {
		ops->hold(behind(source));
	}
}

static void let_nested_go(async_source_t *source)
{
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(behind(source))->ops;

	ZEND_ASSERT(source->is_held && "what was held is let go once");
	source->is_held = false;
	if (ops->release) {
		ops->release(behind(source));
	}
}

static bool has_open(const async_trigger_t *base)
{
	return !async_ring_is_empty(&base->unheld) || !async_ring_is_empty(&base->nested)
		|| (base->holds && zend_hash_num_elements(base->holds) > 0);
}

static void open_nested(async_source_t *source);

/* The trigger has open failures now: the triggers with this one as a source have to hold them. */
static void tell_parents(const async_trigger_t *base)
{
	for (async_ring_t *at = base->parents.next; at != &base->parents; at = at->next) {
		async_source_t *source = &async_container_of(at, async_nested_source_t, parent)->source;

		if (!source->is_open) {
			open_nested(source);
		}
	}
}

static void open_nested(async_source_t *source)
{
	async_trigger_t *base = source->trigger;
	const bool is_first = !has_open(base);

	source->is_open = true;
	async_ring_insert_tail(&base->nested, &source->failure);
	if (base->awaiters > 0) {
		hold_nested(source);
	}
	if (is_first) {
		tell_parents(base);
	}
}

/* The last open failure was taken: there is nothing left to hold. */
static void close_parents(const async_trigger_t *base)
{
	if (has_open(base)) {
		return;
	}
	for (async_ring_t *at = base->parents.next; at != &base->parents; at = at->next) {
		async_source_close_failure(&async_container_of(at, async_nested_source_t, parent)->source);
	}
}

void async_source_link(async_source_t *source)
{
	async_trigger_t *nested = async_trigger_if(source->object);

	if (nested) {
		/* The awaitable of a ONE is watched by all triggers that have the ONE as a source. */
		((async_nested_source_t *) source)->behind =
			nested->kind == ASYNC_TRIGGER_ONE ? behind(nested->sources) : source->object;
		nested = nested_base(source);
	}
	if (source->trigger->kind == ASYNC_TRIGGER_ONE) {
		/* It has no watcher, so it is held from the beginning of an await to its end. */
		open_nested(source);
	} else if (nested) {
		async_ring_insert_tail(&nested->parents, &((async_nested_source_t *) source)->parent);
		if (has_open(nested)) {
			open_nested(source);
		}
	}
}

void async_source_unlink(async_source_t *source)
{
	async_nested_source_t *nested = (async_nested_source_t *) source;

	async_source_close_failure(source);
	if (source->is_nested && nested->parent.next) {
		async_ring_remove(&nested->parent);
	}
}

void async_trigger_forget_parents(async_trigger_t *base)
{
	while (!async_ring_is_empty(&base->parents)) {
		async_ring_t *parent = async_ring_first(&base->parents);
		async_source_t *source = &async_container_of(parent, async_nested_source_t, parent)->source;

		async_ring_remove(parent);
		if (source->is_open) {
			source->is_open = source->is_held = false;
			async_ring_remove(&source->failure);
		}
	}
}

/* ---- sources that are coroutines ---- */

/* The failures in one scope that a trigger holds. In the table `holds` of the trigger while there are any, or a
 * releaser. */
struct async_scope_holds {
	async_ring_t node;           /* in `ending` of the trigger while there is no releaser */
	async_trigger_t *base;
	async_scope_t *scope;        /* not counted: the coroutines that failed, or else the releaser, belong to it */
	async_ring_t held;           /* sources */
	async_coroutine_t *releaser; /* service coroutine that will give back the holds; counted, NULL: none */
};

static void free_if_unused(async_scope_holds_t *holds)
{
	async_trigger_t *base = holds->base;

	if (holds->releaser || !async_ring_is_empty(&holds->held)) {
		return;
	}
	async_ring_remove(&holds->node);
	zend_hash_index_del(base->holds, (zend_ulong) (uintptr_t) holds->scope);
	efree(holds);
}

static async_scope_holds_t *holds_in(async_trigger_t *base, async_scope_t *scope)
{
	async_scope_holds_t *holds;

	if (base->holds == NULL) {
		base->holds = zend_new_array(1);
	}
	holds = zend_hash_index_find_ptr(base->holds, (zend_ulong) (uintptr_t) scope);
	if (holds == NULL) {
		holds = emalloc(sizeof(*holds));
		holds->base = base;
		holds->scope = scope;
		holds->releaser = NULL;
		async_ring_init(&holds->held);
		async_ring_insert_tail(&base->ending, &holds->node);
		zend_hash_index_add_new_ptr(base->holds, (zend_ulong) (uintptr_t) scope, holds);
	}
	return holds;
}

static void hold_failure(async_source_t *source)
{
	async_coroutine_t *failed = coroutine_of(source);

	ZEND_ASSERT(source->is_open && !source->is_held && "a failure is held once");
	source->is_held = true;
	async_ring_insert_tail(&holds_in(source->trigger, failed->scope)->held, &source->failure);
	async_failure_hold(failed);
}

void async_source_note_failure(async_source_t *source)
{
	async_trigger_t *base = source->trigger;
	bool is_first;

	if (source->is_open || !async_source_is_coroutine(source) || !async_failure_is_open(coroutine_of(source))) {
		return;
	}
	is_first = !has_open(base);
	source->is_open = true;
	if (base->awaiters > 0) {
		hold_failure(source);
	} else {
		async_ring_insert_tail(&base->unheld, &source->failure);
	}
	if (is_first) {
		tell_parents(base);
	}
}

void async_source_close_failure(async_source_t *source)
{
	async_trigger_t *base = source->trigger;

	if (!source->is_open) {
		return;
	}
	source->is_open = false;
	async_ring_remove(&source->failure);
	if (!source->is_held) {
		/* Nothing to give back. */
	} else if (base->kind == ASYNC_TRIGGER_ONE || !async_source_is_coroutine(source)) {
		let_nested_go(source);
	} else {
		source->is_held = false;
		free_if_unused(holds_in(base, coroutine_of(source)->scope));
		async_failure_release(coroutine_of(source));
	}
	close_parents(base);
}

/* Give all holds back, and note the failures for the next await. `now`: without one more round. */
static void give_back(async_scope_holds_t *holds, bool now)
{
	while (!async_ring_is_empty(&holds->held)) {
		async_source_t *source = async_container_of(holds->held.prev, async_source_t, failure);

		/* A failure in a scope is routed before all else, so the first one comes last. */
		if (!now || (holds->scope->flags & ASYNC_SCOPE_GLOBAL)) {
			source = async_container_of(async_ring_first(&holds->held), async_source_t, failure);
		}
		async_ring_remove(&source->failure);
		source->is_held = false;
		async_ring_insert_tail(&holds->base->unheld, &source->failure);
		if (now) {
			async_failure_release_now(coroutine_of(source));
		} else {
			async_failure_release(coroutine_of(source));
		}
	}
}

/* It finds nothing to do if it has not run. */
static void drop_service(async_coroutine_t **service)
{
	async_coroutine_t *dropped = *service;

	*service = NULL;
	if (dropped->params) {
		ZVAL_NULL(&dropped->params[0]);
	}
	async_coroutine_release(dropped);
}

void async_trigger_drop_releasers(async_trigger_t *base)
{
	async_scope_holds_t *holds;

	ZEND_ASSERT(base->holds && "the caller has looked");
	ZEND_HASH_FOREACH_PTR(base->holds, holds) {
		ZEND_ASSERT(async_ring_is_empty(&holds->held) && "the sources are gone");
		if (holds->releaser) {
			drop_service(&holds->releaser);
		}
		efree(holds);
	} ZEND_HASH_FOREACH_END();
	async_failure_unlink_debt(&base->debt);
	if (base->settler) {
		drop_service(&base->settler);
	}
	zend_array_destroy(base->holds);
	base->holds = NULL;
}

/* Body of a releaser: all coroutines that were ready at the end of the await have run by now. */
static void release_late(async_coroutine_t *self)
{
	async_scope_holds_t *holds;

	if (Z_TYPE(self->params[0]) != IS_PTR) {
		return;
	}
	holds = Z_PTR(self->params[0]);
	if (holds->base->awaiters == 0) {
		give_back(holds, true);
	}
	drop_service(&holds->releaser);
	async_ring_insert_tail(&holds->base->ending, &holds->node);
	free_if_unused(holds);
}

/* ---- awaits ---- */

void async_trigger_await_begin(async_trigger_t *trigger)
{
	async_trigger_t *base = trigger->base;
	async_ring_t *next;

	if (base->awaiters++ > 0) {
		return;
	}
	async_failure_unlink_debt(&base->debt);
	for (async_ring_t *at = base->nested.next; at != &base->nested; at = next) {
		async_source_t *source = async_container_of(at, async_source_t, failure);
		const async_trigger_t *nested = nested_base(source);

		next = at->next;
		hold_nested(source);
		if (nested && !has_open(nested) && base->kind != ASYNC_TRIGGER_ONE) {
			/* Its failures were seen elsewhere meanwhile. */
			source->is_open = false;
			async_ring_remove(&source->failure);
			let_nested_go(source);
		}
	}
	while (!async_ring_is_empty(&base->unheld)) {
		async_source_t *source = async_container_of(async_ring_first(&base->unheld), async_source_t, failure);
		async_ring_remove(&source->failure);
		source->is_open = async_failure_is_open(coroutine_of(source));
		if (source->is_open) {
			hold_failure(source);
		}
	}
}

/* Failures of one scope are given back by one service coroutine, unless the next await begins before it runs: so a loop
 * of awaits does not give back and take again all that is left each time. It belongs to the scope, which is busy until
 * the failures are routed (ER-13). `now`: the coroutines that were ready at the end of the await have run. */
static void start_releasers(async_trigger_t *base, bool now)
{
	while (!async_ring_is_empty(&base->ending)) {
		async_ring_t *next = now ? base->ending.prev : async_ring_first(&base->ending);
		async_scope_holds_t *holds = async_container_of(next, async_scope_holds_t, node);

		if (async_is_unwinding()) {
			give_back(holds, false);
			free_if_unused(holds);
			continue;
		}
		async_ring_remove(&holds->node);
		holds->releaser = async_coroutine_new_service(release_late, 1);
		ZVAL_PTR(&holds->releaser->params[0], holds);
		async_coroutine_addref(holds->releaser);
		async_scheduler_enqueue(holds->releaser, holds->scope, now);
	}
}

static void settle_debt(async_failure_debt_t *debt)
{
	async_trigger_t *base = async_container_of(debt, async_trigger_t, debt);

	ZEND_ASSERT(base->awaiters == 0 && "an await takes the debt back");
	start_releasers(base, false);
}

/* Body of a settler: all coroutines that were ready at the end of the await have run by now. */
static void settle_late(async_coroutine_t *self)
{
	async_trigger_t *base;

	if (Z_TYPE(self->params[0]) != IS_PTR) {
		return;
	}
	base = Z_PTR(self->params[0]);
	if (base->debt.linked) {
		async_failure_unlink_debt(&base->debt);
		start_releasers(base, true);
	}
	drop_service(&base->settler);
}

/* With failures in many scopes, a loop of awaits must not start a coroutine in each of them each time: one stands for
 * all until the state of a scope matters. */
static void owe_releasers(async_trigger_t *base)
{
	const async_scope_holds_t *first = async_container_of(async_ring_first(&base->ending), async_scope_holds_t, node);

	base->debt.settle = settle_debt;
	async_failure_link_debt(&base->debt);
	if (base->settler == NULL) {
		base->settler = async_coroutine_new_service(settle_late, 1);
		ZVAL_PTR(&base->settler->params[0], base);
		async_coroutine_addref(base->settler);
		async_scheduler_enqueue(base->settler, first->scope, false);
	}
}

void async_trigger_await_end(async_trigger_t *trigger)
{
	async_trigger_t *base = trigger->base;

	ZEND_ASSERT(base->awaiters > 0 && "each end has its beginning");
	if (--base->awaiters > 0) {
		return;
	}
	for (async_ring_t *at = base->nested.next; at != &base->nested; at = at->next) {
		let_nested_go(async_container_of(at, async_source_t, failure));
	}
	if (async_ring_is_empty(&base->ending)) {
		return;
	}
	if (async_ring_first(&base->ending) == base->ending.prev || async_is_unwinding()) {
		start_releasers(base, false);
	} else {
		owe_releasers(base);
	}
}
