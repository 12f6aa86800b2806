/*
 * Slots of a php binary that async is built into. They do what import slots do elsewhere (linked_names.h).
 */
#ifndef ASYNC_IO_HOOKS_LINKED_SLOTS_H
#define ASYNC_IO_HOOKS_LINKED_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	const char *name;
	void **slot;              /* leads to the function of libc until it is replaced */
} async_linked_slot_t;

/* Is async a part of the php binary? Then both share the import slots of the binary, if it has any. */
bool async_is_built_in(void);

/* All slots, and their number; none where async is a module, or on processors that SLOT() has no code for. */
const async_linked_slot_t *async_linked_slots(size_t *count);

#endif
