/*
 * An extension that reads the import slots of the whole process, and waits in a thread of its own. It stays loaded
 * until the process ends, and then reports the slots.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "php.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
# define IS_SLOT(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined(__aarch64__)
# define IS_SLOT(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
# define IS_SLOT(type) 0
#endif

/* ---- slots that lead into async.so ---- */

/* Base address of the module that hooks usleep(), once it does. */
static struct {
	uintptr_t low;
	uintptr_t high;
} hooks;

static void extent_of(const struct dl_phdr_info *info, uintptr_t *low, uintptr_t *high)
{
	*low = UINTPTR_MAX;
	*high = 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type == PT_LOAD) {
			uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
			*low = start < *low ? start : *low;
			*high = start + info->dlpi_phdr[i].p_memsz > *high ? start + info->dlpi_phdr[i].p_memsz : *high;
		}
	}
}

static int find_hooks(struct dl_phdr_info *info, size_t size, void *function)
{
	uintptr_t low, high;

	(void) size;
	extent_of(info, &low, &high);
	if ((uintptr_t) function >= low && (uintptr_t) function < high) {
		hooks.low = low;
		hooks.high = high;
		return 1;
	}
	return 0;
}

static uintptr_t address_in(const struct dl_phdr_info *info, const ElfW(Dyn) *entry)
{
	return entry->d_un.d_ptr < info->dlpi_addr ? entry->d_un.d_ptr + info->dlpi_addr : entry->d_un.d_ptr;
}

static long count_in_table(const struct dl_phdr_info *info, const ElfW(Rela) *table, size_t size)
{
	long count = 0;

	for (size_t i = 0; table && i < size / sizeof(*table); i++) {
		if (IS_SLOT(ELF64_R_TYPE(table[i].r_info))) {
			uintptr_t function = *(uintptr_t *) (info->dlpi_addr + table[i].r_offset);
			count += function >= hooks.low && function < hooks.high;
		}
	}
	return count;
}

static int count_in_object(struct dl_phdr_info *info, size_t size, void *data)
{
	const ElfW(Rela) *tables[2] = {NULL, NULL};
	const ElfW(Dyn) *dynamic = NULL;
	size_t sizes[2] = {0, 0};
	uintptr_t low, high;

	(void) size;
	extent_of(info, &low, &high);
	for (int i = 0; i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
			dynamic = (const ElfW(Dyn) *) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
		}
	}
	if (!dynamic || low == hooks.low) {
		return 0;   /* its own calls among its files */
	}
	for (; dynamic->d_tag != DT_NULL; dynamic++) {
		switch (dynamic->d_tag) {
			case DT_JMPREL: tables[0] = (const ElfW(Rela) *) address_in(info, dynamic); break;
			case DT_PLTRELSZ: sizes[0] = dynamic->d_un.d_val; break;
			case DT_RELA: tables[1] = (const ElfW(Rela) *) address_in(info, dynamic); break;
			case DT_RELASZ: sizes[1] = dynamic->d_un.d_val; break;
			default: break;
		}
	}
	*(long *) data += count_in_table(info, tables[0], sizes[0]) + count_in_table(info, tables[1], sizes[1]);
	return 0;
}

static long count_slots(void)
{
	long count = 0;

	dl_iterate_phdr(count_in_object, &count);
	return count;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_none, 0, 0, 0)
ZEND_END_ARG_INFO()

/* After the first async call. */
static ZEND_FUNCTION(slots_hooked)
{
	int (*volatile function)(useconds_t) = usleep;

	ZEND_PARSE_PARAMETERS_NONE();
	if ((void *) function != dlsym(RTLD_DEFAULT, "usleep")) {
		dl_iterate_phdr(find_hooks, (void *) function);
	}
	RETURN_LONG(hooks.high ? count_slots() : 0);
}

__attribute__((destructor)) static void at_the_end(void)
{
	if (hooks.high) {
		printf("slots at the end: %ld\n", count_slots());
		fflush(stdout);
	}
}

/* ---- a thread that waits ---- */

static pthread_t thread;
static volatile bool is_done;
static char report[2000];

static void note(const char *what, long result, int error)
{
	size_t length = strlen(report);

	snprintf(report + length, sizeof(report) - length, "%s: %ld%s%s\n", what, result, error ? " " : "",
		error ? strerror(error) : "");
}

/* Not for functions that return an error and leave anything in errno. */
#define NOTE(call) do { long result; errno = 0; result = (long) (call); note(#call, result, errno); } while (0)

static void *wait_in_all_ways(void *unused)
{
	struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
	struct timeval limit = {.tv_usec = 20 * 1000};
	struct addrinfo *list = NULL;
	int ends[2], fifo[2], status = 0;
	struct pollfd fd;
	struct stat about;
	char text[8];
	FILE *program, *file;
	pid_t pid;

	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	if (pipe(fifo) != 0) {
		return unused;
	}
	fd = (struct pollfd) {.fd = ends[0], .events = POLLIN};
	NOTE(poll(&fd, 1, 20));
	NOTE(select(0, NULL, NULL, NULL, &limit));
	NOTE(usleep(20000));
	NOTE(nanosleep(&moment, NULL));
	NOTE(recv(ends[0], text, sizeof(text), 0));
	NOTE(send(ends[1], "text", 4, 0));
	NOTE(recv(ends[0], text, sizeof(text), 0));
	NOTE(write(fifo[1], "text", 4));
	NOTE(read(fifo[0], text, sizeof(text)));
	note("getaddrinfo(\"localhost\", NULL, NULL, &list)", getaddrinfo("localhost", NULL, NULL, &list), 0);
	if (list) {
		freeaddrinfo(list);
	}
	pid = vfork();
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", "sleep 0.05; exit 3", NULL);
		_exit(127);
	}
	NOTE(waitpid(pid, &status, 0) == pid);
	NOTE(WEXITSTATUS(status));
	program = popen("sleep 0.05; exit 4", "r");
	NOTE(WEXITSTATUS(pclose(program)));
	NOTE(flock(fifo[0], LOCK_EX));
	if ((file = tmpfile()) != NULL) {
		NOTE(fstat(fileno(file), &about));
		NOTE(lseek(fileno(file), 7, SEEK_SET));
		fclose(file);
	}
	NOTE(close(ends[0]) + close(ends[1]) + close(fifo[0]) + close(fifo[1]));
	NOTE(close(-1));
	is_done = true;
	return unused;
}

static ZEND_FUNCTION(thread_start)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(pthread_create(&thread, NULL, wait_in_all_ways, NULL) == 0);
}

/* What the thread has seen; NULL while it runs. */
static ZEND_FUNCTION(thread_report)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (is_done) {
		pthread_join(thread, NULL);
		RETURN_STRING(report);
	}
}

/* ---- accept4(), which ext/sockets calls from PHP 8.5 on ---- */

static int listener = -1;

/* Its port on loopback. */
static ZEND_FUNCTION(slots_listen)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t length = sizeof(address);

	ZEND_PARSE_PARAMETERS_NONE();
	listener = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(listener, (struct sockaddr *) &address, length) != 0 || listen(listener, 8) != 0
		|| getsockname(listener, (struct sockaddr *) &address, &length) != 0) {
		RETURN_FALSE;
	}
	RETURN_LONG(ntohs(address.sin_port));
}

/* Flags of the new descriptor, or the reason why there is none. */
static ZEND_FUNCTION(slots_accept4)
{
	int fd;

	ZEND_PARSE_PARAMETERS_NONE();
	fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (fd < 0) {
		RETURN_STRING(strerror(errno));
	}
	RETVAL_STR(zend_strpprintf(0, "close on exec %d, not blocking %d", (fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0,
		(fcntl(fd, F_GETFL) & O_NONBLOCK) != 0));
	close(fd);
}

static const zend_function_entry functions[] = {
	PHP_FE(slots_accept4, arginfo_none)
	PHP_FE(slots_hooked, arginfo_none)
	PHP_FE(slots_listen, arginfo_none)
	PHP_FE(thread_start, arginfo_none)
	PHP_FE(thread_report, arginfo_none)
	PHP_FE_END
};

static zend_module_entry module = {
	STANDARD_MODULE_HEADER, "slots", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return &module;
}
