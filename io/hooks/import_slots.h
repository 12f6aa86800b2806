/*
 * Import slots: the entries of a loaded object's global offset table through which it calls functions of other objects.
 *
 * Replacing the slot of poll() in the php binary makes every wait of stock PHP go through us, with its code untouched.
 * Slots are replaced for the process and restored at module shutdown. Nothing here is thread-safe: the caller holds
 * the process-wide lock.
 */
#ifndef ASYNC_IO_HOOKS_IMPORT_SLOTS_H
#define ASYNC_IO_HOOKS_IMPORT_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	const char *name;         /* imported function */
	void *replacement;
	void **original;          /* what to call instead: the function as this extension sees it … */
	bool is_bound;            /* … until the first slot was read, which may lead to somebody else's */
	bool is_off;              /* turned off: slots are left alone */
	unsigned slots;           /* how many slots are replaced, as of the last change or count */
} async_import_hook_t;

/* Find the hook for a function that an object imports, NULL for most of them. `which` is what the caller below passed;
 * NULL: any object. */
typedef async_import_hook_t *(*async_import_find_fn)(const char *name, const void *which);

/* Replace the slots of the object that contains `address` (a function of it). Slots that lead elsewhere than the first
 * one did have been taken by another tool and are left alone.
 * errors: false when no slot could be replaced (static builds): nothing has changed */
bool async_import_slots_install(const void *address, async_import_find_fn find, const void *which);

/* A dry scan: call fn for each import of that object that has a hook; is_taken: the slot leads to another tool.
 * errors: false: no loaded object with that address, or none that imports anything */
typedef void (*async_import_seen_fn)(const async_import_hook_t *hook, bool is_taken, void *context);
bool async_import_slots_scan(
	const void *address, async_import_find_fn find, const void *which, async_import_seen_fn fn, void *context);

/* Call fn for each loaded library: its SONAME, and an address in it. fn must not load or unload any. */
typedef void (*async_import_library_fn)(const char *soname, const void *address, void *context);
void async_import_slots_each_library(async_import_library_fn fn, void *context);

/* File name of the object that contains `address`; the executable when the system gives none. */
const char *async_import_slots_object(const void *address);

/* SONAME of the library that contains `address`; NULL: none, or it has no name. */
const char *async_import_slots_soname(const void *address);

/* Libraries take their slots along when they are unloaded. How often did that happen to any? */
unsigned long long async_import_slots_unloads(void);

/* Add the slots of all loaded objects that lead to replacements to the counts of their hooks. */
void async_import_slots_count(async_import_find_fn find);

/* Put the originals back in all objects that are still loaded, except where somebody else has replaced our
 * replacement. */
void async_import_slots_restore(async_import_find_fn find);

#endif
