/*
 * Locks of stock code that keeps half-done state while it waits: sessions, shared memory, the line
 * editor, and objects such as a finfo or XMLReader.
 */
#include "io/state_locks.h"

#include "engine/handlers.h"
#include "engine/isolation/isolation.h"
#include "engine/libxml_settings.h"
#include "engine/walked_values.h"
#include "io/call_locks.h"
#include "io/delivery.h"
#include "io/files/files.h"

#include <sys/types.h>

/* ---- sessions ---- */

static const char session;   /* key of its lock: only the address is used */

/* ext/session goes on without the lock of the session's file when the wait for it fails, and would write what another
 * request has changed since. */
static void call_session_function(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	ASYNC_ENGINE_G(session_calls)++;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ZEND_ASSERT(ASYNC_ENGINE_G(session_calls) > 0 && "this call was counted");
	ASYNC_ENGINE_G(session_calls)--;
	if (UNEXPECTED(ASYNC_ENGINE_G(walked_values) != NULL)) {
		async_walked_values_end(execute_data);
	}
	if (UNEXPECTED(async_delivery_is_pending() || async_delivery_is_unwinding())) {
		async_isolation_session_abort();
	}
	/* It may have closed the file, which gives the lock to a waiter without flock(). */
	async_file_locks_released();
}

/* Each isolation has its session, and its turn: it waits for the lock of a file that another one may have. */
static void in_session_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_isolation_t *isolation = async_isolation_of_session();
	const void *thing = isolation ? (const void *) isolation : &session;
	async_call_lock_t *turn;

	if (ASYNC_G(current) == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (UNEXPECTED(!async_call_lock_take(thing, (uintptr_t) isolation >> 4, "turn to use the session", &turn))) {
		async_throw_cancellation();
		return;
	}
	if (isolation) {
		async_isolation_session_connect_apart();
		isolation->session_calls++;
	}
	call_session_function(INTERNAL_FUNCTION_PARAM_PASSTHRU, original);
	if (isolation) {
		ZEND_ASSERT(isolation->session_calls > 0 && "this call was counted");
		isolation->session_calls--;
	}
	async_call_lock_give_back(turn);
}

#define SESSION_FUNCTIONS(X) \
	X(session_start) \
	X(session_write_close) \
	X(session_commit) \
	X(session_abort) \
	X(session_reset) \
	X(session_destroy) \
	X(session_regenerate_id) \
	X(session_create_id) \
	X(session_id) \
	X(session_gc) \
	X(session_encode) \
	X(session_decode) \
	X(session_unset) \
	X(session_module_name) \
	X(session_set_save_handler)

/* ---- objects ---- */

static void in_object_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const zval *value, const char *name)
{
	if (Z_TYPE_P(value) != IS_OBJECT) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		async_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, Z_OBJ_P(value), Z_OBJ_HANDLE_P(value), name);
	}
}

static ZEND_NAMED_FUNCTION(ordered_method);
static ZEND_NAMED_FUNCTION(ordered_xslt_method);

/* Classes whose own methods all take turns. */
static async_class_swap_t classes[] = {
	{ .class_name = "xmlreader", .replacement = ordered_method, .detail = "turn to use an XMLReader" },
	{ .class_name = "xmlwriter", .replacement = ordered_method, .detail = "turn to use an XMLWriter" },
	{ .class_name = "finfo", .replacement = ordered_method, .detail = "turn to use a finfo" },
	{ .class_name = "xsltprocessor", .replacement = ordered_xslt_method, .detail = "turn to use an XSLTProcessor" },
	{ .class_name = "domxpath", .replacement = ordered_method, .detail = "turn to use a DOMXPath" },
	{ .class_name = "dom\\xpath", .replacement = ordered_method, .detail = "turn to use a Dom\\XPath" },
	{ .class_name = "ziparchive", .replacement = ordered_method, .detail = "turn to use a ZipArchive" },
	{ .class_name = "uconverter", .replacement = ordered_method, .detail = "turn to use a UConverter" },
	{ .class_name = "messageformatter", .replacement = ordered_method, .detail = "turn to use a MessageFormatter" },
};

#define CLASSES (sizeof(classes) / sizeof(classes[0]))

static ZEND_NAMED_FUNCTION(ordered_method)
{
	const async_class_swap_t *class = async_handlers_class_of(classes, CLASSES, EX(func));

	in_object_turn(
		INTERNAL_FUNCTION_PARAM_PASSTHRU, async_handlers_original(class, EX(func)), &EX(This), class->detail);
}

/* The parser's defaults are others while a stylesheet is loaded. */
static ZEND_NAMED_FUNCTION(ordered_xslt_method)
{
	(void) async_libxml_settings_note_use();
	ordered_method(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* Functions whose first argument is such an object. */
static void in_argument_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zval *value = ZEND_NUM_ARGS() > 0 ? ZEND_CALL_ARG(execute_data, 1) : &EG(uninitialized_zval);

	ZVAL_DEREF(value);
	in_object_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, value, "turn to use an object");
}

/* The database of an argument of ext/dba: a resource, or from 8.4 on an object, whose record begins with it (the
 * extension installs no headers). Resources and objects of dba_popen() lead to one database. NULL: it is something
 * else, or a closed one. */
static const void *database_of(const zval *value)
{
	if (Z_TYPE_P(value) == IS_RESOURCE) {
		return Z_RES_P(value)->ptr;
	}
	if (Z_TYPE_P(value) == IS_OBJECT && zend_string_equals_literal(Z_OBJCE_P(value)->name, "Dba\\Connection")) {
		return *(const void *const *) ((const char *) Z_OBJ_P(value) - Z_OBJ_P(value)->handlers->offset);
	}
	return NULL;
}

/* The database is not always the same argument. */
static void in_database_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	for (uint32_t i = 1; i <= ZEND_NUM_ARGS(); i++) {
		const zval *value = ZEND_CALL_ARG(execute_data, i);
		const void *database;
		ZVAL_DEREF(value);
		database = database_of(value);
		if (database) {
			async_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, database, (uintptr_t) database >> 4,
				"turn to use a DBA database");
			return;
		}
	}
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static const char line_editor;   /* key of its lock: only the address is used */

/* The library of ext/readline keeps the line that it edits in static memory, ext/readline the completions. A callback
 * of a call may wait, and no other call may begin a line meanwhile. */
static void in_line_editor_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, &line_editor, 0, "turn to use readline");
}

static const char segments;   /* key of the locks of shared memory: only the address is used */

/* ext/sysvshm installs no headers. In all versions for PHP 8 its object begins with this record. */
typedef struct {
	key_t key;
	zend_long id;
} segment_t;

/* shm_get_var() unserializes in the shared memory itself, and an autoloader may wait meanwhile: no other call may move
 * the variables or unmap the segment, also through another object of the same segment. */
static void in_segment_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zval *value = ZEND_NUM_ARGS() > 0 ? ZEND_CALL_ARG(execute_data, 1) : &EG(uninitialized_zval);
	const zend_object *object;

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_OBJECT || !zend_string_equals_literal(Z_OBJCE_P(value)->name, "SysvSharedMemory")) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	object = Z_OBJ_P(value);
	async_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, &segments,
		(uintptr_t) ((const segment_t *) ((const char *) object - object->handlers->offset))->id,
		"turn to use shared memory");
}

/* A document is replaced when it is loaded, and must not be while it is written or checked. */
static void in_document_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	/* The option LIBXML_NOEMPTYTAG changes a default of libxml for the length of the call. */
	if (ZEND_NUM_ARGS() > 1) {
		(void) async_libxml_settings_note_use();
	}
	in_object_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, &EX(This), "turn to use a DOMDocument");
}

#define DOCUMENT_METHODS(X) \
	X(load) \
	X(loadxml) \
	X(loadhtml) \
	X(loadhtmlfile) \
	X(save) \
	X(savehtmlfile) \
	X(validate) \
	X(schemavalidate) \
	X(schemavalidatesource) \
	X(relaxngvalidate) \
	X(relaxngvalidatesource) \
	X(xinclude)

/* The rows that a call of poll() or epoll_wait() fills belong to the object. */
static zif_handler original_context_wait;

static ZEND_NAMED_FUNCTION(ordered_context_wait)
{
	in_object_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_context_wait, &EX(This),
		"turn to wait in an Io\\Poll\\Context");
}

#define OBJECT_FUNCTIONS(X) \
	X(finfo_file) \
	X(finfo_buffer) \
	X(finfo_set_flags) \
	X(finfo_close) \
	X(hash_update) \
	X(hash_update_stream) \
	X(hash_update_file) \
	X(hash_final) \
	X(hash_copy) \
	X(xml_parse) \
	X(xml_parse_into_struct) \
	X(xml_parser_free) \
	X(xml_parser_set_option) \
	X(msgfmt_format) \
	X(msgfmt_set_pattern)

/* Functions that write an image may wait for their stream between two rows. The two that convert an image free the
 * rows. Functions that draw do not, and need no turn. */
#define IMAGE_FUNCTIONS(X) \
	X(imageavif) \
	X(imagebmp) \
	X(imagegd) \
	X(imagegd2) \
	X(imagegif) \
	X(imagejpeg) \
	X(imagepng) \
	X(imagewbmp) \
	X(imagewebp) \
	X(imagexbm) \
	X(imagepalettetotruecolor) \
	X(imagetruecolortopalette)

#define LINE_EDITOR_FUNCTIONS(X) \
	X(readline) \
	X(readline_callback_handler_install) \
	X(readline_callback_handler_remove) \
	X(readline_callback_read_char)

#define SEGMENT_FUNCTIONS(X) \
	X(shm_detach) \
	X(shm_get_var) \
	X(shm_put_var) \
	X(shm_remove_var)

#define DATABASE_FUNCTIONS(X) \
	X(dba_close) \
	X(dba_delete) \
	X(dba_exists) \
	X(dba_fetch) \
	X(dba_firstkey) \
	X(dba_insert) \
	X(dba_nextkey) \
	X(dba_optimize) \
	X(dba_replace) \
	X(dba_sync)

#define WRITER_FUNCTIONS(X) \
	X(xmlwriter_set_indent) \
	X(xmlwriter_set_indent_string) \
	X(xmlwriter_start_comment) \
	X(xmlwriter_end_comment) \
	X(xmlwriter_start_attribute) \
	X(xmlwriter_end_attribute) \
	X(xmlwriter_write_attribute) \
	X(xmlwriter_start_attribute_ns) \
	X(xmlwriter_write_attribute_ns) \
	X(xmlwriter_start_element) \
	X(xmlwriter_end_element) \
	X(xmlwriter_full_end_element) \
	X(xmlwriter_start_element_ns) \
	X(xmlwriter_write_element) \
	X(xmlwriter_write_element_ns) \
	X(xmlwriter_start_pi) \
	X(xmlwriter_end_pi) \
	X(xmlwriter_write_pi) \
	X(xmlwriter_start_cdata) \
	X(xmlwriter_end_cdata) \
	X(xmlwriter_write_cdata) \
	X(xmlwriter_text) \
	X(xmlwriter_write_raw) \
	X(xmlwriter_start_document) \
	X(xmlwriter_end_document) \
	X(xmlwriter_write_comment) \
	X(xmlwriter_start_dtd) \
	X(xmlwriter_end_dtd) \
	X(xmlwriter_write_dtd) \
	X(xmlwriter_start_dtd_element) \
	X(xmlwriter_end_dtd_element) \
	X(xmlwriter_write_dtd_element) \
	X(xmlwriter_start_dtd_attlist) \
	X(xmlwriter_end_dtd_attlist) \
	X(xmlwriter_write_dtd_attlist) \
	X(xmlwriter_start_dtd_entity) \
	X(xmlwriter_end_dtd_entity) \
	X(xmlwriter_write_dtd_entity) \
	X(xmlwriter_output_memory) \
	X(xmlwriter_flush)

/* ---- all functions ---- */

#define TRAMPOLINE(call, name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(ordered_##name) \
	{ \
		call(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name); \
	}
#define SESSION_TRAMPOLINE(name) TRAMPOLINE(in_session_turn, name)
#define OBJECT_TRAMPOLINE(name) TRAMPOLINE(in_argument_turn, name)
#define DATABASE_TRAMPOLINE(name) TRAMPOLINE(in_database_turn, name)
#define LINE_EDITOR_TRAMPOLINE(name) TRAMPOLINE(in_line_editor_turn, name)
#define SEGMENT_TRAMPOLINE(name) TRAMPOLINE(in_segment_turn, name)
#define DOCUMENT_TRAMPOLINE(name) TRAMPOLINE(in_document_turn, document_##name)
#define DOCUMENT_ROW(name) { "domdocument", #name, ordered_document_##name, &original_document_##name },
#define ROW(name) { NULL, #name, ordered_##name, &original_##name },

SESSION_FUNCTIONS(SESSION_TRAMPOLINE)
WRITER_FUNCTIONS(OBJECT_TRAMPOLINE)
OBJECT_FUNCTIONS(OBJECT_TRAMPOLINE)
IMAGE_FUNCTIONS(OBJECT_TRAMPOLINE)
DATABASE_FUNCTIONS(DATABASE_TRAMPOLINE)
LINE_EDITOR_FUNCTIONS(LINE_EDITOR_TRAMPOLINE)
SEGMENT_FUNCTIONS(SEGMENT_TRAMPOLINE)
DOCUMENT_METHODS(DOCUMENT_TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	SESSION_FUNCTIONS(ROW)
	WRITER_FUNCTIONS(ROW)
	OBJECT_FUNCTIONS(ROW)
	IMAGE_FUNCTIONS(ROW)
	DATABASE_FUNCTIONS(ROW)
	LINE_EDITOR_FUNCTIONS(ROW)
	SEGMENT_FUNCTIONS(ROW)
	DOCUMENT_METHODS(DOCUMENT_ROW)
	{ "io\\poll\\context", "wait", ordered_context_wait, &original_context_wait },
};

/* ---- life cycle ---- */

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	async_handlers_swap_classes(classes, CLASSES);
	async_isolation_session_is_closed = async_file_locks_released;
}

const async_part_t async_state_locks_part = { .startup = start };
