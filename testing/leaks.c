/*
 * What a test has left at its end: coroutines, scopes, timers, descriptors and connections.
 */
#include "testing/testing.h"

#include "php_network.h"
#include "php_streams.h"
#include "zend_list.h"
#include "zend_smart_str.h"

/* Objects of these classes, and of classes that extend them, stand for a connection or a socket. Lower case. */
static const char *const connection_classes[] = {
	"pdo", "mysqli", "pgsql\\connection", "sqlite3", "redis", "rediscluster", "memcached", "amqpconnection",
	"ftp\\connection", "socket", "ldap\\connection",
};

#define CLASSES (sizeof(connection_classes) / sizeof(connection_classes[0]))

/* ---- objects ---- */

/* The classes of the table that exist; NULL in place of the others. */
static void find_classes(zend_class_entry *found[CLASSES])
{
	for (size_t i = 0; i < CLASSES; i++) {
		found[i] = zend_hash_str_find_ptr(EG(class_table), connection_classes[i], strlen(connection_classes[i]));
	}
}

static bool is_connection(const zend_object *object, zend_class_entry *const found[CLASSES])
{
	for (size_t i = 0; i < CLASSES; i++) {
		if (found[i] && instanceof_function(object->ce, found[i])) {
			return true;
		}
	}
	return false;
}

typedef void (*object_fn)(zend_object *object, void *context);

static void each_object(object_fn fn, void *context)
{
	const zend_objects_store *store = &EG(objects_store);

	for (uint32_t i = 1; i < store->top; i++) {
		zend_object *object = store->object_buckets[i];
		if (IS_OBJ_VALID(object) && !(OBJ_FLAGS(object) & IS_OBJ_FREE_CALLED)) {
			fn(object, context);
		}
	}
}

typedef struct {
	zend_class_entry *classes[CLASSES];
	HashTable *objects;
} noting_t;

static void note_object(zend_object *object, void *context)
{
	noting_t *noting = context;

	if (is_connection(object, noting->classes)) {
		zend_hash_index_add_ptr(noting->objects, object->handle, object);
	}
}

typedef struct {
	zend_class_entry *classes[CLASSES];
	uint64_t since;                /* id of the coroutine of the test */
	const HashTable *before;
	const zval *result;
	zval *lines;
} listing_t;

static void list_object(zend_object *object, void *context)
{
	const listing_t *listing = context;
	const zend_string *file;
	uint32_t line;
	zend_long ms;

	if (Z_TYPE_P(listing->result) == IS_OBJECT && Z_OBJ_P(listing->result) == object) {
		return;
	}
	file = async_timeout_left(object, listing->since, &line, &ms);
	if (file) {
		add_next_index_str(listing->lines, zend_strpprintf(0, "timer of " ZEND_LONG_FMT " ms made at %s:%u", ms,
			ZSTR_VAL(file), line));
	} else if (is_connection(object, listing->classes)
			&& zend_hash_index_find_ptr(listing->before, object->handle) != object) {
		smart_str text = {0};

		smart_str_append_printf(&text, "connection: object #%u of class %s", object->handle,
			ZSTR_VAL(object->ce->name));
		async_opened_append(&text, object->handle, true);
		add_next_index_str(listing->lines, smart_str_extract(&text));
	}
}

/* ---- resources ---- */

/* Streams without a descriptor, and contexts of streams, are only memory. */
static bool is_memory(const zend_resource *resource, const char *type)
{
	const php_stream *stream = resource->ptr;

	if (strcmp(type, "stream") == 0) {
		return strcmp(stream->ops->label, "MEMORY") == 0 || strcmp(stream->ops->label, "TEMP") == 0
			|| strcmp(stream->ops->label, "RFC2397") == 0 || strcmp(stream->ops->label, "Output") == 0;
	}
	return strcmp(type, "stream-context") == 0 || strcmp(type, "stream filter") == 0;
}

/* " (socket), descriptor 5, 127.0.0.1:4711 to 127.0.0.1:80", or " (STDIO, PATH), descriptor 5". */
static void append_stream(smart_str *text, php_stream *stream)
{
	const int as = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
	zend_string *own = NULL, *peer = NULL;
	php_socket_t fd = -1;
	bool is_socket;

	if (php_stream_cast(stream, as, (void *) &fd, 0) != SUCCESS) {
		fd = -1;
	}
	is_socket = fd >= 0 && php_network_get_sock_name(fd, &own, NULL, NULL) == 0;
	smart_str_append_printf(text, " (%s", is_socket ? "socket" : stream->ops->label);
	if (stream->orig_path) {
		smart_str_append_printf(text, ", %s", stream->orig_path);
	}
	smart_str_appendc(text, ')');
	if (fd >= 0) {
		smart_str_append_printf(text, ", descriptor %d", (int) fd);
	}
	if (own) {
		if (ZSTR_LEN(own) > 0) {
			smart_str_append_printf(text, ", %s", ZSTR_VAL(own));
		}
		zend_string_release(own);
	}
	if (is_socket && php_network_get_peer_name(fd, &peer, NULL, NULL) == 0 && peer) {
		if (ZSTR_LEN(peer) > 0) {
			smart_str_append_printf(text, " to %s", ZSTR_VAL(peer));
		}
		zend_string_release(peer);
	}
}

static void list_resources(const async_left_t *before, const zval *result, zval *lines)
{
	zend_ulong handle;
	zval *value;

	ZEND_HASH_FOREACH_NUM_KEY_VAL(&EG(regular_list), handle, value) {
		const zend_resource *resource = Z_RES_P(value);
		const char *type = resource->type >= 0 ? zend_rsrc_list_get_rsrc_type((zend_resource *) resource) : NULL;
		smart_str line = {0};

		if ((zend_long) handle < before->next_resource || type == NULL || is_memory(resource, type)
				|| (Z_TYPE_P(result) == IS_RESOURCE && Z_RES_P(result) == resource)) {
			continue;
		}
		smart_str_append_printf(&line, "%s: resource #" ZEND_ULONG_FMT, type, handle);
		if (strcmp(type, "stream") == 0) {
			append_stream(&line, resource->ptr);
		}
		async_opened_append(&line, handle, false);
		add_next_index_str(lines, smart_str_extract(&line));
	} ZEND_HASH_FOREACH_END();
}

/* ---- all of it ---- */

void async_left_before(async_left_t *before)
{
	noting_t noting = { .objects = &before->objects };

	before->next_resource = zend_hash_next_free_element(&EG(regular_list));
	zend_hash_init(&before->objects, 0, NULL, NULL, 0);
	find_classes(noting.classes);
	each_object(note_object, &noting);
}

void async_left_forget(async_left_t *before)
{
	zend_hash_destroy(&before->objects);
}

void async_left_list(const async_test_run_t *run, const async_left_t *before, const zval *result, zval *lines)
{
	listing_t listing = { .since = run->test_id, .before = &before->objects, .result = result, .lines = lines };

	async_test_run_list_coroutines(run, lines);
	async_test_run_list_scopes(run, result, lines);
	find_classes(listing.classes);
	each_object(list_object, &listing);
	list_resources(before, result, lines);
}
