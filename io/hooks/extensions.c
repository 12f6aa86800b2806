/*
 * PHP extensions: the table of those whose waits may become cooperative, and calls of the others that are under way.
 */
#include "io/hooks/extensions.h"

#include "compat.h"
#include "engine/module_globals.h"

#include "ext/standard/info.h"
#include "zend_extensions.h"
#include "zend_smart_str.h"
#ifdef ASYNC_COMPAT_HAS_SESSION
# include "ext/session/php_session.h"
#endif

#include <dlfcn.h>

/* PHP's own extensions, of all supported versions of PHP. Their functions keep nothing in static memory while they
 * wait, or this extension gives each coroutine its own (engine/). */
static const char *const bundled[] = {
	"async", "bcmath", "bz2", "calendar", "com_dotnet", "core", "ctype", "curl", "date", "dba", "dom", "enchant",
	"exif", "ffi", "fileinfo", "filter", "ftp", "gd", "gettext", "gmp", "hash", "iconv", "intl", "json", "lexbor",
	"libxml", "mbstring", "mysqli", "mysqlnd", "openssl", "pcntl", "pcre", "pdo", "pdo_mysql", "pdo_pgsql",
	"pdo_sqlite", "pgsql", "phar", "posix", "pspell", "random", "readline", "reflection", "session", "shmop",
	"simplexml", "soap", "sockets", "sodium", "spl", "sqlite3", "standard", "sysvmsg", "sysvsem", "sysvshm", "tidy",
	"tokenizer", "uri", "xml", "xmlreader", "xmlwriter", "xsl", "zend opcache", "zip", "zlib",
};

/* PHP's own extensions, too, but their libraries cannot bear another call during a wait. Some builds have these
 * libraries inside of the extension. */
static const struct {
	const char *name;
	const char *why;
} apart[] = {
	{ "imap", "c-client keeps its streams and buffers in static memory" },
	{ "ldap", "libldap waits with its locks held" },
	{ "oci8", "its library waits in place" },
	{ "odbc", "drivers of any origin, locks of the driver manager" },
	{ "pdo_dblib", "its library waits in place" },
	{ "pdo_firebird", "its library waits in place" },
	{ "pdo_oci", "its library waits in place" },
	{ "pdo_odbc", "drivers of any origin, locks of the driver manager" },
	{ "snmp", "net-snmp keeps its sessions in global lists" },
};

#define GUARDED_MAX 24
static const char *guarded[GUARDED_MAX];   /* written at module start */
static size_t guarded_count;

static const char *named = "";             /* the value of async.hook_extensions */

uint32_t async_extensions_unknown;

/* The unknown modules by their address. */
static const zend_module_entry **unknown;
static uint32_t unknown_capacity;
static const zend_module_entry *session;   /* ext/session; NULL: it is not there */
static uint32_t seen;                      /* size of the registry when it was looked through */

/* ---- which extensions are known ---- */

static bool is_in(const char *const *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcasecmp(list[i], name) == 0) {
			return true;
		}
	}
	return false;
}

static const char *why_apart(const char *name)
{
	for (size_t i = 0; i < sizeof(apart) / sizeof(apart[0]); i++) {
		if (strcasecmp(apart[i].name, name) == 0) {
			return apart[i].why;
		}
	}
	return NULL;
}

/* Take the first name of a list separated by commas, and move *rest behind it. A name may have a space in it, as
 * "Zend OPcache". False at the end. */
static bool next_name(const char **rest, const char **name, size_t *length)
{
	*rest += strspn(*rest, ", \t");
	*name = *rest;
	*length = strcspn(*rest, ",");
	*rest += *length;
	while (*length > 0 && ((*name)[*length - 1] == ' ' || (*name)[*length - 1] == '\t')) {
		(*length)--;
	}
	return *length > 0;
}

static bool is_named(const char *sought)
{
	const char *rest = named;
	const char *name;
	size_t length;

	while (next_name(&rest, &name, &length)) {
		if (zend_binary_strcasecmp(name, length, sought, strlen(sought)) == 0) {
			return true;
		}
	}
	return false;
}

static bool is_bundled(const char *name)
{
	return is_in(bundled, sizeof(bundled) / sizeof(bundled[0]), name);
}

bool async_extension_is_known(const char *name)
{
	return is_bundled(name) || is_in(guarded, guarded_count, name) || is_named(name);
}

ASYNC_ALWAYS_RUNS void async_extensions_add_guarded(const char *name)
{
	if (!is_in(guarded, guarded_count, name)) {
		ZEND_ASSERT(guarded_count < GUARDED_MAX && "there is room for every guarded extension");
		guarded[guarded_count++] = name;
	}
}

void async_extensions_name(const char *names)
{
	ZEND_ASSERT(names != NULL && "a setting has a value");
	named = names;
}

/* ---- calls under way ---- */

static void note_unknown(const zend_module_entry *module)
{
	if (async_extensions_unknown == unknown_capacity) {
		unknown_capacity += 16;
		unknown = perealloc(unknown, unknown_capacity * sizeof(*unknown), true);
	}
	unknown[async_extensions_unknown++] = module;
}

/* Other threads read the list without the lock: it is written only when it changes, which dl() alone does. */
static bool is_list_right(void)
{
	const zend_module_entry *module;
	uint32_t count = 0;

	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		if (!async_extension_is_known(module->name)) {
			if (count == async_extensions_unknown || unknown[count] != module) {
				return false;
			}
			count++;
		}
	} ZEND_HASH_FOREACH_END();
	return count == async_extensions_unknown;
}

void async_extensions_refresh(bool has_changed)
{
	zend_module_entry *module;

	if (seen == zend_hash_num_elements(&module_registry) && !has_changed) {
		return;
	}
	seen = zend_hash_num_elements(&module_registry);
	session = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("session"));
	if (is_list_right()) {
		return;
	}
	async_extensions_unknown = 0;
	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		if (!async_extension_is_known(module->name)) {
			note_unknown(module);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_extensions_forget(void)
{
	if (unknown) {
		pefree(unknown, true);
	}
	unknown = NULL;
	unknown_capacity = async_extensions_unknown = seen = 0;
	named = "";
}

/* The module of a function is only compared: functions that extensions make at run time may have any address there. */
static bool is_of_unknown(const zend_function *function)
{
	if (ZEND_USER_CODE(function->type)) {
		return false;
	}
	for (uint32_t i = 0; i < async_extensions_unknown; i++) {
		if (unknown[i] == function->internal_function.module) {
			return true;
		}
	}
	return false;
}

#ifdef ASYNC_COMPAT_HAS_SESSION
static const void *object_of(const void *address)
{
	Dl_info info;

	return address && dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* Does an unknown extension keep the sessions? The functions of ext/session call it without a frame. The answer is
 * remembered: a script seldom changes the save handler. */
static bool sessions_are_of_unknown(void)
{
	ZEND_TLS const ps_module *last;
	ZEND_TLS bool is_unknown;
	const php_ps_globals *globals = async_module_globals(session);

	if (globals->mod != last) {
		const void *object = object_of(globals->mod);
		last = globals->mod;
		is_unknown = false;
		for (uint32_t i = 0; i < async_extensions_unknown && !is_unknown; i++) {
			void *handle = unknown[i]->handle;
			is_unknown = handle && object && object_of(dlsym(handle, "get_module")) == object;
		}
	}
	return is_unknown;
}
#endif

static bool may_call_unknown(const zend_function *function)
{
#ifdef ASYNC_COMPAT_HAS_SESSION
	if (session && !ZEND_USER_CODE(function->type) && function->internal_function.module == session) {
		return sessions_are_of_unknown();
	}
#endif
	return is_of_unknown(function);
}

/* asking: an extension whose functions do not count; NULL: all count */
static bool is_called(const zend_module_entry *asking)
{
	for (const zend_execute_data *frame = EG(current_execute_data); frame; frame = frame->prev_execute_data) {
		if (frame->func && may_call_unknown(frame->func)
			&& (asking == NULL || frame->func->internal_function.module != asking)) {
			return true;
		}
	}
	return false;
}

bool async_extensions_unknown_is_called(void)
{
	return is_called(NULL);
}

bool async_extensions_other_is_called(void)
{
	const zend_execute_data *frame = EG(current_execute_data);

	return is_called(frame && frame->func && !ZEND_USER_CODE(frame->func->type)
		? frame->func->internal_function.module : NULL);
}

const char *async_extension_that_blocks(const zend_function *function)
{
	return is_of_unknown(function) ? function->internal_function.module->name : NULL;
}

/* ---- phpinfo() ---- */

static void add_name(smart_str *list, const char *name, const char *remark)
{
	smart_str_append_printf(list, "%s%s", list->s ? ", " : "", name);
	if (remark) {
		smart_str_append_printf(list, " (%s)", remark);
	}
}

static void show_list(const char *label, smart_str *list)
{
	smart_str_0(list);
	php_info_print_table_row(2, label, list->s ? ZSTR_VAL(list->s) : "none");
	smart_str_free(list);
}

/* Is this a Zend extension? The engine calls these at any place, so nothing of them is hooked, whatever the setting
 * says. */
static bool is_part_of_engine(const char *name)
{
	for (const zend_llist_element *at = zend_extensions.head; at; at = at->next) {
		if (strcasecmp(((const zend_extension *) at->data)->name, name) == 0) {
			return true;
		}
	}
	return false;
}

static void add_zend_extension(zend_extension *extension, void *list)
{
	if (!zend_hash_str_find_ptr_lc(&module_registry, extension->name, strlen(extension->name))) {
		add_name(list, extension->name, "works inside the engine");
	}
}

static void show_missing(void)
{
	const char *rest = named;
	const char *name;
	size_t length;
	smart_str missing = {0};

	while (next_name(&rest, &name, &length)) {
		if (!zend_hash_str_find_ptr_lc(&module_registry, name, length)) {
			smart_str_append_printf(&missing, "%s%.*s", missing.s ? ", " : "", (int) length, name);
		}
	}
	if (missing.s) {
		show_list("extensions named, but not loaded", &missing);
	}
}

void async_extensions_list(zval *lists)
{
	zend_module_entry *module;
	zval hooked, blocking;

	array_init(&hooked);
	array_init(&blocking);
	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		const bool blocks = is_part_of_engine(module->name) || !async_extension_is_known(module->name);
		add_next_index_string(blocks ? &blocking : &hooked, module->name);
	} ZEND_HASH_FOREACH_END();
	add_assoc_zval(lists, "hooked", &hooked);
	add_assoc_zval(lists, "blocking", &blocking);
}

void async_extensions_info(void)
{
	zend_module_entry *module;
	smart_str of_php = {0}, added = {0}, blocking = {0};

	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		if (is_part_of_engine(module->name)) {
			add_name(&blocking, module->name, "works inside the engine");
		} else if (is_named(module->name)) {
			add_name(&added, module->name, "async.hook_extensions");
		} else if (is_bundled(module->name)) {
			add_name(&of_php, module->name, NULL);
		} else if (async_extension_is_known(module->name)) {
			add_name(&added, module->name, "guarded");
		} else {
			add_name(&blocking, module->name, why_apart(module->name));
		}
	} ZEND_HASH_FOREACH_END();
	zend_llist_apply_with_argument(&zend_extensions, (llist_apply_with_arg_func_t) add_zend_extension, &blocking);
	show_list("extensions of PHP, hooked", &of_php);
	show_list("extensions guarded or named, hooked", &added);
	show_list("extensions not hooked: they block", &blocking);
	show_missing();
}
