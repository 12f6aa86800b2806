/*
 * The calls that keyword forms become, as edits of the source.
 *
 * The edits neither remove line breaks nor write any of their own, so every line keeps its number.
 */
#include "syntax/rewrite.h"

#include "syntax/edits.h"
#include "syntax/forms.h"

#include "zend_language_parser.h"

#include <string.h>

/* Reads forms and collects the edits that they need. */
typedef struct {
	async_reader_t *reader;
	async_edits_t edits;
} writer_t;

/* PHP cannot make a closure of a method with ?->. So the task is this closure, and the object, the name of the method
 * and the arguments are its parameters. */
#define NULLSAFE_CALL "static fn($__object, $__name, ...$__arguments) => $__object?->$__name(...$__arguments), "

/* The same for a method behind -> in a chain with ?-> further left: the chain ends early only if the value before the
 * last ?-> is NULL. */
#define NULLSAFE_CHAIN "static fn($__before, $__object, $__name, ...$__arguments) => " \
	"$__before === null ? null : $__object->$__name(...$__arguments), "

/* ---- spawn ---- */

/* Could a named argument or a spread key have the name of a parameter of spawn() or spawnWith()? */
static bool has_clashing_names(const async_tokens_t *tokens, uint32_t arguments)
{
	const async_token_t *list = tokens->list;

	ZEND_ASSERT(list[arguments].id == '(' && "arguments begin with a bracket");
	for (uint32_t at = arguments + 1; at < list[arguments].match; at++) {
		if (list[at].id == T_ELLIPSIS && list[at + 1].id != ')') {
			return true;
		}
		if (list[at + 1].id == ':' && (async_token_is(tokens, at, "task") || async_token_is(tokens, at, "provider"))) {
			return true;
		}
		if (list[at].match > at) {
			at = list[at].match;
		}
	}
	return false;
}

/* Are the arguments "(...)"? */
static bool is_first_class_callable(const async_tokens_t *tokens, uint32_t arguments)
{
	return tokens->list[arguments + 1].id == T_ELLIPSIS && tokens->list[arguments].match == arguments + 2;
}

/* Put brackets around a new object whose method is called: PHP before 8.4 needs them. */
static void bracket_new(writer_t *writer, uint32_t at, uint32_t end)
{
	const async_tokens_t *tokens = &writer->reader->tokens;
	uint32_t object_end;

	if (tokens->list[at].id != T_NEW) {
		return;
	}
	object_end = async_end_of_new(writer->reader, at);
	if (object_end < end && async_end_of_link(tokens, object_end) != object_end) {
		async_edit_before(&writer->edits, tokens, at, "(");
		async_edit_after(&writer->edits, tokens, object_end - 1, ")", 0);
	}
}

/* ?->name becomes two arguments of NULLSAFE_CALL. */
static void write_nullsafe_member(writer_t *writer, uint32_t arrow)
{
	const async_tokens_t *tokens = &writer->reader->tokens;
	const uint32_t name = arrow + 1;

	ZEND_ASSERT(name < tokens->last && "an arrow has a name behind it");
	async_edit_replace(&writer->edits, tokens, arrow, ", ");
	switch (tokens->list[name].id) {
		case '$':
		case T_VARIABLE:
			break;
		case '{':
			async_edit_replace(&writer->edits, tokens, name, "(");
			async_edit_replace(&writer->edits, tokens, tokens->list[name].match, ")");
			break;
		default:
			async_edit_before(&writer->edits, tokens, name, "'");
			async_edit_after(&writer->edits, tokens, name, "'", 0);
	}
}

/* Can the beginning of a chain be written twice? It must have no side effect and no line break. */
static bool may_be_repeated(const async_tokens_t *tokens, uint32_t at, uint32_t end)
{
	for (; at < end; at++) {
		switch (tokens->list[at].id) {
			case T_VARIABLE:
			case T_STRING:
			case T_OBJECT_OPERATOR:
			case T_NULLSAFE_OBJECT_OPERATOR:
			case T_LNUMBER:
			case '[':
			case ']':
				break;
			case T_CONSTANT_ENCAPSED_STRING:
				/* A copy with a line break in it would move all lines behind it. */
				if (memchr(tokens->source + tokens->list[at].offset, '\n', tokens->list[at].length)) {
					return false;
				}
				break;
			default:
				return false;
		}
	}
	return true;
}

/* Write the closure that calls a method of a chain with ?-> in it, and the beginning of its arguments. PHP's Error for
 * a member of NULL needs the value before the last ?->, so that part is written twice. A part with side effects is not
 * written twice, and there is no such Error. */
static void write_nullsafe_object(writer_t *writer, const async_form_t *form)
{
	const async_tokens_t *tokens = &writer->reader->tokens;
	const uint32_t before_end = form->nullsafe_arrow;

	ZEND_ASSERT(form->task < before_end && before_end <= form->nullsafe_member && "the arrows are within the task");
	if (form->nullsafe_arrow == form->nullsafe_member || !may_be_repeated(tokens, form->task, before_end)) {
		async_edit_before(&writer->edits, tokens, form->task, NULLSAFE_CALL);
		return;
	}
	async_edit_before(&writer->edits, tokens, form->task, NULLSAFE_CHAIN);
	async_edit_copy_before(&writer->edits, tokens, form->task, form->task, before_end);
	/* The copy of an undefined variable must not warn a second time. */
	async_edit_before(&writer->edits, tokens, form->task, form->task + 1 == before_end ? " ?? null, " : ", ");
}

/* f($x) becomes f(...), $x: a first-class callable, and the arguments of spawn() behind it. The arguments are evaluated
 * here, in the spawning coroutine, as those of any call. A first-class callable f(...) is the task itself. */
static void write_call(writer_t *writer, const async_form_t *form)
{
	const async_tokens_t *tokens = &writer->reader->tokens;
	const bool has_arguments = tokens->list[form->arguments].match != form->arguments + 1;

	ZEND_ASSERT(form->task < form->arguments && form->arguments < form->end && "a call has arguments");
	bracket_new(writer, form->task, form->arguments);
	if (is_first_class_callable(tokens, form->arguments)) {
		async_edit_after(&writer->edits, tokens, form->end - 1, ")", form->at);
	} else if (form->nullsafe_member) {
		write_nullsafe_object(writer, form);
		write_nullsafe_member(writer, form->nullsafe_member);
		async_edit_replace(&writer->edits, tokens, form->arguments, has_arguments ? ", " : "");
	} else {
		async_edit_replace(&writer->edits, tokens, form->arguments, has_arguments ? "(...), " : "(...)");
	}
}

/* A block may be a statement without a semicolon (SY-21), unless the next token continues the expression. */
static bool lacks_semicolon(const async_tokens_t *tokens, const async_form_t *form)
{
	const int next = tokens->list[form->end].id;

	switch (next) {
		case ';':
		case ',':
		case ')':
		case ']':
		case ':':
		case '?':
		case '=':
		case T_CLOSE_TAG:
		case T_OBJECT_OPERATOR:
		case T_NULLSAFE_OBJECT_OPERATOR:
		case T_DOUBLE_ARROW:
		case T_LOGICAL_AND:
		case T_LOGICAL_OR:
		case T_LOGICAL_XOR:
			return false;
		default:
			return !async_is_binary_operator(next) && async_starts_statement(tokens, form->at);
	}
}

/* A block becomes a closure: the missing parts of "function () use (…)" are added. */
static void write_block(writer_t *writer, const async_form_t *form)
{
	const async_tokens_t *tokens = &writer->reader->tokens;
	const async_token_t *list = tokens->list;
	/* PHP demands at least one variable in "use", a keyword form does not. */
	const bool drops_use = form->use && list[form->use + 1].match == form->use + 2;

	ZEND_ASSERT(form->closure_rest <= form->block && form->block < form->end && "a block ends the form");
	if (form->function == 0) {
		async_edit_before(&writer->edits, tokens, form->closure_rest, drops_use ? "function ()" : "function () ");
	} else if (list[form->function + 1].id != '(') {
		async_edit_after(&writer->edits, tokens, form->function, " ()", 0);
	}
	if (drops_use) {
		for (uint32_t at = form->use; at <= form->use + 2; at++) {
			async_edit_replace(&writer->edits, tokens, at, "");
		}
	}
	async_edit_after(&writer->edits, tokens, form->end - 1, lacks_semicolon(tokens, form) ? ");" : ")", form->at);
}

/* The functions of Async\Syntax have parameters whose names no caller would choose; they take what spawn() cannot. */
static void write_spawn(writer_t *writer, const async_form_t *form)
{
	const async_tokens_t *tokens = &writer->reader->tokens;

	if (form->block == 0 && has_clashing_names(tokens, form->arguments)) {
		async_edit_replace_and_blanks_behind(&writer->edits, tokens, form->at,
			form->with ? "\\Async\\Syntax\\spawnWith(" : "\\Async\\Syntax\\spawn(");
	} else {
		async_edit_replace_and_blanks_behind(&writer->edits, tokens, form->at,
			form->with ? "\\Async\\spawnWith(" : "\\Async\\spawn(");
	}
	if (form->with) {
		async_edit_replace_and_blanks_behind(&writer->edits, tokens, form->with, "");
		bracket_new(writer, form->with + 1, form->scope_end);
		async_edit_after(&writer->edits, tokens, form->scope_end - 1, ",", 0);
	}
	if (form->block) {
		write_block(writer, form);
	} else {
		write_call(writer, form);
	}
}

/* ---- await, suspend ---- */

/* await X until Y becomes \Async\Syntax\await(X, Y), and await spawned becomes \Async\awaitSpawned(). */
static void write_await(writer_t *writer, const async_form_t *form)
{
	const async_tokens_t *tokens = &writer->reader->tokens;

	if (form->is_spawned) {
		async_edit_replace_and_blanks_behind(&writer->edits, tokens, form->at, "\\Async\\awaitSpawned(");
		if (form->until) {
			async_edit_replace_and_blanks_behind(&writer->edits, tokens, form->at + 1, "");
			async_edit_replace_and_blanks_behind(&writer->edits, tokens, form->until, "");
		} else {
			async_edit_replace(&writer->edits, tokens, form->at + 1, "");
		}
	} else {
		async_edit_replace_and_blanks_behind(&writer->edits, tokens, form->at, "\\Async\\Syntax\\await(");
		bracket_new(writer, form->at + 1, form->operand_end);
	}
	if (form->until && !form->is_spawned) {
		async_edit_replace_and_blanks_before(&writer->edits, tokens, form->until, ",");
	}
	if (form->until) {
		bracket_new(writer, form->until + 1, form->end);
	}
	async_edit_after(&writer->edits, tokens, form->end - 1, ")", form->at);
}

static void write_form(writer_t *writer, const async_form_t *form)
{
	ZEND_ASSERT(form->kind == ASYNC_FORM_GOOD && form->at < form->end && "only good forms are written");
	switch (form->word) {
		case ASYNC_WORD_NONE:
			break;
		case ASYNC_WORD_SPAWN:
			write_spawn(writer, form);
			break;
		case ASYNC_WORD_AWAIT:
			write_await(writer, form);
			break;
		case ASYNC_WORD_SUSPEND:
			async_edit_replace(&writer->edits, &writer->reader->tokens, form->at, "\\Async\\suspend()");
			break;
	}
}

/* ---- all forms ---- */

/* The first error counts. */
static void note_error(async_rewrite_t *rewrite, const async_reader_t *reader, const async_form_t *form)
{
	ZEND_ASSERT(form->error && "a form that is not good has a message");
	if (rewrite->error == NULL) {
		rewrite->error = form->error;
		rewrite->error_line = reader->tokens.list[form->at].line;
	}
}

/* Overrides other errors: what was read beyond the limit means nothing. */
static void refuse_depth(async_rewrite_t *rewrite, const async_reader_t *reader, uint32_t at)
{
	rewrite->error = "keyword forms are nested too deeply, more than " ZEND_TOSTR(ASYNC_DEPTH_LIMIT) " levels";
	rewrite->error_line = reader->tokens.list[at].line;
}

/* Look at each word by itself: forms within a form are found when the scan reaches them.
 * A doubtful form is an error only beside good or wrong forms, and only if it comes before the first wrong one. */
static void write_forms(writer_t *writer, async_rewrite_t *rewrite, async_rewrite_mode_t mode)
{
	async_reader_t *reader = writer->reader;
	async_form_t doubtful = {0};

	for (uint32_t at = 1; at < reader->tokens.last; at++) {
		async_form_t form;

		if (EXPECTED(reader->tokens.list[at].id != T_STRING)
			|| (mode == ASYNC_REWRITE_SUSPEND && async_word_at(&reader->tokens, at) != ASYNC_WORD_SUSPEND)) {
			continue;
		}
		reader->depth = 0;
		form = async_form_at(reader, at);
		if (reader->is_too_deep) {
			refuse_depth(rewrite, reader, at);
			return;
		}
		if (mode == ASYNC_REWRITE_SUSPEND && form.kind != ASYNC_FORM_GOOD) {
			continue;
		}
		switch (form.kind) {
			case ASYNC_FORM_NONE:
				break;
			case ASYNC_FORM_GOOD:
				rewrite->forms++;
				write_form(writer, &form);
				break;
			case ASYNC_FORM_DOUBTFUL:
				if (doubtful.kind == ASYNC_FORM_NONE) {
					doubtful = form;
				}
				break;
			case ASYNC_FORM_WRONG:
				note_error(rewrite, reader, &form);
				break;
		}
	}
	if (doubtful.kind != ASYNC_FORM_NONE && (rewrite->forms > 0 || rewrite->error)
		&& (rewrite->error == NULL || reader->tokens.list[doubtful.at].line < rewrite->error_line)) {
		rewrite->error = NULL;
		note_error(rewrite, reader, &doubtful);
	}
}

bool async_rewrite_is_worth_it(const char *source, size_t length)
{
	static const char *const words[] = {"spawn", "await", "suspend"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (zend_memnistr(source, words[i], strlen(words[i]), source + length)) {
			return true;
		}
	}
	return false;
}

async_rewrite_t async_rewrite(zend_string *source, zend_string *filename, bool is_code, async_rewrite_mode_t mode)
{
	async_rewrite_t rewrite = {0};
	async_reader_t reader = {0};
	writer_t writer = {.reader = &reader};

	if (async_tokens_scan(&reader.tokens, source, filename, is_code) && !reader.tokens.is_halting) {
		async_names_mark(&reader.tokens);
		reader.declared = async_declared_in(&reader.tokens);
		write_forms(&writer, &rewrite, mode);
	}
	if (reader.tokens.error) {
		rewrite.scan_error = reader.tokens.error;
		GC_ADDREF(rewrite.scan_error);
	}
	/* With an error the edits may be incomplete: they are dropped. */
	if (rewrite.forms > 0 && rewrite.error == NULL && rewrite.scan_error == NULL) {
		rewrite.text = async_edits_apply(&writer.edits, ZSTR_VAL(source), ZSTR_LEN(source));
	} else if (writer.edits.list) {
		efree(writer.edits.list);
	}
	async_tokens_free(&reader.tokens);
	return rewrite;
}

void async_rewrite_release(async_rewrite_t *rewrite)
{
	if (rewrite->text) {
		zend_string_release(rewrite->text);
	}
	if (rewrite->scan_error) {
		OBJ_RELEASE(rewrite->scan_error);
	}
}
