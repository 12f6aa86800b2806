/*
 * One client of the server of lines: what it sends, its answer, and the limits for a client that means no good.
 */
#include "line_client.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A client that has sent half a line, or does not read its answer, is left after this time. */
#define STALL_NS UINT64_C(5000000000)
/* One that does not read makes room for others after this time. */
#define DEAF_NS UINT64_C(500000000)
/* One that has not read all of its answer. */
#define READ_NS UINT64_C(30000000000)
/* One that sends nothing. */
#define SILENCE_NS UINT64_C(60000000000)
/* The time from an answer to the next line of the same client. */
#define REST_NS UINT64_C(5000000)
/* Bytes of an answer that are sent to one client before the others have their turn. */
#define SEND_MAX ((size_t) 256 * 1024)

struct async__line_text {
	size_t references;
	size_t length;
	char *bytes;                  /* with the end of the line */
};

static const char too_long[] = "{\"answer\":\"error\",\"error\":\"the line is too long\"}";

/* ---- texts ---- */

async__line_text_t *async__line_text_make(async_line_t line)
{
	async__line_text_t *text = malloc(sizeof(*text));
	char *bytes = text ? realloc(line.text, line.length + 1) : NULL;

	if (bytes == NULL) {
		free(text);
		free(line.text);
		return NULL;
	}
	bytes[line.length] = '\n';
	*text = (async__line_text_t) {.references = 1, .length = line.length + 1, .bytes = bytes};
	return text;
}

void async__line_text_release(async__line_text_t *text)
{
	if (text && --text->references == 0) {
		free(text->bytes);
		free(text);
	}
}

/* ---- life ---- */

void async__line_client_open(async__line_client_t *client, int fd)
{
	ASYNC_ASSERT(client->fd < 0 && fd >= 0 && "the place is free");
	memset(client, 0, sizeof(*client));
	client->fd = fd;
	client->active_at = async_line_now();
}

void async__line_client_leave(async__line_client_t *client)
{
	if (client->fd >= 0) {
		close(client->fd);
		async__line_text_release(client->text);
		memset(client, 0, sizeof(*client));
		client->fd = -1;
	}
}

bool async__line_client_is_silent(const async__line_client_t *client, uint64_t now)
{
	return !client->waits && (client->text == NULL || now > client->active_at + DEAF_NS);
}

/* When to leave the client, if nothing happens. */
static uint64_t leaves_at(const async__line_client_t *client)
{
	const uint64_t stalls_at = client->active_at + STALL_NS;

	if (client->text) {
		return stalls_at < client->answered_at + READ_NS ? stalls_at : client->answered_at + READ_NS;
	}
	return client->used > 0 ? stalls_at : client->active_at + SILENCE_NS;
}

/* ---- lines ---- */

static void take_bytes(async__line_client_t *client, uint64_t now)
{
	ssize_t count = recv(client->fd, client->line + client->used, sizeof(client->line) - client->used, MSG_DONTWAIT);

	if (count > 0) {
		client->used += (size_t) count;
		client->active_at = now;
	} else if (count == 0) {
		client->has_ended = true;
	} else if (errno != EAGAIN && errno != EINTR) {
		client->has_ended = true;
		client->used = 0;
	}
}

void async__line_client_give(async__line_client_t *client, async__line_text_t *text)
{
	ASYNC_ASSERT(client->text == NULL && "a client has one answer at a time");
	client->waits = false;
	client->text = text;
	client->sent = 0;
	client->answered_at = client->active_at = async_line_now();
	text->references++;
}

/* The answer to this client alone. NULL is no answer: no memory was left, and the client is closed. */
static void give_own(async__line_client_t *client, async_line_t line)
{
	async__line_text_t *text = line.text ? async__line_text_make(line) : NULL;

	if (text == NULL) {
		async__line_client_leave(client);
		return;
	}
	async__line_client_give(client, text);
	async__line_text_release(text);
}

static void answer_line(async__line_client_t *client, const async_line_ops_t *ops, char *end, uint64_t now)
{
	const size_t length = (size_t) (end - client->line) + 1;
	unsigned patience_ms = 0;
	async_line_t line;

	*end = '\0';
	if (end > client->line && end[-1] == '\r') {
		end[-1] = '\0';
	}
	line = ops->answer(client->line, &patience_ms);
	client->used -= length;
	memmove(client->line, client->line + length, client->used);
	if (line.text) {
		give_own(client, line);
	} else {
		client->waits = true;
		client->late_at = now + async_ns_from_ms(patience_ms);
	}
}

static void refuse_line(async__line_client_t *client)
{
	async_line_t line = {.text = strdup(too_long), .length = sizeof(too_long) - 1};

	client->is_wrong = true;
	give_own(client, line);
}

static bool is_busy(const async__line_client_t *client, uint64_t now)
{
	return client->text || client->waits || now < client->rests_until;
}

void async__line_client_serve(async__line_client_t *client, const async_line_ops_t *ops, uint64_t now)
{
	char *end;

	if (client->waits && now >= client->late_at) {
		give_own(client, ops->late());
		return;
	}
	if (is_busy(client, now)) {
		return;
	}
	if (!client->has_ended && client->used < sizeof(client->line)) {
		take_bytes(client, now);
	}
	end = memchr(client->line, '\n', client->used);
	if (end) {
		answer_line(client, ops, end, now);
	} else if (client->has_ended || now >= leaves_at(client)) {
		async__line_client_leave(client);
	} else if (client->used == sizeof(client->line)) {
		refuse_line(client);
	}
}

/* ---- answers ---- */

/* errors: false, the client is gone */
static bool send_some(async__line_client_t *client, uint64_t now)
{
	const async__line_text_t *text = client->text;
	size_t most = text->length - client->sent;
	ssize_t count;

	most = most < SEND_MAX ? most : SEND_MAX;
	count = send(client->fd, text->bytes + client->sent, most, MSG_DONTWAIT | MSG_NOSIGNAL);
	if (count > 0) {
		client->sent += (size_t) count;
		client->active_at = now;
	} else if (errno != EAGAIN && errno != EINTR) {
		return false;
	}
	return now < leaves_at(client);
}

void async__line_client_send(async__line_client_t *client, uint64_t now)
{
	if (client->text == NULL) {
		return;
	}
	if (!send_some(client, now)) {
		async__line_client_leave(client);
		return;
	}
	if (client->sent < client->text->length) {
		return;
	}
	async__line_text_release(client->text);
	client->text = NULL;
	client->rests_until = now + REST_NS;
	if (client->is_wrong) {
		async__line_client_leave(client);
	}
}

uint64_t async__line_client_wants(const async__line_client_t *client, struct pollfd *wants, uint64_t now)
{
	wants->fd = client->fd;
	if (client->text) {
		wants->events = POLLOUT;
		return leaves_at(client);
	}
	/* A client that has gone is reported without being asked for. */
	if (client->waits) {
		return client->late_at;
	}
	if (now < client->rests_until) {
		return client->rests_until;
	}
	if (client->has_ended || memchr(client->line, '\n', client->used)) {
		return now;
	}
	wants->events = POLLIN;
	return leaves_at(client);
}
