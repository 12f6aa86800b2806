/*
 * Names of the methods that PDO's drivers add to a persistent connection.
 *
 * PDO allocates them with the connection and frees them with it. A backtrace shares them, and if it lives longer than
 * the connection, gives the last reference to the allocator of the request, which they do not come from: the heap is
 * corrupted. So they get names that live as long as the process, one for each word.
 */
#ifndef ASYNC_CLIENTS_DRIVER_NAMES_H
#define ASYNC_CLIENTS_DRIVER_NAMES_H

#include "compat.h"

/* Once for the process. */
void async_driver_names_startup(void);
/* When the persistent connections are gone. */
void async_driver_names_shutdown(void);

/* Whenever such a function is found. Neither suspends nor runs PHP code. */
void async_driver_name_keep(zend_function *function);

#endif
