/* Shared by the cases: the reactor under test, descriptors, and a trace of calls. */

#include "check.h"
#include "reactor.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <uv.h>

#define MILLISECOND UINT64_C(1000000)

static async_reactor_t *reactor;

static size_t count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	size_t count = 0;

	while (folder && readdir(folder)) {
		count++;
	}
	if (folder) {
		closedir(folder);
	}
	return count;
}

static void open_reactor(void)
{
	reactor = async_reactor_open();
	if (!reactor) {
		perror("async_reactor_open");
		exit(2);
	}
}

static void close_reactor(void)
{
	async_reactor_close(reactor);
	reactor = NULL;
}

static async_reactor_stats_t stats(void)
{
	async_reactor_stats_t result;

	async_reactor_stats(reactor, &result);
	return result;
}

/* The calls, as a string of letters. */
static char trace[256];

static void note(char letter)
{
	size_t length = strlen(trace);

	if (length + 1 < sizeof(trace)) {
		trace[length] = letter;
		trace[length + 1] = '\0';
	}
}

static bool traced(const char *expected)
{
	bool same = strcmp(trace, expected) == 0;

	if (!same) {
		printf("called \"%s\", expected \"%s\"\n", trace, expected);
	}
	trace[0] = '\0';
	return same;
}
