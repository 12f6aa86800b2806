/*
 * Settings of ext/libxml and libxml that functions make for the length of a call, per coroutine: the stream context,
 * the ban on loading external entities, the parser's and the writer's defaults.
 *
 * What the main flow has set is the base, seen by all coroutines that have set nothing themselves. Such calls wait:
 * while ext/soap loads the description of a service, the client's context with its password stands in the place of the
 * current one, and nothing else may be loaded. Without a place for each coroutine, others would load documents with
 * that context or not at all, and the call that ends last would put back what the first has freed.
 */
#ifndef ASYNC_ENGINE_LIBXML_SETTINGS_H
#define ASYNC_ENGINE_LIBXML_SETTINGS_H

#include "engine/globals.h"

#include "zend_fibers.h"

/* What one coroutine took along. */
typedef struct {
	bool taken;
	bool bans_loads;       /* it has set the opposite of the base */
	zval context;          /* IS_UNDEF: none. The reference is the extension's, or that of a loan */
	struct async_libxml_loan *loans;
	int defaults[ASYNC_LIBXML_DEFAULTS];
} async_libxml_settings_t;

/* A function that changes a setting is about to be called. Returns false when the settings cannot be found, so that
 * the function must not park.
 * suspends: no; runs PHP: no */
bool async_libxml_settings_note_use(void);

/* The call of a function that puts a context in the place without a reference of its own, and then what it has found
 * there. Lives on the C stack of that call. */
typedef struct async_libxml_loan {
	struct async_libxml_loan *outer;
	const zend_fiber *fiber;      /* NULL: none */
	zval found;                   /* the context of the coroutine that runs the call; the reference is its own */
} async_libxml_loan_t;

/* Around the call. suspends, runs PHP: no */
void async_libxml_loan_begin(async_libxml_loan_t *loan);
void async_libxml_loan_end(const async_libxml_loan_t *loan);

/* The loans of a Fiber that is being suspended. The Fiber may go on in another coroutine, and outlive this one. */
typedef struct {
	async_libxml_loan_t *innermost, *outermost;   /* NULL: none */
	zval context;                                 /* that of the innermost */
} async_libxml_fiber_loans_t;

/* Take along the loans of the current Fiber, and leave the context that they have found; put them on top of the context
 * that is found now. suspends, runs PHP: no */
void async_libxml_fiber_loans_take(async_libxml_fiber_loans_t *state);
void async_libxml_fiber_loans_put_back(const async_libxml_fiber_loans_t *state);

/* Is there anything to be taken along? Nothing before a use in this request. */
bool async_libxml_settings_are_dirty_slow(void);

/* Take the settings along and leave the base; put them back. A coroutine also takes the context of the base along: it
 * may be loading with it when the main flow sets another one, and keeps it then.
 * suspends: no; runs PHP: no */
void async_libxml_settings_detach(async_libxml_settings_t *state);
void async_libxml_settings_attach(async_libxml_settings_t *state);

/* Drop them at the coroutine's end.
 * suspends: no; runs PHP: destructors of the context's options */
void async_libxml_settings_drop(async_libxml_settings_t *state);

extern const async_part_t async_libxml_settings_part;

#endif
