/*
 * The signal that prints the dump: its handler, and the writing of the text.
 */
#include "scheduler/dump_signal.h"

#include "engine/memory_limit.h"
#include "scheduler/dump.h"
#include "scheduler/observers.h"

#include "zend_signal.h"
#include "zend_smart_str.h"
#include "SAPI.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* ---- names ---- */

static const struct {
	const char *name;
	int number;
} signals[] = {
	{ "HUP", SIGHUP }, { "INT", SIGINT }, { "QUIT", SIGQUIT }, { "USR1", SIGUSR1 }, { "USR2", SIGUSR2 },
	{ "TERM", SIGTERM }, { "URG", SIGURG }, { "WINCH", SIGWINCH }, { "IO", SIGIO }, { "XCPU", SIGXCPU },
	{ "XFSZ", SIGXFSZ },
#ifdef SIGPWR
	{ "PWR", SIGPWR },
#endif
};

int async_dump_signal_number(const zend_string *value)
{
	const char *name = value ? ZSTR_VAL(value) : "";
	zend_long number;

	if (name[0] == '\0') {
		return 0;
	}
	if (is_numeric_string(name, ZSTR_LEN(value), &number, NULL, false) != IS_LONG) {
		number = -1;
		name += strncasecmp(name, "SIG", 3) == 0 ? 3 : 0;
	}
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		if (number == signals[i].number || (number == -1 && strcasecmp(name, signals[i].name) == 0)) {
			return signals[i].number;
		}
	}
	return number == 0 ? 0 : -1;
}

/* ---- the signal ---- */

/* A signal is sent to a process, and the kernel picks any thread. Where PHP runs in several threads, the first one that
 * takes the signal prints its dump. */
static struct {
	bool is_claimed;            /* atomic: a thread sets the fields, or has set them */
	bool is_taken;              /* atomic: the fields below are set */
	pthread_t thread;
	zend_atomic_bool *interrupt;   /* EG(vm_interrupt) of the thread, and fields of its ASYNC_G() */
	bool *is_due;
	async_reactor_t **reactor;
} receiver;

static int handled;   /* the signal that has our handler, or had it until the user set another one; 0: none */

void async_dump_on_signal(int signo)
{
	const int kept_errno = errno;

	if (!__atomic_load_n(&receiver.is_taken, __ATOMIC_ACQUIRE)) {
		return;
	}
	if (!pthread_equal(receiver.thread, pthread_self())) {
		pthread_kill(receiver.thread, signo);
	} else {
		__atomic_store_n(receiver.is_due, true, __ATOMIC_RELAXED);
		zend_atomic_bool_store_ex(receiver.interrupt, true);
		if (*receiver.reactor) {
			async_reactor_wake(*receiver.reactor);
		}
	}
	errno = kept_errno;
}

/* Would the signal meet its default action, or our handler of an earlier request? With ZEND_SIGNALS PHP's own handler
 * stands in for both. */
static bool is_free(int signo)
{
	struct sigaction found;

	if (sigaction(signo, NULL, &found) != 0 || (!(found.sa_flags & SA_SIGINFO) && found.sa_handler == SIG_IGN)) {
		return false;
	}
	if (!(found.sa_flags & SA_SIGINFO) && (found.sa_handler == SIG_DFL || found.sa_handler == async_dump_on_signal)) {
		return true;
	}
#ifdef ZEND_SIGNALS
	zend_sigaction(signo, NULL, &found);
	return found.sa_handler == SIG_DFL || found.sa_handler == async_dump_on_signal;
#else
	return false;
#endif
}

static void fill(struct sigaction *action, void (*handler)(int))
{
	memset(action, 0, sizeof(*action));
	action->sa_handler = handler;
	action->sa_flags = SA_RESTART;
	sigemptyset(&action->sa_mask);
}

static ASYNC_ALWAYS_RUNS void take_signal(void)
{
	const int signo = ASYNC_G(dump_signal);
	struct sigaction action;

	if (EXPECTED(signo == 0) || !is_free(signo) || __atomic_exchange_n(&receiver.is_claimed, true, __ATOMIC_ACQUIRE)) {
		return;
	}
	receiver.thread = pthread_self();
	receiver.interrupt = &EG(vm_interrupt);
	receiver.is_due = &ASYNC_G(dump_is_due);
	receiver.reactor = &ASYNC_G(reactor);
	__atomic_store_n(&receiver.is_taken, true, __ATOMIC_RELEASE);
	ASYNC_G(dump_signal_taken) = signo;
	async_observe(ASYNC_OBSERVER_DUMP_SIGNAL, true);
	handled = signo;
	fill(&action, async_dump_on_signal);
	zend_sigaction(signo, &action, NULL);
}

/* The handler stays. */
static ASYNC_ALWAYS_RUNS void let_go(void)
{
	if (EXPECTED(ASYNC_G(dump_signal_taken) == 0)) {
		return;
	}
	ASYNC_G(dump_signal_taken) = 0;
	async_observe(ASYNC_OBSERVER_DUMP_SIGNAL, false);
	__atomic_store_n(&receiver.is_taken, false, __ATOMIC_RELEASE);
	/* No handler sets this any more. */
	__atomic_store_n(&ASYNC_G(dump_is_due), false, __ATOMIC_RELAXED);
	__atomic_store_n(&receiver.is_claimed, false, __ATOMIC_RELEASE);
}

/* Does the process end when PHP is shut down? A program that has PHP as a library may go on. */
static bool ends_with_php(void)
{
	static const char *const programs[] = { "cli", "cli-server", "cgi-fcgi", "fpm-fcgi", "phpdbg" };

	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		if (strcmp(sapi_module.name, programs[i]) == 0) {
			return true;
		}
	}
	return false;
}

#ifdef COMPILE_DL_ASYNC
# define code_stays() async_reactor_keep_module()
#else
# define code_stays() true
#endif

/* The module is about to be unloaded. From here on PHP does not stand in for the handler, as it cannot do in the very
 * last moments of a process. The handler is better than SIG_IGN, which programs would inherit that are executed now. */
static ASYNC_ALWAYS_RUNS void end_process(void)
{
	struct sigaction action;

	if (EXPECTED(handled == 0)) {
		return;
	}
	zend_sigaction(handled, NULL, &action);
	if (action.sa_handler == async_dump_on_signal) {
		fill(&action, !ends_with_php() ? SIG_DFL : code_stays() ? async_dump_on_signal : SIG_IGN);
		(void) sigaction(handled, &action, NULL);
	}
	handled = 0;
}

/* ---- the text ---- */

/* The value of async.dump_file with the number of the process for "%p". */
static zend_string *file_name(void)
{
	smart_str name = {0};

	for (const char *at = ASYNC_G(dump_file); *at; at++) {
		if (at[0] == '%' && at[1] == 'p') {
			smart_str_append_long(&name, (zend_long) getpid());
			at++;
		} else {
			smart_str_appendc(&name, *at);
		}
	}
	return smart_str_extract(&name);
}

/* One call of write(), if the file takes all of it: dumps of several processes do not mix then. */
static void write_all(int fd, const char *data, size_t size)
{
	while (size > 0) {
		const ssize_t written = write(fd, data, size);
		if (written > 0) {
			data += written;
			size -= (size_t) written;
		} else if (written < 0 && errno == EAGAIN) {
			struct pollfd full = { .fd = fd, .events = POLLOUT };
			(void) poll(&full, 1, -1);
		} else if (written == 0 || errno != EINTR) {
			return;
		}
	}
}

static void write_dump(void)
{
	zend_string *text = async_dump();
	int fd = -1;

	if (ASYNC_G(dump_file)[0] != '\0') {
		zend_string *name = file_name();
		fd = open(ZSTR_VAL(name), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
		if (fd < 0) {
			smart_str why = {0};
			smart_str_append_printf(&why, "async.dump_file: cannot open %s: %s\n", ZSTR_VAL(name), strerror(errno));
			smart_str_0(&why);
			write_all(STDERR_FILENO, ZSTR_VAL(why.s), ZSTR_LEN(why.s));
			smart_str_free(&why);
		}
		zend_string_release(name);
	}
	write_all(fd >= 0 ? fd : STDERR_FILENO, ZSTR_VAL(text), ZSTR_LEN(text));
	if (fd >= 0) {
		(void) close(fd);
	}
	zend_string_release(text);
}

void async_dump_if_due(void *unused)
{
	const int kept_errno = errno;

	(void) unused;
	if (EXPECTED(!__atomic_load_n(&ASYNC_G(dump_is_due), __ATOMIC_RELAXED)) || ASYNC_G(is_dumping)) {
		return;
	}
	__atomic_store_n(&ASYNC_G(dump_is_due), false, __ATOMIC_RELAXED);
	/* A look from outside must not end the program at its memory limit. */
	async_memory_limit_lift();
	ASYNC_G(is_dumping) = true;
	write_dump();
	ASYNC_G(is_dumping) = false;
	async_memory_limit_put_back();
	errno = kept_errno;
}

/* After signal handlers of the user: what they have done is seen. */
static void on_interrupt(zend_execute_data *frame, const zend_op *next)
{
	(void) frame;
	(void) next;
	if (UNEXPECTED(ASYNC_G(dump_signal_taken) != 0)) {
		async_dump_if_due(NULL);
	}
}

const async_part_t async_dump_signal_part = {
	.request_start = take_signal,
	.after_interrupt = on_interrupt,
	.request_end = let_go,
	.shutdown = end_process,
};
