/*
 * Import slots: the entries of a loaded object's global offset table through which it calls functions of other objects.
 *
 * Replacing the slot of poll() in the php binary makes every wait of stock PHP go through us, with its code untouched.
 * Slots are replaced once for the process and restored at module shutdown.
 */
#ifndef ASYNC_IO_IMPORT_SLOTS_H
#define ASYNC_IO_IMPORT_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	const char *name;         /* imported function */
	void *replacement;
	void **original;          /* receives what to call instead; set before the slot is written */
	unsigned slots;           /* how many slots were replaced */
} async_import_hook_t;

/* Replace the slots of the object that contains `address` (a function of it).
 * Not thread-safe: the caller holds the process-wide lock.
 * errors: false when no slot could be replaced (static builds): nothing has changed */
bool async_import_slots_install(async_import_hook_t *hooks, size_t count, const void *address);

/* Put the originals back, except where somebody else has replaced our replacement. */
void async_import_slots_restore(void);

#endif
