/*
 * libxml's collected errors, its last error and its setting, moved out of the extension at a park and back afterwards.
 */
#include "engine/libxml_errors.h"

#include "engine/flow.h"
#include "engine/handlers.h"
#include "engine/module_globals.h"

#include "zend_smart_str.h"

#include <dlfcn.h>

/* Beginning of the extension's module globals (ext/libxml/php_libxml.h); the same in all supported versions. */
typedef struct {
	zval stream_context;
	smart_str error_buffer;
	zend_llist *error_list;
} libxml_globals_t;

typedef void (*error_fn)(void *context, void *error);

static zif_handler original_use_internal_errors;
static zend_module_entry *module;
static error_fn *(*error_function)(void);   /* returns the place where libxml keeps its error callback, by thread */
static async_libxml_error_t *(*last_error_place)(void);   /* … and its last error; NULL: the last error stays shared */
static void (*free_error)(async_libxml_error_t *error);   /* frees the texts of an error */

static libxml_globals_t *globals(void)
{
	return async_module_globals(module);
}

static ZEND_NAMED_FUNCTION(use_internal_errors)
{
	original_use_internal_errors(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (globals()->error_list) {
		ASYNC_ENGINE_G(used_extensions) |= ASYNC_USED_LIBXML_ERRORS;
		ASYNC_ENGINE_G(libxml_list_model) = *globals()->error_list;
		ASYNC_ENGINE_G(libxml_error_function) = (void *) *error_function();
	}
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "libxml_use_internal_errors", use_internal_errors, &original_use_internal_errors },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("libxml"));
	if (module == NULL || module->globals_size < sizeof(libxml_globals_t)) {
		return;
	}
	/* Absent when libxml was built without threads: then the setting stays shared. */
	*(void **) &error_function = dlsym(RTLD_DEFAULT, "__xmlStructuredError");
	if (error_function != NULL) {
		async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	}
	*(void **) &free_error = dlsym(RTLD_DEFAULT, "xmlResetError");
	if (free_error != NULL) {
		*(void **) &last_error_place = dlsym(RTLD_DEFAULT, "__xmlLastError");
	}
}

const async_part_t async_libxml_errors_part = { .startup = start };

static zend_llist *list_new(void)
{
	const zend_llist *model = &ASYNC_ENGINE_G(libxml_list_model);
	zend_llist *list = emalloc(sizeof(*list));

	ZEND_ASSERT(model->size > 0 && "the model was copied from a list of the extension");
	zend_llist_init(list, model->size, model->dtor, model->persistent);
	return list;
}

static void list_free(zend_llist *list)
{
	if (list) {
		zend_llist_destroy(list);
		efree(list);
	}
}

static bool has_last_error(void)
{
	return last_error_place && last_error_place()->code != 0;
}

static void set(zend_llist *errors)
{
	ZEND_ASSERT(error_function && "there is no use without it");
	ZEND_ASSERT((ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_LIBXML_ERRORS) && "the setting was used in this request");
	globals()->error_list = errors;
	*error_function() = errors ? (error_fn) ASYNC_ENGINE_G(libxml_error_function) : NULL;
}

bool async_libxml_errors_are_dirty_slow(void)
{
	const zend_llist *errors = globals()->error_list;

	if (async_flow->is_main_flow()) {
		ASYNC_ENGINE_G(libxml_errors_base) = errors != NULL;
	}
	return (errors != NULL) != ASYNC_ENGINE_G(libxml_errors_base) || (errors && errors->count > 0) || has_last_error();
}

void async_libxml_errors_detach(async_libxml_errors_t *state)
{
	state->taken = async_libxml_errors_are_dirty();
	if (state->taken) {
		state->errors = globals()->error_list;
		state->last = (async_libxml_error_t) {0};
		if (last_error_place) {
			state->last = *last_error_place();
			*last_error_place() = (async_libxml_error_t) {0};
		}
		set(ASYNC_ENGINE_G(libxml_errors_base) ? list_new() : NULL);
	}
}

void async_libxml_errors_attach(async_libxml_errors_t *state)
{
	if (state->taken) {
		/* This is the list made for the other coroutines. It is empty: each of them took its own errors along. */
		list_free(globals()->error_list);
		set(state->errors);
		if (last_error_place) {
			*last_error_place() = state->last;
		}
	}
}

void async_libxml_errors_drop(async_libxml_errors_t *state)
{
	if (state->taken) {
		list_free(state->errors);
		if (free_error) {
			free_error(&state->last);
		}
	}
}
