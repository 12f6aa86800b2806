/*
 * The end of an expression: a parser by recursive descent that makes no tree.
 *
 * It accepts more than PHP does. That is enough, because the engine parses the rewritten source afterwards.
 */
#include "syntax/expression.h"

#include "syntax/forms.h"

#include "zend_language_parser.h"

static uint32_t end_of_expression(async_reader_t *reader, uint32_t at);

uint32_t async_end_of_link(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	switch (list[at].id) {
		case '[':
		case '(':
			return async_token_after(tokens, at);
		case T_OBJECT_OPERATOR:
		case T_NULLSAFE_OBJECT_OPERATOR:
		case T_PAAMAYIM_NEKUDOTAYIM:
			break;
		default:
			return at;
	}
	while (list[at + 1].id == '$') {
		at++;
	}
	/* Any word may be a member's name, keywords included. Of the brackets only { } is one. */
	if (list[at + 1].id == '{') {
		return async_token_after(tokens, at + 1);
	}
	return at + 1 < tokens->last && list[at + 1].match == at + 1 && list[at + 1].id >= 256 ? at + 2 : at;
}

static uint32_t end_of_links(const async_tokens_t *tokens, uint32_t at)
{
	uint32_t end;

	while ((end = async_end_of_link(tokens, at)) != at) {
		at = end;
	}
	return at;
}

/* $name, $$name and ${expression}. */
static uint32_t end_of_variable(const async_tokens_t *tokens, uint32_t at)
{
	const async_token_t *list = tokens->list;

	while (list[at].id == '$') {
		at++;
	}
	if (list[at].id == '{') {
		return async_token_after(tokens, at);
	}
	return list[at].id == T_VARIABLE ? at + 1 : ASYNC_NO_END;
}

/* A variable as the class of a new object, with members and indexes. The first ( opens the arguments. */
static uint32_t end_of_class_variable(const async_tokens_t *tokens, uint32_t at)
{
	uint32_t end = end_of_variable(tokens, at);

	while (end != ASYNC_NO_END && tokens->list[end].id != '(') {
		at = end;
		end = async_end_of_link(tokens, at);
		if (end == at) {
			return at;
		}
	}
	return end;
}

uint32_t async_end_of_new(async_reader_t *reader, uint32_t at)
{
	const async_tokens_t *tokens = &reader->tokens;
	const async_token_t *list = tokens->list;
	uint32_t end, body;

	ZEND_ASSERT(list[at].id == T_NEW && "a new object begins with its keyword");
	at++;
	while (list[at].id == T_ATTRIBUTE) {
		at = async_token_after(tokens, at);
	}
	if (list[at].id == T_READONLY) {
		at++;
	}
	switch (list[at].id) {
		case T_CLASS:
			body = async_class_body(tokens, at);
			return body ? async_token_after(tokens, body) : ASYNC_NO_END;
		case T_STRING:
		case T_NAME_QUALIFIED:
		case T_NAME_FULLY_QUALIFIED:
		case T_NAME_RELATIVE:
		case T_STATIC:
			end = at + 1;
			break;
		case '(':
			end = async_token_after(tokens, at);
			break;
		default:
			end = end_of_class_variable(tokens, at);
	}
	return end != ASYNC_NO_END && list[end].id == '(' ? async_token_after(tokens, end) : end;
}

uint32_t async_end_of_head(async_reader_t *reader, uint32_t at)
{
	const async_tokens_t *tokens = &reader->tokens;
	const async_token_t *list = tokens->list;

	switch (list[at].id) {
		case T_STRING:
		case T_NAME_QUALIFIED:
		case T_NAME_FULLY_QUALIFIED:
		case T_NAME_RELATIVE:
		case T_VARIABLE:
		case T_CONSTANT_ENCAPSED_STRING:
			return at + 1;
		case T_STATIC:
			return list[at + 1].id == T_PAAMAYIM_NEKUDOTAYIM ? at + 1 : ASYNC_NO_END;
		case '(':
		case '[':
		case '"':
			return async_token_after(tokens, at);
		case T_ARRAY:
		case T_LIST:
			return list[at + 1].id == '(' ? async_token_after(tokens, at + 1) : ASYNC_NO_END;
		case '$':
			return end_of_variable(tokens, at);
		case T_NEW:
			return async_end_of_new(reader, at);
		default:
			return ASYNC_NO_END;
	}
}

/* ---- constructs and literals: neither called nor asked for members ---- */

/* function … {…} and fn … => expression, attributes and "static" included. */
static uint32_t end_of_closure(async_reader_t *reader, uint32_t at)
{
	const async_tokens_t *tokens = &reader->tokens;
	const async_token_t *list = tokens->list;
	uint32_t word;

	while (list[at].id == T_ATTRIBUTE) {
		at = async_token_after(tokens, at);
	}
	word = at + (list[at].id == T_STATIC);
	at = word + 1 + async_is_ampersand(list[word + 1].id);
	if ((list[word].id != T_FUNCTION && list[word].id != T_FN) || list[at].id != '(') {
		return ASYNC_NO_END;
	}
	at = async_end_of_captures(tokens, async_token_after(tokens, at));
	if (list[at].id == ':') {
		at = async_end_of_type(tokens, at + 1);
	}
	if (list[word].id == T_FN) {
		return list[at].id == T_DOUBLE_ARROW ? end_of_expression(reader, at + 1) : ASYNC_NO_END;
	}
	return list[at].id == '{' ? async_token_after(tokens, at) : ASYNC_NO_END;
}

bool async_ends_expression(int id)
{
	return id == 0 || id == ';' || id == ',' || id == ')' || id == ']' || id == '}' || id == T_CLOSE_TAG;
}

/* Constructs that take everything to their right, constructs with brackets, and literals. */
static uint32_t end_of_construct(async_reader_t *reader, uint32_t at)
{
	const async_tokens_t *tokens = &reader->tokens;
	const async_token_t *list = tokens->list;

	switch (list[at].id) {
		case T_INCLUDE:
		case T_INCLUDE_ONCE:
		case T_REQUIRE:
		case T_REQUIRE_ONCE:
		case T_PRINT:
		case T_THROW:
		case T_YIELD_FROM:
			return end_of_expression(reader, at + 1);
		case T_YIELD:
			return async_ends_expression(list[at + 1].id) ? at + 1 : end_of_expression(reader, at + 1);
		case T_ATTRIBUTE:
		case T_STATIC:
		case T_FUNCTION:
		case T_FN:
			return end_of_closure(reader, at);
		case T_MATCH:
			at = async_token_after(tokens, at + 1);
			return list[at].id == '{' ? async_token_after(tokens, at) : ASYNC_NO_END;
		case T_ISSET:
		case T_EMPTY:
		case T_EVAL:
			return async_token_after(tokens, at + 1);
		case T_EXIT:
			return list[at + 1].id == '(' ? async_token_after(tokens, at + 1) : at + 1;
		case '`':
		case T_START_HEREDOC:
			return async_token_after(tokens, at);
		case T_LNUMBER:
		case T_DNUMBER:
		case T_LINE:
		case T_FILE:
		case T_DIR:
		case T_CLASS_C:
		case T_TRAIT_C:
		case T_METHOD_C:
		case T_FUNC_C:
		case T_NS_C:
			return at + 1;
		default:
			return ASYNC_NO_END;
	}
}

/* ---- operators ---- */

/* Operators in front of an operand. */
static bool is_prefix(int id)
{
	switch (id) {
		case '!':
		case '~':
		case '+':
		case '-':
		case '@':
		case T_INC:
		case T_DEC:
		case T_CLONE:
		case T_INT_CAST:
		case T_DOUBLE_CAST:
		case T_STRING_CAST:
		case T_ARRAY_CAST:
		case T_OBJECT_CAST:
		case T_BOOL_CAST:
		case T_UNSET_CAST:
			return true;
		default:
			return false;
	}
}

static bool is_assignment(int id)
{
	switch (id) {
		case '=':
		case T_PLUS_EQUAL:
		case T_MINUS_EQUAL:
		case T_MUL_EQUAL:
		case T_DIV_EQUAL:
		case T_CONCAT_EQUAL:
		case T_MOD_EQUAL:
		case T_AND_EQUAL:
		case T_OR_EQUAL:
		case T_XOR_EQUAL:
		case T_SL_EQUAL:
		case T_SR_EQUAL:
		case T_POW_EQUAL:
		case T_COALESCE_EQUAL:
			return true;
		default:
			return false;
	}
}

bool async_is_binary_operator(int id)
{
	switch (id) {
		case '+':
		case '-':
		case '*':
		case '/':
		case '%':
		case '.':
		case '|':
		case '^':
		case '<':
		case '>':
		case T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG:
		case T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG:
		case T_POW:
		case T_SL:
		case T_SR:
		case T_BOOLEAN_AND:
		case T_BOOLEAN_OR:
		case T_IS_EQUAL:
		case T_IS_NOT_EQUAL:
		case T_IS_IDENTICAL:
		case T_IS_NOT_IDENTICAL:
		case T_IS_SMALLER_OR_EQUAL:
		case T_IS_GREATER_OR_EQUAL:
		case T_SPACESHIP:
		case T_COALESCE:
		case T_INSTANCEOF:
			return true;
		default:
			return false;
	}
}

/* An operand that is no keyword form: a chain, with an assignment behind it if there is one, or a construct. */
static uint32_t end_of_plain_operand(async_reader_t *reader, uint32_t at)
{
	const async_tokens_t *tokens = &reader->tokens;
	const async_token_t *list = tokens->list;
	uint32_t end = async_end_of_head(reader, at);

	if (end == ASYNC_NO_END) {
		return end_of_construct(reader, at);
	}
	end = end_of_links(tokens, end);
	if (list[end].id == T_INC || list[end].id == T_DEC) {
		return end + 1;
	}
	if (is_assignment(list[end].id)) {
		/* =& is an assignment, too: two tokens. */
		end += 1 + (list[end + 1].id == T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG);
		return end_of_expression(reader, end);
	}
	return end;
}

/* One level deeper; the caller takes it back when it has succeeded. errors: false at the limit; the source is refused,
 * so the depth no longer matters */
static bool descend(async_reader_t *reader)
{
	ZEND_ASSERT(reader->depth <= ASYNC_DEPTH_LIMIT && "the depth stays within its limit");
	if (reader->depth >= ASYNC_DEPTH_LIMIT) {
		reader->is_too_deep = true;
		return false;
	}
	reader->depth++;
	return true;
}

uint32_t async_end_of_operand(async_reader_t *reader, uint32_t at)
{
	uint32_t end;

	if (!descend(reader)) {
		return ASYNC_NO_END;
	}
	while (is_prefix(reader->tokens.list[at].id)) {
		at++;
	}
	end = async_end_of_form(reader, at);
	if (end == at) {
		end = end_of_plain_operand(reader, at);
	}
	ZEND_ASSERT(reader->depth > 0 && "a level that was entered is left");
	ZEND_ASSERT((end == ASYNC_NO_END || (end >= at && end <= reader->tokens.last)) && "an end is not before its start");
	reader->depth--;
	return end;
}

/* From the ? of "a ? b : c" to behind the colon; the short form "a ?: c" has no b. */
static uint32_t end_of_condition(async_reader_t *reader, uint32_t at)
{
	const async_token_t *list = reader->tokens.list;

	if (list[at + 1].id == ':') {
		return at + 2;
	}
	at = end_of_expression(reader, at + 1);
	return at != ASYNC_NO_END && list[at].id == ':' ? at + 1 : ASYNC_NO_END;
}

/* Operands and operators, down to the precedence of the assignment: "and", "or" and "xor" end it. */
static uint32_t end_of_expression(async_reader_t *reader, uint32_t at)
{
	const async_token_t *list = reader->tokens.list;

	if (!descend(reader)) {
		return ASYNC_NO_END;
	}
	while ((at = async_end_of_operand(reader, at)) != ASYNC_NO_END) {
		if (list[at].id == '?') {
			at = end_of_condition(reader, at);
			if (at == ASYNC_NO_END) {
				break;
			}
		} else if (async_is_binary_operator(list[at].id)) {
			at++;
		} else {
			break;
		}
	}
	ZEND_ASSERT(reader->depth > 0 && "a level that was entered is left");
	reader->depth--;
	return at;
}
