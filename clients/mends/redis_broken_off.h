/*
 * Mend: what a call of phpredis that was broken off leaves in its object. Used by clients/redis.c.
 */
#ifndef ASYNC_CLIENTS_MENDS_REDIS_BROKEN_OFF_H
#define ASYNC_CLIENTS_MENDS_REDIS_BROKEN_OFF_H

/* A call has failed: with an exception, or because its wait was cancelled. suspends: no; runs PHP: no */
void async_redis_broken_off(const void *connection);

/* A transaction or pipeline is about to begin: after a call that was broken off, mend the object. The caller owns the
 * connection.
 * suspends: after such a call; runs PHP: no
 * errors:   a RedisException is thrown when the connection cannot be made again */
void async_redis_mend_broken_off(const void *connection);

#endif
