/*
 * Libraries: one record for each extension whose connections coroutines share (D28), and for each mend of one.
 *
 * A file exports one const record, clients.c has the array of them. Most of a record is plain data: what to guard. The
 * tables may name functions and classes that do not exist: these are skipped.
 */
#ifndef ASYNC_CLIENTS_LIBRARY_H
#define ASYNC_CLIENTS_LIBRARY_H

#include "clients/guard.h"
#include "clients/guard_objects.h"
#include "compat.h"
#include "io/hooks/hooks.h"

typedef struct {
	const char *class_name;          /* lower case; NULL: the rows name functions */
	const async_guard_row_t *rows;
} async_library_table_t;

/* Any function may be NULL. None suspends or runs PHP code. */
typedef struct {
	const char *extension;           /* as in the module registry; the record is skipped where it is not loaded */
	/* Once per process, before the tables are guarded: all extensions are loaded, no code is compiled.
	 * False: leave the extension alone, this one is not known. */
	bool (*startup)(void);
	void (*shutdown)(void);                  /* called if startup() has succeeded; persistent connections are gone */
	async_library_table_t tables[5];         /* the last one has no rows */
	const async_hook_group_t *hooks[3];      /* functions of libc to be hooked in its library; the last one is NULL */
	async_guarded_objects_t *objects[4];     /* the last one is NULL; patched by the first request with coroutines */
	void (*request_start)(void);             /* the scheduler of a request starts */
	void (*after_fork)(void);                /* in a forked child: only the current coroutine is there */
	void (*leave)(void);                     /* after a fatal error, nothing is freed yet: parked calls do not return */
	void (*request_end)(void);               /* the coroutines have ended */
	void (*request_over)(void);              /* the objects of the request are gone, too */
} async_library_t;

extern const async_library_t async_amqp_library;
extern const async_library_t async_amqp_mend;
extern const async_library_t async_curl_library;
extern const async_library_t async_ftp_library;
extern const async_library_t async_memcached_library;
extern const async_library_t async_pgsql_library;
extern const async_library_t async_redis_library;
extern const async_library_t async_redis_pools_mend;
extern const async_library_t async_redis_broken_off_mend;
extern const async_library_t async_soap_library;
extern const async_library_t async_sqlite3_library;
extern const async_library_t async_ssh2_library;
extern const async_library_t async_ssh2_scp_mend;

#ifdef ASYNC_COMPAT_HAS_MYSQLI
extern const async_library_t async_mysqli_library;
#endif
#ifdef ASYNC_COMPAT_HAS_MYSQLND
extern const async_library_t async_mysqlnd_mend;
#endif
#ifdef ASYNC_COMPAT_HAS_PDO
extern const async_library_t async_pdo_library;
extern const async_library_t async_pdo_large_objects_library;
extern const async_library_t async_pdo_persistent_library;
extern const async_library_t async_pdo_method_names_mend;
#endif

#endif
