/*
 * Output of workers: read from their pipes, and passed on line by line.
 */
#include "io/workers/worker.h"

#include "scheduler/scheduler.h"

#include "php_output.h"
#include "zend_smart_str.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* A longer line is passed on in pieces. */
#define LINE_MAX_LENGTH (64 * 1024)
/* So much of what a job has printed is kept for its exception: the end tells why the worker has died. */
#define KEPT_MAX (64 * 1024)

static void keep(smart_str *kept, const char *text, size_t length)
{
	const size_t have = kept->s ? ZSTR_LEN(kept->s) : 0;

	if (length >= KEPT_MAX) {
		text += length - KEPT_MAX;
		length = KEPT_MAX;
		smart_str_free(kept);
	} else if (have + length > KEPT_MAX) {
		const size_t drop = have + length - KEPT_MAX;
		memmove(ZSTR_VAL(kept->s), ZSTR_VAL(kept->s) + drop, have - drop);
		ZSTR_LEN(kept->s) -= drop;
	}
	smart_str_appendl(kept, text, length);
}

/* Another process may have made standard error non-blocking: then this waits, as a blocking one does.
 * errors: -1 */
static ssize_t write_some(const char *text, size_t length)
{
	struct pollfd look = { .fd = STDERR_FILENO, .events = POLLOUT };
	ssize_t written;

	do {
		written = write(STDERR_FILENO, text, length);
	} while (written < 0 && (errno == EINTR || (errno == EAGAIN && (poll(&look, 1, -1) > 0 || errno == EINTR))));
	return written;
}

static void print(int source, const char *text, size_t length)
{
	if (source == ASYNC_WORKER_STDOUT) {
		php_output_write(text, length);
		return;
	}
	while (length > 0) {
		const ssize_t written = write_some(text, length);
		if (written <= 0) {
			return;
		}
		text += written;
		length -= (size_t) written;
	}
}

/* Print the whole lines of `line`, or all of it, and keep the rest. */
static void print_lines(smart_str *line, int source, bool all)
{
	const size_t length = line->s ? ZSTR_LEN(line->s) : 0;
	size_t ready = length;
	zend_string *text;

	while (!all && length < LINE_MAX_LENGTH && ready > 0 && ZSTR_VAL(line->s)[ready - 1] != '\n') {
		ready--;
	}
	if (ready == 0) {
		return;
	}
	/* An output handler may run while this prints, and the worker's next output must not get between. */
	text = line->s;
	*line = (smart_str) { 0 };
	smart_str_appendl(line, ZSTR_VAL(text) + ready, length - ready);
	print(source, ZSTR_VAL(text), ready);
	zend_string_release(text);
}

/* Read what is there. False: there is nothing more. */
static bool read_some(async_worker_t *worker, int source, smart_str *kept)
{
	char buffer[8192];
	ssize_t count;

	do {
		count = read(worker->output[source], buffer, sizeof(buffer));
	} while (count < 0 && errno == EINTR);
	if (count > 0) {
		keep(kept, buffer, (size_t) count);
		smart_str_appendl(&worker->line[source], buffer, (size_t) count);
		return true;
	}
	if (count == 0) {
		/* The worker has closed it. */
		if (ASYNC_G(reactor)) {
			async_fd_unwatch(ASYNC_G(reactor), &worker->watchers[source]);
			async_fd_forget(ASYNC_G(reactor), worker->output[source]);
		}
		close(worker->output[source]);
		worker->output[source] = -1;
	}
	return false;
}

/* Is there something to read, or the end, within so many milliseconds? A signal ends the wait. */
static bool look(const async_worker_t *worker, struct pollfd looks[2], int time)
{
	int count;

	for (int source = 0; source < 2; source++) {
		looks[source] = (struct pollfd) { .fd = worker->output[source], .events = POLLIN };
	}
	count = poll(looks, 2, time);
	if (count <= 0) {
		looks[0].revents = looks[1].revents = 0;
	}
	return count > 0 || (count < 0 && errno == EINTR);
}

void async_worker_pass_output(async_worker_t *worker, smart_str *kept, bool all)
{
	struct pollfd looks[2];

	worker->is_ready[ASYNC_WORKER_STDOUT] = worker->is_ready[ASYNC_WORKER_STDERR] = false;
	(void) look(worker, looks, 0);
	for (int source = 0; source < 2; source++) {
		smart_str *line = &worker->line[source];

		if (looks[source].revents) {
			while (read_some(worker, source, kept)) {
				print_lines(line, source, false);
			}
		}
		if (all && line->s && ZSTR_LEN(line->s) > 0) {
			print_lines(line, source, true);
		}
	}
}

void async_worker_pass_last(async_worker_t *worker, uint64_t deadline)
{
	struct pollfd looks[2];
	smart_str kept = { 0 };

	if (!(OG(flags) & PHP_OUTPUT_ACTIVATED)) {
		return;
	}
	while ((worker->output[0] >= 0 || worker->output[1] >= 0) && !EG(exception)) {
		const uint64_t now = async_reactor_now();

		if (now >= deadline || !look(worker, looks, (int) ((deadline - now) / 1000000) + 1)) {
			break;
		}
		async_worker_pass_output(worker, &kept, false);
	}
	if (!EG(exception)) {
		async_worker_pass_output(worker, &kept, true);
	}
	smart_str_free(&kept);
}
