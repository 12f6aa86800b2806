/*
 * The tiny test harness of the reactor's unit tests: CHECK counts, run_case() limits the time of a case.
 */
#ifndef ASYNC_TEST_CHECK_H
#define ASYNC_TEST_CHECK_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned checks, failures;
static const char *running_case;

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)

static void check(bool holds, const char *text, const char *file, int line)
{
	checks++;
	if (!holds) {
		failures++;
		printf("%s:%d: %s: not true: %s\n", file, line, running_case, text);
		fflush(stdout);
	}
}

static void on_time_limit(int signo)
{
	(void) signo;
	(void) !write(STDOUT_FILENO, "time limit: ", 12);
	(void) !write(STDOUT_FILENO, running_case, strlen(running_case));
	(void) !write(STDOUT_FILENO, "\n", 1);
	_exit(3);
}

static void run_case(const char *name, void (*body)(void))
{
	running_case = name;
	signal(SIGALRM, on_time_limit);
	alarm(30);
	body();
	alarm(0);
}

#define RUN(name) run_case(#name, name)

#endif
