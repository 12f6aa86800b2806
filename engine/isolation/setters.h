/*
 * What functions of PHP set beside the ini values: the time zone, the encodings of mbstring, the locale,
 * the default stream context.
 */
#ifndef ASYNC_ENGINE_ISOLATION_SETTERS_H
#define ASYNC_ENGINE_ISOLATION_SETTERS_H

#include "engine/globals.h"

#include "ext/date/php_date.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"

/* mbstring is a shared extension: its header is there or not, and so is the module. */
#if defined(__has_include)
# if __has_include("ext/mbstring/mbstring.h")
#  define ASYNC_ISOLATION_KNOWS_MBSTRING 1
# endif
#endif

#define ASYNC_ISOLATION_ENCODINGS 3

/* Of the current isolation, and while it is parked. */
typedef struct {
	char *timezone;              /* of date_default_timezone_set(); parked only */
	zend_string *locale;         /* NULL: the request's first one. Both: as of the last look */
	zend_string *ctype_name;     /* the name for LC_CTYPE as setlocale() was given it; parked only */
	php_stream_context *context; /* of stream_context_set_default(); parked only */
	/* of mb_internal_encoding(), mb_http_output(), mb_substitute_character(), mb_detect_order(); parked only */
	const void *internal_encoding;
	const void *http_output;
	bool are_set[ASYNC_ISOLATION_ENCODINGS]; /* mbstring's own internal, output, input encoding are, not PHP's */
	int language;                            /* not that of the ini value after a value that was refused */
	size_t illegal_characters;               /* so many were met */
	int illegal_mode;
	int illegal_character;
	const void **detect_order;
	size_t detect_order_size;
} async_isolation_setters_t;

/* All extensions have started. */
void async_isolation_setters_all_loaded(void);

void async_isolation_locale_look(async_isolation_setters_t *setters);

/* Note what the current isolation, which has these, has set. errors: memory_limit is PHP's fatal error */
static zend_always_inline void async_isolation_setters_look(async_isolation_setters_t *setters)
{
	if (UNEXPECTED(BG(locale_changed))) {
		async_isolation_locale_look(setters);
	}
}

/* A new isolation: copies of what the current one, which was looked at and has *current, has set. */
void async_isolation_setters_copy(async_isolation_setters_t *setters, const async_isolation_setters_t *current);

/* Move the current state to *from. */
void async_isolation_setters_take(async_isolation_setters_t *from);

/* Put that of *to into its place, after the ini values: some of them set the same. Allocates nothing of PHP's. */
void async_isolation_setters_put(const async_isolation_setters_t *from, const async_isolation_setters_t *to);

/* Both, where no ini value was changed. */
void async_isolation_setters_exchange(async_isolation_setters_t *from, const async_isolation_setters_t *to);

/* The current isolation ends: call destructors, as async_isolation_destruct_value() does; then release the rest. */
bool async_isolation_setters_destruct(void);
void async_isolation_setters_end(void);

/* Release those of a parked isolation. suspends: no; runs PHP: no */
void async_isolation_setters_forget(async_isolation_setters_t *setters);

/* The request is over: release what the base has noted. */
void async_isolation_setters_free_base(async_isolation_setters_t *base);

#endif
