/*
 * Documents that libxml writes to streams: the wait comes when it has left the tree.
 */
#ifndef ASYNC_IO_STREAMS_XML_OUTPUT_H
#define ASYNC_IO_STREAMS_XML_OUTPUT_H

#include "engine/part.h"

/* Replaces the methods that write a document to a file, and the function with which libxml opens one. */
extern const async_part_t async_xml_output_part;

#endif
