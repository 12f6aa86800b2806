/*
 * An extension that loads a library by its bare name, so that the loader takes the search path of this object, and
 * calls it. It can have any name: -DNAME=\"tidy\".
 */
#include "php.h"

#include <dlfcn.h>

static int (*nap)(int ms);

ZEND_BEGIN_ARG_INFO_EX(arginfo_one, 0, 0, 1)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

/* True, or the message of the loader. */
static ZEND_FUNCTION(load)
{
	char *file;
	size_t length;
	void *library;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STRING(file, length)
	ZEND_PARSE_PARAMETERS_END();
	library = dlopen(file, RTLD_NOW);
	if (library == NULL || (nap = (int (*)(int)) dlsym(library, "nap")) == NULL) {
		RETURN_STRING(dlerror());
	}
	RETURN_TRUE;
}

static ZEND_FUNCTION(nap)
{
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_LONG(nap((int) ms));
}

#define FUNCTION(suffix, function, info) { \
		.fname = NAME suffix, .handler = ZEND_FN(function), .arg_info = info, \
		.num_args = sizeof(info) / sizeof(info[0]) - 1, \
	}

static const zend_function_entry functions[] = {
	FUNCTION("_load", load, arginfo_one),
	FUNCTION("_nap", nap, arginfo_one),
	PHP_FE_END
};

static zend_module_entry module = {
	STANDARD_MODULE_HEADER, NAME, functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return &module;
}
