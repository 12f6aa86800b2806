/*
 * The functions of the C interface (php_async_api.h has their contracts), and what its files share.
 */
#ifndef ASYNC_API_API_H
#define ASYNC_API_API_H

#include "engine/part.h"
#include "php_async_api.h"
#include "scheduler/wait.h"

/* where.c */
zend_object *async_api_current(void);
bool async_api_may_park(void);
php_async_result async_api_yield(void);
php_async_result async_api_sleep(int64_t ms);
php_async_result async_api_wait_fd(int fd, unsigned events, int64_t timeout_ms);
void async_api_fd_closing(int fd);

/* The result of a park as a caller from C sees it: throws the cancellation.
 * end: does not return when the frames of the main flow are to be jumped over (async_end_wait_is_over()); so it is the
 *      last thing that the caller does */
php_async_result async_api_finish(async_wait_result_t result);

/* tickets.c */
php_async_ticket *async_api_wait_begin(const char *what, void (*drop)(void *prize));
php_async_result async_api_park(php_async_ticket *ticket, int64_t timeout_ms, void **prize);
void async_api_wait_end(php_async_ticket *ticket);
void async_api_ticket_addref(php_async_ticket *ticket);
void async_api_ticket_release(php_async_ticket *ticket);
bool async_api_wake(php_async_ticket *ticket, void *prize);

/* blocking.c */
php_async_result async_api_blocking(const char *what, void (*call)(void *data), void *data, void (*drop)(void *data));

/* task.c */
zend_object *async_api_spawn(const char *name, void (*run)(void *data, zval *result), void *data,
	void (*drop)(void *data));

/* The tickets of a thread are over with its request. */
extern const async_part_t async_api_tickets_part;
extern const async_part_t async_api_tasks_part;

#endif
