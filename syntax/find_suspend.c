#include "syntax/find_suspend.h"

#include "php.h"

static bool find(const char *source, size_t length)
{
	const char *end = source + length;

	while ((source = zend_memnstr(source, ZEND_STRL("uspend"), end)) != NULL) {
		source += strlen("uspend");
		if (async_may_end_statement(source, end)) {
			return true;
		}
	}
	return false;
}

async_find_suspend_t async_find_suspend_function(void)
{
	const async_find_suspend_t fast = async_find_suspend_avx2();

	return fast ? fast : find;
}
