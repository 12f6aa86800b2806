#include "syntax/find_suspend.h"

#include "php.h"

static bool find(const char *source, size_t length)
{
	return zend_memnstr(source, ZEND_STRL("uspend"), source + length) != NULL;
}

async_find_suspend_t async_find_suspend_function(void)
{
	const async_find_suspend_t fast = async_find_suspend_avx2();

	return fast ? fast : find;
}
