/*
 * Mend: persistent connections of phpredis without its pools. Used by clients/redis.c.
 */
#ifndef ASYNC_CLIENTS_MENDS_REDIS_POOLS_H
#define ASYNC_CLIENTS_MENDS_REDIS_POOLS_H

/* After a fatal error amid a call: shut down the persistent streams that belong to no pool. Neither suspends nor runs
 * PHP code. */
void async_redis_shut_down_shared(void);

#endif
