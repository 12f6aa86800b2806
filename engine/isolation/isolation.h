/*
 * Isolation: a set of PHP's global state of its own (rules I1 to I8 of docs/isolation.md, D46).
 *
 * Static properties, static variables, global variables and the rest have one address each, which run-time caches and
 * compiled code keep. So the addresses stay, and the contents are exchanged when control goes from one isolation to
 * another. The state of the current isolation lies where PHP looks for it; a parked isolation keeps its state here.
 *
 * The base is the isolation of all code outside of isolated scopes. It is made with the first other isolation of a
 * request: before that, none is current.
 */
#ifndef ASYNC_ENGINE_ISOLATION_H
#define ASYNC_ENGINE_ISOLATION_H

#include "engine/globals.h"
#include "engine/isolation/handlers.h"
#include "engine/isolation/request.h"
#include "engine/isolation/session.h"
#include "engine/isolation/setters.h"
#include "engine/isolation/settings.h"
#include "engine/isolation/slots.h"
#include "engine/isolation/web_request.h"
#include "engine/output.h"
#include "reactor/ring.h"

struct async_isolation {
	async_ring_t node;             /* in the list of all isolations of the request, the base included */
	uint32_t refcount;             /* held by the scope records that belong to it */
	bool is_ending;                /* its shutdown functions and destructors run */
	bool is_over;                  /* its state is released; what PHP finds then are defaults */
	async_isolation_slots_t slots;
	HashTable symbols;             /* global variables, while it is parked */
	async_isolation_handlers_t handlers;
	bool is_silenced;              /* error handlers are not called while frames are released … */
	int silenced_mask;             /* … and ask for these levels afterwards */
	async_isolation_request_t request;
	async_isolation_settings_t settings;
	async_isolation_setters_t setters;
	async_isolation_session_t *session; /* room for it while it is parked; NULL: unused */
	async_isolation_web_request_t *web_request; /* NULL: it has not begun one, and sees that of the process */
	async_output_levels_t output;  /* of coroutines that have called exit(), for its shutdown functions */
	uint32_t session_calls;        /* session functions that its coroutines are in */
};

/* Why no isolation can be made here; NULL: it can. */
const char *async_isolation_obstacle(void);

/* A new isolation with a copy of the state of the current one, and one reference.
 * suspends: no; runs PHP: no; errors: memory_limit is PHP's fatal error, which leaves everything as it was */
async_isolation_t *async_isolation_new(void);

/* Make this isolation the current one; NULL: the base.
 * suspends: no; runs PHP: no; allocates nothing */
void async_isolation_enter_slow(async_isolation_t *isolation);

static zend_always_inline void async_isolation_enter(async_isolation_t *isolation)
{
	if (UNEXPECTED(ASYNC_ENGINE_G(isolation) != NULL)) {
		async_isolation_enter_slow(isolation);
	}
}

/* Control may go to another isolation soon: find the classes and functions that were added meanwhile, and make room for
 * their state. What is not found before a switch stays in place, for all isolations.
 * suspends: no; runs PHP: no; errors: memory_limit is PHP's fatal error */
void async_isolation_look_slow(void);

static zend_always_inline void async_isolation_look(void)
{
	if (UNEXPECTED(ASYNC_ENGINE_G(isolation) != NULL)) {
		async_isolation_look_slow();
	}
}

/* The current isolation ends: run its shutdown functions and release its state, from inside. PHP finds defaults then. A
 * second call does nothing. The base never ends.
 * suspends: in shutdown functions and destructors; runs PHP: these; errors: an exception of theirs is in flight then */
void async_isolation_end(async_isolation_t *isolation);

/* The current coroutine leaves because of exit(), and the current isolation ends for it: keep the output buffers of the
 * coroutine open until then, as those of a script.
 * suspends: no; runs PHP: no */
void async_isolation_keep_output(void);

/* After a fatal error in any isolation: run the shutdown functions of all isolations that have not ended, each inside,
 * once. None can park. The base is current before and after.
 * suspends: no; runs PHP: the shutdown functions */
void async_isolation_run_all_shutdown_functions(void);

/* The same error sets the code of the response where errors are not displayed: it is the base that responds. Makes the
 * base the current one.
 * suspends: no; runs PHP: no */
void async_isolation_leave_failed(void);

/* The error handler of the current isolation is about to be silenced; those of all isolations are called again. False:
 * there are no isolations. */
void async_isolation_note_error_mask(void);
bool async_isolation_restore_error_masks(void);

static inline void async_isolation_addref(async_isolation_t *isolation)
{
	isolation->refcount++;
}

/* Drop a reference. Where it is the last one and the isolation has not ended, it ends here, without a wait.
 * runs PHP: destructors */
void async_isolation_release(async_isolation_t *isolation);

/* For stats(): isolations beside the base, and slots of each. */
void async_isolation_count(size_t *isolations, size_t *slots);

extern const async_part_t async_isolation_part;

#endif
