/*
 * The writer of a trace: a thread that makes text of the records in the ring, its file, and the rotation of files.
 */
#include "scheduler/trace_ring.h"

#include "reactor/thread.h"

#include "main/SAPI.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#define WRITER_STACK_BYTES ((size_t) 256 * 1024)
/* The writer looks at the ring at least this often. */
#define LOOK_EVERY_NS 100000000
#define PROGRAM_BYTES 256

struct async_trace_writer {
	async_trace_t *trace;
	async_trace_writer_t *next_lost;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t called;
	bool is_called;            /* under the lock */
	bool stop;                 /* under the lock */
	int file;                  /* -1: it could not be written to */
	uint64_t written;          /* bytes of this file */
	uint64_t size;             /* after which the next file begins; 0: never */
	char *name;                /* of the file */
	char *old_name;            /* of the file before */
	char program[PROGRAM_BYTES];
	async_trace_format_t format;
};

/* In a forked child: writers of the parent. Their threads may have been anywhere, so they are never freed; the list
 * only shows leak checkers that they are known. */
static async_trace_writer_t *lost __attribute__((used));

/* ---- settings ---- */

static const char *file_name = "";   /* async.trace */
static zend_long file_size;          /* async.trace_size */

ASYNC_ALWAYS_RUNS void async_trace_set_file(const char *name)
{
	file_name = name ? name : "";
}

ASYNC_ALWAYS_RUNS void async_trace_set_size(zend_long size)
{
	file_size = size;
}

ASYNC_ALWAYS_RUNS bool async_trace_is_wanted(void)
{
	return *file_name != '\0';
}

/* The name of the file, with %p as the number of the process, and absolute: the program may change its folder.
 * owns: the caller frees it; errors: NULL, no memory */
static char *make_name(const char *suffix)
{
	const size_t room = MAXPATHLEN + strlen(file_name) + strlen(suffix) + 64;
	char *name = malloc(room);
	size_t length = 0;

	if (name == NULL) {
		return NULL;
	}
	if (*file_name != '/' && getcwd(name, MAXPATHLEN)) {
		length = strlen(name);
		name[length++] = '/';
	}
	for (const char *at = file_name; *at && length < room - 32; at++) {
		if (at[0] == '%' && at[1] == 'p') {
			length += (size_t) snprintf(name + length, 24, "%ld", (long) getpid());
			at++;
		} else {
			name[length++] = *at;
			at += at[0] == '%' && at[1] == '%';
		}
	}
	snprintf(name + length, room - length, "%s", suffix);
	return name;
}

ASYNC_ALWAYS_RUNS bool async_trace_names_process(void)
{
	for (const char *at = file_name; *at; at++) {
		if (*at == '%' && *++at == 'p') {
			return true;
		}
		if (*at == '\0') {
			break;
		}
	}
	return false;
}

/* ---- the file ---- */

static bool open_file(async_trace_writer_t *self)
{
	self->file = open(self->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	self->written = 0;
	if (self->file < 0) {
		return false;
	}
	async_trace_format_begin(&self->format, self->program);
	return true;
}

static void write_out(async_trace_writer_t *self)
{
	const char *at = self->format.text.bytes;
	size_t left = self->format.text.length;

	while (left > 0 && self->file >= 0) {
		const ssize_t done = write(self->file, at, left);

		if (done == 0 || (done < 0 && errno != EINTR)) {
			/* The disk is full, or the other end of a pipe has gone. */
			close(self->file);
			self->file = -1;
		} else if (done > 0) {
			at += done;
			left -= (size_t) done;
			self->written += (uint64_t) done;
		}
	}
	self->format.text.length = 0;
	if (self->size > 0 && self->written >= self->size) {
		__atomic_store_n(&self->trace->wants_next_file, true, __ATOMIC_RELAXED);
	}
}

static void close_file(async_trace_writer_t *self)
{
	async_trace_format_end(&self->format);
	write_out(self);
	if (self->file >= 0) {
		close(self->file);
		self->file = -1;
	}
}

static void next_file(async_trace_writer_t *self)
{
	close_file(self);
	/* Where the name cannot be changed, the same file begins anew. Without a file nothing more is written. */
	(void) rename(self->name, self->old_name);
	(void) open_file(self);
	__atomic_store_n(&self->trace->wants_next_file, false, __ATOMIC_RELAXED);
}

/* ---- the thread ---- */

/* Take the text that follows the record at `tail`. Returns how many records it has filled. */
static uint64_t take_text(async_trace_writer_t *self, const async_trace_record_t *record, uint64_t tail)
{
	char text[ASYNC_TRACE_TEXT_MAX];
	const size_t length = (size_t) record->number;
	size_t done = 0;
	uint64_t count = 0;

	ZEND_ASSERT(length <= sizeof(text) && "a longer text was cut");
	while (done < length) {
		const size_t part = MIN(length - done, sizeof(async_trace_record_t));

		count++;
		memcpy(text + done, &self->trace->records[(tail + count) & TRACE_MASK], part);
		done += part;
	}
	async_trace_format_keep(&self->format, record->text, text, length);
	return count;
}

/* Write all that is in the ring now. */
static void empty_ring(async_trace_writer_t *self)
{
	async_trace_t *trace = self->trace;
	const uint64_t head = __atomic_load_n(&trace->head, __ATOMIC_ACQUIRE);
	uint64_t tail = trace->tail;

	while (tail != head) {
		const async_trace_record_t *record = &trace->records[tail & TRACE_MASK];

		if (record->type == TRACE_TEXT) {
			tail += take_text(self, record, tail);
		} else if (record->type == TRACE_NO_TEXTS) {
			async_trace_format_forget(&self->format);
		} else if (record->type == TRACE_NEXT_FILE) {
			next_file(self);
		} else {
			async_trace_format_record(&self->format, record);
		}
		tail++;
		__atomic_store_n(&trace->tail, tail, __ATOMIC_RELEASE);
		if (self->format.text.length > TRACE_BUFFER_BYTES - TRACE_EVENT_BYTES) {
			write_out(self);
		}
	}
	write_out(self);
}

static void sleep_until_called(async_trace_writer_t *self)
{
	struct timespec until;

	/* Not the monotonic clock: not all systems can wait by that one. A jump of the clock does no harm. */
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += LOOK_EVERY_NS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	if (!self->is_called && !self->stop) {
		pthread_cond_timedwait(&self->called, &self->lock, &until);
	}
	self->is_called = false;
}

static void *run(void *argument)
{
	async_trace_writer_t *self = argument;
	bool stop;

	do {
		pthread_mutex_lock(&self->lock);
		sleep_until_called(self);
		stop = self->stop;
		pthread_mutex_unlock(&self->lock);
		empty_ring(self);
	} while (!stop);
	if (self->trace->dropped > 0) {
		/* The other thread waits for this one to end. */
		const async_trace_record_t record = {
			.type = TRACE_DROPPED, .number = self->trace->dropped, .start = self->trace->dropped_at,
		};

		async_trace_format_record(&self->format, &record);
	}
	close_file(self);
	return NULL;
}

void async_trace_writer_call(async_trace_t *trace)
{
	async_trace_writer_t *self = trace->writer;

	/* The caller does not wait: when the writer has the lock, it is awake, or will look soon. */
	if (pthread_mutex_trylock(&self->lock) == 0) {
		self->is_called = true;
		pthread_cond_signal(&self->called);
		pthread_mutex_unlock(&self->lock);
	}
}

/* ---- start and stop ---- */

static void free_writer(async_trace_writer_t *self)
{
	async_trace_format_forget(&self->format);
	free(self->format.text.bytes);
	free(self->old_name);
	free(self->name);
	free(self);
}

bool async_trace_writer_start(async_trace_t *trace, const char *suffix)
{
	async_trace_writer_t *self = calloc(1, sizeof(*self));
	int error = ENOMEM;

	if (self == NULL) {
		goto fail;
	}
	self->trace = trace;
	self->file = -1;
	self->size = file_size > 0 ? (uint64_t) file_size : 0;
	self->format.process = (uint64_t) getpid();
	self->format.text = (async_plain_text_t) { .bytes = malloc(TRACE_BUFFER_BYTES), .size = TRACE_BUFFER_BYTES };
	self->name = make_name(suffix);
	self->old_name = self->name ? malloc(strlen(self->name) + 3) : NULL;
	if (self->format.text.bytes == NULL || self->old_name == NULL) {
		goto fail_with_writer;
	}
	sprintf(self->old_name, "%s.1", self->name);
	snprintf(self->program, sizeof(self->program), "%s %s", sapi_module.name,
		SG(request_info).path_translated ? SG(request_info).path_translated : "");
	if (!open_file(self)) {
		error = errno;
		goto fail_with_writer;
	}
	pthread_mutex_init(&self->lock, NULL);
	pthread_cond_init(&self->called, NULL);
	error = -async_thread_start(&self->thread, WRITER_STACK_BYTES, run, self);
	if (error) {
		goto fail_with_file;
	}
	trace->writer = self;
	return true;

fail_with_file:
	pthread_cond_destroy(&self->called);
	pthread_mutex_destroy(&self->lock);
	close(self->file);
fail_with_writer:
	free_writer(self);
fail:
	errno = error;
	return false;
}

void async_trace_writer_stop(async_trace_t *trace)
{
	async_trace_writer_t *self = trace->writer;

	pthread_mutex_lock(&self->lock);
	self->stop = true;
	pthread_cond_signal(&self->called);
	pthread_mutex_unlock(&self->lock);
	pthread_join(self->thread, NULL);
	pthread_cond_destroy(&self->called);
	pthread_mutex_destroy(&self->lock);
	free_writer(self);
	trace->writer = NULL;
}

void async_trace_writer_forget(async_trace_t *trace)
{
	async_trace_writer_t *self = trace->writer;

	if (self->file >= 0) {
		close(self->file);
	}
	self->next_lost = lost;
	lost = self;
	trace->writer = NULL;
}
