#include "io/hooks/hooks.h"

#include "io/files/files.h"
#include "io/hooks/hooked_objects.h"
#include "io/hooks/testing_faults.h"
#include "io/streams/write_turns.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include "ext/standard/info.h"
#include "zend_smart_str.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

static __typeof__(close) *original_close = close;
static __typeof__(dlopen) *original_dlopen = dlopen;

/* The setting that is installed; NULL: nothing is. */
static const char *installed;

/* Who writes slots: the thread that starts the first scheduler, and any that loads something later. */
static pthread_mutex_t install_lock = PTHREAD_MUTEX_INITIALIZER;

static int hooked_close(int fd)
{
	if (!async_io_thread_has_scheduler()) {
		return original_close(fd);
	}
	async_file_forget(fd);
	if (!async_io_thread_has_reactor()) {
		return original_close(fd);
	}
	/* Before the number can be reused (lifetime rule 4). */
	async_write_turns_closing(fd);
	async_fd_forget(ASYNC_G(reactor), fd);
	/* Who waits for its lock runs later. */
	async_file_locks_released();
	return original_close(fd);
}

static void install_object(const async_hooked_object_t *object, void *context);

/* What dl() loads, or another library when it is first needed, waits cooperatively from the start. */
static void *hooked_dlopen(const char *file, int mode)
{
	void *handle = original_dlopen(file, mode);

	if (handle) {
		pthread_mutex_lock(&install_lock);
		if (installed) {
			async_hooked_objects_arrived(handle, install_object, NULL);
		}
		pthread_mutex_unlock(&install_lock);
	}
	return handle;
}

/* Needed by whatever else is installed. */
static async_import_hook_t base_hooks[] = {
	ASYNC_HOOK(close),
	ASYNC_HOOK(dlopen),
};
static ASYNC_HOOK_GROUP(base, base_hooks);

#define GROUPS_MAX 16

/* Ends with NULL. */
static const async_hook_group_t *groups[GROUPS_MAX + 1] = {
	&async_base_hooks,
	&async_sleep_hooks,
	&async_poll_hooks,
	&async_select_hooks,
	&async_sockets_hooks,
	&async_connect_hooks,
	&async_dns_hooks,
	&async_threads_hooks,
	&async_files_hooks,
	&async_processes_hooks,
};

void async_hooks_add(const async_hook_group_t *group)
{
	size_t g = 0;

	/* It is there already when the module starts once more in a process. */
	while (groups[g] && groups[g] != group) {
		g++;
	}
	ZEND_ASSERT(g < GROUPS_MAX && "room for every group");
	groups[g] = group;
}

static bool is_allowed(const async_hooked_object_t *object, const async_hook_group_t *group, const char *name)
{
	return object->library ? async_client_library_allows(object->library, name) : !group->libraries_only;
}

/* How the names of hooked functions begin: nearly all of the ten thousand names that the objects of a process import
 * need no further look. Bits, written when hooks are installed, to the same values each time. */
static uint8_t beginnings[64];

static unsigned beginning_of(const char *name)
{
	return ((unsigned char) name[0] * 23u + (name[0] ? (unsigned char) name[1] : 0u)) % (sizeof(beginnings) * 8);
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

static bool begins_as_a_hooked_one(const char *name)
{
	const unsigned beginning = beginning_of(name);

	return beginnings[beginning / 8] & 1u << beginning % 8;
}

/* A function may stand in several groups: the first one that is on counts. `object`: where it is imported. */
static async_import_hook_t *find(const char *name, const void *object)
{
	async_import_hook_t *found = NULL;

	if (EXPECTED(!begins_as_a_hooked_one(name))) {
		return NULL;
	}
	for (size_t g = 0; groups[g]; g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			if (strcmp(groups[g]->hooks[i].name, name) == 0 && (found == NULL || found->is_off)
				&& (object == NULL || is_allowed(object, groups[g], name))) {
				found = &groups[g]->hooks[i];
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
		for (size_t g = 1; groups[g] && !known; g++) {
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
	/* No slots: this object calls none of the functions, or is bound otherwise. */
	if (!object->left_alone && async_import_slots_install(object->address, find, object) && object->library) {
		object->library->is_hooked = true;
	}
}

bool async_hooks_install(const char *setting)
{
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
	async_hooked_objects_each(install_object, NULL);
	async_testing_faults_install(find);
	pthread_mutex_unlock(&install_lock);
	return async_hooks_count() > 0;
}

void async_hooks_restore(void)
{
	pthread_mutex_lock(&install_lock);
	installed = NULL;
	async_testing_faults_restore(find);
	async_import_slots_restore(find);
	async_client_libraries_restored();
	pthread_mutex_unlock(&install_lock);
}

/* Those of libraries that were unloaded are gone. The lock is held. */
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

typedef struct {
	const char *setting;
	smart_str names;
	smart_str taken;     /* by another tool */
} row_t;

static size_t group_of(const async_import_hook_t *hook)
{
	size_t g = 0;

	while (hook < groups[g]->hooks || hook >= groups[g]->hooks + groups[g]->count) {
		g++;
	}
	return g;
}

/* A function can have several slots in one object. */
static void add_word(smart_str *list, const char *word)
{
	if (!list->s || !contains_word(ZSTR_VAL(list->s), word)) {
		smart_str_append_printf(list, "%s%s", list->s ? " " : "", word);
		smart_str_0(list);
	}
}

/* The first group waits for nothing. */
static void add_name(const async_import_hook_t *hook, bool is_taken, void *context)
{
	row_t *row = context;
	size_t group = group_of(hook);

	if (group > 0 && wants(row->setting, group)) {
		add_word(is_taken ? &row->taken : &row->names, hook->name);
	}
}

/* "poll usleep; taken by another tool: recv; files: read in place" */
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

	learn_beginnings();
	if (installed) {
		snprintf(state, sizeof(state), "%zu import slots", async_hooks_count());
	}
	php_info_print_table_row(2, "hooks", installed ? state : "installed at the first async call");
	async_hooked_objects_each(show_object, (void *) setting);
}
