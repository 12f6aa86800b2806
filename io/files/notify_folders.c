/*
 * Which folders inotify watches: adding trees of them, and following those that move.
 */
#ifdef __linux__

#include "io/files/notify_folders.h"

#include <dirent.h>
#include <errno.h>
#include <sys/inotify.h>
#include <sys/stat.h>

#define ENTRY_EVENTS (IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
#define SELF_EVENTS  (IN_DELETE_SELF | IN_MOVE_SELF)

void async_notify_free_folder(zval *value)
{
	async_notify_folder_t *folder = Z_PTR_P(value);

	zend_string_release(folder->path);
	if (folder->only) {
		zend_hash_destroy(folder->only);
		FREE_HASHTABLE(folder->only);
	}
	efree(folder);
}

zend_string *async_notify_join(const zend_string *folder, const char *name)
{
	const bool has_slash = ZSTR_VAL(folder)[ZSTR_LEN(folder) - 1] == '/';

	return zend_string_concat3(ZSTR_VAL(folder), ZSTR_LEN(folder), "/", has_slash ? 0 : 1, name, strlen(name));
}

static bool is_below(const zend_string *path, const zend_string *folder)
{
	const size_t length = ZSTR_LEN(folder);

	return ZSTR_LEN(path) >= length && memcmp(ZSTR_VAL(path), ZSTR_VAL(folder), length) == 0
		&& (ZSTR_VAL(path)[length] == '\0' || ZSTR_VAL(path)[length] == '/');
}

void async_notify_fail(async_notify_t *notify, int error, zend_string *path)
{
	if (notify->error == 0) {
		notify->error = error;
		notify->error_path = path ? zend_string_copy(path) : NULL;
	}
}

/* Watch one folder; NULL with errno. `name` is the only entry that is watched, NULL: all are. */
static async_notify_folder_t *add_folder(async_notify_t *notify, zend_string *path, zend_string *name,
	bool is_root, bool *is_new)
{
	const uint32_t mask = ENTRY_EVENTS | SELF_EVENTS | IN_ONLYDIR | IN_EXCL_UNLINK | (is_root ? 0 : IN_DONT_FOLLOW);
	const int wd = inotify_add_watch(notify->fd, ZSTR_VAL(path), mask);
	async_notify_folder_t *folder;

	if (wd < 0) {
		return NULL;
	}
	folder = zend_hash_index_find_ptr(&notify->folders, (zend_ulong) wd);
	*is_new = folder == NULL || (folder->only && name == NULL);
	if (folder == NULL) {
		folder = ecalloc(1, sizeof(*folder));
		folder->wd = wd;
		folder->path = zend_string_copy(path);
		if (name) {
			ALLOC_HASHTABLE(folder->only);
			zend_hash_init(folder->only, 1, NULL, NULL, 0);
		}
		zend_hash_index_add_new_ptr(&notify->folders, (zend_ulong) wd, folder);
	} else if (folder->only && name == NULL) {
		zend_hash_destroy(folder->only);
		FREE_HASHTABLE(folder->only);
		folder->only = NULL;
	}
	if (name && folder->only) {
		zval exists;

		ZVAL_TRUE(&exists);
		zend_hash_update(folder->only, name, &exists);
	}
	folder->is_root |= is_root;
	return folder;
}

static bool is_folder(const struct dirent *entry, const zend_string *path)
{
	struct stat status;

	if (entry->d_type != DT_UNKNOWN) {
		return entry->d_type == DT_DIR;
	}
	return lstat(ZSTR_VAL(path), &status) == 0 && S_ISDIR(status.st_mode);
}

/* The entries of a folder: report them if asked, and append sub-folders to `more`. A folder that cannot be read, or is
 * gone by now, has none. */
static void scan(async_notify_t *notify, const zend_string *path, bool report, HashTable *more)
{
	DIR *stream = opendir(ZSTR_VAL(path));
	const struct dirent *entry;

	while (stream && (entry = readdir(stream)) != NULL) {
		zend_string *child;
		zval value;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
			continue;
		}
		child = async_notify_join(path, entry->d_name);
		if (report) {
			notify->ops->report(notify->owner, ASYNC_NOTIFY_CREATED, child, NULL);
		}
		if (notify->recursive && is_folder(entry, child)) {
			ZVAL_STR_COPY(&value, child);
			zend_hash_next_index_insert(more, &value);
		}
		zend_string_release(child);
	}
	if (stream) {
		closedir(stream);
	}
}

int async_notify_add_tree(async_notify_t *notify, zend_string *root, bool is_root, bool report, bool again)
{
	HashTable queue;
	zval first, *next;
	int error = 0;

	zend_hash_init(&queue, 8, NULL, ZVAL_PTR_DTOR, 0);
	ZVAL_STR_COPY(&first, root);
	zend_hash_next_index_insert(&queue, &first);
	for (zend_ulong i = 0; error == 0 && (next = zend_hash_index_find(&queue, i)) != NULL; i++) {
		zend_string *path = zend_string_copy(Z_STR_P(next));
		bool is_new;

		/* The queue needs to keep only what is to come. */
		zval_ptr_dtor_str(next);
		ZVAL_NULL(next);
		if (add_folder(notify, path, NULL, is_root && i == 0, &is_new) == NULL) {
			if (is_root && i == 0) {
				error = errno;
			} else if (errno == ENOSPC || errno == ENOMEM) {
				error = errno;
				async_notify_fail(notify, error, path);
			}
		} else if ((is_new || again) && (notify->recursive || report)) {
			scan(notify, path, report, &queue);
		}
		zend_string_release(path);
	}
	zend_hash_destroy(&queue);
	return error;
}

static int add_polled(async_notify_t *notify, zend_string *path)
{
	if (notify->poll == NULL) {
		notify->poll = async_notify_poll_open(notify->recursive, notify->poll_ms * 1000000, notify->ops, notify->owner);
	}
	return async_notify_poll_add(notify->poll, path);
}

int async_notify_add(async_notify_t *notify, zend_string *path)
{
	struct stat status;
	const char *slash = zend_memrchr(ZSTR_VAL(path), '/', ZSTR_LEN(path));
	zend_string *parent, *name;
	bool is_new;
	int error = 0;

	if (stat(ZSTR_VAL(path), &status) != 0) {
		return errno;
	}
	if (notify->fd < 0 || async_notify_needs_poll(ZSTR_VAL(path))) {
		return add_polled(notify, path);
	}
	if (S_ISDIR(status.st_mode)) {
		return async_notify_add_tree(notify, path, true, false, false);
	}
	ZEND_ASSERT(slash && "the path is absolute");
	parent = zend_string_init(ZSTR_VAL(path), slash == ZSTR_VAL(path) ? 1 : (size_t) (slash - ZSTR_VAL(path)), 0);
	name = zend_string_init(slash + 1, strlen(slash + 1), 0);
	if (add_folder(notify, parent, name, true, &is_new) == NULL) {
		error = errno;
	}
	zend_string_release(parent);
	zend_string_release(name);
	return error;
}

bool async_notify_has_parent(async_notify_t *notify, const async_notify_folder_t *folder)
{
	async_notify_folder_t *other;

	if (!notify->recursive || (notify->held && zend_string_equals(notify->held, folder->path))) {
		return false;
	}
	ZEND_HASH_FOREACH_PTR(&notify->folders, other) {
		if (other != folder && other->only == NULL && is_below(folder->path, other->path)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

void async_notify_drop_below(async_notify_t *notify, const zend_string *path)
{
	async_notify_folder_t *folder;

	ZEND_HASH_FOREACH_PTR(&notify->folders, folder) {
		if (is_below(folder->path, path)) {
			(void) inotify_rm_watch(notify->fd, folder->wd);
			zend_hash_index_del(&notify->folders, (zend_ulong) folder->wd);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_notify_rename_below(async_notify_t *notify, const zend_string *from, const zend_string *to)
{
	async_notify_folder_t *folder;

	ZEND_HASH_FOREACH_PTR(&notify->folders, folder) {
		if (is_below(folder->path, from)) {
			zend_string *path = zend_string_concat2(ZSTR_VAL(to), ZSTR_LEN(to),
				ZSTR_VAL(folder->path) + ZSTR_LEN(from), ZSTR_LEN(folder->path) - ZSTR_LEN(from));

			zend_string_release(folder->path);
			folder->path = path;
		}
	} ZEND_HASH_FOREACH_END();
}

#endif
