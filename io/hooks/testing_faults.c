/*
 * Faults for tests: system calls that fail, are interrupted or transfer less, as the environment says.
 */
#include "io/hooks/testing_faults.h"

#ifdef ASYNC_TESTING

# include "php.h"

# include "io/libc.h"

# include <errno.h>
# include <fcntl.h>
# include <poll.h>
# include <stdarg.h>
# include <stdatomic.h>
# include <stdlib.h>
# include <string.h>
# include <sys/file.h>
# include <sys/select.h>
# include <sys/socket.h>
# include <sys/uio.h>
# include <sys/wait.h>
# include <unistd.h>

/* The settings, and counts of calls. Worker threads count here as well. */
static struct {
	char *call;                /* function whose call fails; NULL: none */
	unsigned long at;          /* which call of it fails, from 1 */
	int error;                 /* with this errno */
	unsigned long interrupt_each;  /* one of this number of calls is interrupted; 0: none */
	size_t most;               /* bytes that one call transfers; 0: no limit */
	atomic_ulong calls;        /* of `call` so far */
	atomic_ulong interruptible;    /* calls so far that a signal can interrupt */
} faults;

static const struct {
	const char *name;
	int number;
} errnos[] = {
	{ "EINTR", EINTR }, { "EAGAIN", EAGAIN }, { "ECONNRESET", ECONNRESET }, { "EPIPE", EPIPE }, { "EIO", EIO },
	{ "ENOMEM", ENOMEM }, { "EMFILE", EMFILE }, { "ENFILE", ENFILE }, { "ENOBUFS", ENOBUFS }, { "ENOSPC", ENOSPC },
	{ "EPERM", EPERM }, { "EACCES", EACCES }, { "ENOSYS", ENOSYS }, { "EINVAL", EINVAL }, { "EOPNOTSUPP", EOPNOTSUPP },
};

/* Has this call to fail? Sets errno then. */
static bool fails(const char *call, int fd, bool interruptible)
{
	if (fd >= STDIN_FILENO && fd <= STDERR_FILENO) {
		return false;
	}
	if (faults.call && strcmp(call, faults.call) == 0 && atomic_fetch_add(&faults.calls, 1) + 1 == faults.at) {
		errno = faults.error;
		return true;
	}
	if (interruptible && faults.interrupt_each
		&& (atomic_fetch_add(&faults.interruptible, 1) + 1) % faults.interrupt_each == 0) {
		errno = EINTR;
		return true;
	}
	return false;
}

static size_t cut(int fd, size_t size)
{
	return faults.most && fd > STDERR_FILENO ? MIN(size, faults.most) : size;
}

/* Streams only: the rest of a datagram would be lost. */
static size_t cut_stream(int fd, size_t size)
{
	int type = 0;
	socklen_t length = sizeof(type);

	if (!faults.most || getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) != 0 || type != SOCK_STREAM) {
		return size;
	}
	return cut(fd, size);
}

/* ---- the calls ---- */

/* faulty_NAME() stands before NAME(). */
# define FAULTY(type, name, parameters, arguments, fd, interruptible) \
	static __typeof__(name) *real_##name = name; \
	static type faulty_##name parameters \
	{ \
		return fails(#name, fd, interruptible) ? -1 : real_##name arguments; \
	}

FAULTY(ssize_t, recv,
	(int fd, void *buffer, size_t size, int flags),
	(fd, buffer, cut_stream(fd, size), flags), fd, false)
FAULTY(ssize_t, recvfrom,
	(int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length),
	(fd, buffer, cut_stream(fd, size), flags, address, length), fd, false)
FAULTY(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags), (fd, message, flags), fd, false)
FAULTY(ssize_t, send, (int fd, const void *data, size_t size, int flags), (fd, data, cut_stream(fd, size), flags), fd,
	false)
FAULTY(ssize_t, sendto,
	(int fd, const void *data, size_t size, int flags, const struct sockaddr *address, socklen_t length),
	(fd, data, cut_stream(fd, size), flags, address, length), fd, false)
FAULTY(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags), fd, false)
FAULTY(ssize_t, read, (int fd, void *buffer, size_t size), (fd, buffer, cut(fd, size)), fd, false)
FAULTY(ssize_t, pread,
	(int fd, void *buffer, size_t size, off_t offset),
	(fd, buffer, cut(fd, size), offset), fd, false)
FAULTY(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, cut(fd, size)), fd, false)
FAULTY(ssize_t, pwrite, (int fd, const void *data, size_t size, off_t offset), (fd, data, cut(fd, size), offset), fd,
	false)
FAULTY(int, connect, (int fd, const struct sockaddr *address, socklen_t length), (fd, address, length), fd, false)
FAULTY(int, accept, (int fd, struct sockaddr *restrict address, socklen_t *restrict length), (fd, address, length), fd,
	false)
FAULTY(int, accept4, (int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags),
	(fd, address, length, flags), fd, false)
FAULTY(int, poll, (struct pollfd *fds, nfds_t count, int timeout), (fds, count, timeout), -1, true)
FAULTY(int, select,
	(int nfds, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
		struct timeval *restrict limit),
	(nfds, readable, writable, exceptional, limit), -1, true)
FAULTY(int, flock, (int fd, int operation), (fd, operation), fd, !(operation & LOCK_NB))
FAULTY(int, fsync, (int fd), (fd), fd, false)
FAULTY(int, fdatasync, (int fd), (fd), fd, false)
FAULTY(ssize_t, copy_file_range, (int from, off_t *from_offset, int to, off_t *to_offset, size_t size, unsigned flags),
	(from, from_offset, to, to_offset, cut(from, size), flags), from, false)
FAULTY(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options), -1, !(options & WNOHANG))

/* This extension passes one piece only. */
# define FAULTY_VECTOR(name) \
	static __typeof__(name) *real_##name = name; \
	static ssize_t faulty_##name(int fd, const struct iovec *pieces, int count, off_t offset, int flags) \
	{ \
		struct iovec piece = { pieces->iov_base, cut(fd, pieces->iov_len) }; \
		return fails(#name, fd, false) ? -1 : real_##name(fd, count == 1 ? &piece : pieces, count, offset, flags); \
	}

FAULTY_VECTOR(preadv2)
FAULTY_VECTOR(pwritev2)

static __typeof__(open) *real_open = open;
static int faulty_open(const char *path, int flags, ...)
{
	mode_t mode = 0;

	if (async_open_takes_mode(flags)) {
		va_list arguments;
		va_start(arguments, flags);
		mode = (mode_t) va_arg(arguments, int);
		va_end(arguments);
	}
	return fails("open", -1, false) ? -1 : real_open(path, flags, mode);
}

static __typeof__(fcntl) *real_fcntl = fcntl;
static int faulty_fcntl(int fd, int command, ...)
{
	va_list arguments;
	long argument;

	va_start(arguments, command);
	argument = va_arg(arguments, long);
	va_end(arguments);
	/* Only duplicates fail: other commands on an open descriptor do not fail in reality either. */
	return command == F_DUPFD_CLOEXEC && fails("fcntl", fd, false) ? -1 : real_fcntl(fd, command, argument);
}

static __typeof__(popen) *real_popen = popen;
static FILE *faulty_popen(const char *command, const char *type)
{
	return fails("popen", -1, false) ? NULL : real_popen(command, type);
}

# define CALL(name) { #name, (void *) faulty_##name, (void **) &real_##name, false, false, 0 }

static async_import_hook_t calls[] = {
	CALL(recv), CALL(recvfrom), CALL(recvmsg), CALL(send), CALL(sendto), CALL(sendmsg), CALL(read), CALL(pread),
	CALL(preadv2), CALL(write), CALL(pwrite), CALL(pwritev2), CALL(connect), CALL(accept), CALL(accept4),
	CALL(poll), CALL(select), CALL(flock), CALL(fsync), CALL(fdatasync), CALL(copy_file_range), CALL(waitpid),
	CALL(open), CALL(fcntl), CALL(popen),
};

# define CALLS_COUNT (sizeof(calls) / sizeof(calls[0]))

static async_import_hook_t *find_call(const char *name, const void *which)
{
	(void) which;
	for (size_t i = 0; i < CALLS_COUNT; i++) {
		if (strcmp(calls[i].name, name) == 0) {
			return &calls[i];
		}
	}
	return NULL;
}

/* ---- settings ---- */

static ZEND_COLD ZEND_NORETURN void refuse(const char *name, const char *value)
{
	zend_error_noreturn(E_CORE_ERROR, "Async: %s=%s cannot be understood", name, value);
}

/* Remove a setting from the environment. Returns a copy, which the caller owns; NULL: it was not set. */
static char *take_setting(const char *name)
{
	const char *value = getenv(name);
	char *copy = value && *value ? strdup(value) : NULL;

	unsetenv(name);
	return copy;
}

static unsigned long take_number(const char *name, unsigned long least)
{
	char *text = take_setting(name);
	char *end = "";
	unsigned long number = text ? strtoul(text, &end, 10) : 0;

	if (*end || (text && number < least)) {
		refuse(name, text);
	}
	free(text);
	return number;
}

static int errno_of(const char *name)
{
	for (size_t i = 0; i < sizeof(errnos) / sizeof(errnos[0]); i++) {
		if (strcmp(errnos[i].name, name) == 0) {
			return errnos[i].number;
		}
	}
	return 0;
}

static void take_fault(const char *name)
{
	char *text = take_setting(name);
	const size_t length = text ? strcspn(text, ":") : 0;
	char *end;

	if (text == NULL) {
		return;
	}
	faults.at = text[length] ? strtoul(text + length + 1, &end, 10) : 0;
	faults.error = faults.at && *end == ':' ? errno_of(end + 1) : 0;
	if (faults.error) {
		text[length] = '\0';
	}
	if (faults.error == 0 || !find_call(text, NULL)) {
		refuse(name, text);
	}
	faults.call = text;
}

static void start(void)
{
	take_fault("ASYNC_TEST_FAULT");
	faults.interrupt_each = take_number("ASYNC_TEST_EINTR", 2);
	faults.most = take_number("ASYNC_TEST_SHORT", 1);
}

const async_part_t async_testing_faults_part = { .startup = start };

/* ---- installing ---- */

void async_testing_faults_install(async_import_find_fn find)
{
	if (!faults.call && !faults.interrupt_each && !faults.most) {
		return;
	}
	for (size_t i = 0; i < CALLS_COUNT; i++) {
		async_import_hook_t *hook = find(calls[i].name, NULL);
		if (hook) {
			*calls[i].original = *hook->original;
			*hook->original = calls[i].replacement;
		}
	}
	(void) async_import_slots_install((const void *) &async_testing_faults_install, find_call, NULL);
}

void async_testing_faults_restore(async_import_find_fn find)
{
	for (size_t i = 0; i < CALLS_COUNT; i++) {
		async_import_hook_t *hook = find(calls[i].name, NULL);
		if (hook && *hook->original == calls[i].replacement) {
			*hook->original = *calls[i].original;
		}
	}
	async_import_slots_restore(find_call);
}

#else

/* C wants at least one declaration in a file. */
typedef int async_testing_faults_nothing_t;

#endif
