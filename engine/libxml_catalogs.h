/*
 * Catalogs of libxml: tables of the process that say where the documents of an address really are. libxml reads each
 * file of them when it first resolves an address that the file may know, through PHP's streams, whose operations wait.
 * It notes only afterwards that it has the file. So other coroutines would read the file as well, and libxml would
 * forget all tables of the file but the last.
 */
#ifndef ASYNC_ENGINE_LIBXML_CATALOGS_H
#define ASYNC_ENGINE_LIBXML_CATALOGS_H

#include "engine/part.h"

/* Swaps libxml's loader of documents for one that has the catalogs read first, and no coroutine parks meanwhile. */
extern const async_part_t async_libxml_catalogs_part;

#endif
