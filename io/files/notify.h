/*
 * Changes below folders, as Linux's inotify reports them: one descriptor for each set of paths. Paths whose changes
 * inotify does not see are looked at in intervals (notify_poll.h).
 */
#ifndef ASYNC_IO_FILES_NOTIFY_H
#define ASYNC_IO_FILES_NOTIFY_H

#include "io/globals.h"

typedef enum {
	ASYNC_NOTIFY_CREATED,
	ASYNC_NOTIFY_CHANGED,     /* a writer has closed it, or its owner, mode or times are others */
	ASYNC_NOTIFY_DELETED,     /* or moved to a place that is not watched */
	ASYNC_NOTIFY_MOVED,
	ASYNC_NOTIFY_OVERFLOW,    /* the kernel dropped events, or they do not tell where folders are */
	ASYNC_NOTIFY_FOLDER_GONE, /* DELETED for a folder with all that is in it, which has no events of its own */
	ASYNC_NOTIFY_PUT          /* CREATED by a move from elsewhere, which may have replaced another file */
} async_notify_kind_t;

/* Is the path that of the folder, or of something below it? */
static inline bool async_notify_is_within(const zend_string *path, const zend_string *folder)
{
	const size_t length = ZSTR_LEN(folder);

	return ZSTR_LEN(path) >= length && memcmp(ZSTR_VAL(path), ZSTR_VAL(folder), length) == 0
		&& (ZSTR_VAL(path)[length] == '\0' || ZSTR_VAL(path)[length] == '/');
}

typedef struct async_notify async_notify_t;

/* What the owner of a set of paths is told. Both are called from inside the reactor, and run no PHP code. */
typedef struct {
	/* May allocate. The strings are the caller's; old_path is that of MOVED, else NULL. OVERFLOW has no path. */
	void (*report)(void *owner, async_notify_kind_t kind, zend_string *path, zend_string *old_path);
	/* All that was there has been reported. May close the set. */
	void (*reported)(void *owner);
} async_notify_ops_t;

/* Open a set without paths. Its descriptor is watched until it is closed, and does not keep the program alive. All
 * paths are looked at in intervals of poll_ms; 0: only those on network file systems are, once a second.
 * owns:     the caller closes it
 * suspends: no; runs PHP: no
 * errors:   NULL with errno: EMFILE, ENOMEM, ENOSYS without inotify */
async_notify_t *async_notify_open(bool recursive, uint64_t poll_ms, const async_notify_ops_t *ops, void *owner);

/* Watch an absolute path: a folder's entries, with those of its sub-folders if the set is recursive; or a file, also
 * one that is put in its place later. Reads the whole tree of a recursive set, without waiting.
 * errors: an errno: ENOENT, EACCES, ENOSPC (the limit of watched folders), ENOMEM …; what was added already stays */
int async_notify_add(async_notify_t *notify, zend_string *path);

/* Has every path gone? */
bool async_notify_is_empty(const async_notify_t *notify);

/* The errno for which the set reports no more, with the path in question (borrowed; NULL: none); 0: it goes on. */
int async_notify_error(const async_notify_t *notify, zend_string **path);

/* Number of sets that are open in this thread, and of the folders and files that they watch. */
void async_notify_count(zend_long *sets, zend_long *paths);

/* False in a child that was forked since: events come to the parent only. */
bool async_notify_is_ours(const async_notify_t *notify);

/* Close the descriptor and free the set; errno may change. */
void async_notify_close(async_notify_t *notify);

#endif
