/*
 * Abandoned frames: calls of C functions that never return, because a fatal error has ended the request.
 *
 * A coroutine that was parked inside an internal function never returns to it, so the objects which that function was
 * changing stay half changed. A statement may point to a result that is freed already, a connection may wait for an
 * answer.
 */
#ifndef ASYNC_ENGINE_ABANDONED_FRAMES_H
#define ASYNC_ENGINE_ABANDONED_FRAMES_H

#include "php.h"

/* The coroutine whose innermost frame this is stays parked for ever. Keep the objects of extensions that its frames use
 * from being freed. Their request memory goes with the request; what their libraries hold stays until the process ends.
 * owns: nothing; runs PHP: no; suspends: no */
void async_abandoned_frames_keep(zend_execute_data *frame);

/* The same for an object that is in no frame. */
void async_abandoned_frames_keep_object(zend_object *object);

/* Objects of this class may be freed although a call with them never returns. One class at most. */
void async_abandoned_frames_except(const zend_class_entry *ce);

#endif
