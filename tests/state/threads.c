/*
 * An extension that runs PHP code in threads of their own, as a server with threads does: a request in each.
 */
#include "php.h"
#include "php_main.h"
#include "SAPI.h"
#include "zend_exceptions.h"

#include <pthread.h>

#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()

# define THREADS_MAX 8

ZEND_BEGIN_ARG_INFO_EX(arginfo_threads_run, 0, 0, 1)
	ZEND_ARG_VARIADIC_INFO(0, codes)
ZEND_END_ARG_INFO()

static void *run_request(void *code)
{
	ts_resource(0);
	ZEND_TSRMLS_CACHE_UPDATE();
	PG(auto_globals_jit) = 0;
	if (php_request_startup() == SUCCESS) {
		PG(during_request_startup) = 0;
		SG(sapi_started) = 0;
		SG(headers_sent) = 1;
		SG(request_info).no_headers = 1;
		zend_first_try {
			zend_eval_string_ex(code, NULL, "thread", true);
		} zend_end_try();
		php_request_shutdown(NULL);
	}
	ts_free_thread();
	return NULL;
}

/* Run each code in a thread, all at once, until the last one has ended. */
static PHP_FUNCTION(threads_run)
{
	pthread_t threads[THREADS_MAX];
	zval *codes;
	int count, started = 0;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "+", &codes, &count) != SUCCESS) {
		return;
	}
	for (; started < count && started < THREADS_MAX; started++) {
		if (pthread_create(&threads[started], NULL, run_request, Z_STRVAL(codes[started])) != 0) {
			break;
		}
	}
	RETVAL_LONG(started);
	while (started > 0) {
		pthread_join(threads[--started], NULL);
	}
}

static const zend_function_entry functions[] = {
	PHP_FE(threads_run, arginfo_threads_run)
	PHP_FE_END
};

static PHP_MINIT_FUNCTION(threads)
{
	ZEND_TSRMLS_CACHE_UPDATE();
	return SUCCESS;
}

static zend_module_entry module = {
	STANDARD_MODULE_HEADER, "threads", functions, PHP_MINIT(threads), NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return &module;
}
#endif
