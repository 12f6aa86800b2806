/*
 * The SIGSEGV handler that names the coroutine whose stack has overflowed.
 */
#include "scheduler/stack_overflow.h"

#include "scheduler/globals.h"
#include "scheduler/plain_text.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define ALTERNATE_STACK_BYTES (32 * 1024)
#define MESSAGE_BYTES 1024

static struct sigaction previous_action;
static unsigned installed;       /* threads that have contexts; the disposition is the process's */
static pthread_mutex_t installing = PTHREAD_MUTEX_INITIALIZER;   /* for both */

ZEND_TLS char *alternate_stack;
ZEND_TLS stack_t previous_stack;

/* Everything below runs in a signal handler: no allocation, no stdio. */
static void append_place(async_plain_text_t *message, const zend_string *file, uint32_t line)
{
	if (file == NULL) {
		async_plain_add(message, "unknown place");
		return;
	}
	async_plain_add_bytes(message, ZSTR_VAL(file), ZSTR_LEN(file));
	async_plain_add(message, ":");
	async_plain_add_number(message, line);
}

static void append_current_place(async_plain_text_t *message)
{
	const zend_execute_data *frame = EG(current_execute_data);

	while (frame && (!frame->func || !ZEND_USER_CODE(frame->func->type))) {
		frame = frame->prev_execute_data;
	}
	append_place(message, frame ? frame->func->op_array.filename : NULL,
		frame && frame->opline ? frame->opline->lineno : 0);
}

static void report_overflow(void)
{
	char bytes[MESSAGE_BYTES];
	async_plain_text_t message = { .bytes = bytes, .size = sizeof(bytes) };
	const async_coroutine_t *coroutine = ASYNC_G(current);

	async_plain_add(&message, "\nFatal error: C stack overflow in coroutine ");
	if (coroutine) {
		async_plain_add(&message, "#");
		async_plain_add_number(&message, coroutine->id);
		async_plain_add(&message, " (spawned at ");
		append_place(&message, coroutine->spawn_file, coroutine->spawn_line);
		async_plain_add(&message, ")");
	}
	async_plain_add(&message, " at ");
	append_current_place(&message);
	async_plain_add(&message, ". Recursion is too deep for its stack: raise async.stack_size"
		" (0 takes fiber.stack_size for the first coroutines, 192K for later ones)\n");
	ssize_t written = write(STDERR_FILENO, message.bytes, message.length);
	(void) written;
}

static void on_fault(int signo, siginfo_t *info, void *machine_context)
{
	(void) machine_context;
	if (info->si_code > 0) {
		if (async_stack_is_guard(&ASYNC_G(contexts).stacks, info->si_addr)) {
			report_overflow();
		}
		/* The faulting instruction runs again, and this time the previous handler gets the signal. */
		sigaction(signo, &previous_action, NULL);
	} else {
		/* Another process has sent it, or a call such as raise(): nothing faults again. */
		sigaction(signo, &previous_action, NULL);
		raise(signo);
	}
}

/* The first thread sets the handler of the process … */
static void set_handler(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_sigaction = on_fault;
	action.sa_flags = SA_SIGINFO | SA_ONSTACK;
	sigemptyset(&action.sa_mask);
	pthread_mutex_lock(&installing);
	if (installed > 0 || sigaction(SIGSEGV, &action, &previous_action) == 0) {
		installed++;
	}
	pthread_mutex_unlock(&installing);
}

/* … and the last one takes it away. */
static void take_handler_away(void)
{
	struct sigaction now;

	pthread_mutex_lock(&installing);
	if (installed > 0 && --installed == 0
		&& sigaction(SIGSEGV, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_fault) {
		sigaction(SIGSEGV, &previous_action, NULL);
	}
	pthread_mutex_unlock(&installing);
}

void async_stack_overflow_handler_install(void)
{
	stack_t own = { .ss_flags = 0, .ss_size = ALTERNATE_STACK_BYTES };

	alternate_stack = pemalloc(ALTERNATE_STACK_BYTES, true);
	own.ss_sp = alternate_stack;
	if (sigaltstack(NULL, &previous_stack) != 0 || !(previous_stack.ss_flags & SS_DISABLE)) {
		/* A sanitizer or profiler brought its own alternate stack: it serves us as well. */
		pefree(alternate_stack, true);
		alternate_stack = NULL;
	} else if (sigaltstack(&own, NULL) != 0) {
		pefree(alternate_stack, true);
		alternate_stack = NULL;
		return;
	}
	set_handler();
}

void async_stack_overflow_handler_remove(void)
{
	take_handler_away();
	if (alternate_stack) {
		stack_t off = { .ss_flags = SS_DISABLE };
		sigaltstack(&off, NULL);
		pefree(alternate_stack, true);
		alternate_stack = NULL;
	}
}
