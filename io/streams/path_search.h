/*
 * Lists of places in which PHP looks for files: they stay while a search waits.
 */
#ifndef ASYNC_IO_STREAMS_PATH_SEARCH_H
#define ASYNC_IO_STREAMS_PATH_SEARCH_H

#include "engine/part.h"

/* Replaces the functions that search. */
extern const async_part_t async_path_search_part;

#endif
