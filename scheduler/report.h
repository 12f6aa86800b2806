/*
 * Words for places and waits: deadlock report, getAwaitingInfo(), messages.
 */
#ifndef ASYNC_SCHEDULER_REPORT_H
#define ASYNC_SCHEDULER_REPORT_H

#include "scheduler/globals.h"

#include "zend_smart_str.h"

/* "FILE:LINE", or "unknown place". */
void async_report_append_place(smart_str *text, const zend_string *file, uint32_t line);

/* "coroutine #3 spawned at FILE:LINE", or "the main script". */
void async_report_append_coroutine(smart_str *text, const async_coroutine_t *coroutine);

/* What a parked coroutine waits for, in words: "timer (120 ms left)", "coroutine #3 (spawned at …)" … */
void async_report_append_wait(smart_str *text, const async_coroutine_t *coroutine);

/* The same as an array with the keys type, and id, object, fd, or remaining_ms; [] when it is not parked. */
void async_report_wait_info(zval *result, const async_coroutine_t *coroutine);

/* Stack trace of a suspended coroutine, as debug_backtrace() gives it; [] when it is not suspended.
 * suspends: no
 * runs PHP: signal handlers at most; what they throw is in EG(exception) */
void async_report_trace(zval *result, const async_coroutine_t *coroutine, zend_long options, zend_long limit);

#endif
