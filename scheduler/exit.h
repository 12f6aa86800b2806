/*
 * Notices exit(), which the drain has to tell from a normal end.
 */
#ifndef ASYNC_SCHEDULER_EXIT_H
#define ASYNC_SCHEDULER_EXIT_H

#include "engine/part.h"

extern const async_part_t async_exit_part;

#endif
