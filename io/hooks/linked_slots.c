/*
 * Linked slots: one jump and one slot for each hooked function, in a php binary that async is built into.
 */
#include "io/hooks/linked_slots.h"

#include "io/hooks/linked_names.h"

#if defined(ASYNC_BUILT_IN) && defined(ASYNC_HAS_LINKED_SLOTS)

#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <resolv.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __GLIBC__
# define NAMES(X) ASYNC_LINKED_NAMES(X) ASYNC_LINKED_NAMES_OF_GLIBC(X)
#else
# define NAMES(X) ASYNC_LINKED_NAMES(X)
#endif

/* A jump, not a call: all arguments stay where they are, whatever the type of the function. */
#if defined(__x86_64__)
# define JUMP(slot) "\tendbr64\n\tjmp *" slot "(%rip)\n"
#else
# define JUMP(slot) "\thint #34\n\tadrp x16, " slot "\n\tldr x16, [x16, :lo12:" slot "]\n\tbr x16\n"
#endif

#define SLOT(name) \
	__attribute__((used, visibility("hidden"))) void *async_slot_##name = (void *) name; \
	__asm__(".pushsection .text\n" \
		"\t.globl async_linked_" #name "\n" \
		"\t.hidden async_linked_" #name "\n" \
		"\t.type async_linked_" #name ", %function\n" \
		"async_linked_" #name ":\n" \
		JUMP("async_slot_" #name) \
		"\t.size async_linked_" #name ", . - async_linked_" #name "\n" \
		".popsection\n");
#define ROW(name) { #name, &async_slot_##name },

NAMES(SLOT)

static const async_linked_slot_t slots[] = { NAMES(ROW) };

const async_linked_slot_t *async_linked_slots(size_t *count)
{
	*count = sizeof(slots) / sizeof(slots[0]);
	return slots;
}
#else
const async_linked_slot_t *async_linked_slots(size_t *count)
{
	*count = 0;
	return NULL;
}
#endif

bool async_is_built_in(void)
{
#ifdef ASYNC_BUILT_IN
	return true;
#else
	return false;
#endif
}
