/*
 * Hooks: functions that stand in for the waiting functions of libc where stock PHP, its extensions and their libraries
 * call them.
 *
 * Each file of this folder has the hooks of one group, or a part of them, and a table. A hook calls the original
 * function when the call would not wait, or when no coroutine may park here (async_io_may_park()). The setting
 * async.hooks says which groups are installed.
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
	bool tracers_only;            /* in extensions that are tracers (tracers.h), and in nothing else */
} async_hook_group_t;

/* A row of a group's table: hooked_NAME() stands in for NAME(), and original_NAME leads to the real NAME(). */
#define ASYNC_HOOK(function) { #function, (void *) hooked_##function, (void **) &original_##function, false, false, 0 }

/* For X-macro lists of functions: define original_NAME, and write the row. */
#define ASYNC_HOOK_ORIGINAL(function) static __typeof__(function) *original_##function = function;
#define ASYNC_HOOK_ROW(function) ASYNC_HOOK(function),

/* Define async_FILE_hooks. Several files may each have a table of the same group. */
#define ASYNC_HOOK_TABLE(file, group, table) \
	const async_hook_group_t async_##file##_hooks = { group, table, sizeof(table) / sizeof((table)[0]), false, false }

#define ASYNC_HOOK_GROUP(group, table) ASYNC_HOOK_TABLE(group, #group, table)

extern const async_hook_group_t async_sleep_hooks;
extern const async_hook_group_t async_poll_hooks;
extern const async_hook_group_t async_epoll_hooks;
extern const async_hook_group_t async_select_hooks;
extern const async_hook_group_t async_sockets_hooks;
extern const async_hook_group_t async_connect_hooks;
extern const async_hook_group_t async_dns_hooks;
extern const async_hook_group_t async_threads_hooks;
extern const async_hook_group_t async_files_hooks;
extern const async_hook_group_t async_processes_hooks;

/* Add a table from above io/, for an extension that would crash or loop for ever when a call of its library fails, or
 * whose calls take no turn. Its name is one of the groups above. At module start, before anything is installed. */
void async_hooks_add(const async_hook_group_t *group);

/* Are the hooks installed, this group among them? */
bool async_hooks_wants(const char *group);

/* Is this a value that async.hooks can have? When not, *bad and *length receive the word that is unknown, which is not
 * terminated. */
bool async_hooks_check(const char *setting, const char **bad, size_t *length);

/* Replace the slots of all hooked objects (hooked_objects.h), as `setting` says. Objects that are loaded later get
 * theirs by async_hooks_look_again(). Once per process, under the caller's lock.
 * owns:     nothing; the caller keeps `setting` in place until async_hooks_restore()
 * suspends: no
 * runs PHP: no
 * errors:   false: no slot could be replaced (a static build): stock functions block in place */
bool async_hooks_install(const char *setting);
void async_hooks_restore(void);

/* If objects may have been loaded since the last time, replace their slots. Called at interrupts, which the hook for
 * dlopen() asks for.
 * suspends: no; runs PHP: no */
void async_hooks_look_again(void);

/* A request begins to use coroutines: extensions that an earlier one loaded by dl() are gone. */
void async_hooks_learn_extensions(void);

/* Rows for phpinfo(): which functions are hooked in which object (or will be at the first async call), and which are
 * left alone and why. */
void async_hooks_info(const char *setting);

/* Number of slots that are replaced now. */
size_t async_hooks_count(void);

#endif
