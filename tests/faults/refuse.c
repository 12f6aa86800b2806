/*
 * refuse ERRNO CALL COMMAND …: run the command with one system call refused, as a sandbox does. "-" refuses none.
 * Exit status 97: this machine does not know the call. 98: there are no filters.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALL(name) { #name, SYS_##name }

static const struct {
	const char *name;
	long number;
} calls[] = {
	CALL(preadv2), CALL(pwritev2), CALL(copy_file_range), CALL(getrandom), CALL(memfd_create), CALL(sendfile),
	CALL(splice), CALL(accept4), CALL(dup3), CALL(ppoll), CALL(mincore), CALL(fadvise64), CALL(flock),
	CALL(madvise), CALL(eventfd2), CALL(epoll_create1), CALL(timerfd_create), CALL(signalfd4), CALL(prctl),
	CALL(sched_getaffinity), CALL(process_vm_readv),
#ifdef SYS_statx
	CALL(statx),
#endif
#ifdef SYS_pidfd_open
	CALL(pidfd_open),
#endif
#ifdef SYS_epoll_pwait2
	CALL(epoll_pwait2),
#endif
#ifdef SYS_clone3
	CALL(clone3),
#endif
#ifdef SYS_membarrier
	CALL(membarrier),
#endif
#ifdef SYS_rseq
	CALL(rseq),
#endif
#ifdef SYS_openat2
	CALL(openat2),
#endif
#ifdef SYS_close_range
	CALL(close_range),
#endif
#ifdef SYS_faccessat2
	CALL(faccessat2),
#endif
#ifdef SYS_io_uring_setup
	CALL(io_uring_setup),
	CALL(io_uring_enter),
#endif
};

static int refuse(long number, int error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned) number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned) error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int main(int count, char **arguments)
{
	size_t call = 0;

	if (count < 4) {
		return 99;
	}
	if (strcmp(arguments[2], "-") != 0) {
		while (call < sizeof(calls) / sizeof(calls[0]) && strcmp(calls[call].name, arguments[2]) != 0) {
			call++;
		}
		if (call == sizeof(calls) / sizeof(calls[0])) {
			return 97;
		}
		if (!refuse(calls[call].number, atoi(arguments[1]))) {
			return 98;
		}
	}
	execvp(arguments[3], arguments + 3);
	return 99;
}
