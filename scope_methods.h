/*
 * What the files with methods of Async\Scope share.
 */
#ifndef ASYNC_SCOPE_METHODS_H
#define ASYNC_SCOPE_METHODS_H

#include "async_classes.h"
#include "scheduler/failure.h"

/* The record of the object whose method is called. Each method may look at the state of the scope, or change it. */
#define THIS_SCOPE() (async_failure_settle(), async_scope_from_obj(Z_OBJ_P(ZEND_THIS)))

#endif
