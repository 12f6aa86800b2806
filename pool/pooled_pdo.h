/*
 * Async\PooledPDO: for pooled_pdo*.c only. PDO may be absent; its classes and methods are looked up by name, and only
 * its PHP interface is used.
 */
#ifndef ASYNC_POOL_POOLED_PDO_H
#define ASYNC_POOL_POOLED_PDO_H

#include "pool/internal.h"

extern zend_class_entry *async_ce_pdo;   /* PDO itself; NULL: it is not there */
extern zend_class_entry *async_ce_pdo_exception;

/* How its connections are made, checked, reset. arguments: those of PDO's constructor, in an array; reset: as given. */
extern const async_pool_ops_t async_pdo_pool_ops;

/* setAttribute() is about to be called on a connection: remember what it was.
 * suspends: no; runs PHP: no; errors: none */
void async_pdo_note_attribute(async_place_t *place, zend_long attribute);

#endif
