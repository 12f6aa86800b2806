/*
 * An extension that uses all of php_async_api.h. Its prizes come from threads of its own. What happened to them is
 * counted, for the tests.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "php_async_api.h"

#include "zend_exceptions.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TICKETS 1024

static const php_async_api *api;
static bool was_there_at_minit;
static atomic_int taken, dropped, refused, calls_over;
ZEND_TLS php_async_ticket *tickets[TICKETS];

static void rest(zend_long ms)
{
	const struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

static void drop_text(void *text)
{
	dropped++;
	free(text);
}

static const char *name_of(php_async_result result)
{
	static const char *const names[] = { "ready", "timeout", "cancelled", "failed", "unavailable" };

	return names[result];
}

/* ---- a thread that answers ---- */

typedef struct {
	php_async_ticket *ticket;
	zend_long ms;
	int times;
	char *text;
} question_t;

static void *answer(void *data)
{
	question_t *question = data;

	rest(question->ms);
	for (int i = 0; i < question->times; i++) {
		char *text = strdup(question->text);

		if (!api->wake(question->ticket, text)) {
			refused++;
			free(text);
		}
	}
	api->ticket_release(question->ticket);
	free(question->text);
	free(question);
	return NULL;
}

/* joins: the answer is there when this returns */
static void ask(php_async_ticket *ticket, const char *text, zend_long ms, int times, bool joins)
{
	question_t *question = malloc(sizeof(*question));
	pthread_t thread;

	*question = (question_t) { ticket, ms, times, strdup(text) };
	api->ticket_addref(ticket);
	if (pthread_create(&thread, NULL, answer, question) != 0) {
		abort();
	}
	joins ? pthread_join(thread, NULL) : pthread_detach(thread);
}

static void park(php_async_ticket *ticket, zend_long limit, zval *return_value)
{
	void *text = NULL;
	const php_async_result result = api->park(ticket, limit, &text);

	if (result == PHP_ASYNC_READY) {
		taken++;
		RETVAL_STRING(text ? (char *) text : "nothing");
		free(text);
	} else if (result == PHP_ASYNC_FAILED) {
		RETVAL_STR(zend_strpprintf(0, "failed: %s", strerror(errno)));
	} else {
		RETVAL_STRING(name_of(result));
	}
}

/* probe_ask(string $text, int $ms, int $limit = -1, int $times = 1, bool $first = false): string */
static PHP_FUNCTION(probe_ask)
{
	zend_string *text;
	zend_long ms, limit = -1, times = 1;
	bool first = false;
	php_async_ticket *ticket;

	ZEND_PARSE_PARAMETERS_START(2, 5)
		Z_PARAM_STR(text)
		Z_PARAM_LONG(ms)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(limit)
		Z_PARAM_LONG(times)
		Z_PARAM_BOOL(first)
	ZEND_PARSE_PARAMETERS_END();
	ticket = api ? api->wait_begin("probe answer", drop_text) : NULL;
	if (ticket == NULL) {
		rest(ms);
		RETURN_STR(zend_strpprintf(0, "%s, blocked", ZSTR_VAL(text)));
	}
	ask(ticket, ZSTR_VAL(text), ms, (int) times, first);
	park(ticket, limit, return_value);
	api->wait_end(ticket);
}

/* probe_begin(int $number): bool — the ticket with this number is begun, and woken or parked on later */
static PHP_FUNCTION(probe_begin)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();
	tickets[number] = api->wait_begin("probe", drop_text);
	RETURN_BOOL(tickets[number] != NULL);
}

static PHP_FUNCTION(probe_park)
{
	zend_long number, limit = -1;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();
	park(tickets[number], limit, return_value);
}

/* probe_wake(int $number, string $text, int $ms = -1): bool|null — by this thread, or by another one after a time */
static PHP_FUNCTION(probe_wake)
{
	zend_long number, ms = -1;
	zend_string *text;
	char *copy;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(number)
		Z_PARAM_STR(text)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();
	if (ms >= 0) {
		ask(tickets[number], ZSTR_VAL(text), ms, 1, false);
		return;
	}
	copy = strdup(ZSTR_VAL(text));
	if (api->wake(tickets[number], copy)) {
		RETURN_TRUE;
	}
	free(copy);
	RETURN_FALSE;
}

static PHP_FUNCTION(probe_end)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();
	api->wait_end(tickets[number]);
}

/* ---- a thread that answers when PHP has unloaded its extensions ---- */

static question_t *last_question;

/* probe_last(int $number): void — the ticket with this number is woken at the end of the process */
static PHP_FUNCTION(probe_last)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();
	api->ticket_addref(tickets[number]);
	last_question = malloc(sizeof(*last_question));
	*last_question = (question_t) { tickets[number], 0, 1, strdup("last") };
}

static __attribute__((destructor)) void ask_last(void)
{
	pthread_t thread;

	if (last_question && pthread_create(&thread, NULL, answer, last_question) == 0) {
		pthread_join(thread, NULL);
		dprintf(STDOUT_FILENO, "at the end of the process: refused %d\n", refused);
	}
}

/* ---- simple functions ---- */

static PHP_FUNCTION(probe_may_park)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(api->may_park());
}

static PHP_FUNCTION(probe_current)
{
	zend_object *current = api->current();

	ZEND_PARSE_PARAMETERS_NONE();
	if (current) {
		RETURN_OBJ_COPY(current);
	}
}

static PHP_FUNCTION(probe_yield)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_STRING(name_of(api->yield()));
}

static PHP_FUNCTION(probe_sleep)
{
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_STRING(name_of(api->sleep(ms)));
}

static PHP_FUNCTION(probe_wait_fd)
{
	zend_long fd, events, limit = -1;
	php_async_result result;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(fd)
		Z_PARAM_LONG(events)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();
	result = api->wait_fd((int) fd, (unsigned) events, limit);
	RETURN_STR(zend_strpprintf(0, "%s%s", name_of(result), result == PHP_ASYNC_FAILED ? strerror(errno) : ""));
}

static PHP_FUNCTION(probe_fd_closing)
{
	zend_long fd;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(fd)
	ZEND_PARSE_PARAMETERS_END();
	api->fd_closing((int) fd);
}

/* ---- calls that block ---- */

typedef struct {
	zend_long ms;
	pthread_t thread;
} call_t;

static void call(void *data)
{
	call_t *it = data;

	rest(it->ms);
	it->thread = pthread_self();
	calls_over++;
}

/* probe_blocking(int $ms): string */
static PHP_FUNCTION(probe_blocking)
{
	zend_long ms;
	call_t *data = malloc(sizeof(*data));
	php_async_result result;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();
	data->ms = ms;
	result = api->blocking("probe call", call, data, drop_text);
	if (result != PHP_ASYNC_READY) {
		RETURN_STRING(name_of(result));
	}
	RETVAL_STRING(pthread_equal(data->thread, pthread_self()) ? "in place" : "by a worker");
	free(data);
}

/* ---- coroutines ---- */

static void run_callable(void *data, zval *result)
{
	call_user_function(NULL, NULL, (zval *) data, result, 0, NULL);
}

static void drop_callable(void *data)
{
	dropped++;
	zval_ptr_dtor((zval *) data);
	efree(data);
}

/* probe_spawn(callable $body, ?string $name = null): ?Async\Coroutine */
static PHP_FUNCTION(probe_spawn)
{
	zval *callable, *copy;
	zend_string *name = NULL;
	zend_object *coroutine;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(callable)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(name)
	ZEND_PARSE_PARAMETERS_END();
	copy = emalloc(sizeof(*copy));
	ZVAL_COPY(copy, callable);
	coroutine = api->spawn(name ? ZSTR_VAL(name) : NULL, run_callable, copy, drop_callable);
	if (coroutine) {
		RETURN_OBJ(coroutine);
	}
}

/* probe_farewell(callable $body): resource — the coroutine is spawned when the resource is freed */
static int farewell_type;

static PHP_FUNCTION(probe_farewell)
{
	zval *callable, *copy;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(callable)
	ZEND_PARSE_PARAMETERS_END();
	copy = emalloc(sizeof(*copy));
	ZVAL_COPY(copy, callable);
	RETURN_RES(zend_register_resource(copy, farewell_type));
}

static void spawn_farewell(zend_resource *resource)
{
	zend_object *coroutine = api->spawn("farewell", run_callable, resource->ptr, drop_callable);

	if (coroutine) {
		OBJ_RELEASE(coroutine);
	}
}

/* ---- about itself ---- */

/* Words that tell what there is. */
static PHP_FUNCTION(probe_about)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_STR(zend_strpprintf(0, "at MINIT %s, now %s, another version %s, has spawn() %s",
		was_there_at_minit ? "there" : "missing", php_async_get_api(PHP_ASYNC_API_VERSION) ? "there" : "missing",
		php_async_get_api(PHP_ASYNC_API_VERSION + 1) ? "there" : api ? "refused" : "missing",
		api && PHP_ASYNC_API_HAS(api, spawn) ? "yes" : "no"));
}

/* How many prizes were taken, dropped and refused, and how many calls of workers have ended, since the last time. */
static PHP_FUNCTION(probe_counts)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_STR(zend_strpprintf(0, "taken %d, dropped %d, refused %d, calls %d", atomic_exchange(&taken, 0),
		atomic_exchange(&dropped, 0), atomic_exchange(&refused, 0), atomic_exchange(&calls_over, 0)));
}

/* probe_calling(callable $function): mixed — a function of PHP that is called by C code of this extension */
static PHP_FUNCTION(probe_calling)
{
	zval *callable;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(callable)
	ZEND_PARSE_PARAMETERS_END();
	call_user_function(NULL, NULL, callable, return_value, 0, NULL);
}

/* ---- the module ---- */

ZEND_BEGIN_ARG_INFO_EX(any_arguments, 0, 0, 0)
	ZEND_ARG_VARIADIC_INFO(0, arguments)
ZEND_END_ARG_INFO()

#ifdef OTHER
# define NAME "probe_other"
static const zend_function_entry functions[] = {
	ZEND_NAMED_FE(other_calling, zif_probe_calling, any_arguments)
	PHP_FE_END
};
#else
# define NAME "probe"
static const zend_function_entry functions[] = {
	PHP_FE(probe_ask, any_arguments)
	PHP_FE(probe_begin, any_arguments)
	PHP_FE(probe_park, any_arguments)
	PHP_FE(probe_wake, any_arguments)
	PHP_FE(probe_end, any_arguments)
	PHP_FE(probe_last, any_arguments)
	PHP_FE(probe_may_park, any_arguments)
	PHP_FE(probe_current, any_arguments)
	PHP_FE(probe_yield, any_arguments)
	PHP_FE(probe_sleep, any_arguments)
	PHP_FE(probe_wait_fd, any_arguments)
	PHP_FE(probe_fd_closing, any_arguments)
	PHP_FE(probe_blocking, any_arguments)
	PHP_FE(probe_spawn, any_arguments)
	PHP_FE(probe_farewell, any_arguments)
	PHP_FE(probe_about, any_arguments)
	PHP_FE(probe_counts, any_arguments)
	PHP_FE(probe_calling, any_arguments)
	PHP_FE_END
};
#endif

static PHP_MINIT_FUNCTION(probe)
{
	api = php_async_get_api(PHP_ASYNC_API_VERSION);
	was_there_at_minit = api != NULL;
	farewell_type = zend_register_list_destructors_ex(spawn_farewell, NULL, "farewell", module_number);
	return SUCCESS;
}

zend_module_entry probe_module_entry = {
	STANDARD_MODULE_HEADER, NAME, functions, PHP_MINIT(probe), NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(probe)
