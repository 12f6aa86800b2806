/*
 * Marks sockets of PHP with FD_CLOEXEC while a coroutine starts a program.
 */
#include "io/processes/close_on_exec.h"

#include "php.h"
#include "php_network.h"
#include "ext/standard/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The end of the name of all operation tables whose data begin with php_netstream_data_t; TLS has another end. */
#define SOCKET_LABEL "_socket"
#define TLS_LABEL "tcp_socket/ssl"

static bool has_room(async_close_on_exec_t *marked)
{
	const size_t capacity = marked->capacity ? marked->capacity * 2 : 32;
	int *more;

	if (marked->count < marked->capacity) {
		return true;
	}
	more = realloc(marked->fds, capacity * sizeof(*more));
	if (more == NULL) {
		return false;
	}
	marked->fds = more;
	marked->capacity = capacity;
	return true;
}

static void mark(async_close_on_exec_t *marked, int fd)
{
	const int flags = fd > STDERR_FILENO ? fcntl(fd, F_GETFD) : -1;

	if (flags >= 0 && !(flags & FD_CLOEXEC) && has_room(marked) && fcntl(fd, F_SETFD, flags | FD_CLOEXEC) == 0) {
		marked->fds[marked->count++] = fd;
	}
}

static bool is_socket_stream(const php_stream *stream)
{
	const char *const label = stream->ops->label;
	const size_t length = strlen(label);

	return (length > strlen(SOCKET_LABEL) && strcmp(label + length - strlen(SOCKET_LABEL), SOCKET_LABEL) == 0)
		|| strcmp(label, TLS_LABEL) == 0;
}

static void mark_streams(async_close_on_exec_t *marked, HashTable *list, int type)
{
	const zend_resource *resource;

	ZEND_HASH_FOREACH_PTR(list, resource) {
		const php_stream *stream = resource->type == type ? resource->ptr : NULL;
		if (stream && stream->abstract && is_socket_stream(stream)) {
			mark(marked, ((const php_netstream_data_t *) stream->abstract)->socket);
		}
	} ZEND_HASH_FOREACH_END();
}

/* Objects of ext/sockets. Their data begin with the descriptor in all versions of PHP. */
static void mark_objects(async_close_on_exec_t *marked)
{
	const zend_class_entry *class = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("socket"));

	if (class == NULL || class->type != ZEND_INTERNAL_CLASS) {
		return;
	}
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		const zend_object *object = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(object) && object->ce == class) {
			mark(marked, *(const int *) (const void *) ((const char *) object - object->handlers->offset));
		}
	}
}

void async_close_on_exec_begin(async_close_on_exec_t *marked)
{
	*marked = (async_close_on_exec_t) { 0 };
	mark_streams(marked, &EG(regular_list), php_file_le_stream());
	mark_streams(marked, &EG(persistent_list), php_file_le_pstream());
	mark_objects(marked);
}

void async_close_on_exec_end(async_close_on_exec_t *marked)
{
	const int kept_errno = errno;

	for (size_t i = 0; i < marked->count; i++) {
		const int flags = fcntl(marked->fds[i], F_GETFD);
		if (flags >= 0) {
			(void) fcntl(marked->fds[i], F_SETFD, flags & ~FD_CLOEXEC);
		}
	}
	free(marked->fds);
	*marked = (async_close_on_exec_t) { 0 };
	errno = kept_errno;
}
