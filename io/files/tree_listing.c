/*
 * Listings of trees, for looking at changes where the kernel does not tell of them.
 */
#include "io/files/tree_listing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

bool async_listing_add_root(async_listing_t *listing, const char *path, bool is_folder)
{
	async_listed_root_t *roots = realloc(listing->roots, (listing->root_count + 1) * sizeof(*roots));
	char *copy = strdup(path);

	if (roots) {
		listing->roots = roots;
	}
	if (roots == NULL || copy == NULL) {
		free(copy);
		return false;
	}
	roots[listing->root_count++] = (async_listed_root_t) { .path = copy, .is_folder = is_folder };
	return true;
}

/* A new entry; takes over the path, which may be NULL for lack of memory. False: there is no memory. */
static bool append(async_listing_t *listing, char *path, const struct stat *status)
{
	if (path && listing->count == listing->room) {
		const size_t room = listing->room ? 2 * listing->room : 64;
		async_listed_t *entries = realloc(listing->entries, room * sizeof(*entries));

		if (entries == NULL) {
			free(path);
			path = NULL;
		} else {
			listing->entries = entries;
			listing->room = room;
		}
	}
	if (path == NULL) {
		listing->error = ENOMEM;
		return false;
	}
	listing->entries[listing->count++] = (async_listed_t) { .path = path, .status = *status };
	return true;
}

static char *join(const char *folder, const char *name)
{
	const size_t length = strlen(folder);
	const bool has_slash = length > 0 && folder[length - 1] == '/';
	char *path = malloc(length + strlen(name) + 2);

	if (path) {
		memcpy(path, folder, length);
		path[length] = '/';
		strcpy(path + length + (has_slash ? 0 : 1), name);
	}
	return path;
}

/* Append the entries of a folder. Returns the errno for which they are not known. */
static int read_folder(async_listing_t *listing, const char *path)
{
	DIR *stream = opendir(path);
	const struct dirent *entry;
	int error;

	if (stream == NULL) {
		return errno;
	}
	while (errno = 0, listing->error == 0 && (entry = readdir(stream)) != NULL) {
		struct stat status;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
			continue;
		}
		if (fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
			append(listing, join(path, entry->d_name), &status);
		} else if (errno != ENOENT) {
			break;
		}
	}
	error = listing->error ? 0 : errno;
	closedir(stream);
	return error;
}

/* The entries below those from number `begin` on: each folder is read when its turn comes. */
static void read_below(async_listing_t *listing, size_t begin)
{
	for (size_t i = begin; i < listing->count && listing->error == 0; i++) {
		if (S_ISDIR(listing->entries[i].status.st_mode)) {
			const int error = read_folder(listing, listing->entries[i].path);

			/* A folder that was deleted since has no entries. The array may be at another place now. */
			listing->entries[i].error = error == ENOENT ? 0 : error;
		}
	}
}

static void read_root(async_listing_t *listing, async_listed_root_t *root)
{
	const size_t begin = listing->count;
	struct stat status;

	if (root->is_folder) {
		root->error = read_folder(listing, root->path);
		if (root->error == 0 && listing->is_recursive) {
			read_below(listing, begin);
		}
	} else if (lstat(root->path, &status) == 0) {
		append(listing, strdup(root->path), &status);
	} else if (errno != ENOENT && errno != ENOTDIR) {
		root->error = errno;
	}
}

void async_listing_read(async_listing_t *listing)
{
	for (size_t i = 0; i < listing->root_count && listing->error == 0; i++) {
		read_root(listing, &listing->roots[i]);
	}
}

void async_listing_free(async_listing_t *listing)
{
	for (size_t i = 0; i < listing->root_count; i++) {
		free(listing->roots[i].path);
	}
	for (size_t i = 0; i < listing->count; i++) {
		free(listing->entries[i].path);
	}
	free(listing->roots);
	free(listing->entries);
	*listing = (async_listing_t) {0};
}
