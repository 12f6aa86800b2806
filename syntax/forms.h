/*
 * The keyword forms: which form stands at a word, and what its parts are.
 *
 *     spawn [with SCOPE] CALL
 *     spawn [with SCOPE] [static] [function] [use (…)] [: TYPE] { … }
 *     await OPERAND [until OPERAND]          await spawned [until OPERAND]
 *     suspend;
 */
#ifndef ASYNC_SYNTAX_FORMS_H
#define ASYNC_SYNTAX_FORMS_H

#include "syntax/expression.h"

typedef enum {
	ASYNC_FORM_NONE,           /* an identifier, plain PHP */
	ASYNC_FORM_GOOD,
	ASYNC_FORM_DOUBTFUL,       /* plain PHP by itself (a constant), but an error in a source with keyword forms */
	ASYNC_FORM_WRONG           /* an error */
} async_form_kind_t;

/* The parts of a form are the numbers of tokens; 0: the form has no such part. */
typedef struct {
	async_form_kind_t kind;
	async_word_t word;
	uint32_t at;               /* the word */
	uint32_t end;              /* behind the form */
	const char *error;         /* message of a wrong or doubtful form, static */

	/* spawn */
	uint32_t with;             /* the word "with" or "in" */
	uint32_t scope_end;        /* behind the scope, which starts behind "with" */
	uint32_t task;             /* start of the call or the block */
	uint32_t block;            /* its { */
	uint32_t function;         /* the word before the block */
	uint32_t use;
	uint32_t closure_rest;     /* the first of use, colon and { */
	uint32_t arguments;        /* the ( of the call */
	uint32_t nullsafe_member;  /* the arrow before the called method of a chain with ?-> in it */
	uint32_t nullsafe_arrow;   /* the last ?-> of that chain */

	/* await */
	uint32_t operand_end;      /* behind the awaited operand, which starts behind the word */
	bool is_spawned;           /* await spawned */
	uint32_t until;            /* that word; its operand goes up to the end of the form */
} async_form_t;

/* Read the form at a token. ->word is ASYNC_WORD_NONE when the token is none of the words.
 * suspends: no; runs PHP: no
 * errors:   none are thrown; see ->kind, ->error and reader->is_too_deep */
async_form_t async_form_at(async_reader_t *reader, uint32_t at);

/* The token behind a good form that starts here, `at` when there is none. */
uint32_t async_end_of_form(async_reader_t *reader, uint32_t at);

#endif
