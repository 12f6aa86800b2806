/*
 * Compiled patterns of mbstring while a callback of mb_ereg_replace_callback() waits.
 *
 * mbstring has one compiled pattern for each text, and frees it when the text is compiled with other options or another
 * encoding. Another coroutine may do that while the callback waits. So patterns that go out of the table are freed when
 * no such call is under way.
 */
#include "io/kept_patterns.h"

#include "engine/handlers.h"
#include "engine/module_globals.h"
#include "io/globals.h"

#if __has_include("ext/mbstring/mbstring.h")
# pragma GCC diagnostic push
# pragma GCC diagnostic ignored "-Wsign-compare"
# include "ext/mbstring/mbstring.h"
# pragma GCC diagnostic pop
# define KNOWS_MBSTRING
#endif

/* The beginning of zend_mb_regex_globals. */
typedef struct {
	const void *encodings[3];
	HashTable patterns;
} regex_globals_t;

static const zend_module_entry *mbstring;
static dtor_func_t free_pattern;   /* mbstring's */
static zif_handler original_replace;

#ifdef KNOWS_MBSTRING

/* Fields that mbstring has when it was built with regular expressions, which its header may not know. */
# define REGEX_FIELDS (sizeof(void *) + 2 * sizeof(zend_long))

static regex_globals_t *regex_globals(void)
{
	const size_t at = offsetof(zend_mbstring_globals, http_output_conv_mimetypes) + sizeof(void *);
	const size_t size = sizeof(zend_mbstring_globals);
	regex_globals_t *globals;

	if (mbstring == NULL || (mbstring->globals_size != size + REGEX_FIELDS && mbstring->globals_size != size)) {
		return NULL;
	}
	memcpy(&globals, (const char *) async_module_globals(mbstring) + at, sizeof(globals));
	return globals;
}

#else

static regex_globals_t *regex_globals(void)
{
	return NULL;
}

#endif

/* NULL: not known. */
static HashTable *patterns(void)
{
	regex_globals_t *globals = regex_globals();

	return globals && GC_TYPE(&globals->patterns) == IS_ARRAY && globals->patterns.pDestructor
		? &globals->patterns : NULL;
}

static void keep_or_free(zval *pattern)
{
	if (ASYNC_IO_G(pattern_calls) == 0) {
		free_pattern(pattern);
		return;
	}
	if (ASYNC_IO_G(kept_patterns) == NULL) {
		ASYNC_IO_G(kept_patterns) = pemalloc(sizeof(HashTable), true);
		zend_hash_init(ASYNC_IO_G(kept_patterns), 8, NULL, free_pattern, true);
	}
	zend_hash_next_index_insert_new(ASYNC_IO_G(kept_patterns), pattern);
}

static ASYNC_ALWAYS_RUNS void free_kept(void)
{
	HashTable *kept = ASYNC_IO_G(kept_patterns);

	ASYNC_IO_G(pattern_calls) = 0;
	ASYNC_IO_G(kept_patterns) = NULL;
	if (UNEXPECTED(kept != NULL)) {
		zend_hash_destroy(kept);
		pefree(kept, true);
	}
}

static bool take_over(void)
{
	HashTable *table = patterns();

	if (table == NULL || (table->pDestructor != keep_or_free && free_pattern && table->pDestructor != free_pattern)) {
		return false;
	}
	if (table->pDestructor != keep_or_free) {
		free_pattern = table->pDestructor;
		async_table_originals_kept();
		table->pDestructor = keep_or_free;
	}
	return true;
}

static ZEND_NAMED_FUNCTION(replace_keeping)
{
	if (ASYNC_G(current) == NULL) {
		original_replace(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (EXPECTED(take_over())) {
		ASYNC_IO_G(pattern_calls)++;
		original_replace(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		/* A forked child has forgotten the calls of others. */
		if (ASYNC_IO_G(pattern_calls) <= 1) {
			free_kept();
		} else {
			ASYNC_IO_G(pattern_calls)--;
		}
	} else {
		ASYNC_ENGINE_G(unparked_calls)++;
		original_replace(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		ASYNC_ENGINE_G(unparked_calls)--;
	}
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "mb_ereg_replace_callback", replace_keeping, &original_replace },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

static ASYNC_ALWAYS_RUNS void find(void)
{
	mbstring = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("mbstring"));
}

/* mbstring empties its table after this module has ended its request, maybe for the last time. */
static ASYNC_ALWAYS_RUNS void give_back(void)
{
	HashTable *table = free_pattern ? patterns() : NULL;

	free_kept();
	if (table && table->pDestructor == keep_or_free) {
		table->pDestructor = free_pattern;
	}
}

const async_part_t async_kept_patterns_part = {
	.startup = start,
	.all_loaded = find,
	.request_end = give_back,
};
