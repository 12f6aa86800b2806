/*
 * How many threads or processes of this program can run at the same time.
 */
#ifndef ASYNC_IO_WORKERS_PARALLELISM_H
#define ASYNC_IO_WORKERS_PARALLELISM_H

/* The number of CPUs that this process may use, at least 1: those of its affinity, or fewer when a cgroup limits its
 * time on them. Reads a few files of the system at each call. errno is kept. */
long async_available_parallelism(void);

#endif
