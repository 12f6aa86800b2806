/*
 * The table of client libraries: which functions of libc may be hooked in each of them.
 */
#include "io/hooks/client_libraries.h"

#include <stddef.h>
#include <string.h>

/*
 * A row makes two promises. While the library waits in one of these functions, it holds no lock of its own, and has
 * nothing half-done in memory that threads share: another coroutine may enter it meanwhile. It closes its descriptors
 * through a slot, too, so that the reactor learns of the close.
 *
 * A library whose sockets are always in non-blocking mode waits in poll() alone, and needs no other function. Functions
 * for files are hooked in none: configuration, certificates and random numbers are read in place, as in stock PHP.
 */

/* getaddrinfo() is not hooked: libcurl calls it in a thread of its own. A libcurl without such threads limits the time
 * of a look-up by a jump out of a signal handler, which must find the stack of the same coroutine. */
#define CURL_FUNCTIONS "poll pthread_join pthread_cond_wait close"
#define CURL_REST "files, and names where it was built without a resolver thread: waited for in place"

/* A coroutine that waits for such a lock blocks the thread, and with it the coroutine that holds the lock. */
#define LDAP_REST "waits with its locks held"

#define MYSQL_REST "waits with its locks held; the driver of PHP itself (mysqlnd) does not need it"

static async_client_library_t libraries[] = {
	{ "libcurl.so.4", CURL_FUNCTIONS, CURL_REST, ASYNC_CANCEL_ENDS_WAITS, false },
	{ "libcurl-gnutls.so.4", CURL_FUNCTIONS, CURL_REST, ASYNC_CANCEL_ENDS_WAITS, false },
	{ "libcurl-nss.so.4", CURL_FUNCTIONS, CURL_REST, ASYNC_CANCEL_ENDS_WAITS, false },
	{ "libpq.so.5", "poll getaddrinfo close", "files, Kerberos: waited for in place", ASYNC_CANCEL_HANGS_UP, false },
	{ "libmemcached.so.11", "poll connect recv send sendmsg getaddrinfo close", "files: read in place",
		ASYNC_CANCEL_PLAIN, false },
	{ "librabbitmq.so.4", "poll connect recv send getaddrinfo close", "files: read in place",
		ASYNC_CANCEL_PLAIN, false },
	{ "libssh2.so.1", "poll connect recv send close", "files: read in place", ASYNC_CANCEL_HANGS_UP, false },
	/* SQLite sleeps in its busy handler only. A coroutine that waits there holds no lock that the holder needs. */
	{ "libsqlite3.so.0", "sleep usleep nanosleep", "files: read, written and locked in place",
		ASYNC_CANCEL_PLAIN, false },
	/* The next two libraries close sockets that libcurl waits for. */
	{ "libcares.so.2", "close", NULL, ASYNC_CANCEL_PLAIN, false },
	{ "libssh.so.4", "close", NULL, ASYNC_CANCEL_PLAIN, false },
	{ "libldap.so.2", NULL, LDAP_REST, ASYNC_CANCEL_PLAIN, false },
	{ "libldap-2.5.so.0", NULL, LDAP_REST, ASYNC_CANCEL_PLAIN, false },
	{ "libldap-2.4.so.2", NULL, LDAP_REST, ASYNC_CANCEL_PLAIN, false },
	{ "libldap_r-2.4.so.2", NULL, LDAP_REST, ASYNC_CANCEL_PLAIN, false },
	{ "libmariadb.so.3", NULL, MYSQL_REST, ASYNC_CANCEL_PLAIN, false },
	{ "libmysqlclient.so.21", NULL, MYSQL_REST, ASYNC_CANCEL_PLAIN, false },
	{ "libmysqlclient.so.24", NULL, MYSQL_REST, ASYNC_CANCEL_PLAIN, false },
};

#define LIBRARY_COUNT (sizeof(libraries) / sizeof(libraries[0]))

async_client_library_t *async_client_library_find(const char *soname)
{
	for (size_t i = 0; i < LIBRARY_COUNT; i++) {
		if (strcmp(libraries[i].soname, soname) == 0) {
			return &libraries[i];
		}
	}
	return NULL;
}

bool async_client_library_allows(const async_client_library_t *library, const char *function)
{
	const size_t length = strlen(function);
	const char *word = library->functions;

	while (word && *word) {
		size_t word_length = strcspn(word, " ");
		if (word_length == length && strncmp(word, function, length) == 0) {
			return true;
		}
		word += word_length;
		word += strspn(word, " ");
	}
	return false;
}

void async_client_libraries_restored(void)
{
	for (size_t i = 0; i < LIBRARY_COUNT; i++) {
		libraries[i].is_hooked = false;
	}
}
