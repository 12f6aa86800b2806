/*
 * Names in a list of tokens: one pass marks what declares or names something, the rest are questions about a place.
 */
#include "syntax/names.h"

#include "zend_language_parser.h"

static void mark(async_tokens_t *tokens, uint32_t from, uint32_t to, uint8_t flags)
{
	ZEND_ASSERT(to <= tokens->last && "marks are within the list");
	for (uint32_t at = from; at < to; at++) {
		tokens->list[at].flags |= flags;
	}
}

/* No token of a type ends the list, so the loop ends before it. */
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

/* Is it the keyword, and not a member of the name "function"? */
static bool is_function_keyword(const async_tokens_t *tokens, uint32_t at)
{
	const int id = tokens->list[at].id;

	return (id == T_FUNCTION || id == T_FN) && tokens->list[at - 1].id != T_PAAMAYIM_NEKUDOTAYIM;
}

/* function (, function &(, function name(, function &name(, fn(; and set( of a property's hooks */
static bool opens_parameters(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	if (at >= 1 && is_function_keyword(tokens, at - 1)) {
		return true;
	}
	if (at >= 2 && is_function_keyword(tokens, at - 2)) {
		return true;
	}
	if (at >= 3 && async_is_ampersand(list[at - 2].id) && is_function_keyword(tokens, at - 3)) {
		return true;
	}
	return list[list[at].opener].bracket == ASYNC_BRACKET_HOOKS && async_token_is(tokens, at - 1, "set");
}

uint32_t async_end_of_captures(const async_tokens_t *tokens, uint32_t at)
{
	return tokens->list[at].id == T_USE && tokens->list[at + 1].id == '(' ? async_token_after(tokens, at + 1) : at;
}

/* The ) of parameters may be followed by "use (…)" and by a type. */
static void mark_return_type(async_tokens_t *tokens, uint32_t parameters)
{
	const uint32_t at = async_end_of_captures(tokens, async_token_after(tokens, parameters));

	if (tokens->list[at].id == ':') {
		mark(tokens, at + 1, async_end_of_type(tokens, at + 1), ASYNC_TOKEN_NAME | ASYNC_TOKEN_RETURN_TYPE);
	}
}

/* ---- classes, imports ---- */

/* Is it the keyword of a class, and not "::class", or a function, constant or alias of this name? */
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

uint32_t async_class_body(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	for (at++;; at++) {
		switch (list[at].id) {
			case '{':
				return at;
			case '(':
				at = async_token_after(tokens, at) - 1;
				break;
			case T_STRING:
			case T_NAME_QUALIFIED:
			case T_NAME_FULLY_QUALIFIED:
			case T_NAME_RELATIVE:
			case T_EXTENDS:
			case T_IMPLEMENTS:
			case ',':
			case ':':
				break;
			default:
				return 0;
		}
	}
}

/* From "class" to its body all tokens are names, except for the arguments of an anonymous class. */
static void mark_class(async_tokens_t *tokens, uint32_t at)
{
	async_token_t *list = tokens->list;
	const uint32_t body = async_class_body(tokens, at);

	if (body == 0) {
		return;
	}
	for (at++; at < body; at++) {
		if (list[at].id == '(') {
			at = list[at].match;
		} else {
			list[at].flags |= ASYNC_TOKEN_NAME;
		}
	}
	ZEND_ASSERT(list[body].id == '{' && body < tokens->last && "a body begins with a bracket");
	list[body].bracket = ASYNC_BRACKET_CLASS;
}

uint32_t async_end_of_use(const async_tokens_t *tokens, uint32_t at)
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

/* Does the { open the hooks of a property? In a class, a block behind parameters or a return type is a method's. */
static bool opens_hooks(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	return list[list[at].opener].bracket == ASYNC_BRACKET_CLASS && list[at - 1].id != ')'
		&& !(list[at - 1].flags & ASYNC_TOKEN_RETURN_TYPE);
}

/* Does no form stand directly within brackets of this kind? Brackets within them are looked at by themselves. */
static bool holds_names_only(const async_token_t *opener)
{
	return opener->bracket != ASYNC_BRACKET_PLAIN && opener->bracket != ASYNC_BRACKET_HOOKS;
}

/* Note the purpose of an opening bracket. The brackets around it have theirs already. */
static void mark_opener(async_tokens_t *tokens, uint32_t at)
{
	async_token_t *token = &tokens->list[at];

	ZEND_ASSERT(at > 0 && token->opener < at && "a bracket is within one that was opened before");
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
	uint32_t end_of_names = 0;

	for (uint32_t at = 1; at < tokens->last; at++) {
		if (holds_names_only(&list[list[at].opener])) {
			list[at].flags |= ASYNC_TOKEN_NAME;
		}
		if (list[at].match != at && list[at].match > at) {
			mark_opener(tokens, at);
		} else if (declares_class(tokens, at)) {
			mark_class(tokens, at);
		} else if (at >= end_of_names && list[at].id == T_USE && list[at + 1].id != '(') {
			end_of_names = async_end_of_use(tokens, at + 1);
			mark(tokens, at + 1, end_of_names, ASYNC_TOKEN_NAME);
		}
	}
}

/* ---- words where they stand ---- */

/* In the order of async_word_t. */
static const char *const words[] = {"spawn", "await", "suspend"};

#define WORD_COUNT (int) (sizeof(words) / sizeof(*words))

async_word_t async_word_of(const char *text, size_t length)
{
	for (int i = 0; i < WORD_COUNT; i++) {
		if (length == strlen(words[i]) && zend_binary_strcasecmp(text, length, words[i], length) == 0) {
			ZEND_ASSERT(ASYNC_WORD_SPAWN + i <= ASYNC_WORD_SUSPEND && "the words are in the order of their type");
			return ASYNC_WORD_SPAWN + i;
		}
	}
	return ASYNC_WORD_NONE;
}

/* Behind these tokens a word is a name. */
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

/* "name:" as a label, and in the arguments of a call. Not "spawn: TYPE {": that colon begins the return type of a
 * form. */
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

	ZEND_ASSERT(at > 0 && at < tokens->last && "the token before and the one after can be looked at");
	if (EXPECTED(token->id != T_STRING) || (token->flags & ASYNC_TOKEN_NAME)) {
		return ASYNC_WORD_NONE;
	}
	word = async_word_of(tokens->source + token->offset, token->length);
	if (word == ASYNC_WORD_NONE || names_what_follows(list[at - 1].id)
		|| (at >= 2 && async_is_ampersand(list[at - 1].id) && list[at - 2].id == T_FUNCTION)
		|| list[at + 1].id == T_PAAMAYIM_NEKUDOTAYIM || list[at + 1].id == '=' || is_label(tokens, at)) {
		return ASYNC_WORD_NONE;
	}
	return word;
}

/* Is the colon that of "a ? b : c"? Otherwise it ends "case x" or opens the alternative syntax. The search for the ?
 * gives up after 1,000 tokens, so that a long source is not searched again for each colon. */
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

/* Does the { open an expression that names something: ${…}, ->{…}, ::{…}? */
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

/* Also true behind any ), not only that of "if (…)" and the like: no operand can follow a bracket that closes. */
bool async_starts_statement(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	ZEND_ASSERT(at > 0 && "list[0] stands before the first statement");
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
