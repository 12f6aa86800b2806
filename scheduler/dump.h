/*
 * The dump: the snapshot as text for people.
 */
#ifndef ASYNC_SCHEDULER_DUMP_H
#define ASYNC_SCHEDULER_DUMP_H

#include "php.h"

/* The text of a new snapshot, which ends with a newline. Same contract as async_snapshot().
 * owns: the caller owns the string */
zend_string *async_dump(void);

#endif
