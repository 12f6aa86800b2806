/*
 * Async\watch() and Async\FileWatcher: the changes of files and folders.
 */
#include "events/file_events.h"

#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/report.h"
#include "scheduler/scope_followers.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "await/value_loop.h"
#include "exceptions.h"
#include "stubs/file_watcher_arginfo.h"

#include <errno.h>

/* ms: a day */
#define INTERVAL_MAX 86400000

static zend_class_entry *ce_event;
static zend_class_entry *ce_watcher;
static zend_object_handlers watcher_handlers;

typedef struct {
	async_notify_t *notify;         /* NULL: closed, or not made */
	async_file_events_t events;     /* not taken yet */
	async_scope_follower_t follower; /* linked while the watcher is open and belongs to a scope */
	zend_string *made_file;         /* place where it was made; counted, NULL: not known */
	uint32_t made_line;
	async_awaitable_t awaitable;    /* must stay right before std */
	zend_object std;
} file_watcher_t;

static file_watcher_t *watcher_from_obj(zend_object *object)
{
	return async_container_of(object, file_watcher_t, std);
}

/* ---- state ---- */

static int watcher_error(const file_watcher_t *watcher, zend_string **path)
{
	return watcher->notify ? async_notify_error(watcher->notify, path) : 0;
}

static void close_watcher(file_watcher_t *watcher)
{
	async_notify_t *notify = watcher->notify;

	async_file_events_drop(&watcher->events);
	async_scope_unfollow(&watcher->follower);
	if (notify) {
		watcher->notify = NULL;
		async_notify_close(notify);
	}
}

/* Closed, or all paths are gone and the last event was taken, or made by the parent of this process. */
static bool is_closed(file_watcher_t *watcher)
{
	async_notify_t *notify = watcher->notify;

	if (notify && ASYNC_G(reactor)
			&& (UNEXPECTED(!async_notify_is_ours(notify))
				|| (watcher->events.count == 0 && async_notify_is_empty(notify)))) {
		close_watcher(watcher);
	}
	return watcher->notify == NULL;
}

static bool has_news(file_watcher_t *watcher)
{
	zend_string *path;

	return watcher->events.count > 0 || is_closed(watcher) || watcher_error(watcher, &path) != 0;
}

static void wake_waiters(void *argument)
{
	async_wait_list_wake_all(&((file_watcher_t *) argument)->awaitable.waiters);
}

static void reported(void *owner)
{
	if (has_news(owner)) {
		async_scheduler_shield(wake_waiters, owner);
	}
}

static void report(void *owner, async_notify_kind_t kind, zend_string *path, zend_string *old_path)
{
	async_file_events_add(&((file_watcher_t *) owner)->events, kind, path, old_path);
}

static void scope_ended(async_scope_follower_t *follower, zend_object *reason)
{
	file_watcher_t *watcher = async_container_of(follower, file_watcher_t, follower);

	(void) reason;
	close_watcher(watcher);
	wake_waiters(watcher);
}

static const async_notify_ops_t notify_ops = {.report = report, .reported = reported};

static ZEND_COLD void throw_refused(int error, const char *path)
{
	if (error == ENOSPC) {
		async_throw("Cannot watch \"%s\": too many watched folders, see the sysctl fs.inotify.max_user_watches", path);
	} else if (error == EMFILE) {
		async_throw("Cannot watch \"%s\": too many watchers or open files, see the sysctl"
			" fs.inotify.max_user_instances and ulimit -n", path);
	} else {
		async_throw("Cannot watch \"%s\": %s", path, strerror(error));
	}
}

static void throw_closed(void)
{
	async_throw("The watcher is closed");
}

/* ---- as an awaitable ---- */

static bool watcher_is_ready(zend_object *object)
{
	return has_news(watcher_from_obj(object));
}

static bool watcher_is_over(zend_object *object)
{
	return is_closed(watcher_from_obj(object));
}

static void set_property(zend_object *object, uint32_t number, zend_string *text)
{
	if (text) {
		ZVAL_STR_COPY(OBJ_PROP_NUM(object, number), text);
	} else {
		ZVAL_NULL(OBJ_PROP_NUM(object, number));
	}
}

static void make_object(const async_file_event_t *event, zval *result)
{
	static const char *const names[] = {"created", "changed", "deleted", "moved", "overflow"};
	zend_object *object;

	object_init_ex(result, ce_event);
	object = Z_OBJ_P(result);
	ZVAL_STR(OBJ_PROP_NUM(object, 0), zend_string_init_interned(names[event->kind], strlen(names[event->kind]), 0));
	set_property(object, 1, event->path);
	set_property(object, 2, event->old_path);
}

static void throw_error(file_watcher_t *watcher)
{
	zend_string *path;
	const int error = watcher_error(watcher, &path);

	throw_refused(error, path ? ZSTR_VAL(path) : "");
	close_watcher(watcher);
}

/* Without a pending event another waiter was faster. *result stays undefined, and the wait goes on. */
static void watcher_take(zend_object *object, zval *result)
{
	file_watcher_t *watcher = watcher_from_obj(object);
	async_file_event_t *event = watcher->events.first;
	zend_string *path;

	if (is_closed(watcher)) {
		throw_closed();
	} else if (event) {
		async_file_events_remove(&watcher->events, event);
		make_object(event, result);
		async_file_event_free(event);
	} else if (watcher_error(watcher, &path)) {
		throw_error(watcher);
	}
}

static bool watcher_ended_as_token(zend_object *object, zend_object **previous)
{
	(void) previous;
	if (watcher_is_over(object)) {
		throw_closed();
		return false;
	}
	return true;
}

static bool watcher_is_external(zend_object *object)
{
	return !watcher_is_over(object);
}

static zend_string *watcher_made_at(zend_object *object, uint32_t *line)
{
	*line = watcher_from_obj(object)->made_line;
	return watcher_from_obj(object)->made_file;
}

static bool watcher_append_words(zend_object *object, const async_wait_t *wait, smart_str *text)
{
	(void) object;
	(void) wait;
	smart_str_appends(text, "changes of files");
	return true;
}

static const async_awaitable_ops_t watcher_ops = {
	.is_ready = watcher_is_ready,
	.take = watcher_take,
	.ended_as_token = watcher_ended_as_token,
	.is_external = watcher_is_external,
	.has_failed = watcher_is_over,
	.made_at = watcher_made_at,
	.append_words = watcher_append_words,
};

/* ---- object ---- */

static zend_object *watcher_create(zend_class_entry *ce)
{
	file_watcher_t *watcher = zend_object_alloc(sizeof(file_watcher_t), ce);

	memset(watcher, 0, offsetof(file_watcher_t, std));
	async_file_events_init(&watcher->events);
	async_note_place(&watcher->made_file, &watcher->made_line);
	watcher->awaitable.ops = &watcher_ops;
	zend_object_std_init(&watcher->std, ce);
	object_properties_init(&watcher->std, ce);
	watcher->std.handlers = &watcher_handlers;
	return &watcher->std;
}

static void watcher_free(zend_object *object)
{
	file_watcher_t *watcher = watcher_from_obj(object);

	close_watcher(watcher);
	async_file_events_destroy(&watcher->events);
	zend_object_std_dtor(object);
	async_wait_list_forget(&watcher->awaitable.waiters);
	if (watcher->made_file) {
		zend_string_release(watcher->made_file);
	}
}

static HashTable *watcher_debug_info(zend_object *object, int *is_temp)
{
	file_watcher_t *watcher = watcher_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "state", is_closed(watcher) ? "closed" : "open");
	async_debug_add_place(info, "createdAt", watcher->made_file, watcher->made_line);
	async_debug_add_long(info, "pending", watcher->events.count);
	async_debug_add_waiters(info, "waiters", &watcher->awaitable.waiters);
	return info;
}

static void next_event(zend_object *object, zval *result)
{
	async_events_next(object, watcher_is_over, result);
}

static zend_object_iterator *watcher_get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	(void) ce;
	return async_value_loop(object, by_ref, next_event);
}

ASYNC_REGISTERS void async_watch_register(void)
{
	ce_event = register_class_Async_FileEvent();
	ce_watcher = register_class_Async_FileWatcher(async_ce_awaitable, zend_ce_aggregate);
	ce_watcher->create_object = watcher_create;
	ce_watcher->get_iterator = watcher_get_iterator;
	memcpy(&watcher_handlers, zend_get_std_object_handlers(), sizeof(watcher_handlers));
	watcher_handlers.offset = offsetof(file_watcher_t, std);
	watcher_handlers.get_debug_info = watcher_debug_info;
	watcher_handlers.free_obj = watcher_free;
	watcher_handlers.clone_obj = NULL;
	watcher_handlers.compare = async_compare_identity;
}

/* ---- function and methods ---- */

/* False after an exception. */
static bool add_path(file_watcher_t *watcher, const zend_string *path)
{
	char *absolute;
	zend_string *full;
	int error;

	if (ZSTR_LEN(path) == 0 || strlen(ZSTR_VAL(path)) != ZSTR_LEN(path)) {
		zend_argument_value_error(1, "must be paths that are not empty and have no null bytes");
		return false;
	}
	absolute = expand_filepath(ZSTR_VAL(path), NULL);
	if (absolute == NULL || php_check_open_basedir(absolute)) {
		error = EACCES;
	} else {
		full = zend_string_init(absolute, strlen(absolute), 0);
		error = async_notify_add(watcher->notify, full);
		zend_string_release(full);
	}
	if (absolute) {
		efree(absolute);
	}
	if (error && !EG(exception)) {
		throw_refused(error, ZSTR_VAL(path));
	}
	return error == 0;
}

static bool add_paths(file_watcher_t *watcher, HashTable *paths)
{
	zval *path;

	if (zend_hash_num_elements(paths) == 0) {
		zend_argument_value_error(1, "must have at least one path");
		return false;
	}
	ZEND_HASH_FOREACH_VAL(paths, path) {
		ZVAL_DEREF(path);
		if (Z_TYPE_P(path) != IS_STRING) {
			zend_argument_type_error(1, "must have paths only, %s given", zend_zval_type_name(path));
			return false;
		}
		if (!add_path(watcher, Z_STR_P(path))) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* For the message when nothing can be watched. */
static const char *first_path(HashTable *paths, const zend_string *path)
{
	const zval *first = paths ? zend_hash_index_find_deref(paths, 0) : NULL;

	return path ? ZSTR_VAL(path) : first && Z_TYPE_P(first) == IS_STRING ? Z_STRVAL_P(first) : "";
}

ZEND_FUNCTION(Async_watch)
{
	file_watcher_t *watcher;
	HashTable *paths;
	zend_string *path;
	zend_long interval = 0;
	zend_object *scope = NULL;
	bool recursive = false;

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_ARRAY_HT_OR_STR(paths, path)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(recursive)
		Z_PARAM_LONG(interval)
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(scope, async_ce_scope)
	ZEND_PARSE_PARAMETERS_END();
	if (interval < 0 || interval > INTERVAL_MAX) {
		zend_argument_value_error(3, "must be between 0 and %d", INTERVAL_MAX);
		RETURN_THROWS();
	}
	if (!async_require_scheduler("watch files")) {
		RETURN_THROWS();
	}
	if (async_scheduler_reactor() == NULL) {
		async_throw_no_loop("watch files");
		RETURN_THROWS();
	}
	object_init_ex(return_value, ce_watcher);
	watcher = watcher_from_obj(Z_OBJ_P(return_value));
	watcher->notify = async_notify_open(recursive, (uint64_t) interval, &notify_ops, watcher);
	if (watcher->notify == NULL) {
		throw_refused(errno, first_path(paths, path));
		RETURN_THROWS();
	}
	if (!(paths ? add_paths(watcher, paths) : add_path(watcher, path))) {
		close_watcher(watcher);
		RETURN_THROWS();
	}
	if (scope) {
		watcher->follower.scope_ended = scope_ended;
		async_scope_follow(async_scope_from_obj(scope), &watcher->follower);
	}
}

#define THIS_WATCHER() watcher_from_obj(Z_OBJ_P(ZEND_THIS))

ZEND_METHOD(Async_FileEvent, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_FileWatcher, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_FileWatcher, close)
{
	file_watcher_t *watcher = THIS_WATCHER();

	ZEND_PARSE_PARAMETERS_NONE();
	if (watcher->notify) {
		close_watcher(watcher);
		wake_waiters(watcher);
	}
}

ZEND_METHOD(Async_FileWatcher, isClosed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(is_closed(THIS_WATCHER()));
}

ZEND_METHOD(Async_FileWatcher, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_value_loop_object(return_value, ZEND_THIS);
}
