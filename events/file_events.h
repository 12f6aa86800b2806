/*
 * The events of files that wait to be taken.
 *
 * A path stands among them at most once, with what happened to it altogether; moves stand between, and keep what came
 * before apart from what comes after. Their number is limited: that is the bound of the memory.
 */
#ifndef ASYNC_EVENTS_FILE_EVENTS_H
#define ASYNC_EVENTS_FILE_EVENTS_H

#include "events/events.h"

#include "io/files/notify.h"

typedef struct async_file_event async_file_event_t;

struct async_file_event {
	async_file_event_t *previous, *next;
	async_notify_kind_t kind;
	bool may_replace;               /* CREATED: there may have been another file before */
	zend_string *path;              /* counted; empty for OVERFLOW */
	zend_string *old_path;          /* counted; NULL: the event is no move */
};

typedef struct {
	async_file_event_t *first, *last;   /* oldest first */
	uint32_t count;
	HashTable by_path;              /* events that a later one of the same path changes */
} async_file_events_t;

/* Make the list empty. */
void async_file_events_init(async_file_events_t *events);

/* The list is empty by now. */
void async_file_events_destroy(async_file_events_t *events);

/* Add what has happened to a path; it may change an event that waits, or end it. Too many events become one OVERFLOW.
 * owns: takes its own references; suspends: no; runs PHP: no */
void async_file_events_add(async_file_events_t *events, async_notify_kind_t kind, zend_string *path,
	zend_string *old_path);

/* Take an event out of the list. owns: the caller owns it from here on, and frees it */
void async_file_events_remove(async_file_events_t *events, async_file_event_t *event);

/* Free an event that was taken out of the list. runs PHP: no */
void async_file_event_free(async_file_event_t *event);

/* Free all events. */
void async_file_events_drop(async_file_events_t *events);

#endif
