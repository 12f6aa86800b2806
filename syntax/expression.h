/*
 * The end of an expression that starts at a token. Only as much grammar as that takes: brackets are skipped as a whole.
 *
 * No function here suspends, runs PHP or throws. An end lies between the start and the last token of the list.
 */
#ifndef ASYNC_SYNTAX_EXPRESSION_H
#define ASYNC_SYNTAX_EXPRESSION_H

#include "syntax/declared.h"

/* Maximum depth of nested expressions. */
#define ASYNC_DEPTH_LIMIT 100

/* Instead of an end: there is no such expression, or it is nested too deeply. */
#define ASYNC_NO_END UINT32_MAX

/* A source that is read, and what is known of it. */
typedef struct {
	async_tokens_t tokens;
	async_declared_t declared;
	uint32_t depth;            /* of the recursion; limited, because coroutines have small stacks */
	bool is_too_deep;          /* the limit was reached: the source is refused */
} async_reader_t;

/* Each function takes the first token and returns the one behind the end, or ASYNC_NO_END. */

/* An operand of a unary operator: with prefixes, calls, members; an assignment when it begins with a variable. */
uint32_t async_end_of_operand(async_reader_t *reader, uint32_t at);

/* The first part of a chain: what can be called or asked for a member, without the links behind it. */
uint32_t async_end_of_head(async_reader_t *reader, uint32_t at);

/* new Name(…), new $name(…), new (…)(…), new class(…) {…}, without the chain behind it. */
uint32_t async_end_of_new(async_reader_t *reader, uint32_t at);

/* One link of a chain: ->name, ?->name, ::name, [index], (arguments). `at` when there is none. */
uint32_t async_end_of_link(const async_tokens_t *tokens, uint32_t at);

/* Is the token an operator between two operands, of any precedence above the assignment? Does it end an expression? */
bool async_is_binary_operator(int id);
bool async_ends_expression(int id);

#endif
