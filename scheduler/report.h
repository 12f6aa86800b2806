/*
 * The words of all reports, for places, coroutines, waits and stacks: dump, deadlock report, uncaught exceptions,
 * watchdog, var_dump(), messages.
 */
#ifndef ASYNC_SCHEDULER_REPORT_H
#define ASYNC_SCHEDULER_REPORT_H

#include "scheduler/globals.h"
#include "scheduler/lock.h"

#include "zend_smart_str.h"

/* What a wait of this async_wait_kind_t is for, in a few words: "timer", "descriptor" … */
const char *async_report_wait_name(uint32_t kind);

/* "FILE:LINE", or "unknown place". */
void async_report_append_place(smart_str *text, const zend_string *file, uint32_t line);

/* A place as a value of PHP: [FILE, LINE] or ["", 0], "FILE:LINE" or "". The file may be NULL. runs PHP: no */
void async_report_place_pair(zval *result, zend_string *file, uint32_t line);
void async_report_place_text(zval *result, const zend_string *file, uint32_t line);

/* Text that a program chose, for a terminal or a log: what may not be shown (plain_text.h) becomes question marks. */
void async_report_append_shown(smart_str *text, const char *bytes, size_t length);

/* "coroutine #3 spawned at FILE:LINE", or "the main script". */
void async_report_append_coroutine(smart_str *text, const async_coroutine_t *coroutine);

/* `#3`, or `#3 "worker"` when the coroutine was given a name and still exists. */
void async_report_append_number(smart_str *text, uint64_t id);
void async_report_append_number_of(smart_str *text, uint64_t id, zend_string *name);

/* The innermost frame of a coroutine; NULL: it has none. */
const zend_execute_data *async_report_frame(const async_coroutine_t *coroutine);

/* ---- waits (report_wait.c) ---- */

/* What a parked coroutine waits for, as a noun phrase: "sleep, 1.2 s left", "coroutine #3 (spawned at …)" … */
void async_report_append_wait(smart_str *text, const async_coroutine_t *coroutine);

/* The same, with the coroutines that have it now: "Async\Mutex made at FILE:LINE, held by coroutine #12". */
void async_report_append_wait_and_holders(smart_str *text, const async_coroutine_t *coroutine);

/* ", held by coroutine #12, #14"; nothing when the lock is free. */
void async_report_append_holders(smart_str *text, const async_lock_t *lock);

/* Words of another layer for a wait that it has begun. False: it has none, and nothing was appended.
 * suspends: no; runs PHP: no */
typedef bool (*async_report_words_t)(smart_str *text, const async_wait_t *wait);

/* Add such a function, once per process, at module start. */
void async_report_add_words(async_report_words_t append);

/* An object that is awaited, by `wait` (NULL: by no wait that is known): "coroutine #3 (spawned at …)",
 * "Async\Future made at FILE:LINE". */
void async_report_append_awaitable(smart_str *text, zend_object *object, const async_wait_t *wait);

/* " made at FILE:LINE", if the place is known. */
void async_report_append_made_at(smart_str *text, const zend_string *file, uint32_t line);

/* Nanoseconds until an armed timer is due; "1.2 s left", "120 ms left". */
uint64_t async_report_time_left(const async_timer_t *timer);
/* "1.2 s", "120 ms" */
void async_report_append_time(smart_str *text, uint64_t ns);
void async_report_append_time_left(smart_str *text, const async_timer_t *timer);

/* A wait as an array with the keys type, and id, object, fd, or remaining_ms; [] when it is not parked. */
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

/* Bit of the options of Coroutine::getTrace(), beside those of debug_backtrace(). */
#define ASYNC_TRACE_SPAWNED 256

/* Continue a trace by the spawns: a frame for that of the coroutine, then for those of its ancestors, up to `limit`
 * frames in all (0: no limit). suspends: no; runs PHP: no */
void async_report_add_spawns(zval *trace, const async_coroutine_t *coroutine, zend_long limit);

#endif
