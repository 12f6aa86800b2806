/*
 * Settings that functions make for the length of a call, moved out of ext/libxml and libxml at a park and back
 * afterwards.
 */
#include "engine/libxml_settings.h"

#include "engine/flow.h"
#include "engine/handlers.h"
#include "engine/module_globals.h"
#include "engine/values.h"

#include <dlfcn.h>

static zif_handler original_set_streams_context, original_disable_entity_loader;
static zend_module_entry *module;            /* NULL: ext/libxml is not loaded, or its settings cannot be found */
static bool (*ban_loads)(bool ban);          /* of ext/libxml; returns what was set before */

/* Functions of libxml that return the place of a setting, by thread. importStylesheet() changes the first two, save()
 * the third; all other functions of PHP only put the usual values there. */
static const char *const default_names[ASYNC_LIBXML_DEFAULTS] = {
	"__xmlSubstituteEntitiesDefaultValue", "__xmlLoadExtDtdDefaultValue", "__xmlSaveNoEmptyTags",
};
static int *(*default_places[ASYNC_LIBXML_DEFAULTS])(void);

/* The place of the context: the first of the extension's globals (ext/libxml/php_libxml.h), in all supported
 * versions. */
static zval *context(void)
{
	return async_module_globals(module);
}

static bool bans_loads(void)
{
	const bool now = ban_loads(false);

	ban_loads(now);
	return now;
}

bool async_libxml_settings_note_use(void)
{
	if (module == NULL) {
		return false;
	}
	if (!(ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_LIBXML_SETTINGS)) {
		ASYNC_ENGINE_G(used_extensions) |= ASYNC_USED_LIBXML_SETTINGS;
		for (size_t i = 0; i < ASYNC_LIBXML_DEFAULTS; i++) {
			ASYNC_ENGINE_G(libxml_defaults)[i] = default_places[i]();
			ASYNC_ENGINE_G(libxml_defaults_base)[i] = *ASYNC_ENGINE_G(libxml_defaults)[i];
		}
	}
	return true;
}

/* ---- loans ---- */

void async_libxml_loan_begin(async_libxml_loan_t *loan)
{
	loan->outer = ASYNC_ENGINE_G(libxml_loans);
	loan->fiber = EG(active_fiber);
	ZVAL_COPY_VALUE(&loan->found, context());
	ASYNC_ENGINE_G(libxml_loans) = loan;
}

void async_libxml_loan_end(const async_libxml_loan_t *loan)
{
	ASYNC_ENGINE_G(libxml_loans) = loan->outer;
	/* The call has put back what it found at its begin: perhaps in another coroutine. */
	ZVAL_COPY_VALUE(context(), &loan->found);
}

void async_libxml_fiber_loans_take(async_libxml_fiber_loans_t *state)
{
	async_libxml_loan_t *loan = ASYNC_ENGINE_G(libxml_loans);

	state->innermost = state->outermost = NULL;
	for (; loan && loan->fiber == EG(active_fiber); loan = loan->outer) {
		state->innermost = ASYNC_ENGINE_G(libxml_loans);
		state->outermost = loan;
	}
	if (state->innermost) {
		ZVAL_COPY_VALUE(&state->context, context());
		ZVAL_COPY_VALUE(context(), &state->outermost->found);
		ASYNC_ENGINE_G(libxml_loans) = loan;
	}
}

void async_libxml_fiber_loans_put_back(const async_libxml_fiber_loans_t *state)
{
	if (state->innermost) {
		state->outermost->outer = ASYNC_ENGINE_G(libxml_loans);
		ZVAL_COPY_VALUE(&state->outermost->found, context());
		ZVAL_COPY_VALUE(context(), &state->context);
		ASYNC_ENGINE_G(libxml_loans) = state->innermost;
	}
}

/* ---- functions that set something for longer ---- */

static ZEND_NAMED_FUNCTION(set_streams_context)
{
	zval *base = &ASYNC_ENGINE_G(libxml_context_base);

	(void) async_libxml_settings_note_use();
	original_set_streams_context(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (async_flow->is_main_flow() && !async_value_is_same(context(), base)) {
		zval old;
		ZVAL_COPY_VALUE(&old, base);
		ZVAL_COPY(base, context());
		zval_ptr_dtor(&old);
	}
}

static ZEND_NAMED_FUNCTION(disable_entity_loader)
{
	(void) async_libxml_settings_note_use();
	original_disable_entity_loader(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (async_flow->is_main_flow()) {
		ASYNC_ENGINE_G(libxml_bans_loads_base) = bans_loads();
	}
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "libxml_set_streams_context", set_streams_context, &original_set_streams_context },
	{ NULL, "libxml_disable_entity_loader", disable_entity_loader, &original_disable_entity_loader },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	zend_module_entry *found = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("libxml"));

	if (found == NULL || found->globals_size < sizeof(zval)) {
		return;
	}
	*(void **) &ban_loads = dlsym(RTLD_DEFAULT, "php_libxml_disable_entity_loader");
	if (ban_loads == NULL) {
		return;
	}
	for (size_t i = 0; i < ASYNC_LIBXML_DEFAULTS; i++) {
		*(void **) &default_places[i] = dlsym(RTLD_DEFAULT, default_names[i]);
		if (default_places[i] == NULL) {
			return;
		}
	}
	module = found;
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_libxml_settings_part = { .startup = start };

static bool defaults_differ(void)
{
	for (size_t i = 0; i < ASYNC_LIBXML_DEFAULTS; i++) {
		if (*ASYNC_ENGINE_G(libxml_defaults)[i] != ASYNC_ENGINE_G(libxml_defaults_base)[i]) {
			return true;
		}
	}
	return false;
}

bool async_libxml_settings_are_dirty_slow(void)
{
	return (ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_LIBXML_SETTINGS)
		&& (Z_TYPE_P(context()) != IS_UNDEF || Z_TYPE(ASYNC_ENGINE_G(libxml_context_base)) != IS_UNDEF
			|| ASYNC_ENGINE_G(libxml_loans) != NULL
			|| bans_loads() != ASYNC_ENGINE_G(libxml_bans_loads_base) || defaults_differ());
}

void async_libxml_settings_detach(async_libxml_settings_t *state)
{
	state->taken = (ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_LIBXML_SETTINGS) != 0;
	if (!state->taken) {
		return;
	}
	ZVAL_COPY_VALUE(&state->context, context());
	ZVAL_COPY(context(), &ASYNC_ENGINE_G(libxml_context_base));
	state->loans = ASYNC_ENGINE_G(libxml_loans);
	ASYNC_ENGINE_G(libxml_loans) = NULL;
	state->bans_loads = ban_loads(ASYNC_ENGINE_G(libxml_bans_loads_base)) != ASYNC_ENGINE_G(libxml_bans_loads_base);
	for (size_t i = 0; i < ASYNC_LIBXML_DEFAULTS; i++) {
		state->defaults[i] = *ASYNC_ENGINE_G(libxml_defaults)[i];
		*ASYNC_ENGINE_G(libxml_defaults)[i] = ASYNC_ENGINE_G(libxml_defaults_base)[i];
	}
}

/* The base stands in the place of the context, because each coroutine leaves it there. */
static void put_back_context(zval *own)
{
	if (Z_TYPE_P(own) == IS_UNDEF) {
		return;
	}
	ZEND_ASSERT(async_value_is_same(context(), &ASYNC_ENGINE_G(libxml_context_base))
		&& "each coroutine leaves the base");
	/* Not the last reference: the base has one of its own. */
	if (Z_REFCOUNTED_P(context())) {
		Z_DELREF_P(context());
	}
	ZVAL_COPY_VALUE(context(), own);
}

void async_libxml_settings_attach(async_libxml_settings_t *state)
{
	if (!state->taken) {
		return;
	}
	put_back_context(&state->context);
	ASYNC_ENGINE_G(libxml_loans) = state->loans;
	if (state->bans_loads) {
		ban_loads(!ASYNC_ENGINE_G(libxml_bans_loads_base));
	}
	for (size_t i = 0; i < ASYNC_LIBXML_DEFAULTS; i++) {
		*ASYNC_ENGINE_G(libxml_defaults)[i] = state->defaults[i];
	}
}

void async_libxml_settings_drop(async_libxml_settings_t *state)
{
	if (state->taken) {
		zval_ptr_dtor(&state->context);
	}
}
