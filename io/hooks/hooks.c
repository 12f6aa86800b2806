/*
 * Hooks: which groups there are, installing them as async.hooks says, and what phpinfo() shows of them.
 * Has the first group, which never waits: close(), fclose() and dlopen(), which every other group needs, and libxml's
 * validators.
 */
#include "io/hooks/hooks.h"

#include "io/hooks/close.h"
#include "io/hooks/dlopen.h"
#include "io/hooks/extensions.h"
#include "io/hooks/hooked_objects.h"
#include "io/hooks/testing_faults.h"
#include "io/hooks/tracers.h"
#include "io/hooks/validation.h"

#include "ext/standard/info.h"
#include "zend_smart_str.h"

#include <pthread.h>

/* The setting by which the hooks were installed; NULL: they are not. Written under the lock below. */
static const char *installed;

/* Held while slots are written: by the thread that starts the first scheduler, and by threads that load objects. */
static pthread_mutex_t install_lock = PTHREAD_MUTEX_INITIALIZER;

/* The first group: every other group needs it, so it is on when any other is (see wants()). */
static async_import_hook_t base_hooks[] = {
	{ "close", (void *) async_hooked_close, (void **) &async_original_close, false, false, 0 },
	{ "fclose", (void *) async_hooked_fclose, (void **) &async_original_fclose, false, false, 0 },
	{ "dlopen", (void *) async_hooked_dlopen, (void **) &async_original_dlopen, false, false, 0 },
#define VALIDATOR(function) \
	{ #function, (void *) async_hooked_##function, (void **) &async_original_##function, false, false, 0 }
	VALIDATOR(xmlSchemaValidateDoc),
	VALIDATOR(xmlRelaxNGValidateDoc),
	VALIDATOR(xmlValidateDocument),
};
static ASYNC_HOOK_GROUP(base, base_hooks);

#define GROUPS_MAX 24

/* Ends with NULL. */
static const async_hook_group_t *groups[GROUPS_MAX + 1] = {
	&async_base_hooks,
	&async_sleep_hooks,
	&async_poll_hooks,
	&async_epoll_hooks,
	&async_select_hooks,
	&async_sockets_hooks,
	&async_connect_hooks,
	&async_dns_hooks,
	&async_threads_hooks,
	&async_files_hooks,
	&async_processes_hooks,
	&async_tracers_hooks,
};

ASYNC_ALWAYS_RUNS void async_hooks_add(const async_hook_group_t *group)
{
	size_t g = 0;

	/* The group is there already when the module starts once more in a process. */
	while (groups[g] && groups[g] != group) {
		g++;
	}
	ZEND_ASSERT(g < GROUPS_MAX && "room for every group");
	groups[g] = group;
}

/* May the functions of this group be hooked in this object, this one by name? The first group never waits, and has to
 * know of all closed descriptors and loaded objects. */
static bool is_allowed(const async_hooked_object_t *object, const async_hook_group_t *group, const char *name)
{
	if (group->tracers_only) {
		return object->is_tracer;
	}
	if (object->is_unknown) {
		return group == groups[0];
	}
	return object->library ? async_client_library_allows(object->library, name) : !group->libraries_only;
}

/* A set of bits, one for the first four letters of each hooked name. It sorts out nearly all of the ten thousand names
 * that the objects of a process import. Each writer writes the same bits, so that readers need no lock. */
static uint8_t beginnings[512];

static unsigned beginning_of(const char *name)
{
	const unsigned char *letters = (const unsigned char *) name;
	unsigned beginning = 0;

	for (size_t i = 0; i < 4 && letters[i]; i++) {
		beginning = beginning * 37u + letters[i];
	}
	return beginning % (sizeof(beginnings) * 8);
}

static void learn_beginnings(void)
{
	for (size_t g = 0; groups[g]; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			const unsigned beginning = beginning_of(groups[g]->hooks[i].name);
			beginnings[beginning / 8] |= (uint8_t) (1u << beginning % 8);
		}
	}
}

static bool may_have_hook(const char *name)
{
	const unsigned beginning = beginning_of(name);

	return beginnings[beginning / 8] & 1u << beginning % 8;
}

/* The hook for a name that `object` imports; NULL: none. When several groups have one for it, the first group that is
 * on counts. `object` is an async_hooked_object_t, or NULL for any. */
static async_import_hook_t *find(const char *name, const void *object)
{
	async_import_hook_t *found = NULL;

	ZEND_ASSERT(name != NULL && "imports have names");
	if (EXPECTED(!may_have_hook(name))) {
		return NULL;
	}
	for (size_t g = 0; groups[g]; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			async_import_hook_t *hook = &groups[g]->hooks[i];
			if (*hook->name == *name && strcmp(hook->name, name) == 0
				&& (object == NULL || is_allowed(object, groups[g], name))) {
				found = hook;
				if (!hook->is_off) {
					return hook;
				}
			}
		}
	}
	return found;
}

#if ZEND_DEBUG
static bool has_duplicates(void)
{
	for (size_t g = 0; groups[g]; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			if (find(groups[g]->hooks[i].name, NULL) != &groups[g]->hooks[i]) {
				return true;
			}
		}
	}
	return false;
}
#endif

/* ---- the setting ---- */

/* Take the first word of a list separated by spaces, commas or tabs, and move *rest behind it. False at the end. */
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

ASYNC_ALWAYS_RUNS bool async_hooks_check(const char *setting, const char **bad, size_t *length)
{
	while (next_word(&setting, bad, length)) {
		bool known = is_word(*bad, *length, "all") || is_word(*bad, *length, "none");
		for (size_t g = 1; groups[g] && !known; g++) {
			known = is_word(*bad, *length, groups[g]->name);
		}
		if (!known) {
			return false;
		}
	}
	return true;
}

/* Does this setting turn the group on? The first group is on as soon as any other is. */
static bool wants(const char *setting, size_t group)
{
	ZEND_ASSERT(group < GROUPS_MAX && "an index of the table of groups");
	if (group > 0) {
		return names_group(setting, groups[group]->name);
	}
	for (size_t g = 1; groups[g]; g++) {
		if (names_group(setting, groups[g]->name)) {
			return true;
		}
	}
	return false;
}

/* ---- installing ---- */

static void install_object(const async_hooked_object_t *object, void *context)
{
	(void) context;
	ZEND_ASSERT(object->address != NULL && "an object is known by an address in it");
	/* False when no slot was replaced: the object imports none of the functions. */
	if (!object->left_alone && async_import_slots_install(object->address, find, object) && object->library) {
		object->library->is_hooked = true;
	}
}

bool async_hooks_install(const char *setting)
{
	ZEND_ASSERT(installed == NULL && "hooks are installed once");
	ZEND_ASSERT(setting != NULL && "async.hooks has a value");
	for (size_t g = 0; groups[g]; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			groups[g]->hooks[i].is_off = !wants(setting, g);
		}
	}
	pthread_mutex_lock(&install_lock);
	learn_beginnings();
#if ZEND_DEBUG
	ZEND_ASSERT(!has_duplicates() && "a function has one hook");
#endif
	installed = setting;
	async_extensions_refresh(true);
	async_hooked_objects_each(install_object, NULL);
	async_testing_faults_install(find);
	pthread_mutex_unlock(&install_lock);
	return async_hooks_count() > 0;
}

void async_hooks_look_again(void)
{
	if (EXPECTED(!async_dlopen_was_called())) {
		return;
	}
	pthread_mutex_lock(&install_lock);
	if (installed) {
		async_extensions_refresh(true);
		async_hooked_objects_each(install_object, NULL);
	}
	pthread_mutex_unlock(&install_lock);
}

void async_hooks_learn_extensions(void)
{
	pthread_mutex_lock(&install_lock);
	async_extensions_refresh(false);
	pthread_mutex_unlock(&install_lock);
}

void async_hooks_restore(void)
{
	pthread_mutex_lock(&install_lock);
	installed = NULL;
	async_testing_faults_restore(find);
	async_import_slots_restore(find);
	async_client_libraries_restored();
	async_extensions_forget();
	pthread_mutex_unlock(&install_lock);
}

/* Count all slots again if an object was unloaded, which takes its slots along. The caller holds the lock. */
static void forget_unloaded(void)
{
	static unsigned long long seen;
	const unsigned long long unloads = async_import_slots_unloads();

	if (unloads == seen) {
		return;
	}
	seen = unloads;
	for (size_t g = 0; groups[g]; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			groups[g]->hooks[i].slots = 0;
		}
	}
	async_import_slots_count(find);
}

size_t async_hooks_count(void)
{
	size_t count = 0;

	async_hooks_look_again();
	pthread_mutex_lock(&install_lock);
	forget_unloaded();
	for (size_t g = 0; groups[g]; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			count += groups[g]->hooks[i].slots;
		}
	}
	pthread_mutex_unlock(&install_lock);
	return count;
}

/* ---- phpinfo() ---- */

/* What phpinfo() says of one object. */
typedef struct {
	const char *setting;
	smart_str names;     /* of the functions that are or will be hooked */
	smart_str taken;     /* of those whose slots another tool has replaced */
} row_t;

/* The index of the group whose table holds this row. */
static size_t group_of(const async_import_hook_t *hook)
{
	size_t g = 0;

	while (hook < groups[g]->hooks || hook >= groups[g]->hooks + groups[g]->count) {
		g++;
		ZEND_ASSERT(groups[g] && "every hook is a row of a group's table");
	}
	return g;
}

/* Once for each word: a function can have several slots in one object. */
static void add_word(smart_str *list, const char *word)
{
	if (!list->s || !contains_word(ZSTR_VAL(list->s), word)) {
		smart_str_append_printf(list, "%s%s", list->s ? " " : "", word);
		smart_str_0(list);
	}
}

/* The first group and that of tracers are not shown, because their functions do not wait themselves. */
static void add_name(const async_import_hook_t *hook, bool is_taken, void *context)
{
	row_t *row = context;
	size_t group = group_of(hook);

	if (group > 0 && !groups[group]->tracers_only && wants(row->setting, group)) {
		add_word(is_taken ? &row->taken : &row->names, hook->name);
	}
}

/* Complete the row, for example "poll usleep; taken by another tool: recv; files: read in place". */
static void add_rest(row_t *row, const async_hooked_object_t *object)
{
	if (row->taken.s) {
		smart_str_append_printf(&row->names, "%staken by another tool: %s", row->names.s ? "; " : "",
			ZSTR_VAL(row->taken.s));
	}
	if (row->names.s && object->library && object->library->left_alone) {
		smart_str_append_printf(&row->names, "; %s", object->library->left_alone);
	}
	smart_str_0(&row->names);
}

/* A row for each object that is hooked or left alone. The engine always has one, so that a build without import slots
 * can be recognised. */
static void show_object(const async_hooked_object_t *object, void *context)
{
	row_t row = { .setting = context };
	const char *name = strrchr(object->name, '/') ? strrchr(object->name, '/') + 1 : object->name;
	bool has_imports = async_import_slots_scan(object->address, find, object, add_name, &row);
	char label[128];

	add_rest(&row, object);
	snprintf(label, sizeof(label), "waits of %s", name);
	if (object->left_alone) {
		php_info_print_table_row(2, label, object->left_alone);
	} else if (row.names.s) {
		php_info_print_table_row(2, label, ZSTR_VAL(row.names.s));
	} else if (object->is_engine) {
		php_info_print_table_row(2, label, has_imports ? "turned off" : "no import slots (static build)");
	}
	smart_str_free(&row.names);
	smart_str_free(&row.taken);
}

void async_hooks_info(const char *setting)
{
	char state[64];

	if (!async_import_slots_known()) {
		php_info_print_table_row(2, "hooks", "none on this processor: stock functions block all coroutines");
		return;
	}
	learn_beginnings();
	if (installed) {
		snprintf(state, sizeof(state), "%zu import slots", async_hooks_count());
	}
	php_info_print_table_row(2, "hooks", installed ? state : "installed at the first async call");
	async_hooked_objects_each(show_object, (void *) setting);
	async_extensions_info();
}
