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

void async_notify_fail(async_notify_t *notify, int error, zend_string *path)
{
	if (notify->error == 0) {
		notify->error = error;
		notify->error_path = path ? zend_string_copy(path) : NULL;
	}
}

static void set_path(async_notify_folder_t *folder, zend_string *path)
{
	zend_string_release(folder->path);
	folder->path = zend_string_copy(path);
}

/* Watch one folder; NULL with errno. `name` is the only entry that is watched, NULL: all are. *is_new: what is in it is
 * not known in this round. */
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
	*is_new = folder == NULL || (folder->only && name == NULL) || folder->round != notify->round;
	if (folder && folder->round != notify->round) {
		set_path(folder, path);
	}
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
	folder->round = notify->round;
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

/* The folders below this path cannot be looked at now: they count as found. */
static void keep_below(async_notify_t *notify, const zend_string *path)
{
	async_notify_folder_t *folder;

	ZEND_HASH_FOREACH_PTR(&notify->folders, folder) {
		if (async_notify_is_within(folder->path, path)) {
			folder->round = notify->round;
		}
	} ZEND_HASH_FOREACH_END();
}

/* Is something scarce, so that a part of the tree would be missing without a word? */
static bool is_scarce(int error)
{
	return error == ENOSPC || error == ENOMEM || error == EMFILE || error == ENFILE;
}

/* The entries of a folder: report them if asked, and append sub-folders to `more`. A folder that cannot be read, or is
 * gone by now, has none. errors: an errno */
static int scan(async_notify_t *notify, const zend_string *path, bool report, HashTable *more)
{
	DIR *stream = opendir(ZSTR_VAL(path));
	const struct dirent *entry;

	if (stream == NULL) {
		const int error = errno;

		keep_below(notify, path);
		return is_scarce(error) ? error : 0;
	}
	while ((entry = readdir(stream)) != NULL) {
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
	closedir(stream);
	return 0;
}

/* A folder that was found is known by another path: it has moved, and the event that says so was not read so far, or
 * was about another folder. Inside a new folder it is as new as that one: its old path is about to be deleted.
 * returns: is it new? */
static bool has_moved(async_notify_t *notify, async_notify_folder_t *folder, zend_string *path, bool is_inside)
{
	if (!is_inside) {
		notify->has_lost_track = true;
		return false;
	}
	set_path(folder, path);
	return true;
}

/* One folder of a tree, its root if not `is_inside`. errors: an errno */
static int add_one(async_notify_t *notify, zend_string *path, bool is_root, bool is_inside, bool report,
	HashTable *more)
{
	bool is_new;
	async_notify_folder_t *folder = add_folder(notify, path, NULL, is_root, &is_new);
	int error = 0;

	if (folder && report && UNEXPECTED(!zend_string_equals(folder->path, path))) {
		is_new = has_moved(notify, folder, path, is_inside);
	}
	if (folder == NULL) {
		error = !is_inside || is_scarce(errno) ? errno : 0;
	} else if ((is_new || notify->misses_new) && (notify->recursive || report)) {
		error = scan(notify, path, report && is_new, more);
	}
	if (is_scarce(error) && !is_root) {
		async_notify_fail(notify, error, path);
	}
	return error;
}

int async_notify_add_tree(async_notify_t *notify, zend_string *root, bool is_root, bool report)
{
	HashTable queue;
	zval first, *next;
	int error = 0;

	zend_hash_init(&queue, 8, NULL, ZVAL_PTR_DTOR, 0);
	ZVAL_STR_COPY(&first, root);
	zend_hash_next_index_insert(&queue, &first);
	for (zend_ulong i = 0; error == 0 && (next = zend_hash_index_find(&queue, i)) != NULL; i++) {
		zend_string *path = zend_string_copy(Z_STR_P(next));

		/* The queue needs to keep only what is to come. */
		zval_ptr_dtor_str(next);
		ZVAL_NULL(next);
		error = add_one(notify, path, is_root && i == 0, i > 0, report, &queue);
		zend_string_release(path);
	}
	zend_hash_destroy(&queue);
	return error;
}

void async_notify_report_lost(async_notify_t *notify, const async_notify_folder_t *folder)
{
	zend_string *name;
	zval *exists;

	if (folder->only == NULL) {
		notify->ops->report(notify->owner, ASYNC_NOTIFY_DELETED, folder->path, NULL);
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(folder->only, name, exists) {
		if (Z_TYPE_P(exists) == IS_TRUE) {
			zend_string *path = async_notify_join(folder->path, ZSTR_VAL(name));

			notify->ops->report(notify->owner, ASYNC_NOTIFY_DELETED, path, NULL);
			zend_string_release(path);
		}
	} ZEND_HASH_FOREACH_END();
}

/* ---- after an overflow ---- */

/* Find a folder again for the files in it. errors: an errno */
static int find_files_again(async_notify_t *notify, const async_notify_folder_t *before)
{
	zend_string *name;
	bool is_new;

	ZEND_HASH_FOREACH_STR_KEY(before->only, name) {
		zend_string *path = async_notify_join(before->path, ZSTR_VAL(name));
		async_notify_folder_t *folder = add_folder(notify, before->path, name, true, &is_new);
		struct stat status;
		const int error = errno;
		zval exists;

		if (folder && folder->only) {
			ZVAL_BOOL(&exists, lstat(ZSTR_VAL(path), &status) == 0);
			zend_hash_update(folder->only, name, &exists);
		}
		zend_string_release(path);
		if (folder == NULL) {
			return error;
		}
	} ZEND_HASH_FOREACH_END();
	return 0;
}

/* Find a folder again that the owner has named, by its path. */
static void find_root_again(async_notify_t *notify, const async_notify_folder_t *before)
{
	const int error = before->only ? find_files_again(notify, before)
		: async_notify_add_tree(notify, before->path, true, false);

	if (error == ENOENT || error == ENOTDIR) {
		async_notify_report_lost(notify, before);
	} else if (error) {
		async_notify_folder_t *folder = zend_hash_index_find_ptr(&notify->folders, (zend_ulong) before->wd);

		folder->is_root = true;
		keep_below(notify, before->path);
		if (is_scarce(error)) {
			async_notify_fail(notify, error, before->path);
		}
	}
}

static void drop_folder(async_notify_t *notify, const async_notify_folder_t *folder)
{
	(void) inotify_rm_watch(notify->fd, folder->wd);
	zend_hash_index_del(&notify->folders, (zend_ulong) folder->wd);
}

/* A copy of a folder as it was before, owned by the table that gets it. */
static void keep_copy(HashTable *copies, const async_notify_folder_t *folder)
{
	async_notify_folder_t *copy = emalloc(sizeof(*copy));

	*copy = *folder;
	zend_string_addref(copy->path);
	copy->only = folder->only ? zend_array_dup(folder->only) : NULL;
	zend_hash_next_index_insert_ptr(copies, copy);
}

bool async_notify_knows(const async_notify_t *notify, const zend_string *path)
{
	const async_notify_folder_t *folder;

	ZEND_HASH_FOREACH_PTR((HashTable *) &notify->folders, folder) {
		if (zend_string_equals(folder->path, path)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

void async_notify_find_again(async_notify_t *notify)
{
	async_notify_folder_t *folder;
	HashTable roots;

	notify->ops->report(notify->owner, ASYNC_NOTIFY_OVERFLOW, NULL, NULL);
	notify->has_lost_track = false;
	notify->round++;
	zend_hash_init(&roots, 8, NULL, async_notify_free_folder, 0);
	ZEND_HASH_FOREACH_PTR(&notify->folders, folder) {
		if (folder->is_root) {
			keep_copy(&roots, folder);
			folder->is_root = false;
		}
	} ZEND_HASH_FOREACH_END();
	ZEND_HASH_FOREACH_PTR(&roots, folder) {
		find_root_again(notify, folder);
	} ZEND_HASH_FOREACH_END();
	zend_hash_destroy(&roots);
	ZEND_HASH_FOREACH_PTR(&notify->folders, folder) {
		if (folder->round != notify->round) {
			drop_folder(notify, folder);
		}
	} ZEND_HASH_FOREACH_END();
}

/* ---- paths of the owner ---- */

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
		return async_notify_add_tree(notify, path, true, false);
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
		if (other != folder && other->only == NULL && async_notify_is_within(folder->path, other->path)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

void async_notify_drop_below(async_notify_t *notify, const zend_string *path)
{
	async_notify_folder_t *folder;

	ZEND_HASH_FOREACH_PTR(&notify->folders, folder) {
		if (async_notify_is_within(folder->path, path)) {
			drop_folder(notify, folder);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_notify_rename_below(async_notify_t *notify, const zend_string *from, const zend_string *to)
{
	async_notify_folder_t *folder;

	ZEND_HASH_FOREACH_PTR(&notify->folders, folder) {
		if (async_notify_is_within(folder->path, from)) {
			zend_string *path = zend_string_concat2(ZSTR_VAL(to), ZSTR_LEN(to),
				ZSTR_VAL(folder->path) + ZSTR_LEN(from), ZSTR_LEN(folder->path) - ZSTR_LEN(from));

			zend_string_release(folder->path);
			folder->path = path;
		}
	} ZEND_HASH_FOREACH_END();
}

#endif
