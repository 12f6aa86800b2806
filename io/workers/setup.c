/*
 * Setting up a worker: its standard descriptors, its signals, its output, and its end.
 */
#include "io/workers/setup.h"

#include "engine/output.h"
#include "io/workers/parent_tie.h"
#include "io/workers/worker.h"
#include "scheduler/trace.h"
#include "scheduler/user_signals.h"

#include "SAPI.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* Status of a worker that cannot be set up. */
#define SETUP_FAILED 255

/* ---- output ---- */

static size_t write_output(const char *text, size_t length)
{
	size_t left = length;

	while (left > 0) {
		const ssize_t written = write(STDOUT_FILENO, text, left);
		if (written < 0 && errno == EINTR) {
			continue;
		}
		if (written <= 0) {
			break;
		}
		text += written;
		left -= (size_t) written;
	}
	return length - left;
}

static void flush_nothing(void *context)
{
	(void) context;
}

static void write_log(const char *message, int priority)
{
	(void) priority;
	(void) !write(STDERR_FILENO, message, strlen(message));
	(void) !write(STDERR_FILENO, "\n", 1);
}

/* Buffers of the parent hold what the parent will print. Their handlers are the parent's, too. */
static void drop_buffers(void)
{
	for (int i = 0; i < OG(handlers).top; i++) {
		php_output_handler *handler = ((php_output_handler **) OG(handlers).elements)[i];
		handler->flags |= PHP_OUTPUT_HANDLER_DISABLED;
	}
	php_output_discard_all();
	async_output_mark_base();
}

/* Other SAPIs than that of the command line would write to the client of the parent. */
static void take_output(void)
{
	drop_buffers();
	if (strcmp(sapi_module.name, "cli") != 0) {
		sapi_module.ub_write = write_output;
		sapi_module.flush = flush_nothing;
		sapi_module.log_message = write_log;
		SG(headers_sent) = 1;
		SG(request_info).no_headers = 1;
	}
}

/* ---- signals ---- */

static void ignore_signal(int signal_number)
{
	(void) signal_number;
}

static void set_signal(int signal_number, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };

	sigemptyset(&action.sa_mask);
	sigaction(signal_number, &action, NULL);
}

/* A signal that the parent ignores, as after nohup, is ignored in its worker, too. */
static void set_default(int signal_number)
{
	struct sigaction found;

	if (sigaction(signal_number, NULL, &found) != 0 || found.sa_handler != SIG_IGN) {
		set_signal(signal_number, SIG_DFL);
	}
}

/* Handlers of the parent are not called here. Ctrl-C reaches all processes of a terminal: the parent decides what it
 * means. A handler, not SIG_IGN, so that programs which a worker starts do not ignore the signal. */
static void set_signals(void)
{
	sigset_t none;

	async_user_signals_drop_handlers();
	set_signal(SIGINT, ignore_signal);
	set_default(SIGTERM);
	set_default(SIGHUP);
	if (ASYNC_G(dump_signal_taken) == 0) {
		set_default(SIGUSR1);
		set_default(SIGUSR2);
	}
	set_default(SIGALRM);
	set_signal(SIGCHLD, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* ---- life ---- */

/* A pipe whose other end is closed is as empty as /dev/null, which sandboxes may not have. errors: -1 */
static int open_nothing(void)
{
	int ends[2] = { open("/dev/null", O_RDONLY | O_CLOEXEC), -1 };

	if (ends[0] < 0 && pipe2(ends, O_CLOEXEC) == 0) {
		close(ends[1]);
	}
	return async_fd_above_standard(ends[0]);
}

static void take_standard_descriptors(int output[2])
{
	const int nothing = open_nothing();

	if (nothing >= 0) {
		dup2(nothing, STDIN_FILENO);
		close(nothing);
	}
	if (dup2(output[0], STDOUT_FILENO) < 0 || dup2(output[1], STDERR_FILENO) < 0) {
		_exit(SETUP_FAILED);
	}
	close(output[0]);
	close(output[1]);
}

void async_worker_set_up(int output[2], pid_t parent)
{
	async_parent_tie(parent, SIGKILL);
	take_standard_descriptors(output);
	set_signals();
	take_output();
}

ZEND_NORETURN void async_worker_exit(int status)
{
	async_reactor_process_end();
	async_trace_flush();
	_exit(status);
}
