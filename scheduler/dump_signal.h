/*
 * The signal that prints the dump (async.dump_signal), to standard error or to a file (async.dump_file).
 *
 * The signal handler only notes the signal, asks the engine for an interrupt and wakes the event loop. The dump is
 * printed between two instructions of PHP code, or by the coroutine that turns the loop. The signal is taken at the
 * start of a request, and only where its default action would be taken: a handler of the user wins, and a signal that
 * is ignored stays ignored. Outside of requests, and until the process is gone, the handler does nothing: the default
 * action would replace the exit status of a program that has done all its work.
 */
#ifndef ASYNC_SCHEDULER_DUMP_SIGNAL_H
#define ASYNC_SCHEDULER_DUMP_SIGNAL_H

#include "scheduler/globals.h"

extern const async_part_t async_dump_signal_part;

/* The number of a signal by its name ("SIGQUIT", "QUIT") or number; 0: the value is empty; -1: it names no signal, or
 * one that PHP or the system needs. */
int async_dump_signal_number(const zend_string *value);

/* The signal handler. */
void async_dump_on_signal(int signo);

/* Print the dump if the signal has come. May fail for want of memory (async_scheduler_shield()).
 * suspends: no; runs PHP: no */
void async_dump_if_due(void *unused);

#endif
