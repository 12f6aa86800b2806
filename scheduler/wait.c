/*
 * Park and wake: waits, their deadlines, tokens, and claims.
 */
#include "scheduler/wait.h"

#include "reactor/debug_assert.h"
#include "scheduler/activity.h"
#include "scheduler/end.h"
#include "scheduler/run_queue.h"
#include "scheduler/scheduler.h"
#include "scheduler/testing.h"
#include "scheduler/user_signals.h"

void async_wait_begin(async_wait_t *wait, async_wait_kind_t kind)
{
	async_coroutine_t *coroutine = ASYNC_G(current);

	ZEND_ASSERT(coroutine && "only coroutines wait");
	wait->coroutine = coroutine;
	wait->ticket = ++coroutine->ticket;
	wait->result = ASYNC_WAIT_PENDING;
	wait->kind = kind;
	wait->fired = NULL;
	wait->signals = NULL;
	wait->subject = NULL;
	wait->detail = 0;
	wait->revoke = NULL;
	wait->is_external = false;
	wait->is_limited = false;
	wait->timer.fire = NULL;
}

void async_wait_list_watch(async_wait_list_t *list, async_wait_node_t *node, void (*notify)(async_wait_node_t *))
{
	async_wait_list_append(list, node, NULL);
	node->notify = notify;
}

/* `fired`: the node of the source, or NULL. */
static zend_always_inline bool wake(async_coroutine_t *coroutine, uint64_t ticket, async_wait_result_t result,
	async_wait_node_t *fired)
{
	if (coroutine->ticket != ticket || coroutine->state != ASYNC_COROUTINE_SUSPENDED) {
		return false;
	}
	ZEND_ASSERT(result != ASYNC_WAIT_PENDING && "a wake-up brings a result");
	ZEND_ASSERT((coroutine->flags & ASYNC_COROUTINE_STARTED) && "only a coroutine that has started parks");
	ZEND_ASSERT(coroutine->wait && coroutine->wait->ticket == ticket && "a parked coroutine has its wait");
	coroutine->wait->result = result;
	if (fired) {
		coroutine->wait->fired = fired;
	}
	async_coroutine_set_state(coroutine, ASYNC_COROUTINE_QUEUED);
	run_queue_push(coroutine);
	if (UNEXPECTED(async_activity_clock)) {
		return async_activity_woken(coroutine);
	}
	return true;
}

void async_wait_list_forget(async_wait_list_t *list)
{
	if (UNEXPECTED(list->head != NULL) && EXPECTED(!async_scheduler_left_frames())) {
		do {
			ZEND_ASSERT(list->head->wait == NULL && "a parked coroutine holds what it waits for");
			async_wait_list_remove(list->head);
		} while (list->head);
	}
}

void async_wait_list_wake_all(async_wait_list_t *list)
{
	async_wait_node_t *node;

	while ((node = list->head) != NULL) {
		async_wait_t *wait = node->wait;
		ZEND_ASSERT(node->list == list && "a node knows the list that links it");
		async_wait_list_remove(node);
		if (UNEXPECTED(wait == NULL)) {
			node->notify(node);
			continue;
		}
		if (wait->fired == NULL) {
			wait->fired = node;
		}
		wake(wait->coroutine, wait->ticket, ASYNC_WAIT_READY, NULL);
	}
}

bool async_wake(async_coroutine_t *coroutine, uint64_t ticket, async_wait_result_t result)
{
	return wake(coroutine, ticket, result, NULL);
}

bool async_wait_is_claimable(const async_wait_node_t *node)
{
	ZEND_ASSERT(node->wait && "a watcher has no wait to be claimed");
	const async_coroutine_t *coroutine = node->wait->coroutine;
	return coroutine->state == ASYNC_COROUTINE_SUSPENDED && coroutine->ticket == node->wait->ticket;
}

bool async_wait_claim(async_wait_node_t *node)
{
	async_wait_t *wait = node->wait;

	ZEND_ASSERT(node->list && "only a linked waiter is claimed");
	async_wait_list_remove(node);
	if (UNEXPECTED(wait == NULL)) {
		return true;
	}
	return wake(wait->coroutine, wait->ticket, ASYNC_WAIT_READY, node);
}

static void deadline_passed(async_timer_t *timer)
{
	async_wait_t *wait = async_container_of(timer, async_wait_t, timer);
	async_wake(wait->coroutine, wait->ticket, ASYNC_WAIT_TIMEOUT);
}

bool async_wait_set_deadline(async_wait_t *wait, uint64_t deadline)
{
	async_reactor_t *reactor = async_scheduler_reactor();

	if (UNEXPECTED(reactor == NULL)) {
		return false;
	}
	ZEND_ASSERT(!async_timer_is_armed(&wait->timer) && "a wait has one deadline");
	return async_timer_start(reactor, &wait->timer, deadline, deadline_passed);
}

/* Must the wait end before it begins? By a pending cancellation, or in the forced phase of the shutdown, from which no
 * coroutine is shielded but the drain; or after exit() elsewhere has ended the wait before this one, in a function that
 * waits more than once. */
static bool must_not_wait(const async_coroutine_t *self)
{
	return async_coroutine_is_cancellation_due(self)
		|| (UNEXPECTED(ASYNC_G(phase) >= ASYNC_PHASE_FORCED)
			&& (self != ASYNC_G(drain) || ASYNC_G(phase) > ASYNC_PHASE_FORCED));
}

void async_wait_revoke(async_wait_t *wait)
{
	void (*const revoke)(async_wait_t *) = wait->revoke;

	if (revoke) {
		wait->revoke = NULL;
		revoke(wait);
	}
}

static async_wait_result_t end_before_park(async_wait_t *wait, async_wait_result_t result)
{
	async_wait_revoke(wait);
	if (async_timer_is_armed(&wait->timer)) {
		async_timer_stop(ASYNC_G(reactor), &wait->timer);
	}
	wait->result = result;
	return result;
}

async_wait_result_t async_park(async_wait_t *wait)
{
	async_coroutine_t *self = wait->coroutine;
	/* An armed deadline will wake this coroutine: it counts as an external event until the wait is over. */
	const bool has_deadline = async_timer_is_armed(&wait->timer);

	ZEND_ASSERT(self == ASYNC_G(current) && self->ticket == wait->ticket && "the coroutine that began a wait parks it");
	ZEND_ASSERT(wait->result == ASYNC_WAIT_PENDING && "a wait is parked on once");
	if (UNEXPECTED(must_not_wait(self))) {
		return end_before_park(wait, ASYNC_WAIT_CANCELLED);
	}
	if (UNEXPECTED(wait->signals != NULL) && async_user_signals_end(wait->signals)) {
		return end_before_park(wait, ASYNC_WAIT_SIGNALLED);
	}
	wait->is_external |= has_deadline;
	if (wait->is_external) {
		ZEND_ASSERT(ASYNC_G(reactor) && "events from outside come through the reactor");
		async_reactor_ref(ASYNC_G(reactor));
	}
	async_coroutine_note_suspend(self);
	self->wait = wait;
	ASYNC_G(waiting)++;
	async_coroutine_set_state(self, ASYNC_COROUTINE_SUSPENDED);
	async_testing_parked(self, wait);
	async_switch_away(self);
	ASYNC_ASSERT(ASYNC_G(waiting) > 0 && "a parked coroutine was counted");
	ASYNC_G(waiting)--;
	self->wait = NULL;
	if (UNEXPECTED(self->thrown_inside) || UNEXPECTED(self->flags & ASYNC_COROUTINE_DELIVERY)) {
		/* Another coroutine that ran meanwhile may have used up the interrupt that this one waits for. */
		zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
	}
	if (wait->is_external) {
		async_timer_stop(ASYNC_G(reactor), &wait->timer);
		async_reactor_unref(ASYNC_G(reactor));
	}
	/* Prompt: also when a source has woken it before it was cancelled (P5). */
	if (UNEXPECTED(async_end_reached(self)) || async_coroutine_is_cancellation_due(self)) {
		wait->result = ASYNC_WAIT_CANCELLED;
	}
	/* Also when the forced phase has ended the wait of a coroutine that is shielded. */
	if (UNEXPECTED(wait->result == ASYNC_WAIT_CANCELLED)) {
		async_wait_revoke(wait);
	}
	ZEND_ASSERT(wait->result != ASYNC_WAIT_PENDING && "the wait has a result");
	return wait->result;
}

/* While a coroutine waits with this token, a failure of the token goes to that coroutine and not to the scope. */
static void hold_token(zend_object *token)
{
	if (async_awaitable_from_obj(token)->ops->hold) {
		async_awaitable_from_obj(token)->ops->hold(token);
	}
}

static void release_token(zend_object *token)
{
	if (async_awaitable_from_obj(token)->ops->release) {
		async_awaitable_from_obj(token)->ops->release(token);
	}
}

async_wait_result_t async_park_on(async_wait_t *wait, async_wait_list_t *list, async_wait_node_t *node, bool external,
	zend_object *token)
{
	async_wait_node_t token_node;
	async_wait_result_t result;
	const bool limit_is_external = token && async_awaitable_is_external(token);

	external = external || limit_is_external;
	async_wait_list_append(list, node, wait);
	if (token) {
		async_wait_list_append(async_awaitable_waiters(token), &token_node, wait);
		hold_token(token);
		if (limit_is_external) {
			async_testing_token(&token_node);
		}
	}
	wait->is_external = external;
	wait->is_limited = token != NULL;
	result = async_park(wait);
	async_wait_list_remove(node);
	if (token) {
		async_wait_list_remove(&token_node);
		release_token(token);
	}
	return result;
}

async_wait_result_t async_park_until(uint64_t deadline)
{
	async_wait_t wait;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_TIMER);
	wait.detail = (int64_t) deadline;
	if (UNEXPECTED(!async_wait_set_deadline(&wait, deadline))) {
		return ASYNC_WAIT_ERROR;
	}
	return async_park(&wait);
}
