/*
 * What a PHP thread does that does not answer: the helper of the inspector reads its frames while they may change.
 *
 * All memory of that thread is read through the kernel, which says that an address is wrong instead of ending the
 * process, and each value is checked before it is used. What changes meanwhile makes a wrong line, which is seen and
 * read again, and never more than that.
 */
#include "scheduler/inspect.h"

#include "reactor/own_memory.h"
#include "scheduler/plain_text.h"

#include <unistd.h>

#define FRAMES_MAX 32
#define NAME_MAX_LENGTH 512
/* Has room for all of that, with a backslash before each byte. */
#define TEXT_MAX ((size_t) 128 * 1024)
#define SCRIPT_MAX 1024
#define TRIES 4

/* ---- the text ---- */

static void add_ms(async_plain_text_t *text, uint64_t ns)
{
	async_plain_add_number(text, ns / 1000000);
	async_plain_add(text, ".");
	async_plain_add_number(text, ns / 100000 % 10);
}

/* ---- memory of the other thread ---- */

#define READ(address, to) async_own_memory_read(address, to, sizeof(*(to)))

static bool is_aligned(const void *address)
{
	return ((uintptr_t) address & (sizeof(void *) - 1)) == 0;
}

/* errors: false, it is no string; one that is too long is cut */
static bool read_string(const zend_string *string, char *to, size_t *length)
{
	zend_string header;

	if (string == NULL || !is_aligned(string) || !async_own_memory_read(string, &header, offsetof(zend_string, val))
		|| (GC_TYPE_INFO(&header) & GC_TYPE_MASK) != IS_STRING || ZSTR_LEN(&header) > MAXPATHLEN) {
		return false;
	}
	*length = MIN(ZSTR_LEN(&header), NAME_MAX_LENGTH);
	return *length == 0 || async_own_memory_read((const char *) string + offsetof(zend_string, val), to, *length);
}

static bool add_string(async_plain_text_t *text, const zend_string *string)
{
	char bytes[NAME_MAX_LENGTH];
	size_t length;

	if (!read_string(string, bytes, &length) || length == 0) {
		return false;
	}
	async_plain_add_quoted(text, bytes, length);
	return true;
}

/* ---- frames ---- */

typedef struct {
	zend_execute_data frame;
	zend_uchar type;               /* of the function */
	const zend_string *name;
	const zend_class_entry *scope;
	const zend_string *file;       /* PHP code: and where it is */
	uint32_t line;
} place_t;

/* errors: false, it is no frame, or it is one without a function */
static bool read_place(const zend_execute_data *frame, place_t *place)
{
	zend_op opline;

	memset(place, 0, sizeof(*place));
	if (frame == NULL || !is_aligned(frame) || !READ(frame, &place->frame)) {
		return false;
	}
	const zend_function *function = place->frame.func;

	if (function == NULL || !is_aligned(function) || !READ(&function->type, &place->type)
		|| !READ(&function->common.function_name, &place->name) || !READ(&function->common.scope, &place->scope)
		|| (place->type != ZEND_INTERNAL_FUNCTION && place->type != ZEND_USER_FUNCTION
			&& place->type != ZEND_EVAL_CODE)) {
		place->type = 0;
		return true;
	}
	if (place->type != ZEND_INTERNAL_FUNCTION && READ(&function->op_array.filename, &place->file)
		&& is_aligned(place->frame.opline) && READ(place->frame.opline, &opline)) {
		place->line = opline.lineno;
	}
	return true;
}

/* A function of ours without a name, such as that of a coroutine's bottom frame, is not shown. */
static bool is_shown(const place_t *place)
{
	char bytes[NAME_MAX_LENGTH];
	size_t length;

	return place->type != 0 && (place->type != ZEND_INTERNAL_FUNCTION
		|| (read_string(place->name, bytes, &length) && length > 0));
}

static void add_called(async_plain_text_t *text, const place_t *place)
{
	const zend_string *class_name = NULL;

	if (place->name == NULL) {
		async_plain_add(text, "{main}");
		return;
	}
	if (place->scope && is_aligned(place->scope) && READ(&place->scope->name, &class_name)
		&& add_string(text, class_name)) {
		async_plain_add(text, "::");
	}
	if (!add_string(text, place->name)) {
		async_plain_add(text, "?");
	}
	async_plain_add(text, "()");
}

static void add_place(async_plain_text_t *text, const zend_string *file, uint32_t line)
{
	if (!add_string(text, file)) {
		async_plain_add(text, "unknown place");
		return;
	}
	async_plain_add(text, ":");
	async_plain_add_number(text, line);
}

/* "function" and "place" of the innermost frames, and "stack". */
static void add_stack(async_plain_text_t *text, const zend_execute_data *innermost)
{
	const zend_execute_data *at = innermost;
	bool has_function = false, has_place = false;
	unsigned count = 0;
	async_plain_text_t stack = {.bytes = malloc(TEXT_MAX), .size = TEXT_MAX};
	place_t place;

	if (stack.bytes == NULL) {
		return;
	}
	for (unsigned i = 0; i < 2 * FRAMES_MAX && count < FRAMES_MAX && read_place(at, &place); i++) {
		at = place.frame.prev_execute_data;
		if (!is_shown(&place)) {
			continue;
		}
		if (!has_function) {
			async_plain_add(text, ",\"function\":\"");
			add_called(text, &place);
			async_plain_add(text, "\"");
			has_function = true;
		}
		if (!has_place && place.type != ZEND_INTERNAL_FUNCTION) {
			async_plain_add(text, ",\"place\":\"");
			add_place(text, place.file, place.line);
			async_plain_add(text, "\"");
			has_place = true;
		}
		async_plain_add(&stack, count++ ? ",\"" : "\"");
		add_called(&stack, &place);
		if (place.type != ZEND_INTERNAL_FUNCTION) {
			async_plain_add(&stack, " ");
			add_place(&stack, place.file, place.line);
		}
		async_plain_add(&stack, "\"");
	}
	async_plain_add(text, ",\"stack\":[");
	async_plain_add_bytes(text, stack.bytes, stack.length);
	async_plain_add(text, "]");
	free(stack.bytes);
}

/* ---- the coroutine ---- */

static void add_coroutine(async_plain_text_t *text, const async_coroutine_t *coroutine)
{
	uint64_t id;
	uint32_t line;
	uint16_t flags;
	const zend_string *file;

	if (coroutine == NULL || !is_aligned(coroutine) || !READ(&coroutine->id, &id)) {
		async_plain_add(text, ",\"coroutine\":null");
		return;
	}
	async_plain_add(text, ",\"coroutine\":");
	async_plain_add_number(text, id);
	if (READ(&coroutine->flags, &flags) && (flags & ASYNC_COROUTINE_MAIN)) {
		async_plain_add(text, ",\"name\":\"main\"");
	}
	if (READ(&coroutine->spawn_file, &file) && READ(&coroutine->spawn_line, &line) && file) {
		async_plain_add(text, ",\"spawned_at\":\"");
		add_place(text, file, line);
		async_plain_add(text, "\"");
	}
}

/* ---- the answer ---- */

typedef struct {
	const zend_execute_data *frame;
	const zend_function *function;
	const zend_op *opline;
	const async_coroutine_t *coroutine;
	uint64_t slice_start;
} state_t;

static bool read_state(const async_inspect_target_t *target, state_t *state)
{
	zend_execute_data frame = {0};

	memset(state, 0, sizeof(*state));
	if (!READ(target->frame, &state->frame) || !READ(target->coroutine, &state->coroutine)
		|| !READ(target->slice_start, &state->slice_start)) {
		return false;
	}
	if (state->frame && READ(state->frame, &frame)) {
		state->function = frame.func;
		state->opline = frame.opline;
	}
	return true;
}

static void add_since(async_plain_text_t *text, const async_inspect_target_t *target, uint64_t slice_start)
{
	const uint64_t now = async_line_now();
	const uint64_t since = MAX(slice_start, target->start);

	async_plain_add(text, ",\"since_ms\":");
	add_ms(text, now > since ? now - since : 0);
}

/* errors: false, it has changed meanwhile */
static bool add_state(async_plain_text_t *text, const async_inspect_target_t *target)
{
	state_t before, after;

	if (!read_state(target, &before)) {
		/* The variables themselves are there until the end of the request; what they lead to may go. */
		add_since(text, target, __atomic_load_n(target->slice_start, __ATOMIC_RELAXED));
		async_plain_add(text, ",\"error\":\"the system lets no memory be read\"");
		return true;
	}
	add_since(text, target, before.slice_start);
	add_coroutine(text, before.coroutine);
	add_stack(text, before.frame);
	return read_state(target, &after) && memcmp(&before, &after, sizeof(before)) == 0;
}

static void add_head(async_plain_text_t *text, const char *answer, const char *script)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	async_plain_add(text, "{\"answer\":\"");
	async_plain_add(text, answer);
	async_plain_add(text, "\",\"pid\":");
	async_plain_add_number(text, (uint64_t) getpid());
	async_plain_add(text, ",\"time\":");
	async_plain_add_number(text, (uint64_t) time.tv_sec);
	async_plain_add(text, ".");
	async_plain_add_number(text, (uint64_t) time.tv_nsec / 100000000);
	async_plain_add(text, ",\"php\":\"" PHP_VERSION "\",\"async\":\"" PHP_ASYNC_VERSION "\"");
	if (script) {
		async_plain_add(text, ",\"script\":\"");
		async_plain_add_quoted(text, script, MIN(strlen(script), SCRIPT_MAX));
		async_plain_add(text, "\"");
	}
}

async_line_t async_inspect_stuck(const async_inspect_target_t *target)
{
	async_plain_text_t text = {.bytes = malloc(TEXT_MAX), .size = TEXT_MAX};
	bool is_steady = false;

	if (text.bytes == NULL) {
		return (async_line_t) {0};
	}
	if (target->interrupt == NULL) {
		add_head(&text, "idle", NULL);
	}
	for (unsigned i = 0; target->interrupt && i < TRIES && !is_steady; i++) {
		text.length = 0;
		add_head(&text, "stuck", target->script);
		is_steady = add_state(&text, target);
	}
	if (target->interrupt) {
		async_plain_add(&text, is_steady ? ",\"steady\":true" : ",\"steady\":false");
	}
	async_own_memory_done();
	text.length = MIN(text.length, TEXT_MAX - 1);
	async_plain_add(&text, "}");
	return (async_line_t) {.text = text.bytes, .length = text.length};
}
