/*
 * Functions and constants of a source that are called like a keyword: a scan for declarations and imports.
 *
 * Only the last part of a name counts, whatever its namespace: a word that could be such a name is left alone.
 */
#include "syntax/declared.h"

#include "zend_constants.h"
#include "zend_language_parser.h"

/* The word that is the last part of a name, with or without quotes, as a bit; 0 when it is none of the words. */
static uint8_t last_part(const char *text, size_t length)
{
	const char *end = text + length;
	const char *start;

	while (end > text && (end[-1] == '\'' || end[-1] == '"')) {
		end--;
	}
	for (start = end; start > text && start[-1] != '\\' && start[-1] != '\'' && start[-1] != '"'; start--) {
		;
	}
	return (1 << async_word_of(start, end - start)) & ~(1 << ASYNC_WORD_NONE);
}

static uint8_t last_part_at(const async_tokens_t *tokens, uint32_t at)
{
	return last_part(tokens->source + tokens->list[at].offset, tokens->list[at].length);
}

static bool is_our_namespace(const async_tokens_t *tokens, uint32_t at)
{
	const char *text = tokens->source + tokens->list[at].offset;
	size_t length = tokens->list[at].length;

	ZEND_ASSERT(at < tokens->last && "a name is before the end");
	if (length > 0 && *text == '\\') {
		text++;
		length--;
	}
	return length >= 5 && zend_binary_strcasecmp(text, 5, "async", 5) == 0 && (length == 5 || text[5] == '\\');
}

/* Importing our own functions declares nothing new: the keywords stand for them. */
static void learn_import(const async_tokens_t *tokens, uint32_t at, int kind, bool is_ours, async_declared_t *declared)
{
	if (kind == T_FUNCTION && !is_ours) {
		declared->functions |= last_part_at(tokens, at);
	} else if (kind == T_CONST) {
		declared->constants |= last_part_at(tokens, at);
	}
}

/* Learn one import or a list of them. In a group each name may have a kind of its own. Returns the end. */
static uint32_t learn_imports(const async_tokens_t *tokens, uint32_t use, async_declared_t *declared)
{
	const async_token_t *list = tokens->list;
	const uint32_t end = async_end_of_use(tokens, use + 1);
	int kind = 0;
	bool is_ours = false;

	ZEND_ASSERT(list[use].id == T_USE && end <= tokens->last && "imports begin with their keyword");
	for (uint32_t at = use + 1; at < end; at++) {
		switch (list[at].id) {
			case T_FUNCTION:
			case T_CONST:
				kind = list[at].id;
				break;
			case ',':
				kind = list[use + 1].id;
				break;
			case T_STRING:
			case T_NAME_QUALIFIED:
			case T_NAME_FULLY_QUALIFIED:
				/* An alias, or a name of a group, belongs to the namespace before it. */
				if (list[at].opener == list[use].opener && list[at - 1].id != T_AS) {
					is_ours = is_our_namespace(tokens, at);
				}
				if (list[at + 1].id != T_AS && list[at + 1].id != T_NS_SEPARATOR) {
					learn_import(tokens, at, kind, is_ours, declared);
				}
				break;
		}
	}
	return end;
}

/* A walk over all constants of the process; made only for a source that has one of the words. */
static uint8_t constants_of_program(void)
{
	zend_string *name;
	uint8_t words = 0;

	ZEND_HASH_FOREACH_STR_KEY(EG(zend_constants), name) {
		words |= name ? last_part(ZSTR_VAL(name), ZSTR_LEN(name)) : 0;
	} ZEND_HASH_FOREACH_END();
	return words;
}

bool async_declared_by_program(async_word_t constant)
{
	return constants_of_program() & (1 << constant);
}

async_declared_t async_declared_in(const async_tokens_t *tokens)
{
	const async_token_t *list = tokens->list;
	async_declared_t declared = {.constants = constants_of_program()};

	ZEND_ASSERT(list[0].id == ';' && list[tokens->last].id == 0 && "a list of tokens has both ends");
	for (uint32_t at = 1; at < tokens->last; at++) {
		const uint32_t before = at - 1 - (at > 1 && async_is_ampersand(list[at - 1].id));

		if (list[at].id == T_USE && list[at + 1].id != '(') {
			at = learn_imports(tokens, at, &declared) - 1;
		} else if (list[at].id == T_STRING && list[before].id == T_FUNCTION) {
			declared.functions |= list[list[at].opener].bracket == ASYNC_BRACKET_CLASS ? 0 : last_part_at(tokens, at);
		} else if (list[at].id == T_STRING && list[at + 1].id == '=' && !(list[at].flags & ASYNC_TOKEN_NAME)) {
			declared.constants |= last_part_at(tokens, at);
		} else if (list[at].id == T_CONSTANT_ENCAPSED_STRING && at > 2 && async_token_is(tokens, at - 2, "define")) {
			declared.constants |= last_part_at(tokens, at);
		}
	}
	return declared;
}
