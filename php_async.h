/*
 * async: coroutines, structured concurrency and transparent I/O for stock PHP.
 */
#ifndef PHP_ASYNC_H
#define PHP_ASYNC_H

/* PHP's own sources include this header when async is built into PHP: it must not include any header of async. */
#include "php.h"

#define PHP_ASYNC_VERSION "0.1.0-dev"

extern zend_module_entry async_module_entry;
#define phpext_async_ptr &async_module_entry

#if defined(ZTS) && defined(COMPILE_DL_ASYNC)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
