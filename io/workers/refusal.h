/*
 * Why a worker process cannot be made.
 */
#ifndef ASYNC_IO_WORKERS_REFUSAL_H
#define ASYNC_IO_WORKERS_REFUSAL_H

/* The limit to raise for this errno of a fork: words that follow those of strerror(), "" for others. */
const char *async_worker_limit(int error);

#endif
