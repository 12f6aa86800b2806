/*
 * What functions of PHP set beside the ini values: copies, and the exchange.
 */
#include "engine/isolation/setters.h"

#include "engine/isolation/copy.h"
#include "engine/module_globals.h"

#ifdef ASYNC_ISOLATION_KNOWS_MBSTRING
/* Its inline functions are not written for our warnings. */
# pragma GCC diagnostic push
# pragma GCC diagnostic ignored "-Wsign-compare"
# include "ext/mbstring/mbstring.h"
# pragma GCC diagnostic pop
#endif

#include <locale.h>

/* Their globals are no symbols that can be linked, and mbstring may not be loaded at all (NULL). Set once, when all
 * extensions have started. */
static const zend_module_entry *date;
static const zend_module_entry *mbstring;

#ifdef ASYNC_ISOLATION_KNOWS_MBSTRING

/* Fields that mbstring has when it was built with regular expressions, which its header cannot know. */
# define REGEX_FIELDS_BEFORE_FLAGS (sizeof(void *) + sizeof(zend_long))
# define REGEX_FIELDS (REGEX_FIELDS_BEFORE_FLAGS + sizeof(zend_long))

/* Offset of internal_encoding_set, http_output_set, http_input_set in mbstring's globals; 0: not known. */
static size_t set_flags_at;

static void find_set_flags(void)
{
	const size_t at = offsetof(zend_mbstring_globals, internal_encoding_set);

	if (mbstring && mbstring->globals_size == sizeof(zend_mbstring_globals)) {
		set_flags_at = at;
	} else if (mbstring && mbstring->globals_size == sizeof(zend_mbstring_globals) + REGEX_FIELDS) {
		set_flags_at = at + REGEX_FIELDS_BEFORE_FLAGS;
	}
}

#else

static void find_set_flags(void)
{
}

#endif

void async_isolation_setters_all_loaded(void)
{
	date = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("date"));
	mbstring = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("mbstring"));
	ZEND_ASSERT(date && date->globals_size == sizeof(zend_date_globals) && "PHP has this extension always");
	find_set_flags();
}

static zend_always_inline char **timezone_place(void)
{
	return &((zend_date_globals *) async_module_globals(date))->timezone;
}

/* ---- mbstring ---- */

#ifdef ASYNC_ISOLATION_KNOWS_MBSTRING

static zend_always_inline void take_encodings(async_isolation_setters_t *setters)
{
	zend_mbstring_globals *globals;

	if (mbstring == NULL) {
		return;
	}
	globals = async_module_globals(mbstring);
	setters->internal_encoding = globals->current_internal_encoding;
	setters->http_output = globals->current_http_output_encoding;
	if (EXPECTED(set_flags_at)) {
		memcpy(setters->are_set, (char *) globals + set_flags_at, sizeof(setters->are_set));
	}
	setters->language = (int) globals->language;
	setters->illegal_characters = globals->illegalchars;
	setters->illegal_mode = globals->current_filter_illegal_mode;
	setters->illegal_character = globals->current_filter_illegal_substchar;
	setters->detect_order = (const void **) globals->current_detect_order_list;
	setters->detect_order_size = globals->current_detect_order_list_size;
}

/* From 8.6 on mbstring frees its list when an ini value changes, and makes another one: it must not find the list of
 * the isolation that is left. */
static zend_always_inline void leave_encodings(void)
{
	if (mbstring) {
		((zend_mbstring_globals *) async_module_globals(mbstring))->current_detect_order_list = NULL;
	}
}

static zend_always_inline void put_encodings(const async_isolation_setters_t *setters)
{
	zend_mbstring_globals *globals;

	if (mbstring == NULL) {
		return;
	}
	globals = async_module_globals(mbstring);
	globals->current_internal_encoding = setters->internal_encoding;
	globals->current_http_output_encoding = setters->http_output;
	if (EXPECTED(set_flags_at)) {
		memcpy((char *) globals + set_flags_at, setters->are_set, sizeof(setters->are_set));
	}
	globals->language = (enum mbfl_no_language) setters->language;
	globals->illegalchars = setters->illegal_characters;
	globals->current_filter_illegal_mode = setters->illegal_mode;
	globals->current_filter_illegal_substchar = setters->illegal_character;
	if (UNEXPECTED(globals->current_detect_order_list != NULL)) {
		/* Made while the ini values were exchanged. */
		efree((void *) globals->current_detect_order_list);
	}
	globals->current_detect_order_list = (const mbfl_encoding **) setters->detect_order;
	globals->current_detect_order_list_size = setters->detect_order_size;
}

#else

static zend_always_inline void take_encodings(async_isolation_setters_t *setters)
{
	(void) setters;
}

static zend_always_inline void leave_encodings(void)
{
}

static zend_always_inline void put_encodings(const async_isolation_setters_t *setters)
{
	(void) setters;
}

#endif

/* ---- the locale ---- */

void async_isolation_locale_look(async_isolation_setters_t *setters)
{
	const char *name = setlocale(LC_ALL, NULL);

	if (name == NULL || (setters->locale && strcmp(ZSTR_VAL(setters->locale), name) == 0)) {
		return;
	}
	if (setters->locale) {
		zend_string_release(setters->locale);
	}
	setters->locale = zend_string_init(name, strlen(name), false);
}

/* As PHP at the end of a request. */
static void set_first_locale(void)
{
	setlocale(LC_ALL, "C");
	zend_reset_lc_ctype_locale();
}

static zend_always_inline void exchange_locale(
	const async_isolation_setters_t *from, const async_isolation_setters_t *to)
{
	if (EXPECTED(from->locale == to->locale)
		|| (from->locale && to->locale && zend_string_equals(from->locale, to->locale))) {
		return;
	}
	if (to->locale) {
		setlocale(LC_ALL, ZSTR_VAL(to->locale));
	} else {
		set_first_locale();
	}
	zend_update_current_locale();
}

/* ---- the default stream context ---- */

static php_stream_context *copy_context(const php_stream_context *from)
{
	php_stream_context *to;

	if (EXPECTED(from == NULL)) {
		return NULL;
	}
	to = php_stream_context_alloc();
	zval_ptr_dtor(&to->options);
	ZVAL_ARR(&to->options, zend_array_dup(Z_ARRVAL(from->options)));
	if (from->notifier) {
		to->notifier = php_stream_notification_alloc();
		*to->notifier = *from->notifier;
		async_compat_notifier_own_callback(to->notifier);
	}
	return to;
}

/* ---- all of them ---- */

void async_isolation_setters_copy(async_isolation_setters_t *setters, const async_isolation_setters_t *current)
{
	take_encodings(setters);
	if (setters->detect_order) {
		const size_t size = setters->detect_order_size * sizeof(*setters->detect_order);
		setters->detect_order = memcpy(emalloc(size), setters->detect_order, size);
	}
	setters->context = copy_context(FG(default_context));
	setters->timezone = *timezone_place() ? estrdup(*timezone_place()) : NULL;
	setters->locale = current->locale ? zend_string_copy(current->locale) : NULL;
	setters->ctype_name = BG(ctype_string) ? zend_string_copy(BG(ctype_string)) : NULL;
}

void async_isolation_setters_take(async_isolation_setters_t *from)
{
	from->timezone = *timezone_place();
	from->ctype_name = BG(ctype_string);
	from->context = FG(default_context);
	take_encodings(from);
	leave_encodings();
}

void async_isolation_setters_put(const async_isolation_setters_t *from, const async_isolation_setters_t *to)
{
	*timezone_place() = to->timezone;
	BG(ctype_string) = to->ctype_name;
	FG(default_context) = to->context;
	put_encodings(to);
	exchange_locale(from, to);
}

void async_isolation_setters_exchange(async_isolation_setters_t *from, const async_isolation_setters_t *to)
{
	async_isolation_setters_take(from);
	async_isolation_setters_put(from, to);
}

bool async_isolation_setters_destruct(void)
{
	php_stream_context *context = FG(default_context);

	return UNEXPECTED(context != NULL) && GC_REFCOUNT(context->res) == 1
		&& async_isolation_destruct_value(&context->options);
}

void async_isolation_setters_end(void)
{
	php_stream_context *context = FG(default_context);

	if (UNEXPECTED(context != NULL)) {
		/* Streams and variables hold it, too. */
		FG(default_context) = NULL;
		zend_list_delete(context->res);
	}
}

void async_isolation_setters_forget(async_isolation_setters_t *setters)
{
	if (setters->context) {
		zend_list_delete(setters->context->res);
	}
	if (setters->timezone) {
		efree(setters->timezone);
	}
	if (setters->detect_order) {
		efree(setters->detect_order);
	}
	if (setters->ctype_name) {
		zend_string_release(setters->ctype_name);
	}
	async_isolation_setters_free_base(setters);
}

void async_isolation_setters_free_base(async_isolation_setters_t *base)
{
	if (base->locale) {
		zend_string_release(base->locale);
	}
}
