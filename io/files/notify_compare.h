/*
 * What a set that is looked at knows of its paths, and what a new listing says about it: between notify_poll.c and
 * notify_compare.c.
 */
#ifndef ASYNC_IO_FILES_NOTIFY_COMPARE_H
#define ASYNC_IO_FILES_NOTIFY_COMPARE_H

#include "io/files/notify_poll.h"
#include "io/files/tree_listing.h"

/* A file or folder as the last listing had it. */
typedef struct {
	zend_string *path;        /* counted; the key in the table */
	struct stat status;
	uint32_t round;           /* of the latest listing that has it */
} async_known_t;

typedef struct {
	zend_string *path;        /* counted */
	bool is_folder;
} async_poll_root_t;

struct async_notify_poll {
	async_timer_t timer;      /* armed while no look is on its way */
	struct async_notify_look *look;   /* NULL: none is on its way */
	const async_notify_ops_t *ops;
	void *owner;
	uint64_t interval;        /* ns */
	uint64_t device;          /* of the first path: lane of the looks */
	pid_t process;            /* that looks */
	bool is_recursive;
	uint32_t round;
	HashTable roots;          /* async_poll_root_t */
	HashTable known;          /* async_known_t by path */
};

/* Know a path from now on. The status is that of the latest listing. owns: takes its own reference */
void async_notify_add_known(async_notify_poll_t *poll, zend_string *path, const struct stat *status);

/* Report the differences between what is known and a listing, which is known afterwards. May allocate.
 * suspends: no; runs PHP: no */
void async_notify_compare(async_notify_poll_t *poll, const async_listing_t *listing);

#endif
