/*
 * Turns of heaps, which are half-done while compare() of the user waits.
 */
#ifndef ASYNC_IO_HEAPS_H
#define ASYNC_IO_HEAPS_H

#include "engine/part.h"

/* The current coroutine has a turn in each method of a SplHeap or SplPriorityQueue whose class is the user's: compare()
 * may wait. A call from inside such a call does not wait. A cancelled wait for the turn throws, nothing was done then
 * (D34). With a class of PHP, only __toString() of an element is called to compare; it waits in place. A destructor of
 * a removed element runs when the heap is in order again. */
extern const async_part_t async_heaps_part;

/* The same for the steps of a new iterator of a heap. */
void async_heap_order_iterator(zend_object_iterator *it);

#endif
