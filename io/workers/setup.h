/*
 * How a process becomes a worker, after the fork.
 */
#ifndef ASYNC_IO_WORKERS_SETUP_H
#define ASYNC_IO_WORKERS_SETUP_H

#include <sys/types.h>

/* Take the pipes as standard output and error, tie the life of the process to that of its parent, give signals back
 * their meaning, and drop what the parent has not printed yet.
 * owns:     closes the two descriptors
 * suspends: no; runs PHP: no
 * errors:   ends the process */
void async_worker_set_up(int output[2], pid_t parent);

#endif
