/*
 * Turns of iterators over other iterators, and of foreach over heaps.
 */
#ifndef ASYNC_IO_ITERATED_H
#define ASYNC_IO_ITERATED_H

#include "engine/part.h"

/* The current coroutine has a turn in each method, and in each step of a foreach, of
 *  - a SplHeap or SplPriorityQueue whose class is the user's: compare() may wait. Its methods: io/heaps.h;
 *  - a RecursiveIteratorIterator, RecursiveTreeIterator, AppendIterator, MultipleIterator, IteratorIterator, and every
 *    other class of SPL that has an inner iterator: the inner iterators may wait.
 * Without that, another coroutine would use or free what is half-done. A call from inside such a call does not wait. A
 * cancelled wait for the turn throws, nothing was done then (D34). */
extern const async_part_t async_iterated_part;

#endif
