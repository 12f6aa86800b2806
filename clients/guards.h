/*
 * The client libraries that have guards (guard.h), one file for each. What is not there is passed over.
 */
#ifndef ASYNC_CLIENTS_GUARDS_H
#define ASYNC_CLIENTS_GUARDS_H

#include "clients/guard.h"
#include "clients/guard_objects.h"

/* Start-up, all classes and functions are there. */
void async_pdo_guard(void);
void async_mysqli_guard(void);
void async_pgsql_guard(void);
void async_redis_guard(void);
void async_memcached_guard(void);
void async_sqlite3_guard(void);
void async_curl_guard(void);
void async_soap_guard(void);
void async_amqp_guard(void);
void async_ssh2_guard(void);
void async_ftp_guard(void);

/* The end of a request: forget what belongs to which session. */
void async_ssh2_request_end(void);

/* Where mysqlnd itself would crash or leak; mysqlnd is there longer than we are. */
void async_mysqlnd_guard(void);
void async_mysqlnd_unguard(void);

/* Around a request that uses coroutines: from its first async call until its objects are gone. */
void async_pgsql_request_start(void);
void async_redis_request_start(void);
void async_pgsql_request_over(void);

/* PHP can run, in the first request that uses coroutines; once per process. */
void async_pdo_guard_objects(void);
void async_mysqli_guard_objects(void);
void async_pgsql_guard_objects(void);
void async_redis_guard_objects(void);
void async_memcached_guard_objects(void);
void async_sqlite3_guard_objects(void);
void async_amqp_guard_objects(void);

#endif
