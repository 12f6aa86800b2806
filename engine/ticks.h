/*
 * Tick functions that suspend (declare(ticks), register_tick_function()).
 */
#ifndef ASYNC_ENGINE_TICKS_H
#define ASYNC_ENGINE_TICKS_H

#include "engine/part.h"

extern const async_part_t async_ticks_part;

#endif
