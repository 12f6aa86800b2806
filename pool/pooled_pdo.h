/*
 * Async\PooledPDO: what its class and its connections share. For pool/ only. PDO may be absent: its classes and methods
 * are looked up by name, and only its PHP interface is used.
 */
#ifndef ASYNC_POOL_POOLED_PDO_H
#define ASYNC_POOL_POOLED_PDO_H

#include "pool/internal.h"

extern zend_class_entry *async_ce_pdo;   /* the class PDO; NULL: PHP has no PDO */
extern zend_class_entry *async_ce_pdo_exception;

/* The operations of its pool: `arguments` has the four of PDO's constructor, `reset` the user's callable or UNDEF. */
extern const async_pool_ops_t async_pdo_pool_ops;

/* Remember the value of an attribute before setAttribute() changes it, so that reset can restore it.
 * suspends: no; runs PHP: no
 * errors:   none; a connection with an attribute that cannot be read is not lent again */
void async_pdo_note_attribute(async_place_t *place, zend_long attribute);

#endif
