/*
 * The parts of scheduler/ (engine/part.h).
 */
#ifndef ASYNC_SCHEDULER_PARTS_H
#define ASYNC_SCHEDULER_PARTS_H

#include "engine/part.h"

extern const async_part_t *const async_scheduler_parts[];

/* Come after all other layers: the drain is registered last, and the asynchronous part of a request ends first, before
 * the layers above release anything. After a fatal error it marks the abandoned coroutines. */
extern const async_part_t *const async_end_parts[];

#endif
