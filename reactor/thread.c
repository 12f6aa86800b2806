/*
 * Starting threads that run no PHP code.
 */
#include "thread.h"

#include <assert.h>
#include <signal.h>

/* Threads inherit the mask of the thread that starts them. */
static void block_signals(sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGFPE);
	sigdelset(&all, SIGILL);
	pthread_sigmask(SIG_SETMASK, &all, before);
}

int async_thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *argument), void *argument)
{
	pthread_attr_t attributes;
	sigset_t before;
	int err = pthread_attr_init(&attributes);

	if (err) {
		return -err;
	}
	err = pthread_attr_setstacksize(&attributes, stack_bytes);
	assert(err == 0 && "a stack of this size is allowed");
	block_signals(&before);
	err = pthread_create(thread, &attributes, run, argument);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return -err;
}
