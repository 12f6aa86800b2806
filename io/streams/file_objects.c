/*
 * One file object or directory in several coroutines: which methods and functions take which turns.
 */
#include "io/streams/stream_turns.h"

#include "engine/handlers.h"
#include "io/streams/put_back.h"
#include "io/streams/stream_order.h"
#include "io/streams/taken.h"

#include "ext/spl/spl_directory.h"

/* ---- file objects ---- */

static php_stream *stream_of_object(zend_object *object)
{
	const spl_filesystem_object *file = async_container_of(object, spl_filesystem_object, std);

	return file->type == SPL_FS_FILE ? file->u.file.stream : NULL;
}

static void object_in_set(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, unsigned set)
{
	zend_object *object = Z_OBJ_P(ZEND_THIS);
	const php_stream *stream = stream_of_object(object);

	async_stream_call(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, object, object->handle,
		stream == NULL || async_stream_has_position(stream) ? ASYNC_READ_TURN : set);
}

static void reads_object(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	object_in_set(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, ASYNC_READ_TURN);
}

/* The result is a string of the bytes that the call has taken from the stream. */
static void takes_from_object(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_object *object = Z_OBJ_P(ZEND_THIS);
	async_call_lock_t *turn;

	if (EXPECTED(async_stream_take_turn(object, object->handle, ASYNC_READING, &turn))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		if (UNEXPECTED(async_stream_result_is_dropped())) {
			async_stream_put_back(stream_of_object(object), return_value);
		}
		async_call_lock_give_back(turn);
	}
}

static void free_text(void *line)
{
	efree(line);
}

static void free_string(void *line)
{
	zend_string_release(line);
}

/* The line that the object shows was put back. Its type depends on the version of PHP. */
static void forget_line(spl_filesystem_object *file)
{
	if (file->u.file.current_line) {
		_Generic(file->u.file.current_line, zend_string *: free_string, char *: free_text)(file->u.file.current_line);
		file->u.file.current_line = NULL;
	}
	zval_ptr_dtor(&file->u.file.current_zval);
	ZVAL_UNDEF(&file->u.file.current_zval);
}

/* The call reads lines, which the object shows afterwards. */
static void takes_lines_from_object(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_object *object = Z_OBJ_P(ZEND_THIS);
	spl_filesystem_object *file = async_container_of(object, spl_filesystem_object, std);
	php_stream *stream = stream_of_object(object);
	async_call_lock_t *turn;
	async_taken_t taken;
	zend_long line_number;
	bool was_at_end;

	if (UNEXPECTED(!async_stream_take_turn(object, object->handle, ASYNC_READING, &turn))) {
		return;
	}
	line_number = stream ? file->u.file.current_line_num : 0;
	was_at_end = stream && stream->eof;
	async_taken_begin(&taken, stream);
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (UNEXPECTED(async_taken_end(&taken, async_taken_is_dropped() && stream_of_object(object) == stream))) {
		/* The result stays: it is of the type of the method, and no PHP code sees it. */
		file->u.file.current_line_num = line_number;
		forget_line(file);
		/* From 8.6 on a read that throws is the end of the file to the object. */
		stream->eof = was_at_end;
	}
	async_delivery_lead();
	async_call_lock_give_back(turn);
}

static void writes_object(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	object_in_set(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, ASYNC_WRITE_TURN);
}

static void uses_object(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	object_in_set(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, ASYNC_BOTH_TURNS);
}

/* ---- directories ---- */

static zend_resource *resource_of_directory(zend_object *object)
{
	zval room, *handle = zend_read_property(object->ce, object, ZEND_STRL("handle"), true, &room);

	ZVAL_DEREF(handle);
	return Z_TYPE_P(handle) == IS_RESOURCE ? Z_RES_P(handle) : NULL;
}

/* The directory of a call: its argument, that of the object, or the one that was opened last. */
static zend_resource *directory_of_call(zend_execute_data *execute_data)
{
	if (ZEND_NUM_ARGS() > 0) {
		return async_stream_argument(execute_data, 1);
	}
	if (Z_TYPE(EX(This)) == IS_OBJECT) {
		return resource_of_directory(Z_OBJ(EX(This)));
	}
	return zend_hash_index_find_ptr(&EG(regular_list), (zend_ulong) ASYNC_IO_G(last_directory));
}

static void opens_directory(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = NULL;

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_RESOURCE) {
		resource = Z_RES_P(return_value);
	} else if (Z_TYPE_P(return_value) == IS_OBJECT) {
		resource = resource_of_directory(Z_OBJ_P(return_value));
	}
	ASYNC_IO_G(last_directory) = resource ? resource->handle : 0;
}

static void reads_directory(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_resource *resource = directory_of_call(execute_data);

	if (resource == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	GC_ADDREF(resource);
	async_stream_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource, resource->handle, ASYNC_READING);
	zend_list_delete(resource);
}

static void closes_directory(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_resource *resource = directory_of_call(execute_data);

	if (resource) {
		GC_ADDREF(resource);
	}
	(void) async_stream_close_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, resource);
	if (resource) {
		zend_list_delete(resource);
	}
}

/* ---- the methods and functions ---- */

/* The stream of a file object is no resource for PHP code: the object is the key instead. */
#define FILE_METHODS(X) \
	X(fgets, takes_lines_from_object) \
	X(getcurrentline, takes_lines_from_object) \
	X(__tostring, takes_lines_from_object) \
	X(fread, takes_from_object) \
	X(fgetc, reads_object) \
	X(fgetcsv, takes_lines_from_object) \
	X(fscanf, takes_lines_from_object) \
	X(fpassthru, reads_object) \
	X(eof, reads_object) \
	X(valid, reads_object) \
	X(current, takes_lines_from_object) \
	X(next, takes_lines_from_object) \
	X(seek, uses_object) \
	X(fseek, uses_object) \
	X(rewind, uses_object) \
	X(fwrite, writes_object) \
	X(fputcsv, writes_object) \
	X(fflush, writes_object) \
	X(ftruncate, writes_object)

#define DIRECTORY_ITERATOR_METHODS(X) \
	X(rewind, uses_object) \
	X(valid, uses_object) \
	X(key, uses_object) \
	X(current, uses_object) \
	X(next, uses_object) \
	X(seek, uses_object) \
	X(getfilename, uses_object) \
	X(__tostring, uses_object) \
	X(isdot, uses_object)

#define FILE_SYSTEM_ITERATOR_METHODS(X) \
	X(rewind, uses_object) \
	X(key, uses_object) \
	X(current, uses_object)

#define DIRECTORY_FUNCTIONS(X) \
	X(readdir, reads_directory) \
	X(rewinddir, reads_directory) \
	X(closedir, closes_directory)

#define DIRECTORY_METHODS(X) \
	X(read, reads_directory) \
	X(rewind, reads_directory) \
	X(close, closes_directory)

/* Also outside of coroutines: the directory may be used in one later. */
#define OPENERS(X) \
	X(opendir) \
	X(dir)

#define OPENER_TRAMPOLINE(name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(noting_##name) \
	{ \
		opens_directory(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name); \
	}
#define OPENER_ROW(name) { NULL, #name, noting_##name, &original_##name },

#define FILE_TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(file, name, in_turn)
#define ITERATOR_TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(iterator, name, in_turn)
#define FILE_SYSTEM_TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(file_system, name, in_turn)
#define DIRECTORY_TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(directory, name, in_turn)
#define FUNCTION_TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(function, name, in_turn)

#define FILE_ROW(name, in_turn) { "splfileobject", #name, ordered_file_##name, &original_file_##name },
#define ITERATOR_ROW(name, in_turn) { "directoryiterator", #name, ordered_iterator_##name, &original_iterator_##name },
#define FILE_SYSTEM_ROW(name, in_turn) \
	{ "filesystemiterator", #name, ordered_file_system_##name, &original_file_system_##name },
#define DIRECTORY_ROW(name, in_turn) { "directory", #name, ordered_directory_##name, &original_directory_##name },
#define FUNCTION_ROW(name, in_turn) { NULL, #name, ordered_function_##name, &original_function_##name },

FILE_METHODS(FILE_TRAMPOLINE)
DIRECTORY_ITERATOR_METHODS(ITERATOR_TRAMPOLINE)
FILE_SYSTEM_ITERATOR_METHODS(FILE_SYSTEM_TRAMPOLINE)
DIRECTORY_METHODS(DIRECTORY_TRAMPOLINE)
DIRECTORY_FUNCTIONS(FUNCTION_TRAMPOLINE)
OPENERS(OPENER_TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FILE_METHODS(FILE_ROW)
	DIRECTORY_ITERATOR_METHODS(ITERATOR_ROW)
	FILE_SYSTEM_ITERATOR_METHODS(FILE_SYSTEM_ROW)
	DIRECTORY_METHODS(DIRECTORY_ROW)
	DIRECTORY_FUNCTIONS(FUNCTION_ROW)
	OPENERS(OPENER_ROW)
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_file_objects_part = { .startup = start };
