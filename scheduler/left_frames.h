/*
 * Frames of C that a fatal error leaves behind.
 *
 * A coroutine that was parked inside of an internal function does not come back to it: what that function had half done
 * to its objects stays so. A statement may hold a result that is freed already, a connection may be waiting for an
 * answer.
 */
#ifndef ASYNC_SCHEDULER_LEFT_FRAMES_H
#define ASYNC_SCHEDULER_LEFT_FRAMES_H

#include "scheduler/coroutine.h"

/* Objects of extensions that are in use in the frames of this parked coroutine will not be freed: their memory goes
 * with the request's, what their libraries have stays until the end of the process.
 * owns: nothing; runs PHP: no; suspends: no */
void async_left_frames_keep_objects(const async_coroutine_t *coroutine);

/* Objects of this class can be freed although a call with them does not come back: prepare(object) makes sure of it,
 * instead of keeping them. It neither suspends nor runs PHP code. */
void async_left_frames_except(const zend_class_entry *ce, void (*prepare)(zend_object *object));

#endif
