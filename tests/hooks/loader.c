/*
 * An extension that loads a library by its bare name, so that the loader takes the search path of this object, and
 * calls it. It can have any name: -DNAME=\"tidy\".
 */
#include "php.h"

#include <dlfcn.h>

static int (*nap)(int ms);

ZEND_BEGIN_ARG_INFO_EX(arginfo_any, 0, 0, 0)
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

static const zend_function_entry functions[] = {
	ZEND_RAW_FENTRY(NAME "_load", ZEND_FN(load), arginfo_any, 0)
	ZEND_RAW_FENTRY(NAME "_nap", ZEND_FN(nap), arginfo_any, 0)
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
