/*
 * Lists that PHP walks over while it looks for a file, and that other coroutines change while PHP asks a stream wrapper
 * there: include_path, and the extensions of spl_autoload().
 *
 * PHP keeps a pointer into the text of the list, and has no reference on it. So each search of a coroutine holds one.
 *
 * opcache keeps the key of a file in one place for all searches, also while it asks a wrapper. It would note the path
 * that it finds under the key of another file, and run the wrong one. So while such a search waits, other coroutines
 * wait before they include.
 */
#include "io/streams/path_search.h"

#include "engine/handlers.h"
#include "io/call_locks.h"

#include "zend_extensions.h"
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
static bool are_chained;   /* of the process … */
static bool has_opcache;

static const char opcache_key;   /* names the turn: only the address is used */

/* False: cancelled, that is thrown. */
static bool take_key(async_call_lock_t **turn)
{
	if (!async_call_lock_take_within(&opcache_key, 0, "turn to include a file", turn)) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

static bool has_address(const zend_string *text)
{
	return text && strstr(ZSTR_VAL(text), "://");
}

/* Only a search that asks wrappers waits. A name that is an address is not looked for. */
static bool takes_key(const zend_string *name, const zend_string *include_path)
{
	return UNEXPECTED(has_opcache) && ASYNC_G(current) && (ASYNC_IO_G(path_searches) > 0 || has_address(include_path))
		&& !has_address(name);
}

static zend_string *resolve_holding(zend_string *name)
{
	zend_string *held = hold_include_path(), *path = NULL;
	async_call_lock_t *turn = NULL;

	if (EXPECTED(!takes_key(name, held))) {
		path = original_resolve(name);
	} else if (take_key(&turn)) {
		ASYNC_IO_G(path_searches)++;
		path = original_resolve(name);
		/* A forked child has forgotten it. */
		ASYNC_IO_G(path_searches) -= ASYNC_IO_G(path_searches) > 0;
		async_call_lock_give_back(turn);
	}
	let_go(held);
	return path;
}

/* opcache looks for a file with functions that it has kept before ours came. */
static zend_op_array *compile_holding(zend_file_handle *file, int type)
{
	zend_string *held = hold_include_path();
	async_call_lock_t *turn = NULL;
	zend_op_array *code = NULL;

	if (EXPECTED(ASYNC_IO_G(path_searches) == 0) || ASYNC_G(current) == NULL || take_key(&turn)) {
		code = original_compile(file, type);
		async_call_lock_give_back(turn);
	}
	let_go(held);
	return code;
}

/* The searches of frames that are never resumed. */
static ASYNC_ALWAYS_RUNS void forget(void)
{
	ASYNC_IO_G(path_searches) = 0;
}

static void chain(void *ignored)
{
	(void) ignored;
	has_opcache = zend_get_extension("Zend OPcache") != NULL;
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
	.after_fork = forget,
	.frames_abandoned = forget,
	.request_end = forget,
};
