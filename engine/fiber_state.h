/*
 * Engine state of calls that a PHP Fiber leaves in the middle: usort(), class loading, serialize().
 */
#ifndef ASYNC_ENGINE_FIBER_STATE_H
#define ASYNC_ENGINE_FIBER_STATE_H

#include "engine/part.h"

extern const async_part_t async_fiber_state_part;

#endif
