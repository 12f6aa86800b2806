/*
 * Where streams and connections were opened: noted while a test runs, for the list of what it has left.
 *
 * PHP notes no such place. So the functions that open something have a handler in front. While no test runs, it calls
 * the function and does nothing else.
 */
#include "testing/testing.h"

#include "engine/handlers.h"

#include "zend_list.h"

typedef struct {
	zend_string *file;     /* counted */
	uint32_t line;
} place_t;

/* Above this number of notes, those of things that are gone are dropped. */
#define NOTES_MIN 1024
/* A pair of sockets, the pipes of a process: arrays with more elements are something else. */
#define ELEMENTS_MAX 16

/* ---- notes ---- */

/* Handles of resources are never used again, those of objects are: a note is replaced when that is so. */
static zend_ulong key_of(zend_ulong handle, bool is_object)
{
	return handle << 1 | (is_object ? 1 : 0);
}

static void free_note(zval *note)
{
	place_t *place = Z_PTR_P(note);

	zend_string_release(place->file);
	efree(place);
}

static int is_gone(zval *note, void *argument)
{
	const zend_ulong key = ((const Bucket *) note)->h;
	const zend_objects_store *store = &EG(objects_store);

	(void) argument;
	if (key & 1) {
		return key >> 1 < store->top && IS_OBJ_VALID(store->object_buckets[key >> 1])
			? ZEND_HASH_APPLY_KEEP : ZEND_HASH_APPLY_REMOVE;
	}
	return zend_hash_index_exists(&EG(regular_list), key >> 1) ? ZEND_HASH_APPLY_KEEP : ZEND_HASH_APPLY_REMOVE;
}

static HashTable *notes(void)
{
	if (ASYNC_MODULE_G(opened) == NULL) {
		ALLOC_HASHTABLE(ASYNC_MODULE_G(opened));
		zend_hash_init(ASYNC_MODULE_G(opened), 0, NULL, free_note, false);
		ASYNC_MODULE_G(opened_limit) = NOTES_MIN;
	}
	if (UNEXPECTED(zend_hash_num_elements(ASYNC_MODULE_G(opened)) >= ASYNC_MODULE_G(opened_limit))) {
		zend_hash_apply_with_argument(ASYNC_MODULE_G(opened), is_gone, NULL);
		ASYNC_MODULE_G(opened_limit) = MAX(NOTES_MIN, 2 * zend_hash_num_elements(ASYNC_MODULE_G(opened)));
	}
	return ASYNC_MODULE_G(opened);
}

ASYNC_ALWAYS_RUNS void async_opened_forget(void)
{
	if (ASYNC_MODULE_G(opened)) {
		zend_hash_destroy(ASYNC_MODULE_G(opened));
		FREE_HASHTABLE(ASYNC_MODULE_G(opened));
		ASYNC_MODULE_G(opened) = NULL;
	}
}

void async_opened_append(smart_str *text, zend_ulong handle, bool is_object)
{
	const place_t *place = ASYNC_MODULE_G(opened)
		? zend_hash_index_find_ptr(ASYNC_MODULE_G(opened), key_of(handle, is_object)) : NULL;

	if (place) {
		smart_str_append_printf(text, ", opened at %s:%u", ZSTR_VAL(place->file), place->line);
	}
}

/* ---- calls ---- */

static void note(zend_ulong handle, bool is_object, bool replaces)
{
	const zend_ulong key = key_of(handle, is_object);
	HashTable *all = notes();
	place_t place = { .file = NULL };

	if (!replaces && zend_hash_index_exists(all, key)) {
		return;
	}
	async_note_place(&place.file, &place.line);
	if (place.file) {
		zend_hash_index_update_mem(all, key, &place, sizeof(place));
	}
}

/* What a call has returned is its own. */
static void note_value(const zval *value)
{
	const zval *element;

	if (Z_TYPE_P(value) == IS_RESOURCE) {
		note((zend_ulong) Z_RES_HANDLE_P(value), false, true);
	} else if (Z_TYPE_P(value) == IS_OBJECT) {
		note(Z_OBJ_HANDLE_P(value), true, true);
	} else if (Z_TYPE_P(value) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(value)) <= ELEMENTS_MAX) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
			if (Z_TYPE_P(element) == IS_RESOURCE || Z_TYPE_P(element) == IS_OBJECT) {
				note_value(element);
			}
		} ZEND_HASH_FOREACH_END();
	}
}

/* The two sockets of a pair, the pipes of a process. */
static void note_outputs(zend_execute_data *call)
{
	for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(call); i++) {
		const zval *argument = ZEND_CALL_ARG(call, i);

		if (Z_ISREF_P(argument) && Z_TYPE_P(Z_REFVAL_P(argument)) == IS_ARRAY) {
			note_value(Z_REFVAL_P(argument));
		}
	}
}

static zend_never_inline void call_and_note(zif_handler original, INTERNAL_FUNCTION_PARAMETERS)
{
	const zend_long first = zend_hash_next_free_element(&EG(regular_list));
	zend_long end;

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	end = zend_hash_next_free_element(&EG(regular_list));
	if (ASYNC_G(test_run) == NULL) {
		return;
	}
	/* Another coroutine may have opened some of these while this one waited. */
	for (zend_long handle = first; handle < end; handle++) {
		if (zend_hash_index_exists(&EG(regular_list), (zend_ulong) handle)) {
			note((zend_ulong) handle, false, false);
		}
	}
	note_value(return_value);
	note_outputs(execute_data);
	if (Z_TYPE(EX(This)) == IS_OBJECT) {
		note(Z_OBJ_HANDLE(EX(This)), true, true);
	}
}

/* ---- the functions ---- */

#define FUNCTIONS(each) \
	each(bzopen) each(dba_open) each(dba_popen) each(dir) each(fopen) each(fsockopen) each(ftp_connect) \
	each(ftp_ssl_connect) each(gzopen) each(imap_open) each(inotify_init) each(ldap_connect) \
	each(mysqli_connect) each(mysqli_init) each(odbc_connect) each(opendir) each(pfsockopen) each(pg_connect) \
	each(pg_pconnect) each(pg_lo_open) each(popen) each(proc_open) each(socket_accept) \
	each(socket_addrinfo_bind) each(socket_addrinfo_connect) each(socket_create) each(socket_create_listen) \
	each(socket_create_pair) each(socket_export_stream) each(socket_import_stream) each(ssh2_connect) \
	each(ssh2_exec) each(ssh2_fetch_stream) each(ssh2_forward_accept) each(ssh2_forward_listen) \
	each(ssh2_publickey_init) each(ssh2_sftp) each(ssh2_shell) each(ssh2_tunnel) each(stream_socket_accept) \
	each(stream_socket_client) each(stream_socket_pair) each(stream_socket_server) each(tmpfile) \
	each(xmlwriter_open_uri)

#define METHODS(each) \
	each(amqpconnection, __construct) each(directoryiterator, __construct) \
	each(filesystemiterator, __construct) each(globiterator, __construct) each(memcached, __construct) \
	each(mysqli, __construct) each(pdo, __construct) each(pdo, connect) \
	each(recursivedirectoryiterator, __construct) each(redis, __construct) each(rediscluster, __construct) \
	each(splfileinfo, openfile) each(splfileobject, __construct) each(spltempfileobject, __construct) \
	each(sqlite3, __construct) each(xmlreader, open) each(xmlwriter, openuri)

#define HANDLER(id) \
	static zif_handler original_##id; \
	static ZEND_NAMED_FUNCTION(handler_of_##id) \
	{ \
		if (EXPECTED(ASYNC_G(test_run) == NULL)) { \
			original_##id(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} else { \
			call_and_note(original_##id, INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} \
	}
#define HANDLER_OF_METHOD(of_class, name) HANDLER(of_class##_##name)
FUNCTIONS(HANDLER)
METHODS(HANDLER_OF_METHOD)

#define SWAP(name) { NULL, #name, handler_of_##name, &original_##name },
#define SWAP_METHOD(of_class, name) { \
	#of_class, #name, handler_of_##of_class##_##name, &original_##of_class##_##name },

static const async_handler_swap_t swaps[] = { FUNCTIONS(SWAP) METHODS(SWAP_METHOD) };

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_opened_part = { .startup = start, .request_end = async_opened_forget };
