/*
 * PHP extensions: in which of them a wait may become cooperative (D42).
 *
 * PHP's own extensions and those with a guard (clients/library.h) are known, and so are those that the setting
 * async.hook_extensions names. In all others a wait blocks in place, as on stock PHP: the extension, or a library that
 * it brings, may keep what it works on in static memory, and would mix the calls of two coroutines up.
 */
#ifndef ASYNC_IO_HOOKS_EXTENSIONS_H
#define ASYNC_IO_HOOKS_EXTENSIONS_H

#include "php.h"

/* The number of extensions in the registry that are not known. Written under the lock of hooks.c. */
extern uint32_t async_extensions_unknown;

/* Is the extension with this name known? */
bool async_extension_is_known(const char *name);

/* Add the name of an extension that has a guard, in lower case. At module start. */
void async_extensions_add_guarded(const char *name);

/* Take over the names in async.hook_extensions. owns: nothing; the caller keeps `names` in place until
 * async_extensions_forget() */
void async_extensions_name(const char *names);

/* Learn which extensions there are now. has_changed: an object was loaded since, so the same number of extensions may
 * be others. The caller holds the lock of hooks.c. */
void async_extensions_refresh(bool has_changed);

/* Forget all but the guarded ones, at the end of the process. */
void async_extensions_forget(void);

/* Has a function of an unknown extension been called, and has not returned yet? */
bool async_extensions_unknown_is_called(void);

/* Has control passed into an extension in which waits block in place? Also while it calls back PHP code, or a function
 * of a known extension: another coroutine would find its work half-done. Its handlers of sessions count, too. What else
 * such an extension does outside of its functions, as the operations of a stream or of an object, is not seen. */
static zend_always_inline bool async_extensions_forbid_parking(void)
{
	return UNEXPECTED(async_extensions_unknown > 0) && async_extensions_unknown_is_called();
}

/* The same for the extension whose function runs now: it is written for waits that become cooperative, or it would not
 * ask. Its own functions, and those of known extensions, do not count. */
bool async_extensions_other_is_called(void);

static zend_always_inline bool async_extensions_forbid_own_parking(void)
{
	return UNEXPECTED(async_extensions_unknown > 0) && async_extensions_other_is_called();
}

/* The extension of a function, if waits in it block in place; NULL for all other functions. */
const char *async_extension_that_blocks(const zend_function *function);

/* For the snapshot: fill the array with two lists of names, "hooked" and "blocking". */
void async_extensions_list(zval *lists);

/* Rows for phpinfo(): the extensions that are hooked, and those that are not. */
void async_extensions_info(void);

#endif
