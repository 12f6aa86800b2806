/*
 * Turns of heaps and priority queues.
 */
#ifndef ASYNC_IO_HEAPS_H
#define ASYNC_IO_HEAPS_H

#include "engine/part.h"

/* The current coroutine has a turn in each method of a SplHeap or SplPriorityQueue whose class is the user's, and in
 * each step of a foreach over it: compare() may wait in the middle. Without that, another coroutine would find a heap
 * with freed values. A call from inside such a call does not wait. A cancelled wait for the turn throws, nothing was
 * done then (D34). */
extern const async_part_t async_heaps_part;

#endif
