/*
 * Directory iterators in several coroutines: asking for the file that one shows, and foreach.
 */
#ifndef ASYNC_IO_STREAMS_DIRECTORY_OBJECTS_H
#define ASYNC_IO_STREAMS_DIRECTORY_OBJECTS_H

#include "engine/part.h"

/* Swaps the handlers of these methods, and the steps of foreach. The other methods: io/streams/file_objects.c. */
extern const async_part_t async_directory_objects_part;

#endif
