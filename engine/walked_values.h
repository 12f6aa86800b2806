/*
 * Values that stock C code walks over without a reference of its own, while it calls PHP code of one of them.
 */
#ifndef ASYNC_ENGINE_WALKED_VALUES_H
#define ASYNC_ENGINE_WALKED_VALUES_H

#include "engine/globals.h"

/* serialize(), json_encode(), var_dump(), print_r(), var_export(), debug_zval_dump(), the functions of igbinary,
 * msgpack and apcu, those of phpredis and memcached with a serializer, and those that write $_SESSION, go on with the
 * rest of a value after a method of a part of it. While that method waits, another coroutine may replace other parts,
 * and the variables on the way to this one. So the parked coroutine holds what its call can reach, until the call
 * returns. While the call runs, variables on the way have the values that it is inside of; what was written to them is
 * there again as soon as another coroutine can see it. */
extern const async_part_t async_walked_values_part;

/* The running coroutine is about to park, and all its recursion marks are still set. `innermost` is its innermost
 * frame; NULL: none. For each call of these functions among its frames, hold what the arguments reach.
 * returns: is there such a call? Then async_walked_values_pause() follows, when the marks are taken off
 * owns: references, until the function returns or the request ends; suspends: no; runs PHP: no
 * cost: of such a call, in proportion to the arrays and objects reached; errors: none */
bool async_walked_values_hold(const zend_execute_data *innermost);

/* Other coroutines may run now. suspends: no; runs PHP: no */
void async_walked_values_pause(const zend_execute_data *innermost);

/* The coroutine is resumed; its marks are not set yet. Only needed when ASYNC_ENGINE_G(walked_values) is not NULL.
 * suspends: no; runs PHP: no */
void async_walked_values_continue(const zend_execute_data *innermost);

/* Functions of clients may serialize their arguments. For those that is_one() names, the client itself calls
 * async_walked_values_end() each time that a call is over. Once for the process, at start-up. */
void async_walked_values_add_clients(bool (*is_one)(const zend_function *function));

/* This call is over: give back what it held. Only needed when ASYNC_ENGINE_G(walked_values) is not NULL.
 * suspends, runs PHP: destructors */
void async_walked_values_end(const zend_execute_data *call);

#endif
