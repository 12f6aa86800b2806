/*
 * Transparent I/O: what lets stock PHP functions wait cooperatively.
 */
#ifndef ASYNC_IO_IO_H
#define ASYNC_IO_IO_H

#include "io/globals.h"

/* Once per process: find what can be hooked, chain the interrupt handler. */
void async_io_startup(void);

/* Give every hook back. */
void async_io_shutdown(void);

/* The end of a request: forget registrations and pending deliveries of this thread. */
void async_io_request_end(void);

/* Rows for phpinfo(): what is hooked. */
void async_io_info(void);

#endif
