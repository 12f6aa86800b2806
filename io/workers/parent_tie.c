/*
 * The tie of a worker process to its parent: the kernel sends a signal when the parent ends.
 *
 * The kernel unties a process that changes its user or group, as servers do that give up the rights of root. So the
 * functions of PHP that do this tie it again.
 */
#include "io/workers/parent_tie.h"

#include "engine/handlers.h"

#include <signal.h>
#include <unistd.h>
#ifdef __linux__
# include <sys/prctl.h>
#endif

/* Of the process `self`; a child that it forks is not tied. */
static struct {
	pid_t self;
	pid_t parent;
	int signo;
} tie;

static void renew(void)
{
#ifdef PR_SET_PDEATHSIG
	(void) prctl(PR_SET_PDEATHSIG, tie.signo);
	if (getppid() != tie.parent) {
		(void) kill(tie.self, tie.signo);
	}
#endif
}

void async_parent_tie(pid_t parent, int signo)
{
	tie.self = getpid();
	tie.parent = parent;
	tie.signo = signo;
	renew();
}

void async_parent_tie_change(int signo)
{
	if (tie.self == getpid()) {
		tie.signo = signo;
#ifdef PR_SET_PDEATHSIG
		(void) prctl(PR_SET_PDEATHSIG, signo);
#endif
	}
}

/* ---- functions that untie ---- */

#define TIES_AGAIN(name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(on_##name) \
	{ \
		original_##name(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		if (UNEXPECTED(tie.self != 0) && tie.self == getpid()) { \
			renew(); \
		} \
	}
TIES_AGAIN(posix_setuid)
TIES_AGAIN(posix_setgid)
TIES_AGAIN(posix_seteuid)
TIES_AGAIN(posix_setegid)
TIES_AGAIN(pcntl_unshare)

#define SWAP(name) { NULL, #name, on_##name, &original_##name }

static const async_handler_swap_t swaps[] = {
	SWAP(posix_setuid),
	SWAP(posix_setgid),
	SWAP(posix_seteuid),
	SWAP(posix_setegid),
	SWAP(pcntl_unshare),
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_parent_tie_part = { .startup = start };
