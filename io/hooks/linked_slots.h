/*
 * Slots of a PHP that async is built into: what import slots are elsewhere (linked_names.h).
 */
#ifndef ASYNC_IO_HOOKS_LINKED_SLOTS_H
#define ASYNC_IO_HOOKS_LINKED_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	const char *name;
	void **slot;              /* leads to the function of libc until it is replaced */
} async_linked_slot_t;

/* Is async a part of the php binary? Its import slots, if it has any, are our own, too. */
bool async_is_built_in(void);

/* All slots; none where async is a module, or on processors without the code for it. */
const async_linked_slot_t *async_linked_slots(size_t *count);

#endif
