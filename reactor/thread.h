/*
 * Starting threads that run no PHP code.
 */
#ifndef ASYNC_REACTOR_THREAD_H
#define ASYNC_REACTOR_THREAD_H

#include <pthread.h>
#include <stddef.h>

/* Start a thread that gets no signals: they have to arrive in threads that run PHP. Faults stay unblocked, so that
 * tools can report them.
 * owns:   the caller joins *thread; a thread that ends before this returns is joined all the same
 * errors: -errno, there is no thread */
int async_thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *argument), void *argument);

#endif
