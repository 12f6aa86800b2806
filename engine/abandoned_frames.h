/*
 * Frames of C that a fatal error leaves behind.
 *
 * A coroutine that was parked inside of an internal function does not come back to it: what that function had half done
 * to its objects stays so. A statement may hold a result that is freed already, a connection may be waiting for an
 * answer.
 */
#ifndef ASYNC_ENGINE_ABANDONED_FRAMES_H
#define ASYNC_ENGINE_ABANDONED_FRAMES_H

#include "php.h"

/* This coroutine is parked for ever (is_abandoned). Objects of extensions that are in use in its frames will not be freed:
 * their memory goes with the request's, what their libraries have stays until the end of the process.
 * owns: nothing; runs PHP: no; suspends: no */
void async_abandoned_frames_keep(zend_execute_data *frame);

/* The same for an object that is in no frame. */
void async_abandoned_frames_keep_object(zend_object *object);

/* Objects of this class can be freed although a call with them does not come back. */
void async_abandoned_frames_except(const zend_class_entry *ce);

/* Have a function called when all that are left are known (is_abandoned), before anything is freed. It neither suspends nor
 * runs PHP code. Called at module start-up, once. */
void async_abandoned_frames_on_known(void (*callback)(void));
void async_abandoned_frames_known(void);

#endif
