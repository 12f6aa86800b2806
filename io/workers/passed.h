/*
 * Streams and sockets that go with a message to a process at the other end of a link.
 *
 *     the value ── take: duplicates of the descriptors, ──► async_link_send() ──► put back: streams and sockets of the
 *                  and plain words in place of the value                          same kinds, in their places
 *
 * A record has the duplicates. So the owner of the value may close his at once, and a message can be sent again.
 * All records are on one list: the end of the request closes what is left, and a forked child its copies.
 */
#ifndef ASYNC_IO_WORKERS_PASSED_H
#define ASYNC_IO_WORKERS_PASSED_H

#include "io/globals.h"
#include "io/workers/link.h"

typedef struct {
	async_ring_t node;                    /* ASYNC_IO_G(passed); first */
	async_link_descriptors_t descriptors; /* owned */
} async_passed_t;

/* Look for streams and sockets in a value, in arrays also. Objects are not looked into.
 * message:  what is to be serialized and sent in place of the value, owned by the caller; UNDEF: the value itself is
 * returns:  *passed is owned by the caller; NULL: the value has no stream and no socket
 * suspends: yes, while another coroutine reads from a file that is to go; runs PHP: no
 * errors:   false with an exception, nothing left: a stream that cannot go, too many of them, a limit of the system */
bool async_passed_take(zval *value, zval *message, async_passed_t **passed);

/* For async_link_send(). NULL: none */
static inline const async_link_descriptors_t *async_passed_descriptors(const async_passed_t *passed)
{
	return passed ? &passed->descriptors : NULL;
}

/* Close the duplicates, and free the record. NULL: does nothing. suspends: no; runs PHP: no */
void async_passed_free(async_passed_t *passed);

/* At the other end: make the value of a message whose frame had descriptors. They are taken from the link.
 * value:    the message as it was unserialized; the value after it. The caller owns it in each case
 * suspends: no; runs PHP: no
 * errors:   false with an exception: descriptors were lost at a limit of this process */
bool async_passed_put_back(zval *value, async_link_t *link, const async_frame_t *frame);

extern const async_part_t async_passed_part;

#endif
