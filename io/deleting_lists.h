/*
 * Steps over a SplDoublyLinkedList that remove the element they leave (IT_MODE_DELETE).
 */
#ifndef ASYNC_IO_DELETING_LISTS_H
#define ASYNC_IO_DELETING_LISTS_H

#include "engine/part.h"

/* In a coroutine, a step of a deleting list ends before the destructor of the removed element runs, in next(), prev()
 * and foreach, so that the destructor may wait while another coroutine changes the list. */
extern const async_part_t async_deleting_lists_part;

#endif
