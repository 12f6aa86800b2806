/*
 * Arrays of an ArrayObject or ArrayIterator that are written to while PHP code of a value, old or walked over, waits.
 */
#ifndef ASYNC_IO_ARRAY_OBJECTS_H
#define ASYNC_IO_ARRAY_OBJECTS_H

#include "engine/part.h"

/* In coroutines:
 *  - a value that is replaced or removed stays alive until the new value is stored. Stock code destroys the old value
 *  first, and another coroutine would find it in its slot while its destructor waits;
 *  - while C code walks over the array (json_encode(), serialize(), var_dump(), a comparison), a write goes to a copy,
 *  as it does for arrays. */
extern const async_part_t async_array_objects_part;

#endif
