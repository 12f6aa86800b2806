/*
 * Settings of isolations: ini values that were changed at run time.
 *
 * Each entry that any isolation has changed has a number in the request. The values of the current isolation lie where
 * PHP looks for them; others are applied through the entry's own function when control goes to another isolation.
 */
#ifndef ASYNC_ENGINE_ISOLATION_SETTINGS_H
#define ASYNC_ENGINE_ISOLATION_SETTINGS_H

#include "engine/globals.h"

/* While the isolation is parked. */
typedef struct {
	zend_string **values;    /* counted; NULL: the value that the request has begun with */
	uint32_t count;
	uint32_t capacity;
	char *open_basedir;      /* owned; the folders to which it was narrowed, if they are a string besides the value */
} async_isolation_settings_t;

typedef struct {
	zend_ini_entry *entry;
	bool is_error_reporting;
	bool is_value_only;      /* error_reporting: each coroutine has its own level besides (engine_state.h) … */
	bool is_of_session;      /* … and the globals of ext/session are exchanged besides, which point to it (session.h) */
	bool is_open_basedir;
} async_isolation_setting_t;

struct async_isolation_changed {
	async_isolation_setting_t *settings;
	uint32_t count;
	uint32_t capacity;
	/* What the table of changed entries held at the last look. */
	const void **seen;
	uint32_t seen_count;
	uint32_t seen_capacity;
	bool is_session_changed; /* some of them are settings of ext/session */
};

void async_isolation_settings_look_slow(async_isolation_settings_t *settings);

/* Find the entries that were changed since the last look, and make room for the values of the current isolation, which
 * has these settings.
 * suspends: no; runs PHP: no; errors: memory_limit is PHP's fatal error */
static zend_always_inline void async_isolation_settings_look(async_isolation_settings_t *settings)
{
	if (UNEXPECTED(EG(modified_ini_directives) != NULL)) {
		async_isolation_settings_look_slow(settings);
	}
}

/* A new isolation: the values of the current one, which were looked at. */
void async_isolation_settings_copy(async_isolation_settings_t *settings);

/* Some entry has been changed: move the current values to *from and apply those of *to. Allocates nothing itself; runs
 * no PHP code: functions of entries report to no handler. */
void async_isolation_settings_exchange(async_isolation_settings_t *from, async_isolation_settings_t *to);

/* Release those of a parked isolation. suspends: no; runs PHP: no */
void async_isolation_settings_forget(async_isolation_settings_t *settings);

/* The request is over. */
void async_isolation_changed_free(void);

#endif
