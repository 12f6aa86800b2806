/*
 * Globals of other extensions: their symbols cannot be linked, the extension may be missing.
 */
#ifndef ASYNC_ENGINE_MODULE_GLOBALS_H
#define ASYNC_ENGINE_MODULE_GLOBALS_H

#include "php.h"
#include "zend_modules.h"

/* The globals of a loaded extension in this thread. The caller knows their layout. */
static zend_always_inline void *async_module_globals(const zend_module_entry *module)
{
#ifdef ZTS
	return TSRMG_BULK(*module->globals_id_ptr, void *);
#else
	return module->globals_ptr;
#endif
}

#endif
