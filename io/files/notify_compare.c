/*
 * Comparing a listing of files and folders with the one before.
 *
 * An entry with another path, but the same inode, size and time of change has moved. What a listing does not tell,
 * because a folder could not be read, is taken for unchanged: a network that is away deletes nothing.
 */
#include "io/files/notify_compare.h"

#include <errno.h>
#include <string.h>

typedef struct {
	async_notify_poll_t *poll;
	const async_listing_t *listing;
	HashTable gone;           /* async_known_t that the listing does not have, by inode */
	HashTable moved;          /* pairs of paths: folders that moved, with all that is in them */
} comparison_t;

static void report(const async_notify_poll_t *poll, async_notify_kind_t kind, zend_string *path, zend_string *old_path)
{
	poll->ops->report(poll->owner, kind, path, old_path);
}

static bool same_time(const struct timespec *one, const struct timespec *other)
{
	return one->tv_sec == other->tv_sec && one->tv_nsec == other->tv_nsec;
}

static bool same_inode(const struct stat *one, const struct stat *other)
{
	return one->st_ino == other->st_ino && one->st_dev == other->st_dev
		&& (one->st_mode & S_IFMT) == (other->st_mode & S_IFMT);
}

/* The times of a folder change with its entries, which are reported themselves. */
static bool is_changed(const struct stat *before, const struct stat *now)
{
	if (!same_inode(before, now) || before->st_mode != now->st_mode || before->st_uid != now->st_uid
			|| before->st_gid != now->st_gid) {
		return true;
	}
	return !S_ISDIR(now->st_mode)
		&& (before->st_size != now->st_size || !same_time(&before->st_mtim, &now->st_mtim)
			|| !same_time(&before->st_ctim, &now->st_ctim));
}

/* A number of an inode is used again after a deletion: the times tell the two apart. */
static bool has_moved(const struct stat *before, const struct stat *now)
{
	return same_inode(before, now) && same_time(&before->st_mtim, &now->st_mtim)
		&& (S_ISDIR(now->st_mode) || before->st_size == now->st_size);
}

static bool is_below(const char *path, const char *folder)
{
	const size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 && (path[length] == '/' || (length > 0 && folder[length - 1] == '/'));
}

/* Does the errno leave open whether the path exists? */
static bool has_no_answer(int error)
{
	return error != 0 && error != ENOENT && error != ENOTDIR;
}

/* Could the listing not look at this path? */
static bool is_unknown(const async_listing_t *listing, const char *path)
{
	for (size_t i = 0; i < listing->root_count; i++) {
		const async_listed_root_t *root = &listing->roots[i];

		if (has_no_answer(root->error) && (is_below(path, root->path) || strcmp(path, root->path) == 0)) {
			return true;
		}
	}
	for (size_t i = 0; i < listing->count; i++) {
		if (listing->entries[i].error && is_below(path, listing->entries[i].path)) {
			return true;
		}
	}
	return false;
}

static bool has_unknown(const async_listing_t *listing)
{
	for (size_t i = 0; i < listing->root_count; i++) {
		if (has_no_answer(listing->roots[i].error)) {
			return true;
		}
	}
	for (size_t i = 0; i < listing->count; i++) {
		if (listing->entries[i].error) {
			return true;
		}
	}
	return false;
}

static async_known_t *find_known(const async_notify_poll_t *poll, const char *path)
{
	return zend_hash_str_find_ptr(&poll->known, path, strlen(path));
}

void async_notify_add_known(async_notify_poll_t *poll, zend_string *path, const struct stat *status)
{
	async_known_t *known = emalloc(sizeof(*known));

	known->path = zend_string_copy(path);
	known->status = *status;
	known->round = poll->round;
	zend_hash_update_ptr(&poll->known, path, known);
}

/* Mark what the listing has, and collect the rest. */
static void find_gone(comparison_t *comparison)
{
	async_notify_poll_t *poll = comparison->poll;
	const async_listing_t *listing = comparison->listing;
	const bool may_be_unknown = has_unknown(listing);
	async_known_t *known;

	for (size_t i = 0; i < listing->count; i++) {
		if ((known = find_known(poll, listing->entries[i].path)) != NULL) {
			known->round = poll->round;
		}
	}
	ZEND_HASH_FOREACH_PTR(&poll->known, known) {
		if (known->round == poll->round) {
			continue;
		}
		if (may_be_unknown && is_unknown(listing, ZSTR_VAL(known->path))) {
			known->round = poll->round;
		} else {
			/* Of two names of one inode either may be the one that has moved. */
			zend_hash_index_update_ptr(&comparison->gone, (zend_ulong) known->status.st_ino, known);
		}
	} ZEND_HASH_FOREACH_END();
}

/* Is this move part of that of a folder above? */
static bool moved_with_folder(comparison_t *comparison, const char *from, const char *to)
{
	zval *pair;

	ZEND_HASH_FOREACH_VAL(&comparison->moved, pair) {
		const zend_string *old = Z_STR_P(zend_hash_index_find(Z_ARRVAL_P(pair), 0));
		const zend_string *new = Z_STR_P(zend_hash_index_find(Z_ARRVAL_P(pair), 1));

		if (is_below(from, ZSTR_VAL(old)) && is_below(to, ZSTR_VAL(new))
				&& strcmp(from + ZSTR_LEN(old), to + ZSTR_LEN(new)) == 0) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

static void note_moved_folder(comparison_t *comparison, zend_string *from, zend_string *to)
{
	zval pair;

	array_init_size(&pair, 2);
	add_next_index_str(&pair, zend_string_copy(from));
	add_next_index_str(&pair, zend_string_copy(to));
	zend_hash_next_index_insert(&comparison->moved, &pair);
}

/* A path that is not known: it is new, or something known has moved there. */
static void appeared(comparison_t *comparison, const async_listed_t *entry)
{
	async_notify_poll_t *poll = comparison->poll;
	zend_string *path = zend_string_init(entry->path, strlen(entry->path), 0);
	async_known_t *gone = zend_hash_index_find_ptr(&comparison->gone, (zend_ulong) entry->status.st_ino);

	if (gone && has_moved(&gone->status, &entry->status)) {
		if (!moved_with_folder(comparison, ZSTR_VAL(gone->path), entry->path)) {
			report(poll, ASYNC_NOTIFY_MOVED, path, gone->path);
		}
		if (S_ISDIR(entry->status.st_mode)) {
			note_moved_folder(comparison, gone->path, path);
		}
		zend_hash_index_del(&comparison->gone, (zend_ulong) entry->status.st_ino);
		zend_hash_del(&poll->known, gone->path);
	} else {
		report(poll, ASYNC_NOTIFY_CREATED, path, NULL);
	}
	async_notify_add_known(poll, path, &entry->status);
	zend_string_release(path);
}

/* Report what is left of a table whose entries are gone, files before their folder. */
static void report_deleted(async_notify_poll_t *poll)
{
	async_known_t *known;

	ZEND_HASH_REVERSE_FOREACH_PTR(&poll->known, known) {
		if (known->round != poll->round) {
			report(poll, ASYNC_NOTIFY_DELETED, known->path, NULL);
			zend_hash_del(&poll->known, known->path);
		}
	} ZEND_HASH_FOREACH_END();
}

/* Is this path in the tree of another root? Then it is looked at all the same. */
static bool is_in_other_root(const async_notify_poll_t *poll, const char *path)
{
	async_poll_root_t *root;

	ZEND_HASH_FOREACH_PTR((HashTable *) &poll->roots, root) {
		if (root->is_folder && poll->is_recursive && is_below(path, ZSTR_VAL(root->path))) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* A folder that the owner has named does not exist any more: it is not looked for again. */
static void drop_root(async_notify_poll_t *poll, const async_listed_root_t *listed)
{
	const bool is_known_elsewhere = is_in_other_root(poll, listed->path);
	zend_ulong number;
	async_known_t *known;
	async_poll_root_t *root;

	ZEND_HASH_FOREACH_NUM_KEY_PTR(&poll->roots, number, root) {
		if (root->is_folder && strcmp(ZSTR_VAL(root->path), listed->path) == 0) {
			if (!is_known_elsewhere) {
				report(poll, ASYNC_NOTIFY_DELETED, root->path, NULL);
			}
			zend_hash_index_del(&poll->roots, number);
			break;
		}
	} ZEND_HASH_FOREACH_END();
	if (is_known_elsewhere) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(&poll->known, known) {
		if (is_below(ZSTR_VAL(known->path), listed->path)) {
			zend_hash_del(&poll->known, known->path);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_notify_compare(async_notify_poll_t *poll, const async_listing_t *listing)
{
	comparison_t comparison = { .poll = poll, .listing = listing };

	if (listing->error) {
		return;
	}
	for (size_t i = 0; i < listing->root_count; i++) {
		const async_listed_root_t *root = &listing->roots[i];

		if (root->is_folder && root->error && !has_no_answer(root->error)) {
			drop_root(poll, root);
		}
	}
	poll->round++;
	zend_hash_init(&comparison.gone, 8, NULL, NULL, 0);
	zend_hash_init(&comparison.moved, 8, NULL, ZVAL_PTR_DTOR, 0);
	find_gone(&comparison);
	for (size_t i = 0; i < listing->count; i++) {
		async_known_t *known = find_known(poll, listing->entries[i].path);

		if (known == NULL) {
			appeared(&comparison, &listing->entries[i]);
			continue;
		}
		if (is_changed(&known->status, &listing->entries[i].status)) {
			report(poll, ASYNC_NOTIFY_CHANGED, known->path, NULL);
		}
		known->status = listing->entries[i].status;
	}
	report_deleted(poll);
	zend_hash_destroy(&comparison.gone);
	zend_hash_destroy(&comparison.moved);
}
