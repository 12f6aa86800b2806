/*
 * Words for the waits of stock functions: the peers and paths of descriptors, the hosts and files of jobs.
 */
#ifndef ASYNC_IO_WAIT_WORDS_H
#define ASYNC_IO_WAIT_WORDS_H

#include "engine/part.h"

#include <sys/socket.h>

extern const async_part_t async_wait_words_part;

/* The subjects of waits for a job whose `detail` is not 0: a text (const char *) for the first two, the number of a
 * descriptor plus one for all others. */
extern const char async_job_word_lookup[];
extern const char async_job_word_fifo[];

/* A connect() begins on this descriptor of a coroutine: until it is connected the kernel tells no peer. */
void async_wait_words_note_connect(int fd, const struct sockaddr *address, socklen_t length);

#endif
