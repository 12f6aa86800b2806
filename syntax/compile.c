/*
 * The keywords in PHP's compiler: a source that cannot be parsed is rewritten and compiled once more (D20).
 *
 * Plain PHP pays nothing: the first attempt is the engine's own, and only its ParseError leads here. When the second
 * attempt fails too, one of the two errors is thrown. Warnings of the compiler are not repeated.
 */
#include "syntax/compile.h"

#include "syntax/rewrite.h"
#include "syntax/suspend_statement.h"

#include "compat.h"

#include "zend_arena.h"
#include "zend_ast.h"
#include "zend_compile.h"
#include "zend_exceptions.h"
#include "zend_observer.h"
#include "zend_system_id.h"

static zend_op_array *(*original_compile_file)(zend_file_handle *file, int type);
static zend_op_array *(*original_compile_string)(
	zend_string *source, const char *filename, zend_compile_position position);

/* ---- the first attempt has failed ---- */

static bool failed_to_parse(void)
{
	return EG(exception) && EG(exception)->ce == zend_ce_parse_error;
}

/* Take the exception back, as if it had not been thrown. The caller owns it. */
static zend_object *take_error(void)
{
	zend_object *error = EG(exception);

	ZEND_ASSERT(error && "an attempt that failed has thrown");
	GC_ADDREF(error);
	zend_clear_exception();
	return error;
}

static zend_long line_of(zend_object *error)
{
	zval room;

	return zval_get_long(zend_read_property_ex(zend_ce_error, error, ZSTR_KNOWN(ZEND_STR_LINE), true, &room));
}

/* Throw one of two ParseErrors and release the other. The error of the rewritten source is the better one, because it
 * does not complain about a keyword; the error of stock PHP counts when it is further down. Owns both. */
static void throw_either(zend_object *first, zend_object *second)
{
	ZEND_ASSERT(first && second && EG(exception) == NULL && "one of two errors that were taken back");
	zend_object *thrown = line_of(second) >= line_of(first) ? second : first;

	OBJ_RELEASE(thrown == first ? second : first);
	zend_throw_exception_internal(thrown);
}

/* Throw the ParseError of a malformed form. The engine sets the place of a ParseError from the compiler's state, which
 * is that of another file by now, so the place is set here. */
static void throw_malformed(const async_rewrite_t *rewrite, zend_string *filename)
{
	zend_object *error;

	ZEND_ASSERT(rewrite->error && rewrite->error_line > 0 && "a malformed form has a message and a place");
	zend_throw_exception_ex(zend_ce_parse_error, 0, "syntax error, %s", rewrite->error);
	error = EG(exception);
	zend_update_property_str(zend_ce_error, error, ZEND_STRL("file"), filename);
	zend_update_property_long(zend_ce_error, error, ZEND_STRL("line"), rewrite->error_line);
}

/* Rewrite a source that could not be parsed. *first becomes the error of the first attempt.
 * owns:   the caller owns the result, and *first if there is a result
 * errors: NULL when rewriting does not help; the right error is thrown */
static zend_string *rewrite_or_throw(zend_string *source, zend_string *filename, bool is_code, zend_object **first)
{
	async_rewrite_t rewrite;
	zend_string *text = NULL;

	*first = take_error();
	rewrite = async_rewrite(source, filename, is_code, ASYNC_REWRITE_ALL);
	if (rewrite.error) {
		OBJ_RELEASE(*first);
		throw_malformed(&rewrite, filename);
	} else if (rewrite.text) {
		text = zend_string_copy(rewrite.text);
	} else if (rewrite.forms > 0 && rewrite.scan_error) {
		GC_ADDREF(rewrite.scan_error);
		throw_either(*first, rewrite.scan_error);
	} else {
		zend_throw_exception_internal(*first);
	}
	async_rewrite_release(&rewrite);
	return text;
}

/* ---- warnings ---- */

/* While this thread makes a second attempt: the line of the first error, 0 otherwise. The first attempt has given the
 * warnings of the lines before. */
ZEND_TLS uint32_t warned_before;
ZEND_TLS int error_reporting_before;   /* set with it, and restored after the second attempt */

/* Hide a warning that the first attempt has given. Of the line of the first error it may have given some or none: those
 * are rather given twice than never. */
static void on_error(int type, zend_string *filename, const uint32_t line, zend_string *message)
{
	(void) filename;
	(void) message;
	if (EXPECTED(warned_before == 0) || type != E_COMPILE_WARNING) {
		return;
	}
	if (line < warned_before) {
		EG(error_reporting) &= ~E_COMPILE_WARNING;
	} else {
		EG(error_reporting) |= error_reporting_before & E_COMPILE_WARNING;
	}
}

/* Begin the second attempt. The first one ended with this error. */
static void begin_again(zend_object *first)
{
	zval value;

	error_reporting_before = EG(error_reporting);
	warned_before = (uint32_t) zval_get_long(zend_read_property(zend_ce_error, first, ZEND_STRL("line"), true, &value));
}

/* End the second attempt. Owns the error of the first. */
static zend_op_array *settle(zend_op_array *op_array, zend_object *first)
{
	EG(error_reporting) = error_reporting_before;
	warned_before = 0;
	if (op_array == NULL && failed_to_parse()) {
		throw_either(first, take_error());
	} else {
		OBJ_RELEASE(first);
	}
	return op_array;
}

/* ---- files ---- */

/* Compile the rewritten source of a file. The engine knows the handle of the first attempt, which keeps its buffer; so
 * a fresh handle takes the new source. Owns the text. */
static zend_op_array *compile_file_again(const zend_file_handle *file, int type, zend_string *text)
{
	zend_file_handle fresh;
	zend_op_array *op_array;

	ZEND_ASSERT(file->filename && "a file that was opened has a name");
	zend_stream_init_filename_ex(&fresh, file->filename);
	if (file->opened_path) {
		fresh.opened_path = zend_string_copy(file->opened_path);
	}
	fresh.primary_script = file->primary_script;
	fresh.len = ZSTR_LEN(text);
	fresh.buf = safe_emalloc(1, fresh.len, ZEND_MMAP_AHEAD);
	memcpy(fresh.buf, ZSTR_VAL(text), fresh.len);
	memset(fresh.buf + fresh.len, 0, ZEND_MMAP_AHEAD);
	zend_string_release(text);
	op_array = original_compile_file(&fresh, type);
	zend_destroy_file_handle(&fresh);
	return op_array;
}

static ZEND_COLD zend_op_array *retry_file(const zend_file_handle *file, int type, uint32_t recorded_errors)
{
	zend_string *filename = file->opened_path ? file->opened_path : file->filename;
	zend_string *source = zend_string_init(file->buf, file->len, false);
	zend_object *first;
	zend_string *text = rewrite_or_throw(source, filename, false, &first);

	zend_string_release(source);
	if (text == NULL) {
		return NULL;
	}
	async_compat_forget_recorded_errors(recorded_errors);
	begin_again(first);
	return settle(compile_file_again(file, type, text), first);
}

static zend_op_array *compile_file_with_keywords(zend_file_handle *file, int type)
{
	const uint32_t recorded_errors = ASYNC_COMPAT_RECORDED_ERRORS();
	zend_op_array *op_array;

	warned_before = 0;   /* a fatal error in a second attempt leaves it set */
	op_array = original_compile_file(file, type);

	if (EXPECTED(op_array != NULL) || !failed_to_parse() || CG(multibyte) || file->buf == NULL
		|| !async_rewrite_is_worth_it(file->buf, file->len)) {
		return op_array;
	}
	return retry_file(file, type, recorded_errors);
}

/* ---- eval() and the like ---- */

static ZEND_COLD zend_op_array *retry_string(
	zend_string *source, const char *filename, zend_compile_position position, uint32_t recorded_errors)
{
	zend_string *name = zend_string_init(filename, strlen(filename), false);
	zend_object *first;
	zend_string *text = rewrite_or_throw(source, name, position == ZEND_COMPILE_POSITION_AFTER_OPEN_TAG, &first);
	zend_op_array *op_array;

	zend_string_release(name);
	if (text == NULL) {
		return NULL;
	}
	async_compat_forget_recorded_errors(recorded_errors);
	begin_again(first);
	op_array = original_compile_string(text, filename, position);
	zend_string_release(text);
	return settle(op_array, first);
}

static ASYNC_ALWAYS_RUNS zend_op_array *compile_string_with_keywords(
	zend_string *source, const char *filename, zend_compile_position position)
{
	const uint32_t recorded_errors = ASYNC_COMPAT_RECORDED_ERRORS();
	zend_op_array *op_array;

	warned_before = 0;
	op_array = original_compile_string(source, filename, position);

	if (EXPECTED(op_array != NULL) || !failed_to_parse() || CG(multibyte)
		|| !async_rewrite_is_worth_it(ZSTR_VAL(source), ZSTR_LEN(source))) {
		return op_array;
	}
	return retry_string(source, filename, position, recorded_errors);
}

/* ---- for tools ---- */

/* A source that parses is only searched for "suspend;". Nothing of it is compiled here. */
static bool parses(zend_string *code, zend_string *filename)
{
	zend_arena *arena;
	zend_ast *ast = zend_compile_string_to_ast(code, &arena, filename);

	if (ast == NULL) {
		if (EG(exception)) {
			zend_clear_exception();
		}
		return false;
	}
	zend_ast_destroy(ast);
	zend_arena_destroy(arena);
	return true;
}

zend_string *async_syntax_transform(zend_string *code)
{
	zend_string *filename;
	async_rewrite_t rewrite;
	zend_string *result;

	if (CG(multibyte) || !async_rewrite_is_worth_it(ZSTR_VAL(code), ZSTR_LEN(code))) {
		return zend_string_copy(code);
	}
	filename = zend_string_init(ZEND_STRL("code to transform"), false);
	rewrite = async_rewrite(code, filename, false, parses(code, filename) ? ASYNC_REWRITE_SUSPEND : ASYNC_REWRITE_ALL);
	if (rewrite.error) {
		throw_malformed(&rewrite, filename);
		result = NULL;
	} else {
		result = zend_string_copy(rewrite.text ? rewrite.text : code);
	}
	async_rewrite_release(&rewrite);
	zend_string_release(filename);
	return result;
}

/* ---- module ---- */

ASYNC_ALWAYS_RUNS void async_syntax_startup(void)
{
	ZEND_ASSERT(zend_compile_file != compile_file_with_keywords && "the compiler is chained into once");
	/* opcache's file cache must not mix files of a PHP with the keywords and of one without. */
	zend_add_system_entropy("async", "syntax", "1", 1);
	original_compile_file = zend_compile_file;
	zend_compile_file = compile_file_with_keywords;
	original_compile_string = zend_compile_string;
	zend_compile_string = compile_string_with_keywords;
	zend_observer_error_register(on_error);
	async_suspend_statement_startup();
}

ASYNC_ALWAYS_RUNS void async_syntax_shutdown(void)
{
	if (zend_compile_file == compile_file_with_keywords) {
		zend_compile_file = original_compile_file;
	}
	if (zend_compile_string == compile_string_with_keywords) {
		zend_compile_string = original_compile_string;
	}
	async_suspend_statement_shutdown();
}
