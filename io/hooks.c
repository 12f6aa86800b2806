#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "io/hooks.h"

#include "io/files.h"
#include "io/testing_faults.h"
#include "io/wait_fd.h"
#include "io/write_turns.h"
#include "scheduler/scheduler.h"

#include "ext/standard/info.h"
#include "zend_extensions.h"
#include "zend_smart_str.h"

#include <dlfcn.h>
#include <unistd.h>

static __typeof__(close) *original_close = close;
static __typeof__(dlopen) *original_dlopen = dlopen;

/* The setting that is installed; NULL: nothing is. */
static const char *installed;

static int hooked_close(int fd)
{
	int result;

	async_file_forget(fd);
	if (!async_io_thread_has_reactor()) {
		return original_close(fd);
	}
	/* Before the number can be reused (lifetime rule 4). */
	async_write_turns_closing(fd);
	async_fd_forget(ASYNC_G(reactor), fd);
	result = original_close(fd);
	async_file_locks_released();
	return result;
}

/* Extensions that work inside the engine: a debugger that waits for its user stops the program, and opcache waits for
 * locks that other coroutines of this process could hold. */
static bool is_part_of_engine(void *handle)
{
	return dlsym(handle, "zend_extension_entry") != NULL || dlsym(handle, "extension_version_info") != NULL;
}

static void install_in(const void *address);

/* dl() has loaded an extension: its waits are cooperative from the start. */
static void *hooked_dlopen(const char *file, int mode)
{
	void *handle = original_dlopen(file, mode);
	void *get_module;

	if (handle && installed && (get_module = dlsym(handle, "get_module")) != NULL && !is_part_of_engine(handle)) {
		install_in(get_module);
	}
	return handle;
}

/* Needed by whatever else is installed. */
static async_import_hook_t base_hooks[] = {
	ASYNC_HOOK(close),
	ASYNC_HOOK(dlopen),
};
static ASYNC_HOOK_GROUP(base, base_hooks);

static const async_hook_group_t *const groups[] = {
	&async_base_hooks,
	&async_sleep_hooks,
	&async_poll_hooks,
	&async_select_hooks,
	&async_sockets_hooks,
	&async_connect_hooks,
	&async_dns_hooks,
	&async_files_hooks,
	&async_processes_hooks,
};

#define GROUP_COUNT (sizeof(groups) / sizeof(groups[0]))

/* A function may stand in several groups: the first one that is on counts. */
static async_import_hook_t *find(const char *name)
{
	async_import_hook_t *found = NULL;

	for (size_t g = 0; g < GROUP_COUNT; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			if (strcmp(groups[g]->hooks[i].name, name) == 0 && (found == NULL || found->is_off)) {
				found = &groups[g]->hooks[i];
			}
		}
	}
	return found;
}

#if ZEND_DEBUG
static bool has_duplicates(void)
{
	for (size_t g = 0; g < GROUP_COUNT; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			if (find(groups[g]->hooks[i].name) != &groups[g]->hooks[i]) {
				return true;
			}
		}
	}
	return false;
}
#endif

/* ---- the setting ---- */

/* One word of the list; the rest is moved on. */
static bool next_word(const char **rest, const char **word, size_t *length)
{
	*rest += strspn(*rest, " ,\t");
	*word = *rest;
	*length = strcspn(*rest, " ,\t");
	*rest += *length;
	return *length > 0;
}

static bool is_word(const char *word, size_t length, const char *name)
{
	return strlen(name) == length && strncmp(word, name, length) == 0;
}

static bool contains_word(const char *list, const char *sought)
{
	const char *word;
	size_t length;

	while (next_word(&list, &word, &length)) {
		if (is_word(word, length, sought)) {
			return true;
		}
	}
	return false;
}

static bool names_group(const char *setting, const char *group)
{
	return contains_word(setting, "all") || contains_word(setting, group);
}

bool async_hooks_wants(const char *group)
{
	return installed && names_group(installed, group);
}

bool async_hooks_check(const char *setting, const char **bad, size_t *length)
{
	while (next_word(&setting, bad, length)) {
		bool known = is_word(*bad, *length, "all") || is_word(*bad, *length, "none");
		for (size_t g = 1; g < GROUP_COUNT && !known; g++) {
			known = is_word(*bad, *length, groups[g]->name);
		}
		if (!known) {
			return false;
		}
	}
	return true;
}

/* The first group is needed as soon as any other is wanted. */
static bool wants(const char *setting, size_t group)
{
	if (group > 0) {
		return names_group(setting, groups[group]->name);
	}
	for (size_t g = 1; g < GROUP_COUNT; g++) {
		if (names_group(setting, groups[g]->name)) {
			return true;
		}
	}
	return false;
}

/* ---- objects ---- */

static const void *engine_address(void)
{
	/* Any function of the engine tells which object that is. */
	return (const void *) &zend_get_executed_lineno;
}

/* A function of the module, which lies in the module's own object. */
static const void *module_address(const zend_module_entry *module)
{
	if (module->handle == NULL || module->name == NULL || strcmp(module->name, "async") == 0) {
		return NULL;
	}
	return dlsym(module->handle, "get_module");
}

typedef void (*object_fn)(const void *address, const char *left_alone, void *context);

/* Call fn for the php binary and for each extension that is an object of its own. */
static void each_object(object_fn fn, void *context)
{
	zend_module_entry *module;

	fn(engine_address(), NULL, context);
	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		const void *address = module_address(module);
		if (address) {
			fn(address, is_part_of_engine(module->handle) ? "works inside the engine" : NULL, context);
		}
	} ZEND_HASH_FOREACH_END();
}

static void install_in(const void *address)
{
	/* No slots: this object calls none of the functions, or is bound otherwise. */
	(void) async_import_slots_install(address, find);
}

static void install_object(const void *address, const char *left_alone, void *context)
{
	(void) context;
	if (!left_alone) {
		install_in(address);
	}
}

bool async_hooks_install(const char *setting)
{
	for (size_t g = 0; g < GROUP_COUNT; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			groups[g]->hooks[i].is_off = !wants(setting, g);
		}
	}
	installed = setting;
#if ZEND_DEBUG
	ZEND_ASSERT(!has_duplicates() && "a function has one hook");
#endif
	each_object(install_object, NULL);
	async_testing_faults_install(find);
	return async_hooks_count() > 0;
}

void async_hooks_restore(void)
{
	installed = NULL;
	async_testing_faults_restore(find);
	async_import_slots_restore(find);
}

size_t async_hooks_count(void)
{
	size_t count = 0;

	for (size_t g = 0; g < GROUP_COUNT; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			count += groups[g]->hooks[i].slots;
		}
	}
	return count;
}

/* ---- phpinfo() ---- */

typedef struct {
	const char *setting;
	smart_str names;
} row_t;

static size_t group_of(const async_import_hook_t *hook)
{
	size_t g = 0;

	while (hook < groups[g]->hooks || hook >= groups[g]->hooks + groups[g]->count) {
		g++;
	}
	return g;
}

/* The first group waits for nothing. */
static void add_name(const async_import_hook_t *hook, void *context)
{
	row_t *row = context;
	size_t group = group_of(hook);

	if (group == 0 || !wants(row->setting, group)) {
		return;
	}
	/* A function can have several slots in one object. */
	if (!row->names.s || !contains_word(ZSTR_VAL(row->names.s), hook->name)) {
		smart_str_append_printf(&row->names, "%s%s", row->names.s ? " " : "", hook->name);
		smart_str_0(&row->names);
	}
}

static void show_object(const void *address, const char *left_alone, void *context)
{
	row_t row = { .setting = context };
	const char *path = async_import_slots_object(address);
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	bool has_imports;
	char label[128];

	has_imports = async_import_slots_scan(address, find, add_name, &row);
	snprintf(label, sizeof(label), "waits of %s", name);
	if (left_alone) {
		php_info_print_table_row(2, label, left_alone);
	} else if (row.names.s) {
		php_info_print_table_row(2, label, ZSTR_VAL(row.names.s));
	} else if (address == engine_address()) {
		php_info_print_table_row(2, label, has_imports ? "turned off" : "no import slots (static build)");
	}
	smart_str_free(&row.names);
}

void async_hooks_info(const char *setting)
{
	char state[64];

	if (installed) {
		snprintf(state, sizeof(state), "%zu import slots", async_hooks_count());
	}
	php_info_print_table_row(2, "hooks", installed ? state : "installed at the first async call");
	each_object(show_object, (void *) setting);
}
