/*
 * Future::map(), catch(), finally(): links from one future state (the source) to the next (the target).
 *
 * The source owns its links, so a callback runs even when the future that map() returned is dropped at once.
 */
#include "future/state.h"

#include "engine/values.h"
#include "scheduler/lineage.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"

#include "exceptions.h"

struct async_future_link {
	async_future_link_t *next;
	async_future_link_t *prev;      /* valid while the source is pending */
	async_future_link_kind_t kind;
	zval callable;
	async_future_state_t *source;   /* counted; NULL until the source is settled: until then it owns the link */
	async_future_state_t *target;   /* counted */
	async_scope_t *scope;           /* counted; where the callback runs */
	zend_string *file;              /* place of the call of map(), counted */
	uint32_t line;
};

static void free_link(async_future_link_t *link)
{
	link->target->upstream = NULL;
	link->target->from = NULL;
	async_clear_value(&link->callable);
	OBJ_RELEASE(&link->target->std);
	async_scope_release(link->scope);
	if (link->source) {
		OBJ_RELEASE(&link->source->std);
	}
	if (link->file) {
		zend_string_release(link->file);
	}
	efree(link);
}

/* Is the callback to be called with the outcome of the source? */
static bool is_for(async_future_link_kind_t kind, const async_future_state_t *source)
{
	switch (kind) {
		case ASYNC_FUTURE_MAP:
			return source->status == ASYNC_FUTURE_COMPLETED;
		case ASYNC_FUTURE_CATCH:
			return source->status == ASYNC_FUTURE_FAILED;
		default:
			return true;
	}
}

/* Give the target what the callback of a link returned or threw. exception: what it threw, or NULL; borrowed */
static void settle_target(async_future_state_t *target, async_future_state_t *source,
	async_future_link_kind_t kind, zval *result, zend_object *exception)
{
	if (target->status != ASYNC_FUTURE_PENDING) {
		/* The target was cancelled meanwhile: the error has no future that could show it. */
		if (exception && !instanceof_function(exception->ce, async_ce_cancellation)) {
			async_future_warn_unseen(target, exception);
		}
	} else if (exception) {
		async_future_settle_and_go_on(target, NULL, exception);
	} else if (kind == ASYNC_FUTURE_FINALLY) {
		async_future_settle_and_go_on(target, &source->result, source->exception);
	} else {
		async_future_settle_and_go_on(target, result, NULL);
	}
}

/* Body of the coroutine that runs a callback: params are source, target, kind, callable. */
static void run_link(async_coroutine_t *self)
{
	async_future_state_t *source = async_future_state_from_obj(Z_OBJ(self->params[0]));
	async_future_state_t *target = async_future_state_from_obj(Z_OBJ(self->params[1]));
	const async_future_link_kind_t kind = Z_LVAL(self->params[2]);
	zend_object *exception;
	zval argument, result;

	ZEND_ASSERT(source->status != ASYNC_FUTURE_PENDING && "a callback runs when its source is settled");
	if ((self->flags & ASYNC_COROUTINE_CANCEL_REQUESTED) && kind != ASYNC_FUTURE_FINALLY) {
		if (target->status == ASYNC_FUTURE_PENDING) {
			async_future_settle_and_go_on(target, NULL, self->cancellation);
		}
		return;
	}
	if (source->exception) {
		ZVAL_OBJ(&argument, source->exception);
	} else {
		ZVAL_COPY_VALUE(&argument, &source->result);
	}
	ZVAL_UNDEF(&result);
	call_user_function(NULL, NULL, &self->params[3], &result, kind == ASYNC_FUTURE_FINALLY ? 0 : 1, &argument);
	if (UNEXPECTED(Z_ISREF(result))) {
		zend_unwrap_reference(&result);
	}
	exception = EG(exception);
	if (UNEXPECTED(exception != NULL)) {
		if (zend_is_unwind_exit(exception)) {
			return;
		}
		exception = async_exception_take();
		if (kind == ASYNC_FUTURE_FINALLY && source->exception && source->exception != exception) {
			/* The exception of the callback replaces the outcome, as that of a finally block does. */
			GC_ADDREF(source->exception);
			async_exception_set_previous(exception, source->exception);
		}
	}
	if (target->status == ASYNC_FUTURE_PENDING) {
		async_future_note_settled_at(target, self->spawn_file, self->spawn_line);
	}
	settle_target(target, source, kind, &result, exception);
	if (exception) {
		OBJ_RELEASE(exception);
	}
	zval_ptr_dtor(&result);
}

static void start(async_future_link_t *link)
{
	/* A service coroutine starts even when its scope is cancelled before: it must settle the target. */
	async_coroutine_t *runner = async_coroutine_new_service(run_link, 4);

	if (link->kind != ASYNC_FUTURE_FINALLY) {
		/* But map() and catch() get a coroutine like any other: listed, reported, and cancelled with its scope. */
		runner->flags &= ~ASYNC_COROUTINE_HIDDEN;
		runner->protect_depth = 0;
	}
	ZVAL_OBJ_COPY(&runner->params[0], &link->source->std);
	ZVAL_OBJ_COPY(&runner->params[1], &link->target->std);
	ZVAL_LONG(&runner->params[2], link->kind);
	ZVAL_COPY(&runner->params[3], &link->callable);
	runner->spawn_line = link->line;
	runner->spawn_file = link->file ? zend_string_copy(link->file) : NULL;
	async_scheduler_enqueue(runner, link->scope, false);
}

/* Fail the target, because the callback cannot run. The error that it would have got is the previous exception. */
static void fail_link(async_future_link_t *link, const char *message)
{
	zend_object *exception;

	if (link->target->status != ASYNC_FUTURE_PENDING) {
		return;
	}
	exception = async_exception_new(async_ce_exception, "%s", message);
	if (link->source->exception) {
		GC_ADDREF(link->source->exception);
		async_exception_set_previous(exception, link->source->exception);
	}
	async_future_settle(link->target, NULL, exception);
	OBJ_RELEASE(exception);
}

/* Follow a link whose source is settled: start its callback, or pass the outcome to the target. */
static void go_on(async_future_link_t *link)
{
	async_future_state_t *source = link->source;
	async_future_state_t *target = link->target;

	ZEND_ASSERT(source && source->status != ASYNC_FUTURE_PENDING && "take_links() has set the source");
	target->upstream = NULL;
	if (target->status != ASYNC_FUTURE_PENDING && link->kind != ASYNC_FUTURE_FINALLY) {
		/* The target was cancelled: the callback has nothing to settle. */
	} else if (!is_for(link->kind, source)) {
		async_future_note_settled_at(target, source->settled_file, source->settled_line);
		async_future_settle(target, &source->result, source->exception);
	} else if (!async_scheduler_start()) {
		fail_link(link, "Cannot continue from a future: the request is shutting down, and its coroutines have ended");
	} else if ((link->scope->flags & ASYNC_SCOPE_CLOSED) && link->kind != ASYNC_FUTURE_FINALLY) {
		fail_link(link, "Coroutine scope is closed");
	} else {
		start(link);
	}
}

/* Move the links of a settled state to the end of a list of work, whose last link is *last. From now on each link holds
 * the source. */
static void take_links(async_future_state_t *source, async_future_link_t **last)
{
	ZEND_ASSERT(source->status != ASYNC_FUTURE_PENDING && "links are followed when their source is settled");
	ZEND_ASSERT((source->links == NULL) == (source->last_link == NULL) && "an empty list has neither end");
	for (async_future_link_t *link = source->links; link; link = link->next) {
		GC_ADDREF(&source->std);
		link->source = source;
		link->target->from = NULL;
	}
	if (source->links) {
		(*last)->next = source->links;
		*last = source->last_link;
		source->links = source->last_link = NULL;
	}
}

/* Drop the reference that keep() has taken. */
static void let_go(async_future_state_t *source)
{
	if (source->kept) {
		source->kept = false;
		zend_hash_index_del(ASYNC_MODULE_G(kept_futures), source->std.handle);
	} else if (source->kept_by_holder) {
		source->kept_by_holder = false;
		OBJ_RELEASE(&source->std);
	}
}

void async_future_start_links(async_future_state_t *source)
{
	async_future_link_t work = {0};
	async_future_link_t *last = &work;
	async_future_link_t *link;

	take_links(source, &last);
	while ((link = work.next) != NULL) {
		go_on(link);
		if (link->target->status != ASYNC_FUTURE_PENDING) {
			take_links(link->target, &last);
		}
		work.next = link->next;
		if (last == link) {
			last = &work;
		}
		free_link(link);
	}
	let_go(source);
}

/* Hold a state with links that C code will settle: C code has no reference on it, and without one it would be freed
 * together with its links when PHP code drops its future. */
static void keep(async_future_state_t *source)
{
	zval state;

	ZEND_ASSERT(source->ops && "only C code settles a state without a reference");
	if (source->kept || source->kept_by_holder) {
		return;
	}
	if (source->ops->holder) {
		source->kept_by_holder = true;
		GC_ADDREF(&source->std);
		return;
	}
	if (ASYNC_MODULE_G(kept_futures) == NULL) {
		ALLOC_HASHTABLE(ASYNC_MODULE_G(kept_futures));
		zend_hash_init(ASYNC_MODULE_G(kept_futures), 0, NULL, ZVAL_PTR_DTOR, false);
	}
	source->kept = true;
	ZVAL_OBJ_COPY(&state, &source->std);
	zend_hash_index_add_new(ASYNC_MODULE_G(kept_futures), source->std.handle, &state);
}

zend_object *async_future_if_kept(async_future_state_t *state)
{
	return state->kept_by_holder ? &state->std : NULL;
}

void async_future_abandon(async_future_state_t *state)
{
	ZEND_ASSERT(state->status == ASYNC_FUTURE_PENDING && "a producer that is left over has not settled its future");
	state->ops = NULL;
	let_go(state);
}

void async_future_leave_source(async_future_state_t *state)
{
	async_future_link_t *link = state->from;
	async_future_state_t *source = state->upstream;

	if (link == NULL || link->kind == ASYNC_FUTURE_FINALLY) {
		return;
	}
	ZEND_ASSERT(source && source->status == ASYNC_FUTURE_PENDING && "links of a settled state are on their way");
	if (link->prev) {
		link->prev->next = link->next;
	} else {
		source->links = link->next;
	}
	if (link->next) {
		link->next->prev = link->prev;
	} else {
		source->last_link = link->prev;
	}
	GC_ADDREF(&source->std);
	free_link(link);
	if (source->links == NULL) {
		let_go(source);
	}
	OBJ_RELEASE(&source->std);
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	HashTable *kept = ASYNC_MODULE_G(kept_futures);

	if (kept) {
		ASYNC_MODULE_G(kept_futures) = NULL;
		zend_hash_destroy(kept);
		FREE_HASHTABLE(kept);
	}
}

const async_part_t async_futures_part = { .request_end = end_request };

static void start_links_late(async_coroutine_t *self)
{
	async_future_start_links(async_future_state_from_obj(Z_OBJ(self->params[0])));
}

void async_future_start_links_later(async_future_state_t *source)
{
	async_coroutine_t *starter;

	if (source->links == NULL) {
		return;
	}
	if (UNEXPECTED(!async_scheduler_start())) {
		/* The request is past its asynchronous part, so no coroutine can run the callback. */
		async_future_start_links(source);
		return;
	}
	starter = async_coroutine_new_service(start_links_late, 1);
	ZVAL_OBJ_COPY(&starter->params[0], &source->std);
	async_scheduler_enqueue(starter, &ASYNC_G(global_scope), false);
}

async_future_state_t *async_future_chain(async_future_state_t *source, async_future_link_kind_t kind, zval *callable)
{
	async_future_state_t *target = async_future_state_new();
	async_future_link_t *link = ecalloc(1, sizeof(async_future_link_t));

	link->kind = kind;
	ZVAL_COPY(&link->callable, callable);
	link->scope = async_scope_current();
	async_scope_addref(link->scope);
	async_note_place(&link->file, &link->line);
	link->target = target;
	GC_ADDREF(&target->std);
	target->has_callback = true;
	target->upstream = source;
	target->may_be_external = source->may_be_external || source->ops;
	target->from = link;
	link->prev = source->last_link;
	/* From now on the target is responsible for the error (D38). */
	source->seen = true;
	if (source->last_link) {
		source->last_link->next = link;
	} else {
		source->links = link;
	}
	source->last_link = link;
	if (source->ops) {
		keep(source);
	}
	if (source->status != ASYNC_FUTURE_PENDING) {
		async_future_start_links(source);
	}
	return target;
}

/* In a loop: by recursion a long chain would overflow the C stack. */
void async_future_drop_links(async_future_state_t *source)
{
	async_future_link_t *link = source->links;
	async_future_link_t *last = source->last_link;

	source->links = source->last_link = NULL;
	for (async_future_link_t *at = link; at; at = at->next) {
		at->target->from = NULL;
		at->target->upstream = NULL;
	}
	while (link) {
		async_future_state_t *target = link->target;
		async_future_link_t *next;

		if (GC_REFCOUNT(&target->std) == 1 && target->links) {
			for (async_future_link_t *at = target->links; at; at = at->next) {
				at->target->from = NULL;
				at->target->upstream = NULL;
			}
			last->next = target->links;
			last = target->last_link;
			target->links = target->last_link = NULL;
		}
		next = link->next;
		free_link(link);
		link = next;
	}
}

void async_future_links_gc(const async_future_state_t *source, zend_get_gc_buffer *buffer)
{
	for (async_future_link_t *link = source->links; link; link = link->next) {
		zend_get_gc_buffer_add_zval(buffer, (zval *) &link->callable);
		zend_get_gc_buffer_add_obj(buffer, &link->target->std);
	}
}
