#include "syntax/names.h"

#include "zend_language_parser.h"

static bool is_ampersand(int id)
{
	return id == T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG || id == T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG;
}

static void mark(async_tokens_t *tokens, uint32_t from, uint32_t to, uint8_t flags)
{
	for (uint32_t at = from; at < to; at++) {
		tokens->list[at].flags |= flags;
	}
}

uint32_t async_end_of_type(const async_tokens_t *tokens, uint32_t at)
{
	for (;; at++) {
		switch (tokens->list[at].id) {
			case T_STRING:
			case T_NAME_QUALIFIED:
			case T_NAME_FULLY_QUALIFIED:
			case T_NAME_RELATIVE:
			case T_ARRAY:
			case T_CALLABLE:
			case T_STATIC:
			case '?':
			case '|':
			case '(':
			case ')':
			case T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG:
			case T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG:
				continue;
			default:
				return at;
		}
	}
}

/* ---- parameters ---- */

/* "function", and not a member or named argument of this name. */
static bool is_function_keyword(const async_tokens_t *tokens, uint32_t at)
{
	const int id = tokens->list[at].id;

	return (id == T_FUNCTION || id == T_FN) && tokens->list[at - 1].id != T_PAAMAYIM_NEKUDOTAYIM;
}

/* function (, function &(, function name(, function &name(, fn( */
static bool opens_parameters(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	if (at >= 1 && is_function_keyword(tokens, at - 1)) {
		return true;
	}
	if (at >= 2 && is_function_keyword(tokens, at - 2)) {
		return true;
	}
	if (at >= 3 && is_ampersand(list[at - 2].id) && is_function_keyword(tokens, at - 3)) {
		return true;
	}
	return list[list[at].opener].bracket == ASYNC_BRACKET_HOOKS && async_token_is(tokens, at - 1, "set");
}

/* Parameters are followed by what a closure uses and by the type that is returned. */
static void mark_return_type(async_tokens_t *tokens, uint32_t parameters)
{
	const async_token_t *list = tokens->list;
	uint32_t at = async_token_after(tokens, parameters);

	if (list[at].id == T_USE && list[at + 1].id == '(') {
		at = async_token_after(tokens, at + 1);
	}
	if (list[at].id == ':') {
		mark(tokens, at + 1, async_end_of_type(tokens, at + 1), ASYNC_TOKEN_NAME | ASYNC_TOKEN_RETURN_TYPE);
	}
}

/* ---- classes, imports ---- */

static bool declares_class(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;
	const int next = list[at + 1].id;

	switch (list[at].id) {
		case T_CLASS:
		case T_INTERFACE:
		case T_TRAIT:
		case T_ENUM:
			break;
		default:
			return false;
	}
	switch (list[at - 1].id) {
		case T_PAAMAYIM_NEKUDOTAYIM:
		case T_FUNCTION:
		case T_CONST:
		case T_AS:
			return false;
	}
	return next == T_STRING || next == '{' || next == T_EXTENDS || next == T_IMPLEMENTS
		|| (next == '(' && list[at].id == T_CLASS);
}

/* From "class" to its body everything is a name but the arguments of an anonymous class. */
static void mark_class(async_tokens_t *tokens, uint32_t at)
{
	async_token_t *list = tokens->list;

	for (at++; at < tokens->last; at++) {
		if (list[at].id == '{') {
			list[at].bracket = ASYNC_BRACKET_CLASS;
			return;
		}
		if (list[at].id == '(') {
			at = list[at].match;
		} else if (list[at].id == ';' || list[at].id == ')' || list[at].id == '}') {
			return;
		} else {
			list[at].flags |= ASYNC_TOKEN_NAME;
		}
	}
}

/* Imports and the use of traits: names up to the semicolon, or to the end of the traits' rules. */
static uint32_t end_of_use(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	while (at < tokens->last && list[at].id != ';' && list[at].id != T_CLOSE_TAG && list[at].id != '}') {
		if (list[at].id == '{') {
			at = list[at].match;
			if (list[at + (at < tokens->last)].id != ';') {
				return at;
			}
		}
		at += at < tokens->last;
	}
	return at;
}

/* The block of a property's hooks: behind a property, that is neither behind parameters nor behind a type. */
static bool opens_hooks(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	return list[list[at].opener].bracket == ASYNC_BRACKET_CLASS && list[at - 1].id != ')'
		&& !(list[at - 1].flags & ASYNC_TOKEN_RETURN_TYPE);
}

static bool holds_names_only(const async_token_t *opener)
{
	return opener->bracket != ASYNC_BRACKET_PLAIN && opener->bracket != ASYNC_BRACKET_HOOKS;
}

/* What is the bracket for? */
static void mark_opener(async_tokens_t *tokens, uint32_t at)
{
	async_token_t *token = &tokens->list[at];

	switch (token->id) {
		case '(':
			if (tokens->list[at - 1].id == T_CATCH) {
				token->bracket = ASYNC_BRACKET_PARAMETERS;
			} else if (opens_parameters(tokens, at)) {
				token->bracket = ASYNC_BRACKET_PARAMETERS;
				mark_return_type(tokens, at);
			}
			break;
		case '{':
			if (token->bracket == ASYNC_BRACKET_PLAIN && opens_hooks(tokens, at)) {
				token->bracket = ASYNC_BRACKET_HOOKS;
			}
			break;
		case '[':
			if (tokens->list[token->opener].bracket == ASYNC_BRACKET_TEXT) {
				/* "$a[key]" */
				token->bracket = ASYNC_BRACKET_TEXT;
			}
			break;
		case T_ATTRIBUTE:
			token->bracket = ASYNC_BRACKET_ATTRIBUTE;
			break;
		case '"':
		case '`':
		case T_START_HEREDOC:
			token->bracket = ASYNC_BRACKET_TEXT;
			break;
	}
}

void async_names_mark(async_tokens_t *tokens)
{
	async_token_t *list = tokens->list;

	for (uint32_t at = 1; at < tokens->last; at++) {
		if (holds_names_only(&list[list[at].opener])) {
			list[at].flags |= ASYNC_TOKEN_NAME;
		}
		if (list[at].match != at && list[at].match > at) {
			mark_opener(tokens, at);
		} else if (declares_class(tokens, at)) {
			mark_class(tokens, at);
		} else if (list[at].id == T_USE && list[at + 1].id != '(') {
			mark(tokens, at + 1, end_of_use(tokens, at + 1), ASYNC_TOKEN_NAME);
		}
	}
}

/* ---- what the source declares ---- */

/* In the order of async_word_t. */
static const char *const words[] = {"spawn", "await", "suspend"};

#define WORD_COUNT (int) (sizeof(words) / sizeof(*words))

static async_word_t word_of(const char *text, size_t length)
{
	for (int i = 0; i < WORD_COUNT; i++) {
		if (length == strlen(words[i]) && zend_binary_strcasecmp(text, length, words[i], length) == 0) {
			return ASYNC_WORD_SPAWN + i;
		}
	}
	return ASYNC_WORD_NONE;
}

/* The word that a name, or a quoted one, ends with. As a bit; 0 when it is none. */
static uint8_t last_part(const async_tokens_t *tokens, uint32_t at)
{
	const char *text = tokens->source + tokens->list[at].offset;
	const char *end = text + tokens->list[at].length;
	const char *start;

	while (end > text && (end[-1] == '\'' || end[-1] == '"')) {
		end--;
	}
	for (start = end; start > text && start[-1] != '\\' && start[-1] != '\'' && start[-1] != '"'; start--) {
		;
	}
	return (1 << word_of(start, end - start)) & ~1;
}

/* Our own functions are what the keywords stand for: importing them declares nothing new. */
static bool is_our_namespace(const async_tokens_t *tokens, uint32_t at)
{
	const char *text = tokens->source + tokens->list[at].offset;
	size_t length = tokens->list[at].length;

	if (length > 0 && *text == '\\') {
		text++;
		length--;
	}
	return length >= 5 && zend_binary_strcasecmp(text, 5, "async", 5) == 0 && (length == 5 || text[5] == '\\');
}

static void learn_import(const async_tokens_t *tokens, uint32_t at, async_known_names_t *known)
{
	const async_token_t *list = tokens->list;
	const uint32_t end = end_of_use(tokens, at);
	const int kind = list[at].id;

	if ((kind != T_FUNCTION && kind != T_CONST) || (kind == T_FUNCTION && is_our_namespace(tokens, at + 1))) {
		return;
	}
	for (; at < end; at++) {
		if (list[at + 1].id != T_AS) {
			*(kind == T_FUNCTION ? &known->functions : &known->constants) |= last_part(tokens, at);
		}
	}
}

bool async_constant_exists(const char *word)
{
	const size_t length = strlen(word);
	zend_string *name;

	ZEND_HASH_FOREACH_STR_KEY(EG(zend_constants), name) {
		const size_t start = name && ZSTR_LEN(name) >= length ? ZSTR_LEN(name) - length : 0;

		if (name && (start == 0 || ZSTR_VAL(name)[start - 1] == '\\')
			&& zend_binary_strcasecmp(ZSTR_VAL(name) + start, ZSTR_LEN(name) - start, word, length) == 0) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

async_known_names_t async_names_known(const async_tokens_t *tokens)
{
	const async_token_t *list = tokens->list;
	async_known_names_t known = {0};

	for (uint32_t at = 1; at < tokens->last; at++) {
		const uint32_t before = at - 1 - (at > 1 && is_ampersand(list[at - 1].id));

		if (list[at].id == T_USE && list[at + 1].id != '(') {
			learn_import(tokens, at + 1, &known);
		} else if (list[at].id == T_STRING && list[before].id == T_FUNCTION) {
			known.functions |= list[list[at].opener].bracket == ASYNC_BRACKET_CLASS ? 0 : last_part(tokens, at);
		} else if (list[at].id == T_STRING && list[at + 1].id == '=' && !(list[at].flags & ASYNC_TOKEN_NAME)) {
			known.constants |= last_part(tokens, at);
		} else if (list[at].id == T_CONSTANT_ENCAPSED_STRING && at > 2 && async_token_is(tokens, at - 2, "define")) {
			known.constants |= last_part(tokens, at);
		}
	}
	for (int i = 0; i < WORD_COUNT; i++) {
		if (async_constant_exists(words[i])) {
			known.constants |= 1 << (ASYNC_WORD_SPAWN + i);
		}
	}
	return known;
}

/* ---- words where they stand ---- */

static bool names_what_follows(int id)
{
	switch (id) {
		case T_OBJECT_OPERATOR:
		case T_NULLSAFE_OBJECT_OPERATOR:
		case T_PAAMAYIM_NEKUDOTAYIM:
		case T_NS_SEPARATOR:
		case T_FUNCTION:
		case T_CONST:
		case T_CLASS:
		case T_INTERFACE:
		case T_TRAIT:
		case T_ENUM:
		case T_EXTENDS:
		case T_IMPLEMENTS:
		case T_NEW:
		case T_INSTANCEOF:
		case T_NAMESPACE:
		case T_USE:
		case T_AS:
		case T_INSTEADOF:
		case T_GOTO:
			return true;
		default:
			return false;
	}
}

/* name: as a label, and in the arguments of a call. A type before a block may follow the colon of our own. */
static bool is_label(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;
	const int before = list[at - 1].id;
	uint32_t type_end;

	if (list[at + 1].id != ':') {
		return false;
	}
	type_end = async_end_of_type(tokens, at + 2);
	if (type_end > at + 2 && list[type_end].id == '{') {
		return false;
	}
	return before == '(' || before == ',' || async_starts_statement(tokens, at);
}

async_word_t async_word_at(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;
	const async_token_t *token = &list[at];
	async_word_t word;

	if (EXPECTED(token->id != T_STRING) || (token->flags & ASYNC_TOKEN_NAME)) {
		return ASYNC_WORD_NONE;
	}
	word = word_of(tokens->source + token->offset, token->length);
	if (word == ASYNC_WORD_NONE || names_what_follows(list[at - 1].id)
		|| (at >= 2 && is_ampersand(list[at - 1].id) && list[at - 2].id == T_FUNCTION)
		|| list[at + 1].id == T_PAAMAYIM_NEKUDOTAYIM || list[at + 1].id == '=' || is_label(tokens, at)) {
		return ASYNC_WORD_NONE;
	}
	return word;
}

/* A colon ends "case x" and opens the alternative syntax, unless it belongs to "? :". Far away nobody looks. */
static bool is_ternary_colon(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;
	uint32_t colons = 0;

	for (int steps = 0; --at > 0 && steps < 1000; steps++) {
		switch (list[at].id) {
			case ':':
				colons++;
				break;
			case '?':
				if (colons == 0) {
					return true;
				}
				colons--;
				break;
			case ';':
			case '{':
			case '(':
			case '[':
			case T_CASE:
			case T_OPEN_TAG:
				return false;
			default:
				if (list[at].match < at) {
					at = list[at].match;
				}
		}
	}
	return false;
}

/* { of an expression that names something: ${…}, ->{…}, ::{…} */
static bool opens_name(const async_tokens_t *tokens, uint32_t at)
{
	switch (at > 0 ? tokens->list[at - 1].id : 0) {
		case '$':
		case T_OBJECT_OPERATOR:
		case T_NULLSAFE_OBJECT_OPERATOR:
		case T_PAAMAYIM_NEKUDOTAYIM:
			return true;
		default:
			return false;
	}
}

bool async_starts_statement(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	switch (list[at - 1].id) {
		case '{':
			return !opens_name(tokens, at - 1);
		case ';':
		case '}':
		case ')':
		case T_ELSE:
		case T_DO:
		case T_OPEN_TAG:
		case T_CLOSE_TAG:
		case T_INLINE_HTML:
			return true;
		case ':':
			return !is_ternary_colon(tokens, at - 1);
		default:
			return false;
	}
}
