/*
 * The paths of a set that are looked at again and again, because the kernel does not tell of their changes: those on
 * network file systems, and all if the owner wants it.
 */
#ifndef ASYNC_IO_FILES_NOTIFY_POLL_H
#define ASYNC_IO_FILES_NOTIFY_POLL_H

#include "io/files/notify.h"

typedef struct async_notify_poll async_notify_poll_t;

/* May other machines, or a program in user space, change this path without a word to inotify? */
bool async_notify_needs_poll(const char *path);

/* New set without paths, which is looked at in these intervals. What it finds goes to `ops`, see notify.h.
 * owns: the caller closes it; suspends: no; runs PHP: no */
async_notify_poll_t *async_notify_poll_open(bool recursive, uint64_t interval_ns, const async_notify_ops_t *ops,
	void *owner);

/* Look at an absolute path from now on. Reads it, with the whole tree of a recursive set, without waiting.
 * suspends: no; runs PHP: no
 * errors:   an errno: ENOENT, EACCES, ENOMEM …; the path was not added */
int async_notify_poll_add(async_notify_poll_t *poll, const zend_string *path);

/* Has every path gone? */
bool async_notify_poll_is_empty(const async_notify_poll_t *poll);

/* False in a child that was forked since: it does not look. */
bool async_notify_poll_is_ours(const async_notify_poll_t *poll);

/* Number of files and folders that are known. */
uint32_t async_notify_poll_count(const async_notify_poll_t *poll);

/* Look no more, and free the set. A worker that reads the paths just then goes on with memory of its own. */
void async_notify_poll_close(async_notify_poll_t *poll);

#endif
