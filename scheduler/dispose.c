/*
 * Disposing of scopes, and the time that zombies have at the end of the request.
 */
#include "scheduler/dispose.h"

#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/warning.h"

#include "zend_smart_str.h"

#include "exceptions.h"

#define NS_PER_S 1e9

/* Warnings are collected while the scopes are being changed and printed afterwards: a user's error handler may spawn,
 * cancel or dispose itself. */
typedef struct {
	zend_string **texts;
	size_t count;
	size_t capacity;
} warnings_t;

static void add_warning(warnings_t *warnings, zend_string *text)
{
	if (warnings->count == warnings->capacity) {
		warnings->capacity = warnings->capacity ? warnings->capacity * 2 : 8;
		warnings->texts = safe_erealloc(warnings->texts, warnings->capacity, sizeof(zend_string *), 0);
	}
	ZEND_ASSERT(warnings->count < warnings->capacity && "there is room for the text");
	warnings->texts[warnings->count++] = text;
}

/* The place: where no PHP code runs; NULL: none. */
static void print_warnings(warnings_t *warnings, zend_string *file, uint32_t line)
{
	for (size_t i = 0; i < warnings->count; i++) {
		if (!EG(exception)) {
			async_warn_here(file, line, "%s", ZSTR_VAL(warnings->texts[i]));
		}
		zend_string_release(warnings->texts[i]);
	}
	if (warnings->texts) {
		efree(warnings->texts);
	}
}

static void append_coroutine_place(smart_str *text, const async_coroutine_t *coroutine)
{
	if (coroutine->suspend_file) {
		async_report_append_place(text, coroutine->suspend_file, coroutine->suspend_line);
	} else {
		async_report_append_place(text, coroutine->spawn_file, coroutine->spawn_line);
	}
}

static zend_string *zombie_text(const async_coroutine_t *coroutine, const async_scope_t *disposed)
{
	smart_str text = {0};

	smart_str_appends(&text, "Coroutine is zombie at ");
	append_coroutine_place(&text, coroutine);
	smart_str_appends(&text, " in Scope disposed at ");
	async_report_append_place(&text, disposed->disposed_file, disposed->disposed_line);
	return smart_str_extract(&text);
}

/* Is the coroutine still at work, and neither on its way out (DI-16) nor reported before? ENDING: its body is over, and
 * it may be the one that disposes of the scope, by releasing the last reference on it. */
static bool is_left_over(const async_coroutine_t *coroutine)
{
	return !(coroutine->flags & (ASYNC_COROUTINE_HIDDEN | ASYNC_COROUTINE_ZOMBIE | ASYNC_COROUTINE_CANCEL_REQUESTED
			| ASYNC_COROUTINE_ENDING))
		&& !async_coroutine_is_completed(coroutine);
}

/* Task groups end before the scope does, and leave no zombies (TG-25). */
static void end_groups(async_scope_t *scope)
{
	async_scope_t *at;

	for (at = async_scope_walk_first_open(scope); at; at = async_scope_walk_next_open(at, scope)) {
		async_scope_end_starters(at, NULL, true);
	}
}

static void make_zombies(async_scope_t *scope, bool safely, warnings_t *warnings)
{
	async_scope_t *at;

	for (at = async_scope_walk_first_open(scope); at; at = async_scope_walk_next_open(at, scope)) {
		for (async_coroutine_t *left = at->first; left; left = left->scope_next) {
			if (is_left_over(left)) {
				add_warning(warnings, zombie_text(left, scope));
				left->flags |= ASYNC_COROUTINE_ZOMBIE;
				if (safely) {
					async_scope_deactivate(left);
				}
			}
		}
	}
}

static void note_disposal(async_scope_t *scope)
{
	async_note_place(&scope->disposed_file, &scope->disposed_line);
	if (scope->disposed_file == NULL) {
		zend_string *file = async_coroutine_end_place(&scope->disposed_line);
		scope->disposed_file = file ? zend_string_copy(file) : NULL;
	}
}

static void dispose(async_scope_t *scope, bool safely)
{
	warnings_t warnings = {0};
	bool contexts_below;

	async_scope_addref(scope);
	if (!(scope->flags & ASYNC_SCOPE_CLOSED)) {
		note_disposal(scope);
	}
	end_groups(scope);
	make_zombies(scope, safely, &warnings);
	if (safely) {
		contexts_below = async_scope_close(scope);
	} else {
		zend_object *reason = async_cancellation_new_here();
		contexts_below = async_scope_cancel(scope, reason);
		OBJ_RELEASE(reason);
	}
	print_warnings(&warnings, scope->disposed_file, scope->disposed_line);
	async_scope_release_data(scope, contexts_below);
	async_scope_release(scope);
}

void async_scope_dispose(async_scope_t *scope)
{
	dispose(scope, false);
}

void async_scope_dispose_safely(async_scope_t *scope)
{
	dispose(scope, true);
}

/* ---- zombies at the end of the request ---- */

/* Cancelled zombies have at least this time to clean up. */
#define CLEANUP_SECONDS_MIN 1.0

/* A delay comes later than it was asked for, by half a millisecond at most (await/timeout.c). A delay of a zombie that
 * is as long as its limit, and that began before, must not lose for that reason. */
#define LATENESS_OF_DELAYS_NS (NS_PER_S / 1000)

/* Park the drain until all coroutines have ended, an active one has appeared, or the time is up. True: it is up. */
static bool wait_for_zombies(double seconds)
{
	const uint64_t deadline = async_reactor_now() + (uint64_t) (seconds * NS_PER_S + LATENESS_OF_DELAYS_NS);

	ZEND_ASSERT(ASYNC_G(current) == ASYNC_G(drain) && "only the drain waits for zombies");
	while (ASYNC_G(coroutines) > 0 && ASYNC_G(active) == 0) {
		const async_wait_result_t result = async_park_until(deadline);
		if (result == ASYNC_WAIT_TIMEOUT || result == ASYNC_WAIT_ERROR) {
			/* The time counts from the moment when the last active coroutine ended. */
			return ASYNC_G(active) == 0;
		}
		if (async_is_unwinding() || EG(exception)) {
			return false;
		}
	}
	return false;
}

static bool any_timed_scope(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		if ((at->flags & ASYNC_SCOPE_TIMED) && async_scope_is_alive(at)) {
			return true;
		}
	}
	return false;
}

/* Cancel the zombies of a scope in their order. */
static void cancel_own(const async_scope_t *scope, zend_object *reason)
{
	for (async_coroutine_t *zombie = scope->first, *next; zombie; zombie = next) {
		next = zombie->scope_next;
		async_coroutine_cancel(zombie, reason);
	}
}

/* The first scope of a walk bottom up through this one, its next siblings and all below, without the scopes that have a
 * limit of their own (disposeAfterTimeout()) and all below those: their zombies have the time of that limit (ZO-06).
 * NULL: there is none. */
static async_scope_t *first_without_limit(async_scope_t *scope)
{
	async_scope_t *found = NULL;

	while (scope) {
		if (scope->flags & ASYNC_SCOPE_TIMED) {
			scope = scope->next_sibling;
		} else {
			found = scope;
			scope = scope->first_child;
		}
	}
	return found;
}

/* Bottom up, children first (D18). */
static void cancel_zombies(void)
{
	zend_object *reason = async_exception_new(async_ce_cancellation,
		"The time for zombie coroutines is over (async.zombie_coroutine_timeout)");
	async_scope_t *at = first_without_limit(&ASYNC_G(forest));

	while (at) {
		async_scope_t *next;

		cancel_own(at, reason);
		next = first_without_limit(at->next_sibling);
		at = next ? next : at->parent;
	}
	async_deferred_schedule();
	OBJ_RELEASE(reason);
}

static void report_stuck(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	warnings_t warnings = {0};

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		for (const async_coroutine_t *left = at->first; left; left = left->scope_next) {
			smart_str text = {0};
			if (left->flags & ASYNC_COROUTINE_HIDDEN) {
				continue;
			}
			smart_str_appends(&text, "Coroutine is stuck in cancellation at ");
			append_coroutine_place(&text, left);
			add_warning(&warnings, smart_str_extract(&text));
		}
	}
	print_warnings(&warnings, NULL, 0);
}

bool async_zombies_wait(void)
{
	const double limit = ASYNC_G(zombie_timeout);

	if (!wait_for_zombies(limit)) {
		return false;
	}
	cancel_zombies();
	while (any_timed_scope()) {
		if (!wait_for_zombies(limit > CLEANUP_SECONDS_MIN ? limit : CLEANUP_SECONDS_MIN)) {
			return false;
		}
	}
	if (!wait_for_zombies(limit > CLEANUP_SECONDS_MIN ? limit : CLEANUP_SECONDS_MIN)) {
		return false;
	}
	report_stuck();
	return true;
}
