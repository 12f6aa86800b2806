/*
 * Settings of isolations: which belong to the process, and the exchange of the others.
 */
#include "engine/isolation/settings.h"

#include "engine/isolation/session.h"
#include "engine/last_error.h"

#include "zend_ini.h"

/* Settings that all isolations share. A name that ends with a point stands for all that begin with it. */
static const struct {
	const char *name;
	const char *reason;   /* also a row in docs/isolation.md */
} shared[] = {
	{ "memory_limit", "the heap is one" },
	{ "max_execution_time", "the timer is one; a change starts it anew" },
	{ "zend.enable_gc", "the collector is one" },
	{ "opcache.", "the cache is one" },
	{ "async.", "the scheduler is one" },
	{ "zlib.output_compression", "belongs to the response, and cannot change when its output has begun" },
	{ "zlib.output_handler", "as zlib.output_compression" },
	{ "tidy.clean_output", "as zlib.output_compression" },
	{ "assert.callback", "assert_options() keeps a callback outside of the settings, which PHP does not show" },
};

/* The id, the status and the handler of the one session are the module's. The others are of PHP's own rewriter. */
static bool is_of_shared_session(const char *name)
{
	return !async_isolation_session_is_own() && strncmp(name, ZEND_STRL("session.")) == 0
		&& strncmp(name, ZEND_STRL("session.trans_sid_")) != 0;
}

static bool is_shared(const char *name)
{
	if (is_of_shared_session(name)) {
		return true;
	}
	for (size_t i = 0; i < sizeof(shared) / sizeof(shared[0]); i++) {
		const size_t length = strlen(shared[i].name);
		if (shared[i].name[length - 1] == '.' ? strncmp(name, shared[i].name, length) == 0
				: strcmp(name, shared[i].name) == 0) {
			return true;
		}
	}
	return false;
}

#define CHANGED() ASYNC_ENGINE_G(isolation_changed)

/* ---- finding ---- */

/* A removed entry leaves its bucket, with the old pointer in it. */
static const void *held_by(const Bucket *bucket)
{
	return Z_TYPE(bucket->val) == IS_UNDEF ? NULL : Z_PTR(bucket->val);
}

static bool are_new(const async_isolation_changed_t *changed)
{
	const HashTable *table = EG(modified_ini_directives);

	if (changed == NULL || changed->seen_count != table->nNumUsed) {
		return table->nNumUsed > 0;
	}
	for (uint32_t i = 0; i < changed->seen_count; i++) {
		if (changed->seen[i] != held_by(&table->arData[i])) {
			return true;
		}
	}
	return false;
}

static bool is_known(const async_isolation_changed_t *changed, const zend_ini_entry *entry)
{
	for (uint32_t i = 0; i < changed->count; i++) {
		if (changed->settings[i].entry == entry) {
			return true;
		}
	}
	return false;
}

static void add(async_isolation_changed_t *changed, zend_ini_entry *entry)
{
	const bool is_of_session = async_isolation_session_has_setting(entry);

	if (changed->count == changed->capacity) {
		changed->settings = safe_erealloc(changed->settings, changed->capacity + 8, sizeof(*changed->settings), 0);
		changed->capacity += 8;
	}
	const bool is_error_reporting = zend_string_equals_literal(entry->name, "error_reporting");
	changed->settings[changed->count++] = (async_isolation_setting_t) {
		.entry = entry,
		.is_value_only = is_of_session || is_error_reporting,
		.is_error_reporting = is_error_reporting,
		.is_of_session = is_of_session,
		.is_open_basedir = zend_string_equals_literal(entry->name, "open_basedir"),
	};
	changed->is_session_changed |= is_of_session;
}

/* As ini_set() does before the first change, and as ini_restore() does after the last one: it leaves a setting alone
 * that the current isolation has not changed. Only error_reporting() does not know an entry that is in the table of
 * changed ones and has not been changed. */
static void mark(const async_isolation_setting_t *setting, bool is_changed)
{
	zend_ini_entry *entry = setting->entry;
	const bool is_modified = is_changed || setting->is_error_reporting;

	if (is_modified && !entry->modified) {
		entry->orig_value = entry->value;
		entry->orig_modifiable = entry->modifiable;
	}
	entry->modified = is_modified;
}

static bool is_in_table(const zend_ini_entry *entry)
{
	return zend_hash_exists(EG(modified_ini_directives), entry->name);
}

static void note_seen(async_isolation_changed_t *changed)
{
	const HashTable *table = EG(modified_ini_directives);

	if (changed->seen_capacity < table->nNumUsed) {
		changed->seen = safe_erealloc(changed->seen, table->nNumUsed, sizeof(*changed->seen), 0);
		changed->seen_capacity = table->nNumUsed;
	}
	for (uint32_t i = 0; i < table->nNumUsed; i++) {
		changed->seen[i] = held_by(&table->arData[i]);
	}
	changed->seen_count = table->nNumUsed;
}

static void find(void)
{
	async_isolation_changed_t *changed = CHANGED();
	zend_ini_entry *entry;

	if (changed == NULL) {
		changed = CHANGED() = ecalloc(1, sizeof(*changed));
	}
	ZEND_HASH_MAP_FOREACH_PTR(EG(modified_ini_directives), entry) {
		if (!is_known(changed, entry) && !is_shared(ZSTR_VAL(entry->name))) {
			add(changed, entry);
		}
	} ZEND_HASH_FOREACH_END();
	/* ini_restore() removes an entry, which others may have changed. The end of the request restores those that are in
	 * the table. */
	for (uint32_t i = 0; i < changed->count; i++) {
		entry = changed->settings[i].entry;
		if (!is_in_table(entry)) {
			zend_hash_add_ptr(EG(modified_ini_directives), entry->name, entry);
			mark(&changed->settings[i], entry->modified);
		}
	}
	note_seen(changed);
}

void async_isolation_settings_look_slow(async_isolation_settings_t *settings)
{
	if (UNEXPECTED(are_new(CHANGED()))) {
		find();
	}
	if (CHANGED() && settings->capacity < CHANGED()->capacity) {
		settings->values = safe_erealloc(settings->values, CHANGED()->capacity, sizeof(*settings->values), 0);
		settings->capacity = CHANGED()->capacity;
	}
}

static zend_string *current_value(const zend_ini_entry *entry)
{
	return entry->modified && entry->value != entry->orig_value ? entry->value : NULL;
}

void async_isolation_settings_copy(async_isolation_settings_t *settings)
{
	const async_isolation_changed_t *changed = CHANGED();

	if (changed == NULL) {
		return;
	}
	settings->values = safe_emalloc(changed->capacity, sizeof(*settings->values), 0);
	settings->capacity = changed->capacity;
	settings->count = changed->count;
	settings->open_basedir = async_compat_open_basedir_is_own() ? estrdup(PG(open_basedir)) : NULL;
	for (uint32_t i = 0; i < changed->count; i++) {
		zend_string *value = current_value(changed->settings[i].entry);
		settings->values[i] = value ? zend_string_copy(value) : NULL;
	}
}

/* ---- the exchange ---- */

typedef struct {
	int error_mask;
	int error_reporting;
	zend_error_handling_t error_handling;
	async_last_error_t last_error;
} quiet_t;

/* A function of an entry may warn of a value that it has accepted before. */
static void begin_quiet(quiet_t *kept)
{
	kept->error_mask = EG(user_error_handler_error_reporting);
	kept->error_reporting = EG(error_reporting);
	kept->error_handling = EG(error_handling);
	async_last_error_take(&kept->last_error);
	EG(user_error_handler_error_reporting) = 0;
	EG(error_reporting) = 0;
	EG(error_handling) = EH_NORMAL;
}

static void end_quiet(const quiet_t *kept)
{
	async_last_error_t warning;

	async_last_error_take(&warning);
	async_last_error_release(&warning);
	EG(user_error_handler_error_reporting) = kept->error_mask;
	EG(error_reporting) = kept->error_reporting;
	EG(error_handling) = kept->error_handling;
	async_last_error_put_back(&kept->last_error);
}

static bool apply(const async_isolation_setting_t *setting, zend_string *value)
{
	zend_ini_entry *entry = setting->entry;
	zend_string *const to = value ? value : entry->modified ? entry->orig_value : entry->value;
	/* At run time it can be narrowed only. Each isolation has narrowed its own. */
	const int stage = setting->is_open_basedir ? ZEND_INI_STAGE_ACTIVATE : ZEND_INI_STAGE_RUNTIME;

	if (!setting->is_value_only && entry->on_modify
		&& entry->on_modify(entry, to, entry->mh_arg1, entry->mh_arg2, entry->mh_arg3, stage) == FAILURE) {
		return false;
	}
	mark(setting, value != NULL);
	entry->value = to;
	return true;
}

/* A relative folder in the value is the one that it was when the value was set, wherever the process is now. */
static bool apply_open_basedir(const async_isolation_setting_t *setting, zend_string *value, char **from, char **to)
{
	*from = async_compat_open_basedir_take();
	if (!apply(setting, value)) {
		return false;
	}
	if (*to) {
		/* The end of the request frees it with a changed entry only. */
		mark(setting, true);
		async_compat_open_basedir_put(*to);
		*to = NULL;
	}
	return true;
}

static bool has_other_folders(const async_isolation_setting_t *setting, const async_isolation_settings_t *to)
{
	return setting->is_open_basedir && (to->open_basedir || async_compat_open_basedir_is_own());
}

void async_isolation_settings_exchange(async_isolation_settings_t *from, async_isolation_settings_t *to)
{
	const async_isolation_changed_t *changed = CHANGED();
	/* After a fatal error there was no look, and what it would have found is lost. */
	const uint32_t room = MIN(changed->count, from->capacity);
	bool is_quiet = false;
	quiet_t kept = {0};

	for (uint32_t i = 0; i < changed->count; i++) {
		const async_isolation_setting_t *setting = &changed->settings[i];
		zend_string *old = current_value(setting->entry);
		zend_string *value = i < to->count ? to->values[i] : NULL;

		if (UNEXPECTED(old != value || has_other_folders(setting, to))) {
			if (!is_quiet) {
				is_quiet = true;
				begin_quiet(&kept);
			}
			if (!is_in_table(setting->entry) || !(setting->is_open_basedir
					? apply_open_basedir(setting, value, &from->open_basedir, &to->open_basedir)
					: apply(setting, value))) {
				/* After a fatal error, or the entry does not take it any more: what is there stays, for both. */
				if (setting->is_of_session) {
					async_isolation_session_follow(setting->entry);
				}
				if (value) {
					zend_string_release(value);
				}
				if (old) {
					zend_string_addref(old);
				}
			}
		}
		if (i < room) {
			from->values[i] = old;
		} else if (old && !setting->is_of_session) {
			/* The session of *from may be written still, and points to its values: they go with the heap. */
			zend_string_release(old);
		}
	}
	from->count = room;
	to->count = 0;
	if (is_quiet) {
		end_quiet(&kept);
	}
}

void async_isolation_settings_forget(async_isolation_settings_t *settings)
{
	for (uint32_t i = 0; i < settings->count; i++) {
		if (settings->values[i]) {
			zend_string_release(settings->values[i]);
		}
	}
	if (settings->values) {
		efree(settings->values);
	}
	if (settings->open_basedir) {
		efree(settings->open_basedir);
	}
}

void async_isolation_changed_free(void)
{
	async_isolation_changed_t *changed = CHANGED();

	if (changed == NULL) {
		return;
	}
	CHANGED() = NULL;
	if (changed->settings) {
		efree(changed->settings);
	}
	if (changed->seen) {
		efree(changed->seen);
	}
	efree(changed);
}
