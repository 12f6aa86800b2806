/*
 * The scheduler: its start, the choice of the next coroutine, switches, reaping.
 */
#include "scheduler/scheduler.h"

#include "engine/engine_state.h"
#include "engine/interrupt.h"
#include "engine/output.h"
#include "engine/receivers.h"
#include "engine/throw_hook.h"
#include "reactor/debug_assert.h"
#include "scheduler/activity.h"
#include "scheduler/class_loads.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/failure.h"
#include "scheduler/file_runs.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/marked_waiters.h"
#include "scheduler/run_queue.h"
#include "scheduler/schedule.h"
#include "scheduler/testing.h"
#include "scheduler/turns.h"
#include "scheduler/watchdog.h"

#include "zend_gc.h"

#include "exceptions.h"

/* How long a context must have been idle before its memory goes back. */
#define TRIM_AFTER_NS UINT64_C(400000000)
/* Up to this number of idle contexts is not worth a timer. */
#define TRIM_THRESHOLD 128

/* Larger than the depth of the C stack in any call of suspend() right from PHP code, smaller than any stack. */
#define PLAIN_DEPTH_MAX (64 * 1024)

/* ---- start ---- */

bool async_scheduler_start_slow(void)
{
	if (UNEXPECTED(ASYNC_G(main_flow) != NULL)) {
		/* A completion of the reactor, which the stack of a coroutine that has ended turns: the scheduler runs. */
		return ASYNC_G(phase) < ASYNC_PHASE_UNWINDING;
	}
	if (ASYNC_G(phase) != ASYNC_PHASE_IDLE || !EG(active) || !EG(current_fiber_context)) {
		return false;
	}
	ZEND_ASSERT(ASYNC_G(current) == NULL && ASYNC_G(main_flow) == NULL && "the scheduler starts once in a request");
	ZEND_ASSERT(ASYNC_G(queue_head) == NULL && "nothing is ready before the start");
	async_testing_start();
	async_interrupt_learn();
	async_throw_hook_take();
	async_coroutine_t *main = async_coroutine_new();

	main->flags |= ASYNC_COROUTINE_MAIN | ASYNC_COROUTINE_STARTED;
	async_coroutine_note_spawn(main);
	async_coroutine_set_state(main, ASYNC_COROUTINE_RUNNING);
	ASYNC_G(main_coroutine) = main;
	ASYNC_G(main_flow) = main;
	async_coroutine_addref(main);
	async_scope_add(&ASYNC_G(global_scope), main, true);
	async_output_mark_base();
	ASYNC_G(turn_interval) = 1;
	ASYNC_G(turn_countdown) = 1;
	ASYNC_G(phase) = ASYNC_PHASE_RUNNING;
	ASYNC_G(current) = main;
	async_parts_run(scheduler_start);
	if (UNEXPECTED(ASYNC_G(max_activity_interval) > 0)) {
		async_watchdog_update();
	}
	return true;
}

void async_run_queue_push(async_coroutine_t *coroutine)
{
	run_queue_push(coroutine);
}

void async_run_queue_promote(async_coroutine_t *coroutine)
{
	run_queue_remove(coroutine);
	run_queue_push_front(coroutine);
}

void async_scheduler_enqueue(async_coroutine_t *coroutine, async_scope_t *scope, bool front)
{
	ZEND_ASSERT(coroutine->state == ASYNC_COROUTINE_CREATED && "a coroutine is handed over once");
	async_coroutine_set_state(coroutine, ASYNC_COROUTINE_QUEUED);
	async_scope_add(scope, coroutine, true);
	ASYNC_G(spawned)++;
	if (UNEXPECTED(front)) {
		run_queue_push_front(coroutine);
	} else {
		run_queue_push(coroutine);
	}
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_spawned(coroutine);
	}
}

void async_scheduler_shield(void (*fn)(void *), void *argument)
{
	zend_execute_data *const frame = EG(current_execute_data);

	if (UNEXPECTED(ASYNC_G(is_fatal_error_noted))) {
		return;
	}
	/* A reference that is dropped may start the cycle collector, which runs destructors. */
	const bool collects = gc_enable(false);

	zend_try {
		fn(argument);
	} zend_catch {
		ASYNC_G(is_fatal_error_noted) = true;
		ASYNC_G(turn_countdown) = 1; /* the next choice looks at it */
		EG(current_execute_data) = frame;
	} zend_end_try();
	gc_enable(collects);
}

/* The turn is over. A coroutine leaves its stack as it does for each fatal error; the main flow leaves its frames one
 * by one. Returns the main flow, which goes on. */
static zend_never_inline async_coroutine_t *take_fatal_error(void)
{
	async_coroutine_t *main_flow = ASYNC_G(main_flow);

	ASYNC_G(is_fatal_error_noted) = false;
	ASYNC_G(turn_countdown) = 1;
	if (ASYNC_G(current) != main_flow) {
		zend_bailout();
	}
	ASYNC_G(end) = ASYNC_END_BAILOUT;
	return main_flow;
}

/* A completed coroutine in the run queue was cancelled before its start, or its failure has to be routed. */
static void retire_now(void *argument)
{
	async_coroutine_t *coroutine = argument;

	ZEND_ASSERT(async_coroutine_is_completed(coroutine) && "a coroutine in the run queue is ready or has ended");
	if (coroutine->flags & ASYNC_COROUTINE_FAILURE_QUEUED) {
		coroutine->flags &= ~ASYNC_COROUTINE_FAILURE_QUEUED;
		async_failure_route(coroutine);
	}
	/* Dropping its last reference may run PHP code, which needs a running coroutine. */
	async_coroutine_addref(coroutine);
	async_scheduler_reap_later(coroutine);
	async_scope_remove(coroutine);
}

static zend_never_inline void retire(async_coroutine_t *coroutine)
{
	if (ASYNC_G(current) == ASYNC_G(main_flow)) {
		async_scheduler_shield(retire_now, coroutine);
	} else {
		retire_now(coroutine);
	}
}

bool async_scheduler_has_ready(size_t count)
{
	const async_coroutine_t *ready = ASYNC_G(queue_head);

	for (; ready && count > 1; count--) {
		ready = ready->queue_next;
	}
	return ready != NULL;
}

static void report_stuck(void *argument)
{
	(void) argument;
	async_end_stuck();
}

/* The next coroutine to run. Turns the reactor on the caller's stack while none is ready. */
static zend_always_inline async_coroutine_t *pick_next(void)
{
	if (UNEXPECTED(--ASYNC_G(turn_countdown) == 0)) {
		if (EXPECTED(!ASYNC_G(is_fatal_error_noted))) {
			async_turn_if_due();
		}
		if (UNEXPECTED(ASYNC_G(is_fatal_error_noted))) {
			return take_fatal_error();
		}
		async_schedule_arrange();
	}
	for (;;) {
		async_coroutine_t *next = run_queue_pop();
		if (EXPECTED(next != NULL)) {
			if (EXPECTED(next->state == ASYNC_COROUTINE_QUEUED)) {
				async_watchdog_next_activity();
				return next;
			}
			retire(next);
		} else if (async_turn_may_wake()) {
			async_turn_until_event();
		} else {
			async_scheduler_shield(report_stuck, NULL);
		}
		if (UNEXPECTED(ASYNC_G(is_fatal_error_noted))) {
			return take_fatal_error();
		}
		async_schedule_arrange();
	}
}

/* No stack can be had for the first run of the coroutine: it fails without having started. */
static void fail_without_stack(void *argument)
{
	async_coroutine_t *coroutine = argument;

	ZEND_ASSERT(!(coroutine->flags & ASYNC_COROUTINE_STARTED) && "a coroutine that has started has a stack");
	if (coroutine->flags & ASYNC_COROUTINE_ROUTER) {
		async_failure_give_up(coroutine);
	} else if (!async_deferred_give_up(coroutine)) {
		coroutine->exception = async_exception_no_stack();
	}
	ZVAL_NULL(&coroutine->result);
	async_coroutine_set_state(coroutine, ASYNC_COROUTINE_RUNNING);
	async_coroutine_complete(coroutine);
	async_deferred_schedule();
}

/* The context to resume or to start the coroutine on; NULL: there was none, and the coroutine has failed. */
static zend_always_inline zend_fiber_context *context_for(async_coroutine_t *coroutine)
{
	if (EXPECTED(coroutine->context != NULL)) {
		return coroutine->context;
	}
	ZEND_ASSERT(!(coroutine->flags & ASYNC_COROUTINE_STARTED) && "a coroutine that has started has a context");
	async_fiber_context_t *context = async_fiber_context_acquire();
	if (UNEXPECTED(context == NULL)) {
		async_scheduler_shield(fail_without_stack, coroutine);
		return NULL;
	}
	coroutine->context = &context->engine;
	return coroutine->context;
}

static zend_always_inline void switch_to(async_coroutine_t *next, zend_fiber_context *context)
{
	zend_fiber_transfer transfer = { .context = context, .flags = 0 };

	ZEND_ASSERT(context == next->context && "a coroutine goes on where it parked");
	ZEND_ASSERT(context != EG(current_fiber_context) && "a switch leads to another context");
	ZVAL_NULL(&transfer.value);
	ASYNC_G(current) = next;
	ASYNC_G(switches)++;
	zend_fiber_switch_context(&transfer);
}

/* The current coroutine has engine state that the others must not see: this frame keeps it meanwhile. */
static zend_never_inline void switch_with_state(async_coroutine_t *next, zend_fiber_context *context)
{
	async_engine_state_t state;

	async_recursion_marks_hide();
	async_engine_state_detach(&state);
	if (UNEXPECTED(ASYNC_G(class_loads) != NULL)) {
		async_class_loads_hide();
	}
	async_scope_enter_isolation(next->scope);
	switch_to(next, context);
	if (UNEXPECTED(ASYNC_G(class_loads) != NULL)) {
		async_class_loads_show();
	}
	async_engine_state_attach(&state);
}

/* There is such state, or there are isolations. */
static zend_never_inline void switch_slowly(async_coroutine_t *next, zend_fiber_context *context)
{
	const async_coroutine_t *self = ASYNC_G(current);
	const int exit_status = EG(exit_status);

	if (UNEXPECTED(ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_FILES)) {
		ASYNC_ENGINE_G(used_extensions) &= ~(uintptr_t) ASYNC_USED_FILES;
		async_file_runs_note(self->frame);
	}
	async_isolation_look();
	if (async_engine_state_is_dirty()) {
		switch_with_state(next, context);
	} else {
		async_scope_enter_isolation(next->scope);
		switch_to(next, context);
	}
	if (UNEXPECTED(self->exits)) {
		/* Another coroutine may have called exit() while a destructor of this one waited. */
		EG(exit_status) = exit_status;
	}
}

static zend_always_inline void switch_with_any_state(async_coroutine_t *next, zend_fiber_context *context)
{
	if (EXPECTED(!async_engine_state_is_set((uintptr_t) ASYNC_ENGINE_G(isolation)))) {
		switch_to(next, context);
	} else {
		switch_slowly(next, context);
	}
}

/* C code that called PHP code is under way in the current coroutine and may have set recursion marks, or has called a
 * method without a reference on the object. */
static zend_never_inline void switch_with_marks(async_coroutine_t *next, zend_fiber_context *context)
{
	async_marked_waiter_t waiter;

	async_receivers_hold();
	async_recursion_marks_hide();
	async_recursion_marks_detach(&waiter.marks);
	async_marked_waiters_add(&waiter, ASYNC_G(current));
	switch_with_any_state(next, context);
	async_marked_waiters_remove(&waiter);
	async_recursion_marks_attach(&waiter.marks);
}

/* Observers are told of the first switch to a context and may ask for the place in PHP code that it comes from; xdebug
 * requires one. In stock PHP only user code starts a Fiber, but the body of a coroutine may be an internal function.
 * Then the place where the next coroutine was spawned is shown. The frame is not on this stack, which has to stay
 * within its page. */
static zend_never_inline void show_spawn_place(const async_coroutine_t *next)
{
	async_place_frame_t *place = &ASYNC_G(place_frame);

	if (zend_get_executed_filename_ex() != NULL) {
		return;
	}
	memset(place, 0, sizeof(*place));
	place->opline.lineno = next->spawn_line;
	place->function.type = ZEND_USER_FUNCTION;
	place->function.filename = next->spawn_file ? next->spawn_file : ZSTR_EMPTY_ALLOC();
	place->frame.func = (zend_function *) &place->function;
	place->frame.opline = &place->opline;
	EG(current_execute_data) = &place->frame;
}

/* Of the calling function's frame. The record of a context lies above its C stack; in other contexts this is no small
 * number. */
static zend_always_inline uintptr_t depth_here(void)
{
	return (uintptr_t) EG(current_fiber_context) - (uintptr_t) __builtin_frame_address(0);
}

typedef enum {
	IN_C,           /* in a function that is called from several places */
	IN_CODE,        /* in suspend() … */
	IN_PLAIN_CODE   /* … at the depth that tells */
} place_t;

/* Can the current coroutine have no recursion marks? A walk through its frames tells; async_can_park() has often made
 * it already. Calls of suspend() right from the PHP code of a coroutine all have one depth of the C stack. A call of
 * PHP code by C code on the way makes it deeper. So the depth tells after the first such call. Calls on the way that
 * mark nothing make it deeper as well: their depth tells nothing, because calls that mark something may have the same.
 */
static zend_always_inline bool is_plain(const async_coroutine_t *self, place_t place)
{
	ASYNC_ASSERT((place != IN_PLAIN_CODE && EG(current_execute_data) != ASYNC_G(plain_frame))
		|| (!async_recursion_marks_are_possible() && "what is known tells the same as the frames"));
	if (EXPECTED(place == IN_PLAIN_CODE)) {
		return true;
	}
	if (UNEXPECTED(EG(current_execute_data) != ASYNC_G(plain_frame)) && async_recursion_marks_are_possible()) {
		return false;
	}
	if (place == IN_CODE && ASYNC_G(plain_depth) == 0 && depth_here() < PLAIN_DEPTH_MAX && self->entry == NULL
		&& zend_execute_ex == execute_ex && self->target.function != NULL
		&& async_frames_are_of_code_only(self->target.function)) {
		ASYNC_G(plain_depth) = depth_here();
	}
	return true;
}

static zend_always_inline void switch_away(async_coroutine_t *self, place_t place)
{
	async_coroutine_t *next;
	zend_fiber_context *context;

	ZEND_ASSERT(self == ASYNC_G(current) && "only the current coroutine gives up control");
	ZEND_ASSERT((self->state == ASYNC_COROUTINE_SUSPENDED || self->state == ASYNC_COROUTINE_QUEUED)
		&& "a coroutine that gives up control is parked or ready");
	/* Set before the run queue is looked at: the old context may be that of a Fiber which is freed by now. */
	self->context = EG(current_fiber_context);
	do {
		next = pick_next();
		if (next == self) {
			async_coroutine_set_state(self, ASYNC_COROUTINE_RUNNING);
			async_scheduler_reap();
			return;
		}
		context = context_for(next);
	} while (UNEXPECTED(context == NULL));

	self->frame = EG(current_execute_data);
	if (UNEXPECTED(context->status == ZEND_FIBER_STATUS_INIT)) {
		show_spawn_place(next);
	}
	if (UNEXPECTED(!is_plain(self, place))) {
		switch_with_marks(next, context);
	} else {
		switch_with_any_state(next, context);
	}
	async_marked_waiters_show(self);
	EG(current_execute_data) = self->frame; /* show_spawn_place() may have set another one */
	ZEND_ASSERT(ASYNC_G(current) == self && "a context is resumed for the coroutine that parked on it");
	async_coroutine_set_state(self, ASYNC_COROUTINE_RUNNING);
	async_scheduler_reap();
}

void async_switch_away(async_coroutine_t *self)
{
	switch_away(self, IN_C);
}

static void trim_contexts(async_timer_t *timer);

static void start_trim_timer(void)
{
	/* Without memory for a timer there is no trimming now; the next idle context tries again. */
	const uint64_t deadline = async_reactor_now() + TRIM_AFTER_NS;

	(void) async_timer_start(ASYNC_G(reactor), &ASYNC_G(trim_timer), deadline, trim_contexts);
}

/* After a peak, give back the memory of contexts that stay idle. The timer runs only while there are some. */
static void trim_contexts(async_timer_t *timer)
{
	(void) timer;
	if (async_fiber_context_trim()) {
		start_trim_timer();
	}
}

static zend_always_inline void arm_trim_timer(void)
{
	if (UNEXPECTED(ASYNC_G(contexts).idle_count > TRIM_THRESHOLD)
		&& !async_timer_is_armed(&ASYNC_G(trim_timer)) && async_scheduler_reactor() != NULL) {
		ASYNC_G(contexts).idle_low = ASYNC_G(contexts).idle_count;
		start_trim_timer();
	}
}

async_coroutine_t *async_scheduler_continue(async_fiber_context_t *context)
{
	async_coroutine_t *next;
	zend_fiber_context *target;

	ZEND_ASSERT(EG(current_fiber_context) == &context->engine && "a coroutine ends on its own context");
	ASYNC_G(current) = NULL;
	if (UNEXPECTED(ASYNC_G(phase) == ASYNC_PHASE_UNWINDING)) {
		next = ASYNC_G(main_flow);
		target = next->context;
	} else {
		next = pick_next();
		target = next->context;
		if (target == NULL) {
			/* Not started yet: it runs on this context, without a switch. */
			next->context = &context->engine;
			ASYNC_G(current) = next;
			async_scope_enter_isolation(next->scope);
			return next;
		}
	}
	async_fiber_context_park_idle(context);
	arm_trim_timer();
	async_scope_enter_isolation(next->scope);
	switch_to(next, target);
	ZEND_ASSERT(ASYNC_G(current)->context == &context->engine && "the context belongs to the coroutine that runs now");
	/* The context was acquired again, and the coroutine that is to run on it is the current one. */
	return ASYNC_G(current);
}

static zend_always_inline async_wait_result_t yield(place_t place)
{
	async_coroutine_t *self = ASYNC_G(current);

	if (async_coroutine_is_cancellation_due(self)) {
		return ASYNC_WAIT_CANCELLED;
	}
	if (ASYNC_G(queue_head) == NULL) {
		/* No other coroutine is ready; an event may make one ready. */
		if (UNEXPECTED(--ASYNC_G(turn_countdown) == 0)) {
			async_turn_if_due();
		}
		if (ASYNC_G(queue_head) == NULL) {
			async_watchdog_next_activity();
			return ASYNC_WAIT_READY;
		}
	}
	async_coroutine_note_suspend(self);
	self->ticket++;
	async_coroutine_set_state(self, ASYNC_COROUTINE_QUEUED);
	run_queue_push(self);
	async_testing_parked(self, NULL);
	switch_away(self, place);
	return UNEXPECTED(async_end_reached(self)) || async_coroutine_is_cancellation_due(self)
		? ASYNC_WAIT_CANCELLED : ASYNC_WAIT_READY;
}

async_wait_result_t async_yield(void)
{
	return yield(IN_C);
}

async_wait_result_t async_yield_from_code(void)
{
	if (EXPECTED(depth_here() == ASYNC_G(plain_depth))) {
		return yield(IN_PLAIN_CODE);
	}
	return EXPECTED(async_frames_allow_parking()) ? yield(IN_CODE) : ASYNC_WAIT_READY;
}

/* A switch that chooses no next coroutine. */
static void note_jump(void)
{
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_leave(true);
	}
}

void async_scheduler_resume_now(async_coroutine_t *coroutine)
{
	async_coroutine_t *self = ASYNC_G(current);

	ZEND_ASSERT(coroutine != self && "the main flow resumes another coroutine");
	ZEND_ASSERT((coroutine->flags & ASYNC_COROUTINE_STARTED) && "only a coroutine that has started can be resumed");
	self->context = EG(current_fiber_context);
	async_isolation_look();
	note_jump();
	switch_with_state(coroutine, coroutine->context);
	ZEND_ASSERT(ASYNC_G(current) == self && "unwinding returns to the main flow");
}

void async_scheduler_let_main_end(void)
{
	async_coroutine_t *self = ASYNC_G(current);
	async_coroutine_t *main_flow = ASYNC_G(main_flow);

	ZEND_ASSERT(self != main_flow && "the main flow does not leave its own frames this way");
	ASYNC_G(end) = ASYNC_END_FORKED;
	self->ticket++;
	async_coroutine_set_state(self, ASYNC_COROUTINE_QUEUED);
	run_queue_push(self);
	if (main_flow->state == ASYNC_COROUTINE_SUSPENDED) {
		async_coroutine_set_state(main_flow, ASYNC_COROUTINE_QUEUED);
	}
	self->context = EG(current_fiber_context);
	self->frame = EG(current_execute_data);
	note_jump();
	switch_with_state(main_flow, main_flow->context);
	EG(current_execute_data) = self->frame;
	async_coroutine_set_state(self, ASYNC_COROUTINE_RUNNING);
	async_scheduler_reap();
	/* If the request is ending already, this sets an exception. */
	(void) async_end_reached(self);
}

ZEND_NORETURN void async_scheduler_end_in_main(async_end_t end)
{
	async_coroutine_t *main_flow = ASYNC_G(main_flow);

	ZEND_ASSERT(end != ASYNC_END_NONE && "the main flow has to learn why it goes on");
	if (UNEXPECTED(ASYNC_G(leave_worker) != NULL)) {
		ASYNC_G(leave_worker)(end);
	}
	ASYNC_G(end) = end;
	async_scope_enter_isolation(main_flow->scope);
	if (UNEXPECTED(async_activity_clock)) {
		/* The coroutine has completed, and may be gone. */
		ASYNC_G(activity_clock).slice_start = async_reactor_now();
	}
	switch_to(main_flow, main_flow->context);
	ZEND_UNREACHABLE();
}
