/*
 * What other processes share with this one: descriptors with forked children, locks of files. With the virtual clock of
 * tests, a wait that one of them may end takes real time.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- forked children ---- */

/* More children than that are known by those that live with them. */
#define CHILDREN_MAX 64

/* Each element is atomic, because any thread may fork. 0: free */
static pid_t children[CHILDREN_MAX];

/* A child that is a zombie shares nothing any more. In a child of this process, the children are its siblings. */
static bool lives(pid_t child)
{
	siginfo_t info = {0};

	return waitid(P_PID, (id_t) child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

static bool forget_ended(pid_t *place)
{
	pid_t child = __atomic_load_n(place, __ATOMIC_RELAXED);

	if (child == 0 || lives(child)) {
		return child == 0;
	}
	(void) __atomic_compare_exchange_n(place, &child, 0, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return true;
}

void async_reactor_note_fork(pid_t child)
{
	const int saved_errno = errno;
	bool is_noted = false;

	for (size_t i = 0; i < CHILDREN_MAX && !is_noted; i++) {
		pid_t none = 0;

		is_noted = forget_ended(&children[i]) && __atomic_compare_exchange_n(&children[i], &none, child, false,
			__ATOMIC_RELAXED, __ATOMIC_RELAXED);
	}
	errno = saved_errno;
}

bool async__forked_child_lives(void)
{
	for (size_t i = 0; i < CHILDREN_MAX; i++) {
		if (!forget_ended(&children[i])) {
			return true;
		}
	}
	return false;
}

/* ---- locks of files ---- */

/* Is it a file that this process has open? */
static bool is_open_here(unsigned long inode)
{
	const int in_use = async__numbers_in_use();
	struct stat status;

	for (int fd = 0; fd < in_use; fd++) {
		if (fstat(fd, &status) == 0 && status.st_ino == inode) {
			return true;
		}
	}
	return false;
}

bool async_reactor_lock_is_foreign(void)
{
	char line[256], kind[8];
	unsigned long inode;
	long holder;
	bool result = false;
	FILE *locks = fopen("/proc/locks", "re");

	/* "1: FLOCK  ADVISORY  WRITE 4711 fe:00:1234 0 EOF"; that of a waiter has "->" as its second word. The device is
	 * not always the one that stat() shows. */
	while (locks && !result && fgets(line, sizeof(line), locks)) {
		result = sscanf(line, "%*s %7s %*s %*s %ld %*x:%*x:%lu", kind, &holder, &inode) == 3
			&& strcmp(kind, "->") != 0 && holder > 0 && holder != getpid() && is_open_here(inode);
	}
	if (locks) {
		(void) fclose(locks);
	}
	return result;
}

void async_reactor_wait_foreign(async_reactor_t *reactor, bool begins)
{
	assert((begins || reactor->foreign_waits > 0) && "a wait ends once");
	if (begins) {
		reactor->foreign_waits++;
	} else {
		reactor->foreign_waits--;
	}
}
