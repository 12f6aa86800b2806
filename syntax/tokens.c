/*
 * The list of tokens: made by the engine's own lexer, without white space and comments, with brackets paired.
 */
#include "syntax/tokens.h"

#include "zend_exceptions.h"
#include "zend_globals_macros.h"
#include "zend_language_scanner.h"
#include "zend_language_scanner_defs.h"
#include "zend_language_parser.h"

/* The engine's lexer. Without a parser's stack element it returns every token and judges none. */
int ZEND_FASTCALL lex_scan(zval *value, zend_parser_stack_elem *element);

typedef struct {
	async_tokens_t *tokens;
	uint32_t room;             /* tokens that the list has room for */
	uint32_t opener;           /* the innermost open bracket, 0 when there is none */
} scan_t;

bool async_token_is(const async_tokens_t *tokens, uint32_t at, const char *word)
{
	const async_token_t *token = &tokens->list[at];

	return token->id == T_STRING && token->length == strlen(word)
		&& zend_binary_strcasecmp(tokens->source + token->offset, token->length, word, token->length) == 0;
}

/* Tokens without meaning for the grammar. Edits find blanks in the source itself. */
static bool is_dropped(int id)
{
	return id == T_WHITESPACE || id == T_COMMENT || id == T_DOC_COMMENT;
}

static bool opens(int id)
{
	return id == '(' || id == '[' || id == '{' || id == T_CURLY_OPEN || id == T_DOLLAR_OPEN_CURLY_BRACES
		|| id == T_ATTRIBUTE || id == T_START_HEREDOC;
}

/* Does the token close the bracket? A quote or backtick closes one of its own kind. */
static bool closes(int id, int opener)
{
	switch (opener) {
		case '(':
			return id == ')';
		case '[':
		case T_ATTRIBUTE:
			return id == ']';
		case '{':
		case T_CURLY_OPEN:
		case T_DOLLAR_OPEN_CURLY_BRACES:
			return id == '}';
		case T_START_HEREDOC:
			return id == T_END_HEREDOC;
		default:
			return (opener == '"' || opener == '`') && id == opener;
	}
}

/* Pair a token with the innermost open bracket if it closes that; otherwise open one if it is a bracket. */
static void pair(scan_t *scan, uint32_t at)
{
	async_token_t *list = scan->tokens->list;
	async_token_t *token = &list[at];

	ZEND_ASSERT(scan->opener < at && "a bracket is opened before it is closed");
	if (closes(token->id, list[scan->opener].id)) {
		token->match = scan->opener;
		list[scan->opener].match = at;
		token->opener = scan->opener = list[scan->opener].opener;
	} else if (opens(token->id) || token->id == '"' || token->id == '`') {
		/* Marks it as open; its partner, or close_rest(), writes the match. */
		token->match = UINT32_MAX;
		scan->opener = at;
	}
}

static void add(scan_t *scan, int id, uint32_t offset, uint32_t length, uint32_t line)
{
	async_tokens_t *tokens = scan->tokens;
	const uint32_t at = tokens->last + 1;

	ZEND_ASSERT(offset >= tokens->list[at - 1].offset && "tokens are in the order of the source");
	if (at >= scan->room) {
		scan->room *= 2;
		tokens->list = safe_erealloc(tokens->list, scan->room, sizeof(async_token_t), 0);
	}
	tokens->list[at] = (async_token_t) {
		.id = id, .offset = offset, .length = length, .line = line, .match = at, .opener = scan->opener,
	};
	tokens->last = at;
	pair(scan, at);
}

/* Keep the exception that the lexer has thrown. The first one counts. */
static void keep_error(async_tokens_t *tokens)
{
	ZEND_ASSERT(EG(exception) && "the lexer has thrown");
	if (tokens->error == NULL) {
		tokens->error = EG(exception);
		GC_ADDREF(tokens->error);
	}
	zend_clear_exception();
}

/* The lexer counts lines while it reads a token, so the line of a token is the count before it. */
static void scan_all(scan_t *scan)
{
	async_tokens_t *tokens = scan->tokens;
	uint32_t line = 1;
	zval value;
	int id;

	while ((id = lex_scan(&value, NULL)) != 0 && id != T_ERROR) {
		if (EG(exception)) {
			keep_error(tokens);
		}
		zval_ptr_dtor_nogc(&value);
		if (id == T_HALT_COMPILER) {
			tokens->is_halting = true;
			return;
		}
		if (!is_dropped(id)) {
			add(scan, id, LANG_SCNG(yy_text) - LANG_SCNG(yy_start), LANG_SCNG(yy_leng), line);
		}
		if (CG(increment_lineno)) {
			CG(zend_lineno)++;
			CG(increment_lineno) = 0;
		}
		line = CG(zend_lineno);
	}
	if (EG(exception)) {
		keep_error(tokens);
	}
	add(scan, 0, LANG_SCNG(yy_limit) - LANG_SCNG(yy_start), 0, line);
}

/* Let open brackets without a partner reach to the end. */
static void close_rest(async_tokens_t *tokens)
{
	for (uint32_t at = 1; at <= tokens->last; at++) {
		if (tokens->list[at].match == UINT32_MAX) {
			tokens->list[at].match = tokens->last;
		}
	}
}

bool async_tokens_scan(async_tokens_t *tokens, zend_string *source, zend_string *filename, bool is_code)
{
	const int error_reporting = EG(error_reporting);
	zend_lex_state state;
	zval text;
	scan_t scan = {.tokens = tokens, .room = 256 + ZSTR_LEN(source) / 4};

	ZEND_ASSERT(EG(exception) == NULL && "an exception from before would be taken for one of the lexer");
	memset(tokens, 0, sizeof(*tokens));
	if (ZSTR_LEN(source) >= UINT32_MAX / 2) {
		return false;
	}
	tokens->source = ZSTR_VAL(source);
	tokens->list = safe_emalloc(scan.room, sizeof(async_token_t), 0);
	tokens->list[0] = (async_token_t) {.id = ';'};

	ZVAL_STR_COPY(&text, source);
	zend_save_lexical_state(&state);
	zend_prepare_string_for_scanning(&text, filename);
	LANG_SCNG(yy_state) = is_code ? yycST_IN_SCRIPTING : yycINITIAL;
	/* The lexer gave its warnings when the engine compiled this source. Fatal errors are still reported. */
	EG(error_reporting) &= ~E_COMPILE_WARNING;
	scan_all(&scan);
	EG(error_reporting) = error_reporting;
	zend_restore_lexical_state(&state);
	zval_ptr_dtor_str(&text);

	close_rest(tokens);
	return true;
}

void async_tokens_free(async_tokens_t *tokens)
{
	if (tokens->list) {
		efree(tokens->list);
	}
	if (tokens->error) {
		OBJ_RELEASE(tokens->error);
	}
}
