/*
 * A listing of files and folders with what stat() says of them, made by a worker. Plain C, memory of malloc(): no part
 * of PHP is touched.
 */
#ifndef ASYNC_IO_FILES_TREE_LISTING_H
#define ASYNC_IO_FILES_TREE_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

typedef struct {
	char *path;
	struct stat status;
	int error;             /* of a folder: the errno for which its entries are not known; 0: they follow */
} async_listed_t;

typedef struct {
	char *path;
	bool is_folder;        /* its entries are listed; otherwise the path itself, if it exists */
	int error;             /* the errno for which nothing is known of it; 0: it is listed */
} async_listed_root_t;

typedef struct {
	async_listed_root_t *roots;
	size_t root_count;
	bool is_recursive;
	async_listed_t *entries;   /* a folder stands before what is in it */
	size_t count;
	size_t room;
	int error;                 /* ENOMEM: the listing is not whole */
} async_listing_t;

/* Add a path to be listed. errors: false, there is no memory */
bool async_listing_add_root(async_listing_t *listing, const char *path, bool is_folder);

/* Read the roots. May block for as long as their disks do; any thread. Links below a root are not followed. */
void async_listing_read(async_listing_t *listing);

/* Free what the listing has. */
void async_listing_free(async_listing_t *listing);

#endif
