/*
 * A link between a process and its worker: frames over a pair of sockets, large ones through shared memory.
 *
 * Both ends take turns: a job goes one way, its result the other way. So one piece of memory for each way is enough. It
 *                       is made before the fork, and it is written again when the other end has answered. Only small
 *                       frames may be sent out of turn.
 */
#ifndef ASYNC_IO_WORKERS_LINK_H
#define ASYNC_IO_WORKERS_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands in front of the payload. */
typedef struct {
	uint64_t job;        /* number of the job */
	uint64_t length;     /* of the payload */
	uint32_t kind;       /* the user of the link chooses it; not 0 */
	uint16_t in_memory;  /* 1: the payload is in the shared memory, 0: it follows */
	uint16_t descriptors; /* how many go with the frame; fewer arrive when the receiver has reached its limit */
} async_frame_t;

/* Linux takes 253 with one packet. With more than 1,024 bytes of control data, musl says that memory is out. */
#define ASYNC_LINK_DESCRIPTORS_MAX 252

/* Descriptors that go with a frame. */
typedef struct {
	int fds[ASYNC_LINK_DESCRIPTORS_MAX];
	uint16_t count;
} async_link_descriptors_t;

typedef struct {
	int fd;              /* one socket of a pair of type SOCK_SEQPACKET: a frame is a packet */
	int out_memory;      /* descriptors of the shared memory, for each way */
	int in_memory;
	char *buffer;        /* of the last small frame that came; malloc'ed */
	int *received;       /* descriptors that came with the last frame, in the same memory; -1: taken */
	uint16_t received_count;
	void *map;           /* of the last large one; NULL: none */
	size_t map_length;
} async_link_t;

/* Make two ends of a link. None of their descriptors is a standard one; exec() closes them.
 * owns:   the caller closes both
 * errors: false with errno set, nothing is left behind */
bool async_link_open_pair(async_link_t *one, async_link_t *other);

/* Close one end, or the copy of it that a fork has made. Does nothing for one that is closed. errno is kept. */
void async_link_close(async_link_t *link);

/* Send a frame. waits: as long as the socket has no room, which blocks the process; else that fails with EAGAIN.
 * with:   descriptors that the other end gets duplicates of; NULL: none. They stay open here
 * errors: false with errno set (EPIPE: the other end is closed) */
bool async_link_send(async_link_t *link, uint32_t kind, uint64_t job, const char *payload, size_t length,
	const async_link_descriptors_t *with, bool waits);

typedef enum {
	ASYNC_LINK_FRAME,   /* *frame and *payload are set, until async_link_done() */
	ASYNC_LINK_EMPTY,   /* no frame is there */
	ASYNC_LINK_RESET,   /* the other end was closed before it took all frames that were sent to it; Linux says so */
	ASYNC_LINK_CLOSED   /* the other end is closed, or has sent nonsense */
} async_link_result_t;

/* Take the next frame. waits: until there is one, which blocks the process; a signal may end that with EMPTY. */
async_link_result_t async_link_receive(async_link_t *link, async_frame_t *frame, const char **payload, bool waits);

/* Take a descriptor that came with the last frame. owns: the caller owns it; exec() closes it.
 * returns: -1: it did not arrive, or was taken */
int async_link_take_descriptor(async_link_t *link, size_t index);

/* Keep the payload and the descriptors of the last frame beyond the next one: *kept holds them, until it is closed.
 * Memory that the sender writes again is copied.
 * errors: false, nothing has changed */
bool async_link_keep(async_link_t *link, const async_frame_t *frame, async_link_t *kept, const char **payload);

/* The payload of the last frame is not needed any more. Closes the descriptors that were not taken. */
void async_link_done(async_link_t *link);

/* Close this descriptor, if it is not -1, and make it -1. errno may change. */
void async_link_close_one(int *fd);

#endif
