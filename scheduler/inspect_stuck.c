/*
 * What a PHP thread does that does not answer: the helper of the inspector reads its frames while they may change.
 *
 * All memory of that thread is read through the kernel, which says that an address is wrong instead of ending the
 * process, and each value is checked before it is used. What changes meanwhile makes a wrong line, which is seen and
 * read again, and never more than that.
 */
#include "scheduler/inspect.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#define FRAMES_MAX 32
#define NAME_MAX_LENGTH 512
/* Has room for all of that, with a backslash before each byte. */
#define TEXT_MAX ((size_t) 128 * 1024)
#define SCRIPT_MAX 1024
#define TRIES 4

/* ---- the text ---- */

typedef struct {
	char *bytes;         /* TEXT_MAX */
	size_t length;
} text_t;

/* What does not fit is left out. */
static void add_bytes(text_t *text, const char *bytes, size_t length)
{
	if (length <= TEXT_MAX - text->length) {
		memcpy(text->bytes + text->length, bytes, length);
		text->length += length;
	}
}

static void add(text_t *text, const char *words)
{
	add_bytes(text, words, strlen(words));
}

static void add_number(text_t *text, uint64_t number)
{
	char digits[24];

	add_bytes(text, digits, (size_t) snprintf(digits, sizeof(digits), "%" PRIu64, number));
}

static void add_ms(text_t *text, uint64_t ns)
{
	add_number(text, ns / 1000000);
	add(text, ".");
	add_number(text, ns / 100000 % 10);
}

/* Length of the UTF-8 sequence that begins here, 0: it is none. */
static size_t sequence_length(const unsigned char *at, size_t left)
{
	const size_t length = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : (*at & 0xf0) == 0xe0 ? 3 : 4;
	uint32_t code;

	if (length > left || (*at >= 0x80 && *at < 0xc2) || *at > 0xf4) {
		return 0;
	}
	code = length == 1 ? *at : (uint32_t) (*at & (0x7f >> length));
	for (size_t i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80) {
			return 0;
		}
		code = code << 6 | (at[i] & 0x3f);
	}
	if ((length == 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000)))
		|| (length == 4 && (code < 0x10000 || code > 0x10ffff))) {
		return 0;
	}
	return length;
}

/* Within the quotes of a JSON string. */
static void add_quoted(text_t *text, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; ) {
		const unsigned char *at = (const unsigned char *) bytes + i;
		const size_t count = sequence_length(at, length - i);

		if (count == 0 || *at < 0x20 || *at == 0x7f) {
			add(text, "?");
		} else {
			if (*at == '"' || *at == '\\') {
				add(text, "\\");
			}
			add_bytes(text, bytes + i, count);
		}
		i += count ? count : 1;
	}
}

/* ---- memory of the other thread ---- */

/* errors: false, there is no such memory, or it cannot be read */
static bool read_by_file(const void *address, void *to, size_t size)
{
	int fd = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
	ssize_t count = -1;

	if (fd >= 0) {
		count = pread(fd, to, size, (off_t) (uintptr_t) address);
		close(fd);
	}
	return count == (ssize_t) size;
}

static bool read_memory(const void *address, void *to, size_t size)
{
#ifdef __linux__
	struct iovec local = {.iov_base = to, .iov_len = size};
	struct iovec remote = {.iov_base = (void *) address, .iov_len = size};
	ssize_t count;

	if ((uintptr_t) address < 4096) {
		return false;
	}
	count = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
	if (count >= 0 || errno == EFAULT) {
		return count == (ssize_t) size;
	}
#endif
	/* Some containers refuse the call. */
	return read_by_file(address, to, size);
}

#define READ(address, to) read_memory(address, to, sizeof(*(to)))

static bool is_aligned(const void *address)
{
	return ((uintptr_t) address & (sizeof(void *) - 1)) == 0;
}

/* errors: false, it is no string; one that is too long is cut */
static bool read_string(const zend_string *string, char *to, size_t *length)
{
	zend_string header;

	if (string == NULL || !is_aligned(string) || !read_memory(string, &header, offsetof(zend_string, val))
		|| (GC_TYPE_INFO(&header) & GC_TYPE_MASK) != IS_STRING || ZSTR_LEN(&header) > MAXPATHLEN) {
		return false;
	}
	*length = MIN(ZSTR_LEN(&header), NAME_MAX_LENGTH);
	return *length == 0 || read_memory((const char *) string + offsetof(zend_string, val), to, *length);
}

static bool add_string(text_t *text, const zend_string *string)
{
	char bytes[NAME_MAX_LENGTH];
	size_t length;

	if (!read_string(string, bytes, &length) || length == 0) {
		return false;
	}
	add_quoted(text, bytes, length);
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

static void add_called(text_t *text, const place_t *place)
{
	const zend_string *class_name = NULL;

	if (place->name == NULL) {
		add(text, "{main}");
		return;
	}
	if (place->scope && is_aligned(place->scope) && READ(&place->scope->name, &class_name)
		&& add_string(text, class_name)) {
		add(text, "::");
	}
	if (!add_string(text, place->name)) {
		add(text, "?");
	}
	add(text, "()");
}

static void add_place(text_t *text, const zend_string *file, uint32_t line)
{
	if (!add_string(text, file)) {
		add(text, "unknown place");
		return;
	}
	add(text, ":");
	add_number(text, line);
}

/* "function" and "place" of the innermost frames, and "stack". */
static void add_stack(text_t *text, const zend_execute_data *innermost)
{
	const zend_execute_data *at = innermost;
	bool has_function = false, has_place = false;
	unsigned count = 0;
	text_t stack = {.bytes = malloc(TEXT_MAX)};
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
			add(text, ",\"function\":\"");
			add_called(text, &place);
			add(text, "\"");
			has_function = true;
		}
		if (!has_place && place.type != ZEND_INTERNAL_FUNCTION) {
			add(text, ",\"place\":\"");
			add_place(text, place.file, place.line);
			add(text, "\"");
			has_place = true;
		}
		add(&stack, count++ ? ",\"" : "\"");
		add_called(&stack, &place);
		if (place.type != ZEND_INTERNAL_FUNCTION) {
			add(&stack, " ");
			add_place(&stack, place.file, place.line);
		}
		add(&stack, "\"");
	}
	add(text, ",\"stack\":[");
	add_bytes(text, stack.bytes, stack.length);
	add(text, "]");
	free(stack.bytes);
}

/* ---- the coroutine ---- */

static void add_coroutine(text_t *text, const async_coroutine_t *coroutine)
{
	uint64_t id;
	uint32_t line;
	uint16_t flags;
	const zend_string *file;

	if (coroutine == NULL || !is_aligned(coroutine) || !READ(&coroutine->id, &id)) {
		add(text, ",\"coroutine\":null");
		return;
	}
	add(text, ",\"coroutine\":");
	add_number(text, id);
	if (READ(&coroutine->flags, &flags) && (flags & ASYNC_COROUTINE_MAIN)) {
		add(text, ",\"name\":\"main\"");
	}
	if (READ(&coroutine->spawn_file, &file) && READ(&coroutine->spawn_line, &line) && file) {
		add(text, ",\"spawned_at\":\"");
		add_place(text, file, line);
		add(text, "\"");
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

/* errors: false, it has changed meanwhile */
static bool add_state(text_t *text, const async_inspect_target_t *target)
{
	const uint64_t now = async_line_now();
	state_t before, after;
	uint64_t since;

	if (!read_state(target, &before)) {
		return true;
	}
	since = MAX(before.slice_start, target->start);
	add(text, ",\"since_ms\":");
	add_ms(text, now > since ? now - since : 0);
	add_coroutine(text, before.coroutine);
	add_stack(text, before.frame);
	return read_state(target, &after) && memcmp(&before, &after, sizeof(before)) == 0;
}

static void add_head(text_t *text, const char *answer, const char *script)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	add(text, "{\"answer\":\"");
	add(text, answer);
	add(text, "\",\"pid\":");
	add_number(text, (uint64_t) getpid());
	add(text, ",\"time\":");
	add_number(text, (uint64_t) time.tv_sec);
	add(text, ".");
	add_number(text, (uint64_t) time.tv_nsec / 100000000);
	add(text, ",\"php\":\"" PHP_VERSION "\",\"async\":\"" PHP_ASYNC_VERSION "\"");
	if (script) {
		add(text, ",\"script\":\"");
		add_quoted(text, script, MIN(strlen(script), SCRIPT_MAX));
		add(text, "\"");
	}
}

async_line_t async_inspect_stuck(const async_inspect_target_t *target)
{
	text_t text = {.bytes = malloc(TEXT_MAX)};
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
		add(&text, is_steady ? ",\"steady\":true" : ",\"steady\":false");
	}
	text.length = MIN(text.length, TEXT_MAX - 1);
	add(&text, "}");
	return (async_line_t) {.text = text.bytes, .length = text.length};
}
