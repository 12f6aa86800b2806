#include "clients/ssh2.h"

#include "scheduler/scheduler.h"

/*
 * A stream of SSH2 that goes while its session is somebody else's, and who closes it cannot wait: an exception is on
 * its way, or the wait was cancelled. Closed out of turn, it would read the other one's answer, for which that one
 * would wait for ever. So a coroutine of the scheduler's own closes it in its turn.
 */

/* All that is left of the stream. It lies behind a resource, so that it is closed in any case. */
typedef struct {
	php_stream stream;
	const void *session;
} left_t;

static int left_type;

static void close_left(zend_resource *resource)
{
	left_t *left = resource->ptr;

	async_ssh2_close(&left->stream, left->session);
	efree(left);
}

void async_ssh2_closing_startup(int module_number)
{
	left_type = zend_register_list_destructors_ex(close_left, NULL, "SSH2 stream to be closed", module_number);
}

static void close_in_turn(async_coroutine_t *self)
{
	zend_resource *resource = Z_RES(self->params[0]);
	const left_t *left = resource->ptr;
	async_owner_t *owner = NULL;

	if (async_ssh2_session_of_stream(&left->stream) == left->session) {
		(void) async_owner_take(left->session, &async_ssh2_client, &owner);
	}
	zend_list_close(resource);
	if (owner) {
		async_owner_leave(owner, owner->connection, NULL);
	}
}

void async_ssh2_close_later(const php_stream *stream, const void *session)
{
	left_t *left = emalloc(sizeof(*left));
	async_coroutine_t *closer = async_coroutine_new_service(close_in_turn, 1);

	left->stream = *stream;
	left->session = session;
	ZVAL_RES(&closer->params[0], zend_register_resource(left, left_type));
	async_scheduler_enqueue(closer, &ASYNC_G(global_scope), false);
}
