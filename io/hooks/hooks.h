/*
 * The waiting functions of libc as stock PHP, its extensions and their libraries call them, made cooperative.
 *
 * Each group has a file of its own, hooks_*.c, with its functions and the table of them. A hook asks first:
 * async_io_may_park()? would the call wait at all? Otherwise it makes the original call. The setting async.hooks says
 * which groups are installed.
 */
#ifndef ASYNC_IO_HOOKS_HOOKS_H
#define ASYNC_IO_HOOKS_HOOKS_H

#include "io/hooks/import_slots.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	const char *name;             /* as in async.hooks */
	async_import_hook_t *hooks;
	size_t count;
	bool libraries_only;          /* not for the php binary and extensions */
} async_hook_group_t;

/* A line of a group's table: hooked_NAME() stands in for NAME(), original_NAME is what it calls instead. */
#define ASYNC_HOOK(function) { #function, (void *) hooked_##function, (void **) &original_##function, false, false, 0 }

/* For lists of functions: what to call instead, and the lines of the table. */
#define ASYNC_HOOK_ORIGINAL(function) static __typeof__(function) *original_##function = function;
#define ASYNC_HOOK_ROW(function) ASYNC_HOOK(function),

/* Several files may have a table of one group. */
#define ASYNC_HOOK_TABLE(file, group, table) \
	const async_hook_group_t async_##file##_hooks = { group, table, sizeof(table) / sizeof((table)[0]), false }

#define ASYNC_HOOK_GROUP(group, table) ASYNC_HOOK_TABLE(group, #group, table)

extern const async_hook_group_t async_sleep_hooks;
extern const async_hook_group_t async_poll_hooks;
extern const async_hook_group_t async_select_hooks;
extern const async_hook_group_t async_sockets_hooks;
extern const async_hook_group_t async_connect_hooks;
extern const async_hook_group_t async_dns_hooks;
extern const async_hook_group_t async_threads_hooks;
extern const async_hook_group_t async_files_hooks;
extern const async_hook_group_t async_processes_hooks;

/* Add a table from above io/: where an extension would crash or never end when its library fails, or take no turn. The
 * name is one of the groups above. At module start, before anything is installed. */
void async_hooks_add(const async_hook_group_t *group);

/* Is this group installed? */
bool async_hooks_wants(const char *group);

/* Is this a setting that async.hooks can have? On failure *bad receives the part that is not (not terminated). */
bool async_hooks_check(const char *setting, const char **bad, size_t *length);

/* Replace the slots of the php binary and of all loaded PHP extensions, as `setting` says; extensions that are loaded
 * later follow. Once per process, under the caller's lock. The setting stays in place until they are restored.
 * errors: false: this build has no import slots, stock PHP waits in place */
bool async_hooks_install(const char *setting);
void async_hooks_restore(void);

/* Rows for phpinfo(): what is or would be hooked, in which object, and what is left alone and why. */
void async_hooks_info(const char *setting);

/* Number of slots that are replaced now. */
size_t async_hooks_count(void);

#endif
