/*
 * A stock function that has thrown over a cancellation: the cancellation comes to the front again (D11).
 */
#ifndef ASYNC_IO_THROWN_INSIDE_H
#define ASYNC_IO_THROWN_INSIDE_H

#include "engine/part.h"

/* Forgets the objects whose release it awaits. */
extern const async_part_t async_thrown_inside_part;

#endif
