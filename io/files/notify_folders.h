/*
 * The folders of a set that inotify watches: between notify.c, which reads the events, and notify_folders.c.
 * Linux only.
 */
#ifndef ASYNC_IO_FILES_NOTIFY_FOLDERS_H
#define ASYNC_IO_FILES_NOTIFY_FOLDERS_H

#include "io/files/notify_poll.h"

typedef struct {
	int wd;
	zend_string *path;        /* counted */
	HashTable *only;          /* the names that are watched: true while the file exists; NULL: all names */
	bool is_root;             /* named by the owner */
	uint32_t round;           /* of the set when the path was found last */
} async_notify_folder_t;

struct async_notify {
	async_fd_waiter_t waiter;
	async_timer_t timer;          /* armed while the first half of a move is held at the end of a read */
	const async_notify_ops_t *ops;
	void *owner;
	int fd;                       /* -1: all paths are looked at in intervals */
	bool recursive;
	uint64_t poll_ms;             /* interval for the paths that inotify does not see */
	async_notify_poll_t *poll;    /* those paths; NULL: there are none */
	async_ring_t node;            /* on the ring of open sets */
	int error;                    /* not 0: no more is read */
	zend_string *error_path;      /* counted, NULL: none */
	HashTable folders;            /* async_notify_folder_t by watch descriptor */
	uint32_t round;               /* grows each time that all folders are found again */
	bool misses_new;              /* a new folder was gone, or moved with a folder above it, before it was read of */
	bool has_lost_track;          /* they are to be found again: one has another path than its events say */
	zend_string *held;            /* the path that was moved away, counted; NULL: none */
	uint32_t held_cookie;
	bool held_is_folder;
};

/* The destructor of the table of folders. */
void async_notify_free_folder(zval *value);

/* The path of an entry; the caller owns it. */
zend_string *async_notify_join(const zend_string *folder, const char *name);

/* The set reports no more, for this errno. The first one counts. */
void async_notify_fail(async_notify_t *notify, int error, zend_string *path);

/* Watch a folder, and all below it in a recursive set. Each folder is watched before it is read: what is made meanwhile
 * is seen by the one or the other. Links are not followed, and a folder that was read in this round is not read again,
 * so this ends; but if new folders are missed, they are looked for in known ones. report: what is in new folders
 * suspends: no; runs PHP: no
 * errors:   an errno, of the set too if something is scarce. Sub-folders that are gone or not allowed are left out */
int async_notify_add_tree(async_notify_t *notify, zend_string *root, bool is_root, bool report);

/* The kernel dropped events, maybe those of folders that are new, were moved, or are gone. Or moves followed each
 * other faster than they were read, so that a path meant several folders. Report an overflow, and find out which
 * folders there are, and where. Folders that the owner has named and that are gone are reported, too.
 * suspends: no; runs PHP: no; errors: those of the set */
void async_notify_find_again(async_notify_t *notify);

/* Is a folder with this path watched? */
bool async_notify_knows(const async_notify_t *notify, const zend_string *path);

/* Report that the folder is gone, or the files for which it was watched. */
void async_notify_report_lost(async_notify_t *notify, const async_notify_folder_t *folder);

/* Is the folder in the tree of another one that is watched? Then a move within that tree is known already, and the
 * folder has its new path. */
bool async_notify_has_parent(async_notify_t *notify, const async_notify_folder_t *folder);

/* Stop watching a folder and those below it. */
void async_notify_drop_below(async_notify_t *notify, const zend_string *path);

/* The folder was moved within what is watched: the kernel follows it, the paths have to as well. */
void async_notify_rename_below(async_notify_t *notify, const zend_string *from, const zend_string *to);

#endif
