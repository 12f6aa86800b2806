/*
 * Histograms of times, and the metrics that are made of them.
 */
#ifndef ASYNC_SCHEDULER_HISTOGRAM_H
#define ASYNC_SCHEDULER_HISTOGRAM_H

#include "scheduler/wait.h"

#define ASYNC_HISTOGRAM_BOUNDS 12
#define ASYNC_WAIT_KINDS (ASYNC_WAIT_FOR_DRAIN + 1)

typedef struct {
	uint64_t sum;                                  /* nanoseconds */
	uint64_t buckets[ASYNC_HISTOGRAM_BOUNDS + 1];  /* not cumulative; the last one has no bound */
} async_histogram_t;

/* Counted while `is_on`, from the start of the process on. */
typedef struct {
	bool is_on;
	async_histogram_t lag;     /* how long events may have waited for a look of the event loop */
	async_histogram_t queue;   /* from ready to running */
	async_histogram_t runs;    /* from one switch to the next */
	async_histogram_t waits[ASYNC_WAIT_KINDS];
} async_metrics_t;

#endif
