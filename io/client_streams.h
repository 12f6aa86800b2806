/*
 * Extensions that talk to a server over a PHP stream of their own, and what a cancelled wait means to them.
 */
#ifndef ASYNC_IO_CLIENT_STREAMS_H
#define ASYNC_IO_CLIENT_STREAMS_H

/* The wait for this socket was cancelled inside of a stock function. If that is a client's, the answer to its question
 * is still to come, and the next question would get it: shut the connection down, so that the client sees its end.
 * suspends: no
 * runs PHP: no
 * errors:   none; errno is kept */
void async_client_streams_cancelled(int fd);

#endif
