/*
 * The grammar of the keyword forms: what stands at a word is a form, plain PHP, or an error.
 */
#include "syntax/forms.h"

#include "zend_language_parser.h"

#define SPAWN_ERROR "\"spawn\" needs a function call or a block: spawn f($x); or spawn { ... };"
#define WITH_ERROR "\"spawn with\" needs a scope and then a function call or a block: spawn with $scope f($x);" \
	" or spawn with $scope { ... };"
#define AWAIT_ERROR "\"await\" needs something to wait for: await $coroutine; or await $coroutine until $cancellation;"
#define UNTIL_ERROR "\"until\" needs something that ends the wait: await $coroutine until $cancellation;"
#define SUSPEND_ERROR "\"suspend\" is a statement of its own, without parameters and value: suspend;"

/* How many ends of a scope are tried: in "with $a (b)()" the brackets could belong to either side. */
#define SCOPE_ENDS 16

static void judge(async_form_t *form, async_form_kind_t kind, const char *error)
{
	ZEND_ASSERT(error && kind != ASYNC_FORM_GOOD && kind != ASYNC_FORM_NONE && "an error has a message");
	form->kind = kind;
	form->error = error;
}

static void succeed(async_form_t *form, uint32_t end)
{
	ZEND_ASSERT(end != ASYNC_NO_END && end > form->at && "a form is at least its word");
	form->kind = ASYNC_FORM_GOOD;
	form->end = end;
}

/* Is the word among these declared names? See async_declared_t. */
static bool is_declared(uint8_t names, async_word_t word)
{
	return names & (1 << word);
}

/* Tokens that may follow a constant and that no operand starts with: before one of them the word is a constant. */
static bool continues_constant(int id)
{
	switch (id) {
		case '[':
		case '?':
		case ':':
		case T_DOUBLE_ARROW:
		case T_OBJECT_OPERATOR:
		case T_NULLSAFE_OBJECT_OPERATOR:
		case T_LOGICAL_AND:
		case T_LOGICAL_OR:
		case T_LOGICAL_XOR:
		case T_AS:
			return true;
		default:
			return async_is_binary_operator(id);
	}
}

/* ---- spawn ---- */

/* [static] [function [(…)]] [use (…)] [: type] { … } */
static bool read_block(async_reader_t *reader, uint32_t at, async_form_t *form)
{
	const async_tokens_t *tokens = &reader->tokens;
	const async_token_t *list = tokens->list;

	form->task = at;
	form->function = form->use = 0;
	if (list[at].id == T_STATIC) {
		at++;
	}
	if (list[at].id == T_FUNCTION) {
		form->function = at++;
		if (list[at].id == '(') {
			at = async_token_after(tokens, at);
		}
	}
	form->closure_rest = at;
	at = async_end_of_captures(tokens, at);
	if (at != form->closure_rest) {
		form->use = form->closure_rest;
	}
	if (list[at].id == ':') {
		const uint32_t type = at + 1;

		at = async_end_of_type(tokens, type);
		if (at == type) {
			return false;
		}
	}
	if (list[at].id != '{') {
		return false;
	}
	form->block = at;
	succeed(form, async_token_after(tokens, at));
	return true;
}

/* A chain whose last link is a list of arguments: that is the call which is spawned. */
static bool read_call(async_reader_t *reader, uint32_t at, async_form_t *form)
{
	const async_tokens_t *tokens = &reader->tokens;
	const async_token_t *list = tokens->list;
	uint32_t previous = 0, link = 0;
	uint32_t end;
	uint32_t nullsafe = 0;

	form->task = at;
	if (list[at].id == '(' && list[at].match == at + 1) {
		return false;
	}
	at = async_end_of_head(reader, at);
	if (at == ASYNC_NO_END) {
		return false;
	}
	while ((end = async_end_of_link(tokens, at)) != at) {
		nullsafe = list[at].id == T_NULLSAFE_OBJECT_OPERATOR ? at : nullsafe;
		previous = link;
		link = at;
		at = end;
	}
	if (link == 0 || list[link].id != '(') {
		return false;
	}
	ZEND_ASSERT(link > form->task && link < at && "the arguments are within the task");
	form->arguments = link;
	/* A closure of a method cannot be made with ?->, so the writer must know the arrows. */
	if (nullsafe && (list[previous].id == T_OBJECT_OPERATOR || list[previous].id == T_NULLSAFE_OBJECT_OPERATOR)) {
		form->nullsafe_member = previous;
		form->nullsafe_arrow = nullsafe;
	}
	succeed(form, at);
	return true;
}

static bool read_task(async_reader_t *reader, uint32_t at, async_form_t *form)
{
	return read_block(reader, at, form) || read_call(reader, at, form);
}

/* The scope is the longest chain that leaves a task behind it. Its ends are kept in a ring of SCOPE_ENDS and tried from
 * the last one back. */
static bool read_scope_and_task(async_reader_t *reader, uint32_t with, async_form_t *form)
{
	const async_tokens_t *tokens = &reader->tokens;
	uint32_t ends[SCOPE_ENDS];
	uint32_t count = 0;
	uint32_t at = async_end_of_head(reader, with + 1);
	uint32_t next;

	if (at == ASYNC_NO_END) {
		return false;
	}
	ends[count++] = at;
	while ((next = async_end_of_link(tokens, at)) != at) {
		ends[count++ % SCOPE_ENDS] = at = next;
	}
	for (uint32_t tried = 0; tried < MIN(count, SCOPE_ENDS); tried++) {
		at = ends[(count - 1 - tried) % SCOPE_ENDS];
		ZEND_ASSERT(at > with && "a scope is behind its word");
		if (read_task(reader, at, form)) {
			form->with = with;
			form->scope_end = at;
			return true;
		}
	}
	return false;
}

/* Plain PHP that looks alike is a call "spawn(", an element "spawn[", and a constant before an operator or at the end
 * of an expression. All else behind the word must be a scope, a call or a block. */
static void read_spawn(async_reader_t *reader, async_form_t *form)
{
	const async_tokens_t *tokens = &reader->tokens;
	const uint32_t next = form->at + 1;
	const int id = tokens->list[next].id;
	const bool may_be_with = async_token_is(tokens, next, "with") || async_token_is(tokens, next, "in");

	if (id == '(' || id == '[') {
		/* "spawn (" is a form and "spawn(" the call of a function; "spawn [" and "spawn[" alike (SY-08). */
		if (!async_token_touches_next(tokens, form->at)
			&& !is_declared(id == '(' ? reader->declared.functions : reader->declared.constants, form->word)) {
			read_call(reader, next, form);
		}
	} else if (id == ':') {
		read_block(reader, next, form);
	} else if (async_ends_expression(id)) {
		if (!is_declared(reader->declared.constants, form->word)) {
			judge(form, ASYNC_FORM_DOUBTFUL, SPAWN_ERROR);
		}
	} else if (!continues_constant(id) && !(may_be_with && read_scope_and_task(reader, next, form))
		&& !read_task(reader, next, form)) {
		judge(form, ASYNC_FORM_WRONG, may_be_with ? WITH_ERROR : SPAWN_ERROR);
	}
}

/* ---- await ---- */

/* Is it "spawned" as a word, not as the name of a function, class or constant? */
static bool is_spawned(const async_tokens_t *tokens, uint32_t at)
{
	const int next = tokens->list[at + 1].id;

	return async_token_is(tokens, at, "spawned") && next != '(' && next != T_PAAMAYIM_NEKUDOTAYIM && next != '['
		&& next != T_OBJECT_OPERATOR;
}

/* OPERAND [until OPERAND] or spawned [until OPERAND], behind the word "await" */
static void read_operand(async_reader_t *reader, async_form_t *form)
{
	const async_tokens_t *tokens = &reader->tokens;
	uint32_t end;

	form->is_spawned = is_spawned(tokens, form->at + 1);
	end = form->is_spawned ? form->at + 2 : async_end_of_operand(reader, form->at + 1);
	form->operand_end = end;
	if (end == ASYNC_NO_END) {
		judge(form, ASYNC_FORM_WRONG, AWAIT_ERROR);
	} else if (!async_token_is(tokens, end, "until")) {
		succeed(form, end);
	} else {
		form->until = end;
		end = async_end_of_operand(reader, end + 1);
		if (end == ASYNC_NO_END) {
			judge(form, ASYNC_FORM_WRONG, UNTIL_ERROR);
		} else {
			succeed(form, end);
		}
	}
}

/* Is the token the "until" of "await until $x", which lacks an operand? */
static bool lacks_operand(const async_tokens_t *tokens, uint32_t at)
{
	const int next = tokens->list[at + 1].id;

	return async_token_is(tokens, at, "until") && next != '(' && next != T_PAAMAYIM_NEKUDOTAYIM
		&& !async_ends_expression(next);
}

static void read_await(async_reader_t *reader, async_form_t *form)
{
	const async_tokens_t *tokens = &reader->tokens;
	const uint32_t next = form->at + 1;
	const int id = tokens->list[next].id;

	if (id == '(') {
		read_operand(reader, form);
		/* "await(" without "until" is the call of a function, "await (" only where such a function is declared. */
		if (form->until == 0 && (async_token_touches_next(tokens, form->at)
			|| is_declared(reader->declared.functions, form->word))) {
			form->kind = ASYNC_FORM_NONE;
		}
	} else if (async_ends_expression(id)) {
		if (!is_declared(reader->declared.constants, form->word)) {
			judge(form, ASYNC_FORM_DOUBTFUL, AWAIT_ERROR);
		}
	} else if (lacks_operand(tokens, next)) {
		judge(form, ASYNC_FORM_WRONG, AWAIT_ERROR);
	} else if (!continues_constant(id)) {
		read_operand(reader, form);
	}
}

/* ---- suspend ---- */

/* A form only as a whole statement. As the fetch of a constant inside an expression the word is doubtful. */
static void read_suspend(async_reader_t *reader, async_form_t *form)
{
	const async_tokens_t *tokens = &reader->tokens;
	const uint32_t next = form->at + 1;
	const int id = tokens->list[next].id;

	if (id == '(' || is_declared(reader->declared.constants, form->word)) {
		return;
	}
	if ((id == ';' || id == T_CLOSE_TAG || id == 0) && async_starts_statement(tokens, form->at)) {
		succeed(form, next);
	} else if (async_ends_expression(id) || continues_constant(id)) {
		judge(form, ASYNC_FORM_DOUBTFUL, SUSPEND_ERROR);
	} else {
		judge(form, ASYNC_FORM_WRONG, SUSPEND_ERROR);
	}
}

/* ---- all ---- */

async_form_t async_form_at(async_reader_t *reader, uint32_t at)
{
	async_form_t form = {.at = at, .word = async_word_at(&reader->tokens, at)};

	ZEND_ASSERT(at > 0 && at < reader->tokens.last && "the token before and the one after can be looked at");
	switch (form.word) {
		case ASYNC_WORD_NONE:
			break;
		case ASYNC_WORD_SPAWN:
			read_spawn(reader, &form);
			break;
		case ASYNC_WORD_AWAIT:
			read_await(reader, &form);
			break;
		case ASYNC_WORD_SUSPEND:
			read_suspend(reader, &form);
			break;
	}
	return form;
}

uint32_t async_end_of_form(async_reader_t *reader, uint32_t at)
{
	async_form_t form;

	/* "suspend" is a statement, so it is no operand and ends no expression. */
	if (EXPECTED(reader->tokens.list[at].id != T_STRING)) {
		return at;
	}
	form = async_form_at(reader, at);
	return form.kind == ASYNC_FORM_GOOD && form.word != ASYNC_WORD_SUSPEND ? form.end : at;
}
