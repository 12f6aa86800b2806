/*
 * The statement "suspend;" in a source that PHP can parse: a constant in the syntax tree, made a call.
 *
 * Three walks over the tree: is there such a statement, does the file declare the constant, replace. The search of the
 * text comes first, because hardly any source has the word.
 */
#include "syntax/suspend_statement.h"

#include "syntax/find_suspend.h"
#include "syntax/declared.h"

#include "zend_ast.h"
#include "zend_compile.h"
#include "zend_globals_macros.h"

#define WORD "suspend"
#define CALLED "Async\\suspend"

static zend_ast_process_t original_ast_process;

/* ---- the tree ---- */

static bool is_word(const zend_ast *name)
{
	const zval *value;

	if (name == NULL || name->kind != ZEND_AST_ZVAL) {
		return false;
	}
	value = zend_ast_get_zval((zend_ast *) name);   /* takes no const tree, but only reads */
	return Z_TYPE_P(value) == IS_STRING && zend_string_equals_literal_ci(Z_STR_P(value), WORD);
}

/* The fetch of a constant by an unqualified name, which is the word. */
static bool is_suspend(const zend_ast *ast)
{
	return ast && ast->kind == ZEND_AST_CONST && ast->child[0]->attr == ZEND_NAME_NOT_FQ && is_word(ast->child[0]);
}

/* The children of a node of this kind that are statements, as bits. Lists of statements are not asked for here. */
static uint32_t statement_children(zend_ast_kind kind)
{
	switch (kind) {
		case ZEND_AST_DO_WHILE:
			return 1 << 0;
		case ZEND_AST_IF_ELEM:
		case ZEND_AST_WHILE:
		case ZEND_AST_SWITCH_CASE:
		case ZEND_AST_DECLARE:
			return 1 << 1;
		case ZEND_AST_FOR:
		case ZEND_AST_FOREACH:
			return 1 << 3;
		default:
			return 0;
	}
}

typedef bool (*visit_t)(zend_ast **child, bool is_statement);

static bool visit_children(zend_ast *ast, visit_t visit);

/* Visit a child and all nodes below it; true from a visitor ends the walk. Recursion is as deep as the compiler's
 * own. */
static bool visit_child(zend_ast **child, bool is_statement, visit_t visit)
{
	return *child && (visit(child, is_statement) || visit_children(*child, visit));
}

static bool visit_children(zend_ast *ast, visit_t visit)
{
	if (ast->kind == ZEND_AST_ZVAL || ast->kind == ZEND_AST_CONSTANT || ast->kind == ZEND_AST_ZNODE) {
		return false;
	}
	/* Lists, declarations and other nodes keep their children in different places. */
	if (zend_ast_is_list(ast)) {
		zend_ast_list *list = zend_ast_get_list(ast);

		for (uint32_t i = 0; i < list->children; i++) {
			if (visit_child(&list->child[i], ast->kind == ZEND_AST_STMT_LIST, visit)) {
				return true;
			}
		}
	} else if (async_compat_ast_is_declaration(ast)) {
		zend_ast_decl *declaration = (zend_ast_decl *) ast;

		for (size_t i = 0; i < sizeof(declaration->child) / sizeof(*declaration->child); i++) {
			if (visit_child(&declaration->child[i], false, visit)) {
				return true;
			}
		}
	} else {
		const uint32_t statements = statement_children(ast->kind);

		for (uint32_t i = 0; i < zend_ast_get_num_children(ast); i++) {
			if (visit_child(&ast->child[i], statements & (1u << i), visit)) {
				return true;
			}
		}
	}
	return false;
}

/* use const A\suspend; also as an alias, and in a group */
static bool imports_word(zend_ast *uses, bool all_constants)
{
	zend_ast_list *list = zend_ast_get_list(uses);
	const size_t length = strlen(WORD);

	for (uint32_t i = 0; i < list->children; i++) {
		zend_ast *use = list->child[i];
		const zval *name = zend_ast_get_zval(use->child[0]);

		if (!all_constants && uses->attr != ZEND_SYMBOL_CONST && use->attr != ZEND_SYMBOL_CONST) {
			continue;
		}
		if (use->child[1] ? is_word(use->child[1]) : Z_STRLEN_P(name) >= length
			&& zend_binary_strcasecmp(Z_STRVAL_P(name) + Z_STRLEN_P(name) - length, length, WORD, length) == 0) {
			return true;
		}
	}
	return false;
}

static bool declares_word(zend_ast *constants)
{
	zend_ast_list *list = zend_ast_get_list(constants);

	for (uint32_t i = 0; i < list->children; i++) {
		if (is_word(list->child[i]->child[0])) {
			return true;
		}
	}
	return false;
}

/* Does the file declare or import a constant of this name? Then the statement means the constant. */
static bool declares_constant(zend_ast **child, bool is_statement)
{
	zend_ast *ast = *child;

	switch (ast->kind) {
		case ZEND_AST_CONST_DECL:
			return declares_word(ast);
		case ZEND_AST_USE:
			return imports_word(ast, false);
		case ZEND_AST_GROUP_USE:
			return imports_word(ast->child[1], ast->attr == ZEND_SYMBOL_CONST);
		default:
			return false;
	}
}

static bool find_suspend(zend_ast **child, bool is_statement)
{
	return is_statement && is_suspend(*child);
}

static bool replace_suspend(zend_ast **child, bool is_statement)
{
	if (is_statement && is_suspend(*child)) {
		const uint32_t line = zend_ast_get_lineno(*child);
		const uint32_t compiled_line = CG(zend_lineno);
		zval name;
		zend_ast *callee;

		/* New nodes get their line from the compiler's state. */
		CG(zend_lineno) = line;
		ZVAL_STR(&name, zend_string_init(ZEND_STRL(CALLED), false));
		callee = zend_ast_create_zval_ex(&name, ZEND_NAME_FQ);
		zend_ast_destroy(*child);
		*child = zend_ast_create(ZEND_AST_CALL, callee, zend_ast_create_list(0, ZEND_AST_ARG_LIST));
		CG(zend_lineno) = compiled_line;
	}
	return false;
}

/* A constant of the running program counts, too: then the statement has always meant the constant. */
static ZEND_COLD void process_tree(zend_ast *ast)
{
	if (visit_children(ast, find_suspend) && !visit_children(ast, declares_constant)
		&& !async_declared_by_program(ASYNC_WORD_SUSPEND)) {
		visit_children(ast, replace_suspend);
	}
}

static void process_ast(zend_ast *ast)
{
	const char *source = (const char *) LANG_SCNG(yy_start);

	ZEND_ASSERT(LANG_SCNG(yy_start) <= LANG_SCNG(yy_limit) && "the lexer still has its source");
	/* Under zend.multibyte there are no keywords: the lexer's source is a converted copy. */
	if (!CG(multibyte) && UNEXPECTED(async_find_suspend(source, (const char *) LANG_SCNG(yy_limit) - source))) {
		process_tree(ast);
	}
	if (original_ast_process) {
		original_ast_process(ast);
	}
}

ASYNC_ALWAYS_RUNS void async_suspend_statement_startup(void)
{
	ZEND_ASSERT(zend_ast_process != process_ast && "the hook is chained into once");
	original_ast_process = zend_ast_process;
	zend_ast_process = process_ast;
}

ASYNC_ALWAYS_RUNS void async_suspend_statement_shutdown(void)
{
	if (zend_ast_process == process_ast) {
		zend_ast_process = original_ast_process;
	}
}
