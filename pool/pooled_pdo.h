/*
 * Async\PooledPDO and PDO objects with the option async.pool: what the two and their connections share. For pool/ only.
 * PDO may be absent: its classes and methods are looked up by name, and only its PHP interface is used.
 */
#ifndef ASYNC_POOL_POOLED_PDO_H
#define ASYNC_POOL_POOLED_PDO_H

#include "pool/internal.h"

#define ASYNC_PDO_OPTION "async.pool"

extern zend_class_entry *async_ce_pdo;   /* the class PDO; NULL: PHP has no PDO */
extern zend_class_entry *async_ce_pdo_exception;
extern zend_class_entry *async_ce_pooled_pdo;

/* ---- pool/pooled_pdo_session.c ---- */

/* The operations of such a pool. Its `arguments` are the four of PDO's constructor, its `reset` is the user's callable,
 * or UNDEF. */
extern const async_pool_ops_t async_pdo_pool_ops;

/* Remember the value of an attribute before setAttribute() changes it, so that reset can restore it.
 * suspends, runs PHP: as getAttribute() does
 * errors:   none; a connection with an attribute that cannot be read is not lent again */
void async_pdo_note_attribute(async_place_t *place, zend_long attribute);

/* Set the attributes that were noted back to their old values.
 * suspends, runs PHP: as setAttribute() does: MySQL's server is told of autocommit
 * errors:   what is no PDOException stays thrown. A connection with an attribute that cannot be restored is not lent
 *           again */
void async_pdo_restore_attributes(async_place_t *place);

/* Set attributes (attribute => value), which the caller holds, on a lent connection. notes: and note their old values
 * suspends, runs PHP: as async_pdo_restore_attributes(); errors: the same */
void async_pdo_set_attributes(async_place_t *place, HashTable *attributes, bool notes);

/* ---- pool/pdo_common.c ---- */

/* Methods that are not just passed on to a connection. */
typedef enum {
	ASYNC_PDO_USES,             /* all others */
	ASYNC_PDO_SETS_ATTRIBUTE,
	ASYNC_PDO_ASKS_STATE,       /* inTransaction(): a caller without a connection needs none for the answer … */
	ASYNC_PDO_ASKS_CODE,        /* … errorCode() … */
	ASYNC_PDO_ASKS_ERROR,       /* … errorInfo() */
	ASYNC_PDO_LEAVES_SESSION    /* getAttribute(), quote(): needs a connection, and leaves its session as it was */
} async_pdo_method_t;

/* name: lower case */
async_pdo_method_t async_pdo_method_of(const zend_string *name);

/* The answer of a new connection to a method that asks only. False: it is not such a method. */
bool async_pdo_answer_as_new(async_pdo_method_t method, zval *return_value);

/* The place that a borrower has lent for the current coroutine; NULL: none. */
async_place_t *async_pdo_find_place(const async_pool_t *pool, const void *borrower);

/* Call `handler` in this frame, with the connection of a place that is lent to the caller as $this.
 * function:  what the frame is of meanwhile
 * suspends:  as the method does; runs PHP: as the method does; the place may be gone afterwards */
void async_pdo_call(async_place_t *place, zend_function *function, zif_handler handler, INTERNAL_FUNCTION_PARAMETERS);

/* Make `pool` one of connections of class `ce`, with copies of these arguments of PDO's constructor. */
void async_pdo_pool_init(async_pool_t *pool, zend_class_entry *ce, zend_string *dsn, zend_string *username,
	zend_string *password, HashTable *options);

/* Do the options, the fourth argument of the current method, ask for persistent connections? Then throws. */
bool async_pdo_refuse_persistent(HashTable *options);

/* ---- pool/plain_pdo.c ---- */

/* The pool of a PDO object that was made with the option async.pool; NULL: it has none. Borrowed. */
async_pool_t *async_plain_pdo_pool(const zend_object *object);

/* Give the connection of the current coroutine back, if it has one. suspends: yes; runs PHP: yes */
void async_plain_pdo_release(zend_object *object);

/* ---- pool/plain_pdo_pools.c ---- */

/* Arguments of PDO's constructor. */
typedef struct {
	zend_string *dsn;
	zend_string *username;
	zend_string *password;
	HashTable *options;
} async_pdo_arguments_t;

/* The value of the option; NULL: there is none, or it says no. */
zval *async_plain_pdo_option(HashTable *options);

/* The pool that the option asks for: a new one with a first connection, or one that is known by its name.
 * ce:       class of the connections
 * owns:     the caller owns a reference
 * suspends: while it connects; runs PHP: onConnect
 * errors:   NULL with a ValueError, or the exception of the first connection */
async_pool_t *async_plain_pdo_make_pool(zend_class_entry *ce, const async_pdo_arguments_t *arguments, zval *option);

/* At the end of a request: let go of the pools that have a name. runs PHP: callables of the pools */
void async_plain_pdo_forget_names(void);

/* In a forked child: pools of PDO connections have none any more. suspends: no; runs PHP: no */
void async_plain_pdo_after_fork(void);

#endif
