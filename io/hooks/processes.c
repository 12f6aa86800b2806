/*
 * Hooks for waits for child processes: waitpid() and its relatives, popen() and pclose().
 */
#include "io/hooks/hooks.h"

#include "io/hooks/close.h"
#include "io/processes/child_wait.h"
#include "io/processes/orphans.h"
#include "io/processes/process_pipe.h"
#include "io/wait_fd.h"

#include "php.h"
#include "ext/standard/file.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define HOOKS(X) \
	X(wait) X(waitpid) X(wait3) X(wait4) X(waitid) X(popen) X(pclose)

HOOKS(ASYNC_HOOK_ORIGINAL)

/* ---- wait(), waitpid(), wait3(), wait4(): wait4() has the arguments of all of them ---- */

/* One such call. `call` makes it with other options. */
typedef struct {
	pid_t (*call)(void *arguments, int options);
	pid_t pid;
	int *status;
	int options;
	struct rusage *usage;
	pid_t result;
} wait_call_t;

/* waitpid() and its relatives without waiting: 0 means that no child has changed its state. */
static bool look_for_child(void *context)
{
	wait_call_t *call = context;

	call->result = call->call(call, call->options | WNOHANG);
	return call->result != 0;
}

static pid_t wait_for_child(wait_call_t *call)
{
	const bool exits = !(call->options & (WUNTRACED | WCONTINUED));
	const int kept_errno = errno;

	ZEND_ASSERT(!(call->options & WNOHANG) && "a call that does not wait is the original one");
	switch (async_wait_child(call->pid, exits, true, look_for_child, call)) {
		case ASYNC_WAIT_READY:
			if (call->result >= 0) {
				errno = kept_errno;
			}
			return call->result;
		case ASYNC_WAIT_CANCELLED:
			if (call->pid > 0 && FG(pclose_wait)) {
				/* proc_close(): PHP forgets the number of the process now, so nothing else could reap it. */
				async_orphan_adopt(call->pid, NULL, NULL);
				errno = ECANCELED;
			}
			return -1;
		default:
			return -1;
	}
}

static pid_t call_waitpid(void *arguments, int options)
{
	wait_call_t *call = arguments;
	return original_waitpid(call->pid, call->status, options);
}

static pid_t call_wait3(void *arguments, int options)
{
	wait_call_t *call = arguments;
	return original_wait3(call->status, options, call->usage);
}

static pid_t call_wait4(void *arguments, int options)
{
	wait_call_t *call = arguments;
	return original_wait4(call->pid, call->status, options, call->usage);
}

static pid_t hooked_wait(int *status)
{
	wait_call_t call = { call_waitpid, -1, status, 0, NULL, 0 };
	return async_io_may_park_for_child() ? wait_for_child(&call) : original_wait(status);
}

static pid_t hooked_waitpid(pid_t pid, int *status, int options)
{
	wait_call_t call = { call_waitpid, pid, status, options, NULL, 0 };

	if ((options & WNOHANG) || !async_io_may_park_for_child()) {
		return original_waitpid(pid, status, options);
	}
	return wait_for_child(&call);
}

static pid_t hooked_wait3(int *status, int options, struct rusage *usage)
{
	wait_call_t call = { call_wait3, -1, status, options, usage, 0 };

	if ((options & WNOHANG) || !async_io_may_park_for_child()) {
		return original_wait3(status, options, usage);
	}
	return wait_for_child(&call);
}

static pid_t hooked_wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	wait_call_t call = { call_wait4, pid, status, options, usage, 0 };

	if ((options & WNOHANG) || !async_io_may_park_for_child()) {
		return original_wait4(pid, status, options, usage);
	}
	return wait_for_child(&call);
}

/* ---- waitid(): the pid in `info` says whether there was a child ---- */

/* One call of waitid(). */
typedef struct {
	idtype_t type;
	id_t id;
	siginfo_t *info;
	int options;
	int result;
} waitid_call_t;

static bool look_by_id(void *context)
{
	waitid_call_t *call = context;

	/* waitid() returns 0 with and without a child, and need not write `info` without one. */
	call->info->si_pid = 0;
	call->result = original_waitid(call->type, call->id, call->info, call->options | WNOHANG);
	return call->result != 0 || call->info->si_pid != 0;
}

static int hooked_waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
	siginfo_t unused;
	waitid_call_t call = { type, id, info ? info : &unused, options, -1 };
	const bool exits = !(options & (WSTOPPED | WCONTINUED));

	if ((options & WNOHANG) || !async_io_may_park_for_child()) {
		return original_waitid(type, id, info, options);
	}
	return async_wait_child(type == P_PID ? (pid_t) id : -1, exits, true, look_by_id, &call) == ASYNC_WAIT_READY
		? call.result : -1;
}

/* ---- popen() and pclose() ---- */

static FILE *hooked_popen(const char *command, const char *type)
{
	return async_process_pipe_open(original_popen, command, type);
}

static int hooked_pclose(FILE *pipe)
{
	async_hooks_closing(fileno(pipe));
	return async_process_pipe_close(original_pclose, pipe);
}

static async_import_hook_t hooks[] = { HOOKS(ASYNC_HOOK_ROW) };
ASYNC_HOOK_GROUP(processes, hooks);
