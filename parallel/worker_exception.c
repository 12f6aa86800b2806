/*
 * Async\WorkerException: a worker process has died of a job, or has thrown what cannot be made again in the parent.
 */
#include "parallel/internal.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"

/* A longer last line of output is not shown in the message. */
#define LAST_LINE_MAX 300

zend_class_entry *async_ce_worker_exception;

ASYNC_REGISTERS void async_worker_exception_register(zend_class_entry *ce)
{
	async_ce_worker_exception = ce;
}

static void set_long(zend_object *exception, const char *name, zend_long number)
{
	zend_update_property_long(async_ce_worker_exception, exception, name, strlen(name), number);
}

static void set_string(zend_object *exception, const char *name, zend_string *text)
{
	zend_update_property_str(async_ce_worker_exception, exception, name, strlen(name), text);
}

static void set_place(zend_object *exception, zend_string *file, zend_long line)
{
	zval value;

	if (file && ZSTR_LEN(file) > 0) {
		ZVAL_STR(&value, file);
		zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_FILE), &value);
		ZVAL_LONG(&value, line);
		zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_LINE), &value);
	}
}

/* The last line that says something: PHP's own message for a fatal error. Lines that begin with a space only go on, as
 * those do that say where the coroutine was spawned. */
static void append_last_line(smart_str *text, const zend_string *printed)
{
	const char *start = ZSTR_VAL(printed);
	const char *end, *line = start + ZSTR_LEN(printed);

	do {
		end = line;
		while (end > start && (end[-1] == '\n' || end[-1] == '\r' || end[-1] == ' ')) {
			end--;
		}
		for (line = end; line > start && line[-1] != '\n'; line--) {
		}
	} while (line > start && *line == ' ');
	if (line < end && end - line <= LAST_LINE_MAX) {
		smart_str_appends(text, ": ");
		smart_str_appendl(text, line, (size_t) (end - line));
	}
}

zend_object *async_worker_exception_of_end(const async_process_job_t *job, pid_t pid, const async_worker_exit_t *end,
	zend_string *printed)
{
	smart_str text = {0};
	zend_object *exception;

	smart_str_append_printf(&text, "The worker process %d ", (int) pid);
	if (!end->is_known) {
		smart_str_appends(&text, "ended during the job");
	} else if (end->signal) {
		smart_str_append_printf(&text, "was killed by signal %d during the job", end->signal);
	} else {
		smart_str_append_printf(&text, "ended with status %d during the job", end->status);
	}
	if (printed) {
		append_last_line(&text, printed);
	}
	smart_str_0(&text);
	exception = async_exception_new(async_ce_worker_exception, "%s", ZSTR_VAL(text.s));
	smart_str_free(&text);
	set_place(exception, job->state->file, job->state->line);
	if (end->is_known && end->signal) {
		set_long(exception, "signal", end->signal);
	} else if (end->is_known) {
		set_long(exception, "exitStatus", end->status);
	}
	if (printed) {
		set_string(exception, "output", printed);
	}
	return exception;
}

zend_object *async_worker_exception_of_lost(const async_lost_exception_t *lost, zend_object *previous)
{
	zend_object *exception = async_exception_new(async_ce_worker_exception, "%s: %s", ZSTR_VAL(lost->name),
		ZSTR_VAL(lost->message));
	zval code;

	ZVAL_LONG(&code, lost->code);
	zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_CODE), &code);
	set_place(exception, lost->file, lost->line);
	set_string(exception, "originalClass", lost->name);
	set_string(exception, "originalTrace", lost->trace);
	if (previous) {
		zval value;
		ZVAL_OBJ(&value, previous);
		zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), &value);
		OBJ_RELEASE(previous);
	}
	return exception;
}

static void return_property(zval *return_value, zend_object *exception, const char *name)
{
	zval rv;
	zval *value = zend_read_property(async_ce_worker_exception, exception, name, strlen(name), true, &rv);

	RETURN_COPY_DEREF(value);
}

ZEND_METHOD(Async_WorkerException, getSignal)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_property(return_value, Z_OBJ_P(ZEND_THIS), "signal");
}

ZEND_METHOD(Async_WorkerException, getExitStatus)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_property(return_value, Z_OBJ_P(ZEND_THIS), "exitStatus");
}

ZEND_METHOD(Async_WorkerException, getOutput)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_property(return_value, Z_OBJ_P(ZEND_THIS), "output");
}

ZEND_METHOD(Async_WorkerException, getOriginalClass)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_property(return_value, Z_OBJ_P(ZEND_THIS), "originalClass");
}

ZEND_METHOD(Async_WorkerException, getOriginalTrace)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_property(return_value, Z_OBJ_P(ZEND_THIS), "originalTrace");
}
