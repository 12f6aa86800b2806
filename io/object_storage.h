/*
 * Turns of SplObjectStorage: it is walked over while getHash() of the user, or a destructor, waits.
 */
#ifndef ASYNC_IO_OBJECT_STORAGE_H
#define ASYNC_IO_OBJECT_STORAGE_H

#include "engine/part.h"

/* The current coroutine has a turn with a SplObjectStorage, and with the other one of the call, in each method that
 * walks over objects (addAll(), removeAll(), removeAllExcept(), serialize(), clone) or that changes which ones it has.
 * Without that, another coroutine would free what is being walked over. A method that neither walks nor waits, as those
 * of a storage without getHash() of the user, waits for its turn only while another coroutine has one. A cancelled wait
 * for the turn throws, nothing was done then (D34); that of clone is shielded. */
extern const async_part_t async_object_storage_part;

#endif
