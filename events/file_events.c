/*
 * The list of events of files that wait to be taken, and how one event follows from several.
 */
#include "events/file_events.h"

/* More events than this become one: look again. */
#define PENDING_MAX 4096

void async_file_events_init(async_file_events_t *events)
{
	zend_hash_init(&events->by_path, 8, NULL, NULL, 0);
}

void async_file_events_destroy(async_file_events_t *events)
{
	ZEND_ASSERT(events->first == NULL && "the events were dropped before");
	zend_hash_destroy(&events->by_path);
}

void async_file_event_free(async_file_event_t *event)
{
	zend_string_release(event->path);
	if (event->old_path) {
		zend_string_release(event->old_path);
	}
	efree(event);
}

void async_file_events_remove(async_file_events_t *events, async_file_event_t *event)
{
	*(event->previous ? &event->previous->next : &events->first) = event->next;
	*(event->next ? &event->next->previous : &events->last) = event->previous;
	events->count--;
	if (zend_hash_find_ptr(&events->by_path, event->path) == event) {
		zend_hash_del(&events->by_path, event->path);
	}
}

void async_file_events_drop(async_file_events_t *events)
{
	while (events->first) {
		async_file_event_t *event = events->first;

		async_file_events_remove(events, event);
		async_file_event_free(event);
	}
}

/* Paths mean other files from now on: later events are not merged with those before. */
static void forget_below(async_file_events_t *events, const zend_string *folder)
{
	zend_string *path;

	ZEND_HASH_FOREACH_STR_KEY(&events->by_path, path) {
		if (async_notify_is_within(path, folder)) {
			zend_hash_del(&events->by_path, path);
		}
	} ZEND_HASH_FOREACH_END();
}

static void append(async_file_events_t *events, async_notify_kind_t kind, zend_string *path, zend_string *old_path)
{
	async_file_event_t *event = emalloc(sizeof(*event));

	event->kind = kind == ASYNC_NOTIFY_FOLDER_GONE ? ASYNC_NOTIFY_DELETED
		: kind == ASYNC_NOTIFY_PUT ? ASYNC_NOTIFY_CREATED : kind;
	event->may_replace = kind == ASYNC_NOTIFY_PUT;
	event->path = zend_string_copy(path);
	event->old_path = old_path ? zend_string_copy(old_path) : NULL;
	event->next = NULL;
	event->previous = events->last;
	*(events->last ? &events->last->next : &events->first) = event;
	events->last = event;
	events->count++;
	if (kind == ASYNC_NOTIFY_MOVED) {
		forget_below(events, path);
		forget_below(events, old_path);
	} else if (kind != ASYNC_NOTIFY_FOLDER_GONE) {
		zend_hash_update_ptr(&events->by_path, path, event);
	}
}

/* One event for what happened to a path twice, the second time as `kind` says. */
static void merge(async_file_events_t *events, async_file_event_t *event, async_notify_kind_t kind)
{
	if (kind == ASYNC_NOTIFY_DELETED) {
		if (event->kind == ASYNC_NOTIFY_CREATED && !event->may_replace) {
			async_file_events_remove(events, event);
			async_file_event_free(event);
			return;
		}
		event->kind = ASYNC_NOTIFY_DELETED;
	} else if (event->kind == ASYNC_NOTIFY_DELETED) {
		event->kind = ASYNC_NOTIFY_CHANGED;
	}
}

void async_file_events_add(async_file_events_t *events, async_notify_kind_t kind, zend_string *path,
	zend_string *old_path)
{
	async_file_event_t *known;

	if (kind == ASYNC_NOTIFY_OVERFLOW) {
		path = zend_empty_string;
	}
	if (kind == ASYNC_NOTIFY_FOLDER_GONE) {
		/* What waits of the files in it is true up to here: their end is part of this event. */
		forget_below(events, path);
	}
	known = kind == ASYNC_NOTIFY_MOVED ? NULL : zend_hash_find_ptr(&events->by_path, path);
	if (known) {
		merge(events, known, kind);
		return;
	}
	if (events->count >= PENDING_MAX) {
		async_file_events_drop(events);
		append(events, ASYNC_NOTIFY_OVERFLOW, zend_empty_string, NULL);
		return;
	}
	append(events, kind, path, old_path);
}
