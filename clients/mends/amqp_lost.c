/*
 * Mend: an AMQP connection that is lost, or whose wait is cancelled, in the middle of a message.
 *
 * When librabbitmq reports the error, it has released the parts of the message, but leaves the pointers in the record
 * of the caller. ext/amqp releases the record, too: a double free. So after an error the record is cleared.
 *
 * Upstream: php-amqp, issue 416. Seen in 1.11.0 with librabbitmq 0.11.0. AMQPQueue::consume() is fixed in 2.1.0,
 * AMQPQueue::get() is not fixed in the source after 2.1.2 (2024-02-19), nor is librabbitmq after 0.16.0 (2026-07-01).
 * No version switches this off: the record has no use after an error, and to clear it is right with any version.
 */
#include "clients/library.h"
#include "io/hooks/hooks.h"

#include <stdint.h>
#include <string.h>
#include <sys/time.h>

/* Records of librabbitmq.so.4, as in its public headers. */
typedef struct {
	size_t length;
	void *bytes;
} bytes_t;

typedef struct {
	int type;
	struct {
		uint32_t id;
		void *decoded;
	} method;
	int library_error;
} reply_t;

enum { REPLY_NORMAL = 1 };

typedef struct {
	struct {
		uint32_t flags;
		bytes_t content_type, content_encoding;
		struct {
			int count;
			void *entries;
		} headers;
		uint8_t delivery_mode, priority;
		bytes_t correlation_id, reply_to, expiration, message_id;
		uint64_t timestamp;
		bytes_t type, user_id, app_id, cluster_id;
	} properties;
	bytes_t body;
	struct {
		size_t page_size;
		struct {
			int count;
			void **blocks;
		} pages, large_blocks;
		int next_page;
		char *block;
		size_t used;
	} pool;
} message_t;

typedef struct {
	uint16_t channel;
	bytes_t consumer_tag;
	uint64_t delivery_tag;
	int is_redelivered;
	bytes_t exchange, routing_key;
	message_t message;
} envelope_t;

static reply_t (*original_amqp_consume_message)(void *state, envelope_t *envelope, const struct timeval *limit,
	int flags);
static reply_t (*original_amqp_read_message)(void *state, uint16_t channel, message_t *message, int flags);

static reply_t hooked_amqp_consume_message(void *state, envelope_t *envelope, const struct timeval *limit, int flags)
{
	reply_t reply = original_amqp_consume_message(state, envelope, limit, flags);

	if (reply.type != REPLY_NORMAL) {
		memset(envelope, 0, sizeof(*envelope));
	}
	return reply;
}

static reply_t hooked_amqp_read_message(void *state, uint16_t channel, message_t *message, int flags)
{
	reply_t reply = original_amqp_read_message(state, channel, message, flags);

	if (reply.type != REPLY_NORMAL) {
		memset(message, 0, sizeof(*message));
	}
	return reply;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(amqp_consume_message),
	ASYNC_HOOK(amqp_read_message),
};
/* librabbitmq waits in poll(). */
static ASYNC_HOOK_TABLE(amqp, "poll", hooks);

const async_library_t async_amqp_mend = { .extension = "amqp", .hooks = { &async_amqp_hooks } };
