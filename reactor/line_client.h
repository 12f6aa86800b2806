/*
 * One client of the server of lines. Only reactor/ includes this.
 */
#ifndef ASYNC_REACTOR_LINE_CLIENT_H
#define ASYNC_REACTOR_LINE_CLIENT_H

#include "internal.h"
#include "line_server.h"

/* The longest line that a client may send, with its end. */
#define LINE_LENGTH_MAX 256

typedef struct async__line_text async__line_text_t;

/* All zero while no client has the place. */
typedef struct {
	uv_poll_t *events;            /* of the descriptor; NULL: no client has the place */
	int fd;
	bool is_gone;                 /* has closed its end, and is left */
	bool waits;                   /* for the common answer */
	bool has_ended;               /* sends no more lines */
	bool is_wrong;                /* is left when it has read the answer */
	uint64_t active_at;           /* when it last sent or read something */
	uint64_t answered_at;         /* when it was given the answer */
	uint64_t late_at;             /* when its patience is over */
	uint64_t rests_until;         /* its lines are not looked at before */
	async__line_text_t *text;     /* its answer, until it has read all of it */
	size_t sent;                  /* bytes of the answer */
	size_t used;                  /* bytes of the line */
	char line[LINE_LENGTH_MAX];
} async__line_client_t;

/* Texts are counted: several clients may get the same one.
 * owns: takes line.text. errors: NULL, it is freed */
async__line_text_t *async__line_text_make(async_line_t line);
void async__line_text_release(async__line_text_t *text);

/* A client at a free place. owns: takes fd. errors: the place stays free, fd is closed */
void async__line_client_open(async__line_client_t *client, uv_loop_t *loop, int fd);

/* Leave the client, if there is one at this place. */
void async__line_client_leave(async__line_client_t *client);

/* Does it neither wait for an answer nor read one? */
bool async__line_client_is_silent(const async__line_client_t *client, uint64_t now);

/* If there is a client, take what it has sent, and answer one line of it. May leave the client. */
void async__line_client_serve(async__line_client_t *client, const async_line_ops_t *ops, uint64_t now);

/* Hand the client its answer. */
void async__line_client_give(async__line_client_t *client, async__line_text_t *text);

/* If there is a client, send as much of its answer as it takes, and have the loop wait for its next event. May leave
 * the client. Returns when to serve it at the latest. */
uint64_t async__line_client_send(async__line_client_t *client, uint64_t now);

#endif
