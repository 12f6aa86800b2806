/*
 * Client libraries: what keeps the coroutines that share a connection out of each other's way (D28).
 */
#ifndef ASYNC_CLIENTS_H
#define ASYNC_CLIENTS_H

/* Once per process: guard what exists when all extensions are there; forget it. */
void async_clients_startup(void);
void async_clients_shutdown(void);

/* The end of a request: forget owners. */
void async_clients_request_end(void);

/* A row for phpinfo(). */
void async_clients_info(void);

#endif
