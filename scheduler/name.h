/*
 * Names of coroutines: the one that the user gave, or else what the coroutine calls.
 */
#ifndef ASYNC_SCHEDULER_NAME_H
#define ASYNC_SCHEDULER_NAME_H

#include "scheduler/globals.h"

#include "zend_smart_str.h"

extern const async_part_t async_names_part;

/* Give the coroutine a name; an empty one takes the given name away. owns: takes a reference of its own */
void async_coroutine_set_name(async_coroutine_t *coroutine, zend_string *name);

/* The coroutine goes, and it has a given name. */
void async_coroutine_forget_name(async_coroutine_t *coroutine);

/* The given name. Without one: "main"; the function that it calls, such as "App\Mailer::send" or "{closure} at
 * FILE:LINE"; after its end, "spawned at FILE:LINE".
 * suspends: no; runs PHP: no */
void async_coroutine_append_name(smart_str *text, const async_coroutine_t *coroutine);

/* "App\Mailer::send()", "{closure}()", "{main}". */
void async_name_append_function(smart_str *text, const zend_function *function);

#endif
