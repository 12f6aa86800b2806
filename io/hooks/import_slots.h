/*
 * Import slots: the entries of a loaded object's global offset table through which it calls functions of other objects.
 *
 * When the slot of poll() in the php binary leads to a hook, every wait of stock PHP goes through the hook, and the
 * code of PHP stays as it is. Slots are replaced for the whole process and put back at module shutdown. Nothing here is
 * thread-safe: the caller holds the lock of hooks.c. None of these functions suspends or runs PHP code.
 */
#ifndef ASYNC_IO_HOOKS_IMPORT_SLOTS_H
#define ASYNC_IO_HOOKS_IMPORT_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	const char *name;         /* imported function */
	void *replacement;        /* the hook: where the slots lead afterwards */
	void **original;          /* what the hook calls: at first the function as this extension sees it, … */
	bool is_bound;            /* … then what the first replaced slot led to, which may be another tool's function */
	bool is_off;              /* turned off by the setting: slots are left alone */
	unsigned slots;           /* how many slots are replaced, as of the last change or count */
} async_import_hook_t;

/* Find the hook for a function that an object imports; NULL for most functions. `which` is passed through from the
 * caller of the functions below; NULL: any object. */
typedef async_import_hook_t *(*async_import_find_fn)(const char *name, const void *which);

/* False on processors whose slots are not known: then no object has any for the functions below. */
bool async_import_slots_known(void);

/* Replace the slots of the object that contains `address`. A slot that leads elsewhere than the first one of that
 * function did is left alone: another tool has replaced it.
 * errors: false when no slot could be replaced (static builds): nothing has changed */
bool async_import_slots_install(const void *address, async_import_find_fn find, const void *which);

/* Look only: call fn for each slot of that object that has a hook. is_taken: the slot leads to another tool's function.
 * errors: false: no loaded object has that address, or the object imports nothing */
typedef void (*async_import_seen_fn)(const async_import_hook_t *hook, bool is_taken, void *context);
bool async_import_slots_scan(
	const void *address, async_import_find_fn find, const void *which, async_import_seen_fn fn, void *context);

/* Call fn for each loaded library with its SONAME and an address in it. fn must not load or unload objects. */
typedef void (*async_import_library_fn)(const char *soname, const void *address, void *context);
void async_import_slots_each_library(async_import_library_fn fn, void *context);

/* Call fn for each loaded object: once with needed NULL, and once with the SONAME of each library that it needs.
 * address: of its lowest byte; soname: NULL if it has none. fn must not load or unload objects. */
typedef void (*async_import_need_fn)(const void *address, const char *soname, const char *needed, void *context);
void async_import_slots_each_need(async_import_need_fn fn, void *context);

/* File name of the object that contains `address`; the executable when the system gives none. */
const char *async_import_slots_object(const void *address);

/* SONAME of the library that contains `address`; NULL: none, or it has no name. */
const char *async_import_slots_soname(const void *address);

/* How many objects were unloaded so far. Each took its slots along, and the counts of hooks are too high then. */
unsigned long long async_import_slots_unloads(void);

/* Add to the count of each hook the slots of all loaded objects that lead to it. */
void async_import_slots_count(async_import_find_fn find);

/* Put the originals back in all objects that are loaded, except where another tool has replaced the slot after us. */
void async_import_slots_restore(async_import_find_fn find);

#endif
