/*
 * Why a worker process cannot be made, or given a job.
 */
#ifndef ASYNC_IO_WORKERS_REFUSAL_H
#define ASYNC_IO_WORKERS_REFUSAL_H

/* The limit to raise for this errno of a fork or of a descriptor: words for behind strerror(), "" for others. */
const char *async_worker_limit(int error);

#endif
