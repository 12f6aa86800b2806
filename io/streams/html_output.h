/*
 * Dom\HTMLDocument::saveHtmlFile(): the wait comes when the tree is left.
 */
#ifndef ASYNC_IO_STREAMS_HTML_OUTPUT_H
#define ASYNC_IO_STREAMS_HTML_OUTPUT_H

#include "engine/part.h"

/* Replaces the method. */
extern const async_part_t async_html_output_part;

#endif
