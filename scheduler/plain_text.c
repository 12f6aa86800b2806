/*
 * Plain text: numbers, quoted JSON, and which bytes may be shown.
 */
#include "scheduler/plain_text.h"

void async_plain_add_bytes(async_plain_text_t *text, const char *bytes, size_t length)
{
	length = MIN(length, text->size - text->length);
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

void async_plain_add_number(async_plain_text_t *text, uint64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char) ('0' + number % 10);
		number /= 10;
	} while (number > 0);
	async_plain_add_bytes(text, digits + at, sizeof(digits) - at);
}

/* Length of the UTF-8 sequence that begins here, 0: it is none. */
static size_t sequence_length(const unsigned char *at, size_t left, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const size_t length = *at < 0x80 ? 1 : *at < 0xc0 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : *at < 0xf8 ? 4 : 0;

	if (length == 0 || length > left) {
		return 0;
	}
	*code = length == 1 ? *at : (uint32_t) (*at & (0x7f >> length));
	for (size_t i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80) {
			return 0;
		}
		*code = *code << 6 | (at[i] & 0x3f);
	}
	return *code < least[length] || (*code >= 0xd800 && *code < 0xe000) || *code > 0x10ffff ? 0 : length;
}

/* Does a terminal or a viewer obey it instead of showing it: a control character, the end of a line or of a paragraph,
 * another direction of writing? */
static bool is_obeyed(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e || code == 0x200f
		|| (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* The number of bytes of the character that begins here, of `left` bytes. 0: it may not be shown. */
static size_t shown(const char *at, size_t left)
{
	uint32_t code;
	const size_t length = sequence_length((const unsigned char *) at, left, &code);

	return length > 0 && !is_obeyed(code) ? length : 0;
}

size_t async_plain_shown_length(const char *bytes, size_t length)
{
	size_t at = 0;

	while (at < length) {
		const size_t next = bytes[at] >= 0x20 && bytes[at] < 0x7f ? 1 : shown(bytes + at, length - at);

		if (next == 0) {
			break;
		}
		at += next;
	}
	return at;
}

void async_plain_add_quoted(async_plain_text_t *text, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; ) {
		const size_t count = shown(bytes + i, length - i);

		if (count == 0) {
			async_plain_add(text, "?");
		} else {
			if (bytes[i] == '"' || bytes[i] == '\\') {
				async_plain_add(text, "\\");
			}
			async_plain_add_bytes(text, bytes + i, count);
		}
		i += count ? count : 1;
	}
}
