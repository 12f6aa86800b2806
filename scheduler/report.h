/*
 * Words for places and waits: deadlock report, getAwaitingInfo(), messages.
 */
#ifndef ASYNC_SCHEDULER_REPORT_H
#define ASYNC_SCHEDULER_REPORT_H

#include "scheduler/globals.h"

#include "zend_smart_str.h"

/* What a wait of this async_wait_kind_t is for, in a few words: "timer", "descriptor" … */
const char *async_report_wait_name(uint32_t kind);

/* "FILE:LINE", or "unknown place". */
void async_report_append_place(smart_str *text, const zend_string *file, uint32_t line);

/* "coroutine #3 spawned at FILE:LINE", or "the main script". */
void async_report_append_coroutine(smart_str *text, const async_coroutine_t *coroutine);

/* What a parked coroutine waits for, in words: "timer (120 ms left)", "coroutine #3 (spawned at …)" … */
void async_report_append_wait(smart_str *text, const async_coroutine_t *coroutine);

/* The same as an array with the keys type, and id, object, fd, or remaining_ms; [] when it is not parked. */
void async_report_wait_info(zval *result, const async_coroutine_t *coroutine);

/* The line of a frame. The innermost one may have just been interrupted after a call that took the time. */
uint32_t async_report_line(const zend_execute_data *frame, bool is_innermost);

/* Append a string for each frame to the array, innermost first: "App\Mailer::send() FILE:LINE". Functions that are not
 * PHP code have no place. Of more than `limit` frames, the last string is "...".
 * suspends: no; runs PHP: no */
void async_report_stack(zval *lines, const zend_execute_data *innermost, uint32_t limit);

/* Stack trace of a suspended coroutine, as debug_backtrace() gives it; [] when it is not suspended.
 * suspends: no
 * runs PHP: signal handlers at most; what they throw is in EG(exception) */
void async_report_trace(zval *result, const async_coroutine_t *coroutine, zend_long options, zend_long limit);

#endif
