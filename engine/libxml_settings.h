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

/* What one coroutine took along. */
typedef struct {
	bool taken;
	bool bans_loads;       /* it has set the opposite of the base */
	zval context;          /* IS_UNDEF: none. The reference is the extension's, or that of a call */
	uint32_t contexts_lent;
	int defaults[ASYNC_LIBXML_DEFAULTS];
} async_libxml_settings_t;

/* A function that changes a setting is about to be called. Returns false when the settings cannot be found, so that
 * the function must not park.
 * suspends: no; runs PHP: no */
bool async_libxml_settings_note_use(void);

/* A call is about to put a context in the place without a reference of its own; it has put back what it had found
 * there. The call may outlive its coroutine in a Fiber: then neither context is dropped with the coroutine.
 * suspends, runs PHP: no */
void async_libxml_settings_lend(void);
void async_libxml_settings_lent(void);

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
