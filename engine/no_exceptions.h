/*
 * PHP code that no exception may leave, because C code below it would end the request.
 */
#ifndef ASYNC_ENGINE_NO_EXCEPTIONS_H
#define ASYNC_ENGINE_NO_EXCEPTIONS_H

#include "php.h"

/* Would an exception that leaves all PHP code from this frame on become a fatal error on its way? Only C code that
 * calls PHP code does so: the engine for __debugInfo(), FFI for a callback of a C function.
 * frame: the innermost one of a coroutine, or NULL
 * cost: in proportion to the frames; suspends: no; runs PHP: no */
bool async_exceptions_are_fatal(const zend_execute_data *frame);

#endif
