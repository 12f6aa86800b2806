/*
 * Metrics: histograms of the event loop's lag, of times in the run queue, between switches and in waits.
 */
#ifndef ASYNC_SCHEDULER_METRICS_H
#define ASYNC_SCHEDULER_METRICS_H

#include "scheduler/activity.h"

#include "zend_smart_str.h"

/* async.metrics has changed: count from now on, or stop. */
void async_metrics_set(bool is_on);

/* For the activity clock, while metrics are on. No allocation, no system call. */
void async_metrics_run(const async_activity_run_t *run);
void async_metrics_woken(const async_activity_record_t *record);
void async_metrics_turn(uint64_t lag);

/* Add the histograms to the array of stats(). */
void async_metrics_add(zval *stats);

/* Append all metrics as OpenMetrics text, to the line "# EOF".
 * suspends: no; runs PHP: no */
void async_metrics_append(smart_str *text);

#endif
