/*
 * An extension that calls the functions of the resolver that other builds of PHP use.
 */
#include "php.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>

ZEND_BEGIN_ARG_INFO_EX(arginfo_one, 0, 0, 1)
	ZEND_ARG_INFO(0, name)
ZEND_END_ARG_INFO()

static void answer(zval *return_value, const struct hostent *entry)
{
	char text[INET6_ADDRSTRLEN];

	array_init(return_value);
	if (!entry) {
		add_assoc_long(return_value, "error", h_errno);
		return;
	}
	add_assoc_string(return_value, "name", entry->h_name);
	for (char **alias = entry->h_aliases; *alias; alias++) {
		add_next_index_string(return_value, *alias);
	}
	for (char **address = entry->h_addr_list; *address; address++) {
		add_next_index_string(return_value, inet_ntop(entry->h_addrtype, *address, text, sizeof(text)));
	}
}

static PHP_FUNCTION(old_by_name)
{
	char *name;
	size_t length;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "s", &name, &length) == SUCCESS) {
		answer(return_value, gethostbyname(name));
	}
}

static PHP_FUNCTION(old_by_address)
{
	char *name;
	size_t length;
	struct in_addr address;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "s", &name, &length) == SUCCESS) {
		inet_pton(AF_INET, name, &address);
		answer(return_value, gethostbyaddr(&address, sizeof(address), AF_INET));
	}
}

static void search(zval *return_value, int length, int error)
{
	array_init(return_value);
	add_next_index_long(return_value, length);
	add_next_index_long(return_value, length < 0 ? error : 0);
}

static PHP_FUNCTION(old_search)
{
	char *name;
	size_t length;
	unsigned char found[512];

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "s", &name, &length) == SUCCESS) {
		int size = res_search(name, C_IN, T_MX, found, sizeof(found));
		search(return_value, size, h_errno);
	}
}

#ifdef __GLIBC__
/* Asks a server that it names itself and that does not exist. */
static PHP_FUNCTION(old_own_server)
{
	char *name;
	size_t length;
	unsigned char found[512];
	struct __res_state state = {0};

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "s", &name, &length) == SUCCESS) {
		int size;
		res_ninit(&state);
		inet_pton(AF_INET, "127.53.255.255", &state.nsaddr_list[0].sin_addr);
		size = res_nsearch(&state, name, C_IN, T_MX, found, sizeof(found));
		search(return_value, size, state.res_h_errno);
		res_nclose(&state);
	}
}
#else
/* Other C libraries have no such function. */
static PHP_FUNCTION(old_own_server)
{
	zif_old_search(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}
#endif

static const zend_function_entry functions[] = {
	PHP_FE(old_by_name, arginfo_one)
	PHP_FE(old_by_address, arginfo_one)
	PHP_FE(old_search, arginfo_one)
	PHP_FE(old_own_server, arginfo_one)
	PHP_FE_END
};

static zend_module_entry module = {
	STANDARD_MODULE_HEADER, "old_functions", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return &module;
}
