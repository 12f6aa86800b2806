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

/* What a bracket is for. */
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
	uint32_t match;            /* of a bracket: its partner, the last token if it has none; of others: itself */
	uint32_t opener;           /* innermost bracket around it, 0 when there is none */
	uint8_t flags;
	uint8_t bracket;           /* async_bracket_t of an opening one */
} async_token_t;

/* list[0] stands for the start (as if a statement had just ended), list[last] for the end. */
typedef struct {
	const char *source;        /* borrowed */
	async_token_t *list;
	uint32_t last;
	bool is_halting;           /* there is a __halt_compiler */
	zend_object *error;        /* ParseError of the lexer, such as an unclosed brace; owned, or NULL */
} async_tokens_t;

/* Tokenise. The caller frees what was filled in.
 * owns:     borrows the source, which must live as long as the tokens
 * suspends: no; runs PHP: no
 * errors:   false when the source is too long; what the lexer complains of is in ->error, not thrown */
bool async_tokens_scan(async_tokens_t *tokens, zend_string *source, zend_string *filename, bool is_code);
void async_tokens_free(async_tokens_t *tokens);

/* Is the token this word, in whatever case? The word is given in lower case. */
bool async_token_is(const async_tokens_t *tokens, uint32_t at, const char *word);

/* The token behind a bracket's partner. */
static inline uint32_t async_token_after(const async_tokens_t *tokens, uint32_t bracket)
{
	const uint32_t match = tokens->list[bracket].match;

	return match < tokens->last ? match + 1 : tokens->last;
}

static inline bool async_is_ampersand(int id)
{
	return id == T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG || id == T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG;
}

/* Is nothing between the token and the next one? */
static inline bool async_token_touches_next(const async_tokens_t *tokens, uint32_t at)
{
	return tokens->list[at].offset + tokens->list[at].length == tokens->list[at + 1].offset;
}

#endif
