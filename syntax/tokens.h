/*
 * A source as the engine's own lexer sees it: its significant tokens, brackets paired.
 *
 * White space and comments are left out. Offsets count bytes of the source, so that a change can be made there and
 * everything else stays as it is.
 */
#ifndef ASYNC_SYNTAX_TOKENS_H
#define ASYNC_SYNTAX_TOKENS_H

#include "php.h"
#include "compat.h"

#include "zend_language_parser.h"

/* Roles that names.c finds. */
#define ASYNC_TOKEN_NAME        (1 << 0) /* names or declares something: never a keyword of ours */
#define ASYNC_TOKEN_RETURN_TYPE (1 << 1)

/* The purpose of a bracket. */
typedef enum {
	ASYNC_BRACKET_PLAIN,
	ASYNC_BRACKET_PARAMETERS,  /* function f(…), catch (…) */
	ASYNC_BRACKET_ATTRIBUTE,   /* #[…] */
	ASYNC_BRACKET_CLASS,       /* body of a class */
	ASYNC_BRACKET_HOOKS,       /* hooks of a property (PHP 8.4) */
	ASYNC_BRACKET_TEXT         /* a string with variables, a heredoc, backticks */
} async_bracket_t;

typedef struct {
	int id;                    /* T_… or the character; 0 at the end */
	uint32_t offset;
	uint32_t length;
	uint32_t line;
	uint32_t match;            /* of a bracket: its partner, or the last token if it has none; of others: itself */
	uint32_t opener;           /* the innermost bracket around it, 0 when there is none */
	uint8_t flags;             /* ASYNC_TOKEN_…, set by names.c */
	uint8_t bracket;           /* async_bracket_t of an opening bracket, set by names.c */
} async_token_t;

/* list[0] stands for the start (as if a statement had just ended) and list[last] for the end, so that each real token
 * has a neighbour on both sides. */
typedef struct {
	const char *source;        /* borrowed */
	async_token_t *list;       /* owned */
	uint32_t last;
	bool is_halting;           /* it has a __halt_compiler: its data must not move, so it is not rewritten */
	zend_object *error;        /* ParseError of the lexer, such as an unclosed brace; owned, or NULL */
} async_tokens_t;

/* Make the list of tokens of a source. is_code: it starts as PHP code, not before an opening tag.
 * owns:     the caller calls async_tokens_free(), also after false; the source must live as long as the tokens
 * suspends: no; runs PHP: no
 * errors:   false when the source is too long; an error of the lexer is in ->error, not thrown */
bool async_tokens_scan(async_tokens_t *tokens, zend_string *source, zend_string *filename, bool is_code);
void async_tokens_free(async_tokens_t *tokens);

/* Is the token this word, in upper or lower case? The word is given in lower case. */
bool async_token_is(const async_tokens_t *tokens, uint32_t at, const char *word);

/* The token behind a bracket's partner. */
static inline uint32_t async_token_after(const async_tokens_t *tokens, uint32_t bracket)
{
	const uint32_t match = tokens->list[bracket].match;

	ZEND_ASSERT(bracket <= tokens->last && match <= tokens->last && "brackets are paired within the list");
	return match < tokens->last ? match + 1 : tokens->last;
}

static inline bool async_is_ampersand(int id)
{
	return id == T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG || id == T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG;
}

/* Does the next token begin where this one ends? */
static inline bool async_token_touches_next(const async_tokens_t *tokens, uint32_t at)
{
	return tokens->list[at].offset + tokens->list[at].length == tokens->list[at + 1].offset;
}

#endif
