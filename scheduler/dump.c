/*
 * The dump: scopes as a tree with their coroutines, then the other sections of the snapshot.
 */
#include "scheduler/dump.h"

#include "scheduler/snapshot.h"

#include "zend_smart_str.h"

#include <time.h>

/* Deeper scopes are not indented any more. */
#define DEPTH_MAX 32
#define ROOM_MIN 1024

static const zval *member(const zval *row, const char *key)
{
	const zval *found = zend_hash_str_find(Z_ARRVAL_P(row), key, strlen(key));

	ZEND_ASSERT(found && "rows of the snapshot have all keys");
	return found;
}

static zend_long number(const zval *row, const char *key)
{
	const zval *found = member(row, key);

	return Z_TYPE_P(found) == IS_LONG ? Z_LVAL_P(found) : 0;
}

/* The string with this key; NULL: it is not known. */
static const zend_string *text_of(const zval *row, const char *key)
{
	const zval *found = member(row, key);

	return Z_TYPE_P(found) == IS_STRING ? Z_STR_P(found) : NULL;
}

static void append(smart_str *text, const zend_string *string)
{
	smart_str_append(text, (zend_string *) string);
}

static void indent(smart_str *text, unsigned depth)
{
	for (unsigned i = 0; i < MIN(depth, DEPTH_MAX); i++) {
		smart_str_appendl(text, "  ", 2);
	}
}

static void append_head(smart_str *text, const zval *snapshot)
{
	const zval *loop = member(snapshot, "loop");
	const time_t now = (time_t) Z_DVAL_P(member(snapshot, "time"));
	struct tm parts;
	char when[64];

	if (gmtime_r(&now, &parts) == NULL || strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S UTC", &parts) == 0) {
		when[0] = '\0';
	}
	smart_str_append_printf(text, "Process " ZEND_LONG_FMT ", PHP %s, async %s, %s", number(snapshot, "pid"),
		ZSTR_VAL(text_of(snapshot, "php")), ZSTR_VAL(text_of(snapshot, "async")), when);
	if (ZSTR_LEN(text_of(snapshot, "script")) > 0) {
		smart_str_appends(text, ", ");
		append(text, text_of(snapshot, "script"));
	}
	smart_str_append_printf(text, "\nEvent loop: " ZEND_LONG_FMT " turns, " ZEND_LONG_FMT " coroutines ready, "
		ZEND_LONG_FMT " waiting, " ZEND_LONG_FMT " timers, " ZEND_LONG_FMT " descriptors, " ZEND_LONG_FMT " jobs\n",
		number(loop, "turns"), number(loop, "ready"), number(loop, "waiting"), number(loop, "timers"),
		number(loop, "descriptors"), number(loop, "jobs"));
}

/* A line "spawned at FILE:LINE" and so on; nothing when the place is not known. */
static void append_place(smart_str *text, unsigned depth, const char *words, const zval *row, const char *key)
{
	const zend_string *place = text_of(row, key);

	if (place) {
		indent(text, depth);
		smart_str_appends(text, words);
		append(text, place);
		smart_str_appendc(text, '\n');
	}
}

static void append_ids(smart_str *text, const zval *ids)
{
	const zval *id;
	const char *separator = " by #";

	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(ids), id) {
		smart_str_appends(text, separator);
		smart_str_append_long(text, Z_LVAL_P(id));
		separator = ", #";
	} ZEND_HASH_FOREACH_END();
}

/* A line "awaited at FILE:LINE by #1, #2"; nothing when there is no waiter. */
static void append_awaiters(smart_str *text, const zval *row, unsigned depth)
{
	if (text_of(row, "awaited_at")) {
		indent(text, depth);
		smart_str_appends(text, "awaited at ");
		append(text, text_of(row, "awaited_at"));
		append_ids(text, member(row, "awaited_by"));
		smart_str_appendc(text, '\n');
	}
}

static void append_duration(smart_str *text, const char *words, const zval *ms)
{
	if (Z_TYPE_P(ms) == IS_DOUBLE) {
		smart_str_appends(text, words);
		if (Z_DVAL_P(ms) >= 1000) {
			smart_str_append_printf(text, "%.1f s", Z_DVAL_P(ms) / 1000);
		} else {
			smart_str_append_printf(text, "%.3g ms", Z_DVAL_P(ms));
		}
	}
}

/* A smart_str grows by a page each time, and an allocator may copy all of the text then. Rather double it. */
static void make_room(smart_str *text)
{
	if (text->a - ZSTR_LEN(text->s) < ROOM_MIN) {
		(void) smart_str_alloc(text, MAX(ZSTR_LEN(text->s), ROOM_MIN), false);
	}
}

static void append_coroutine(smart_str *text, const zval *row, unsigned depth)
{
	const zend_string *waits_for = text_of(row, "waits_for");
	const zval *frame;

	make_room(text);
	indent(text, depth);
	smart_str_append_printf(text, "#" ZEND_LONG_FMT " ", number(row, "id"));
	append(text, text_of(row, "name"));
	smart_str_appends(text, ", ");
	append(text, text_of(row, "state"));
	append_duration(text, " for ", member(row, "since_ms"));
	append_duration(text, ", ran for ", member(row, "cpu_ms"));
	smart_str_appendc(text, '\n');
	if (waits_for) {
		indent(text, depth + 2);
		smart_str_appends(text, "waits for ");
		append(text, waits_for);
		smart_str_appendc(text, '\n');
	}
	append_place(text, depth + 2, "spawned at ", row, "spawned_at");
	append_place(text, depth + 2, waits_for ? "suspended at " : "last suspended at ", row, "suspended_at");
	append_awaiters(text, row, depth + 2);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(member(row, "stack")), frame) {
		indent(text, depth + 2);
		smart_str_appends(text, "in ");
		append(text, Z_STR_P(frame));
		smart_str_appendc(text, '\n');
	} ZEND_HASH_FOREACH_END();
}

static void append_rows(smart_str *text, const zval *rows, unsigned depth)
{
	const zval *row;

	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(rows), row) {
		const zval *connections = zend_hash_str_find(Z_ARRVAL_P(row), ZEND_STRL("connections"));
		indent(text, depth);
		append(text, text_of(row, "text"));
		smart_str_appendc(text, '\n');
		if (connections) {
			append_rows(text, connections, depth + 1);
		}
	} ZEND_HASH_FOREACH_END();
}

static void append_scope(smart_str *text, const zval *row, unsigned depth)
{
	const zend_string *name = text_of(row, "name");
	const zend_string *place = text_of(row, "place");
	const zend_ulong count = zend_hash_num_elements(Z_ARRVAL_P(member(row, "coroutines")));

	smart_str_appendc(text, '\n');
	indent(text, depth);
	smart_str_append_printf(text, "Scope " ZEND_LONG_FMT, number(row, "id"));
	if (name) {
		smart_str_append_printf(text, ", %s", ZSTR_VAL(name));
	}
	if (place) {
		smart_str_appends(text, " created at ");
		append(text, place);
	}
	smart_str_append_printf(text, ", %s%s: " ZEND_ULONG_FMT " coroutine%s\n", ZSTR_VAL(text_of(row, "state")),
		Z_TYPE_P(member(row, "isolated")) == IS_TRUE ? ", isolated" : "", count, count == 1 ? "" : "s");
	append_rows(text, member(row, "bounds"), depth + 1);
	append_awaiters(text, row, depth + 1);
}

/* The rows of the scopes stand in the order of the tree, and the rows of the coroutines in the order of the scopes. */
static void append_scopes(smart_str *text, const zval *snapshot)
{
	const HashTable *coroutines = Z_ARRVAL_P(member(snapshot, "coroutines"));
	HashTable *scopes = Z_ARRVAL_P(member(snapshot, "scopes"));
	unsigned *depths = safe_emalloc(zend_hash_num_elements(scopes) + 1, sizeof(*depths), 0);
	zend_ulong next = 0;
	const zval *scope;

	depths[0] = 0;
	ZEND_HASH_FOREACH_VAL(scopes, scope) {
		const zend_long id = number(scope, "id");
		const zval *row;
		depths[id] = number(scope, "parent") ? depths[number(scope, "parent")] + 1 : 0;
		append_scope(text, scope, depths[id]);
		while ((row = zend_hash_index_find(coroutines, next)) != NULL && number(row, "scope") == id) {
			append_coroutine(text, row, depths[id] + 1);
			next++;
		}
	} ZEND_HASH_FOREACH_END();
	efree(depths);
}

static void append_sections(smart_str *text, const zval *snapshot)
{
	static const char *const keys[] = { "connections", "pools", "locks", "timers", "jobs", "isolations" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const zval *rows = member(snapshot, keys[i]);
		if (zend_hash_num_elements(Z_ARRVAL_P(rows)) > 0) {
			smart_str_append_printf(text, "\n%c%s\n", keys[i][0] - 'a' + 'A', keys[i] + 1);
			append_rows(text, rows, 1);
		}
	}
}

static void append_extensions(smart_str *text, const zval *snapshot)
{
	static const char *const keys[] = { "hooked", "blocking" };
	static const char *const labels[] = {
		"Extensions whose waits are cooperative: ",
		"Extensions that wait in place: ",
	};
	const zval *extensions = member(snapshot, "extensions");

	smart_str_appendc(text, '\n');
	for (size_t i = 0; i < 2; i++) {
		const zval *names = member(extensions, keys[i]);
		const zval *name;
		const char *separator = "";

		smart_str_appends(text, labels[i]);
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(names), name) {
			smart_str_appends(text, separator);
			append(text, Z_STR_P(name));
			separator = ", ";
		} ZEND_HASH_FOREACH_END();
		smart_str_appends(text, zend_hash_num_elements(Z_ARRVAL_P(names)) == 0 ? "none\n" : "\n");
	}
}

zend_string *async_dump(void)
{
	smart_str text = {0};
	zval snapshot;

	async_snapshot(&snapshot);
	append_head(&text, &snapshot);
	append_scopes(&text, &snapshot);
	append_sections(&text, &snapshot);
	append_extensions(&text, &snapshot);
	zval_ptr_dtor(&snapshot);
	return smart_str_extract(&text);
}
