/*
 * Transparent I/O: what lets stock PHP functions wait cooperatively.
 */
#ifndef ASYNC_IO_IO_H
#define ASYNC_IO_IO_H

#include "io/globals.h"

/* Module start, once per process: swap handlers, chain the interrupt handler, and ask the scheduler to install the
 * hooks when it starts. None of these functions suspends or runs PHP code. */
void async_io_startup(void);

/* Module shutdown: put back every slot and every table of operations that was replaced. */
void async_io_shutdown(void);

/* The end of a request: drop this thread's turns, pending deliveries and what it remembers of its descriptors. */
void async_io_request_end(void);

/* Rows for phpinfo(): what is hooked. */
void async_io_info(void);

#endif
