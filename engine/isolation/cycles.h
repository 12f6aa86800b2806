/*
 * Cycles that only the current isolation holds.
 *
 * An object in a cycle has more holders than the slot that leads to it. Its destructor has to find the state of its
 * isolation, so the end of an isolation does not leave it to the collector, which may run in another one. It counts
 * the references that lead from its variables to an object, over other objects and arrays: an object without further
 * references goes with the isolation.
 */
#ifndef ASYNC_ENGINE_ISOLATION_CYCLES_H
#define ASYNC_ENGINE_ISOLATION_CYCLES_H

#include "engine/isolation/slots.h"

/* Call the destructors of all objects that only the slots, the global variables and the exception handlers of the
 * current isolation hold, in the order in which PHP calls them at the end of a request. `base_slots` and
 * `base_symbols` are the parked ones of the base: what the base holds is not looked through. When there is more to look
 * through than some milliseconds allow, none is called.
 * returns: one was called; suspends, runs PHP: the destructors; errors: memory_limit is PHP's fatal error */
bool async_isolation_cycles_destruct(const async_isolation_slots_t *base_slots, HashTable *base_symbols);

#endif
