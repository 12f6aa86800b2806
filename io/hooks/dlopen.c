/*
 * The hook for dlopen(): notes the call, and jumps to the real function, which has to see its caller.
 */
#include "io/hooks/dlopen.h"

#include "io/wait_fd.h"

#include <dlfcn.h>

__attribute__((visibility("hidden"))) void *(*async_original_dlopen)(const char *file, int mode) = dlopen;

static bool was_called;   /* by any thread */

/* Called by the hook below. */
__attribute__((used)) static void async_dlopen_begins(void)
{
	__atomic_store_n(&was_called, true, __ATOMIC_RELEASE);
	if (async_io_thread_has_scheduler()) {
		zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
	}
}

bool async_dlopen_was_called(void)
{
	void *any;

	if (EXPECTED(!__atomic_load_n(&was_called, __ATOMIC_RELAXED)) || !__atomic_exchange_n(&was_called, false,
		__ATOMIC_ACQ_REL)) {
		return false;
	}
	/* The loader holds its lock until an object is complete. */
	any = dlopen(NULL, RTLD_LAZY);
	if (any) {
		dlclose(any);
	}
	return true;
}

#define HOOK_BEGINS \
	".pushsection .text\n" \
	"\t.globl async_hooked_dlopen\n" \
	"\t.hidden async_hooked_dlopen\n" \
	"\t.type async_hooked_dlopen, %function\n" \
	"async_hooked_dlopen:\n" \
	"\t.cfi_startproc\n"
#define HOOK_ENDS \
	"\t.cfi_endproc\n" \
	"\t.size async_hooked_dlopen, . - async_hooked_dlopen\n" \
	".popsection\n"

/* Arguments, stack and return address are those of the caller when the jump is made. */
#if defined(__x86_64__)
__asm__(HOOK_BEGINS
	"\tendbr64\n"
	"\tpush %rdi\n"
	"\t.cfi_adjust_cfa_offset 8\n"
	"\tpush %rsi\n"
	"\t.cfi_adjust_cfa_offset 8\n"
	"\tsub $8, %rsp\n"
	"\t.cfi_adjust_cfa_offset 8\n"
	"\tcall async_dlopen_begins\n"
	"\tadd $8, %rsp\n"
	"\t.cfi_adjust_cfa_offset -8\n"
	"\tpop %rsi\n"
	"\t.cfi_adjust_cfa_offset -8\n"
	"\tpop %rdi\n"
	"\t.cfi_adjust_cfa_offset -8\n"
	"\tjmp *async_original_dlopen(%rip)\n"
	HOOK_ENDS);
#elif defined(__aarch64__)
__asm__(HOOK_BEGINS
	"\thint #34\n"
	"\tstp x29, x30, [sp, #-32]!\n"
	"\t.cfi_def_cfa_offset 32\n"
	"\t.cfi_offset 29, -32\n"
	"\t.cfi_offset 30, -24\n"
	"\tstp x0, x1, [sp, #16]\n"
	"\tbl async_dlopen_begins\n"
	"\tldp x0, x1, [sp, #16]\n"
	"\tldp x29, x30, [sp], #32\n"
	"\t.cfi_restore 30\n"
	"\t.cfi_restore 29\n"
	"\t.cfi_def_cfa_offset 0\n"
	"\tadrp x16, async_original_dlopen\n"
	"\tldr x16, [x16, :lo12:async_original_dlopen]\n"
	"\tbr x16\n"
	HOOK_ENDS);
#else
/* No slots are replaced on other processors. */
void *async_hooked_dlopen(const char *file, int mode)
{
	async_dlopen_begins();
	return async_original_dlopen(file, mode);
}
#endif
