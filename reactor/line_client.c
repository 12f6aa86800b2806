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

void async__line_client_open(async__line_client_t *client, uv_loop_t *loop, int fd)
{
	uv_poll_t *events = malloc(sizeof(*events));

	ASYNC_ASSERT(client->events == NULL && fd >= 0 && "the place is free");
	if (events == NULL || async__poll_init(loop, events, fd) != 0) {
		free(events);
		close(fd);
		return;
	}
	events->data = client;
	*client = (async__line_client_t) {.events = events, .fd = fd, .active_at = async_line_now()};
}

static void free_handle(uv_handle_t *handle)
{
	free(handle);
}

void async__line_client_leave(async__line_client_t *client)
{
	if (client->events) {
		uv_close((uv_handle_t *) client->events, free_handle);
		close(client->fd);
		async__line_text_release(client->text);
		memset(client, 0, sizeof(*client));
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

/* The answer to this client alone. NULL is no answer: no memory was left. errors: false, the client has to be left */
static bool give_own(async__line_client_t *client, async_line_t line)
{
	async__line_text_t *text = line.text ? async__line_text_make(line) : NULL;

	if (text == NULL) {
		return false;
	}
	async__line_client_give(client, text);
	async__line_text_release(text);
	return true;
}

/* errors: false, the client has to be left */
static bool answer_line(async__line_client_t *client, const async_line_ops_t *ops, char *end, uint64_t now)
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
		return give_own(client, line);
	}
	client->waits = true;
	client->late_at = now + async_ns_from_ms(patience_ms);
	return true;
}

/* errors: false, the client has to be left */
static bool refuse_line(async__line_client_t *client)
{
	client->is_wrong = true;
	return give_own(client, (async_line_t) {.text = strdup(too_long), .length = sizeof(too_long) - 1});
}

static bool is_busy(const async__line_client_t *client, uint64_t now)
{
	return client->text || client->waits || now < client->rests_until;
}

/* returns: false when the client has to be left */
static bool serve(async__line_client_t *client, const async_line_ops_t *ops, uint64_t now)
{
	char *end;

	if (client->waits && now >= client->late_at) {
		return give_own(client, ops->late());
	}
	if (is_busy(client, now)) {
		return true;
	}
	if (!client->has_ended && client->used < sizeof(client->line)) {
		take_bytes(client, now);
	}
	end = memchr(client->line, '\n', client->used);
	if (end) {
		return answer_line(client, ops, end, now);
	}
	if (client->has_ended || now >= leaves_at(client)) {
		return false;
	}
	return client->used < sizeof(client->line) || refuse_line(client);
}

void async__line_client_serve(async__line_client_t *client, const async_line_ops_t *ops, uint64_t now)
{
	if (client->events && (client->is_gone || !serve(client, ops, now))) {
		async__line_client_leave(client);
	}
}

/* ---- answers ---- */

/* returns: false when the client has to be left */
static bool send_some(async__line_client_t *client, uint64_t now)
{
	const size_t rest = client->text->length - client->sent;
	const ssize_t count = send(client->fd, client->text->bytes + client->sent, rest < SEND_MAX ? rest : SEND_MAX,
		MSG_DONTWAIT | MSG_NOSIGNAL);

	if (count > 0) {
		client->sent += (size_t) count;
		client->active_at = now;
	} else if (errno != EAGAIN && errno != EINTR) {
		return false;
	}
	if (client->sent < client->text->length) {
		return now < leaves_at(client);
	}
	async__line_text_release(client->text);
	client->text = NULL;
	client->rests_until = now + REST_NS;
	return !client->is_wrong;
}

/* The round that follows serves the client. */
static void on_event(uv_poll_t *events, int status, int what)
{
	async__line_client_t *client = events->data;

	client->is_gone = status < 0 || (what & UV_PRIORITIZED);
}

/* Returns until when at the latest. */
static uint64_t wait_for_event(const async__line_client_t *client, uint64_t now)
{
	/* libuv reports a client that has gone as what is waited for, and clients have no reason to send urgent data. */
	int what = UV_PRIORITIZED, err;
	uint64_t until = client->waits ? client->late_at : client->rests_until;

	if (client->text || !is_busy(client, now)) {
		what = client->text ? UV_WRITABLE : UV_READABLE;
		until = leaves_at(client);
	}
	err = uv_poll_start(client->events, what, on_event);
	assert(err == 0 && "a handle that is open is started");
	(void) err;
	return until;
}

uint64_t async__line_client_send(async__line_client_t *client, uint64_t now)
{
	if (client->text && !send_some(client, now)) {
		async__line_client_leave(client);
	}
	return client->events ? wait_for_event(client, now) : UINT64_MAX;
}
