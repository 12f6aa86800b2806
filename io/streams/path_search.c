/*
 * Lists that PHP walks over while it looks for a file, and that other coroutines change while PHP asks a stream wrapper
 * there: include_path, and the extensions of spl_autoload().
 *
 * PHP keeps a pointer into the text of the list, and has no reference on it. So each search of a coroutine holds one.
 */
#include "io/streams/path_search.h"

#include "engine/handlers.h"
#include "io/streams/opcache_key.h"

#include "zend_ini.h"

/* ---- include_path ---- */

/* The value of the configuration stays for the whole request: NULL. */
static zend_string *hold_include_path(void)
{
	const zend_ini_entry *entry;

	if (ASYNC_G(current) == NULL || EG(modified_ini_directives) == NULL) {
		return NULL;
	}
	entry = zend_hash_str_find_ptr(EG(modified_ini_directives), ZEND_STRL("include_path"));
	return entry && entry->modified && entry->value ? zend_string_copy(entry->value) : NULL;
}

static void let_go(zend_string *held)
{
	if (UNEXPECTED(held != NULL)) {
		zend_string_release(held);
	}
}

/* The argument with this number asks for a search in include_path; without it there is none. */
static void search_if_given(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, uint32_t number)
{
	zend_string *held = UNEXPECTED(ZEND_NUM_ARGS() >= number) ? hold_include_path() : NULL;

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	let_go(held);
}

#define FUNCTIONS(X) \
	X(NULL, file, 2) \
	X(NULL, file_get_contents, 2) \
	X(NULL, file_put_contents, 3) \
	X(NULL, fopen, 3) \
	X(NULL, get_meta_tags, 2) \
	X(NULL, gzfile, 2) \
	X(NULL, gzopen, 3) \
	X(NULL, readfile, 2) \
	X(NULL, readgzfile, 2) \
	X("splfileinfo", openfile, 2) \
	X("splfileobject", __construct, 3)

#define TRAMPOLINE(class_name, name, number) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(name##_holding) \
	{ \
		search_if_given(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name, number); \
	}
#define ROW(class_name, name, number) { class_name, #name, name##_holding, &original_##name },

FUNCTIONS(TRAMPOLINE)

/* ---- includes, and stream_resolve_include_path() ---- */

static zend_string *(*original_resolve)(zend_string *name);
static zend_op_array *(*original_compile)(zend_file_handle *file, int type);
static bool are_chained;   /* of the process */

static zend_string *resolve_holding(zend_string *name)
{
	zend_string *held = hold_include_path(), *path = NULL;
	async_opcache_turn_t turn;

	if (EXPECTED(async_opcache_key_take(name, held, &turn))) {
		path = original_resolve(name);
		async_opcache_key_give_back(&turn);
	}
	let_go(held);
	return path;
}

static zend_op_array *compile_holding(zend_file_handle *file, int type)
{
	zend_string *held = hold_include_path();
	async_opcache_turn_t turn;
	zend_op_array *code = NULL;

	if (EXPECTED(async_opcache_key_take_to_compile(&turn))) {
		code = original_compile(file, type);
		async_opcache_key_give_back(&turn);
	}
	let_go(held);
	return code;
}

static void chain(void *ignored)
{
	(void) ignored;
	async_opcache_key_find_opcache();
	original_resolve = zend_resolve_path;
	original_compile = zend_compile_file;
	async_table_originals_kept();
	zend_resolve_path = resolve_holding;
	zend_compile_file = compile_holding;
}

/* ---- spl_autoload() ---- */

static zif_handler original_autoload;

/* It returns PHP's string itself. */
static void hold_extensions(zval *held)
{
	zend_function *function = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("spl_autoload_extensions"));

	ZVAL_UNDEF(held);
	if (EXPECTED(function != NULL)) {
		zend_call_known_function(function, NULL, NULL, held, 0, NULL, NULL);
	}
}

static ZEND_NAMED_FUNCTION(autoload_holding)
{
	zval held;

	if (ASYNC_G(current) == NULL) {
		original_autoload(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	hold_extensions(&held);
	original_autoload(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	zval_ptr_dtor(&held);
}

/* ---- life cycle ---- */

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(ROW)
	{ NULL, "spl_autoload", autoload_holding, &original_autoload },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	are_chained = false;
}

static void scheduler_start(void)
{
	async_table_once(&are_chained, chain, NULL);
}

static ASYNC_ALWAYS_RUNS void unchain(void)
{
	if (are_chained && zend_resolve_path == resolve_holding) {
		zend_resolve_path = original_resolve;
	}
	if (are_chained && zend_compile_file == compile_holding) {
		zend_compile_file = original_compile;
	}
}

const async_part_t async_path_search_part = {
	.startup = start,
	.shutdown = unchain,
	.scheduler_start = scheduler_start,
};
