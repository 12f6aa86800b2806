/*
 * Printing spawn chains after PHP's own text of a fatal error.
 */
#include "scheduler/spawn_chain.h"

#include "scheduler/lineage.h"
#include "scheduler/origin.h"
#include "scheduler/report.h"

#include "php_main.h"
#include "php_syslog.h"

#define FATAL (E_ERROR | E_CORE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR)

static void (*previous_error_cb)(int type, zend_string *file, const uint32_t line, zend_string *message);

void async_spawn_chain_append(smart_str *text, const async_coroutine_t *coroutine, const char *separator)
{
	async_spawn_chain_append_lineage(text, coroutine->spawner, separator);
}

void async_spawn_chain_append_lineage(smart_str *text, const async_lineage_t *spawner, const char *separator)
{
	for (const async_lineage_t *at = spawner; at; at = at->parent) {
		smart_str_appends(text, separator);
		if (at->file == NULL) {
			smart_str_appends(text, "by the main script");
			continue;
		}
		smart_str_appends(text, "by coroutine ");
		async_report_append_number(text, at->id);
		smart_str_appends(text, " spawned at ");
		async_report_append_place(text, at->file, at->line);
	}
}

zend_string *async_spawn_chain_text(const async_coroutine_t *coroutine)
{
	smart_str text = {0};

	if (coroutine == NULL || (coroutine->flags & (ASYNC_COROUTINE_MAIN | ASYNC_COROUTINE_HIDDEN))) {
		return NULL;
	}
	smart_str_appends(&text, "  in ");
	async_report_append_coroutine(&text, coroutine);
	async_spawn_chain_append(&text, coroutine, "\n  ");
	return smart_str_extract(&text);
}

void async_spawn_chain_print(const zend_string *text, int error_type)
{
	if (!(EG(error_reporting) & error_type)) {
		return;
	}
	if (PG(log_errors)) {
		php_log_err_with_severity(ZSTR_VAL(text), LOG_NOTICE);
	}
	if (!PG(display_errors)) {
		return;
	}
	if (PG(display_errors) == PHP_DISPLAY_ERRORS_STDERR) {
		fprintf(stderr, "%s\n", ZSTR_VAL(text));
	} else if (PG(html_errors)) {
		php_printf("<pre>%s</pre>\n", ZSTR_VAL(text));
	} else {
		php_printf("%s\n", ZSTR_VAL(text));
	}
}

/* PHP's display of a fatal error bails out: the chain is printed after that. At the memory limit no chain is printed,
 * because making the text would raise the same error again. */
static void error_cb(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	const async_coroutine_t *current = ASYNC_G(current);
	const zend_object *before = EG(exception);
	zend_string *text;

	if (UNEXPECTED((type & FATAL) && (type & E_DONT_BAIL)) && current && (current->flags & ASYNC_COROUTINE_MAIN)) {
		/* An exception has left the main script. */
		zend_object *exception = async_origin_find_uncaught(message);
		text = exception ? async_origin_text(exception, current) : NULL;
		previous_error_cb(type, file, line, message);
		if (text) {
			async_spawn_chain_print(text, type & ~E_DONT_BAIL);
			zend_string_release(text);
		}
		return;
	}
	if (EXPECTED(current == NULL) || !(type & FATAL) || (type & E_DONT_BAIL)
		|| zend_string_starts_with_literal(message, "Allowed memory size")
		|| (text = async_spawn_chain_text(current)) == NULL) {
		previous_error_cb(type, file, line, message);
		return;
	}
	zend_try {
		previous_error_cb(type, file, line, message);
	} zend_catch {
		/* SoapClient turns a fatal error into an exception and goes on: then no chain is printed. */
		if (EG(exception) == NULL || EG(exception) == before) {
			async_spawn_chain_print(text, type);
		}
		zend_string_release(text);
		zend_bailout();
	} zend_end_try();
	zend_string_release(text);
}

static ASYNC_ALWAYS_RUNS void chain(void)
{
	previous_error_cb = zend_error_cb;
	zend_error_cb = error_cb;
}

static ASYNC_ALWAYS_RUNS void unchain(void)
{
	if (zend_error_cb == error_cb) {
		zend_error_cb = previous_error_cb;
	}
}

const async_part_t async_spawn_chain_part = { .startup = chain, .shutdown = unchain };
