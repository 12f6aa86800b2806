/*
 * Include latch: the engine's functions that resolve the path of a file and compile it, as include and require call
 * them.
 */
#include "scheduler/include_latch.h"

#include "engine/handlers.h"
#include "scheduler/file_runs.h"
#include "scheduler/scheduler.h"

static zend_string *(*original_resolve)(zend_string *name);
static zend_op_array *(*original_compile)(zend_file_handle *file, int type);
static bool notes;        /* of the process: the compiler is wrapped … */
static bool asks;         /* … and the function for paths */
static bool has_slot;

/* Is the instruction include_once or require_once? It calls the function for the path when it begins. */
static bool includes_once(void)
{
	const zend_execute_data *frame = EG(current_execute_data);

	return frame && frame->func && ZEND_USER_CODE(frame->func->type)
		&& frame->opline->opcode == ZEND_INCLUDE_OR_EVAL
		&& (frame->opline->extended_value & (ZEND_INCLUDE_ONCE | ZEND_REQUIRE_ONCE));
}

/* opcache keeps the script that it has found for the instruction until the file is compiled. During a wait others may
 * come to the same instruction, for a file that opcache finds no script for, and would run that one. So let opcache
 * forget it: by a question about a name that no wrapper is asked about. */
static void forget_script(void)
{
	zend_string *name = zend_string_init(ZEND_STRL("php://"), false);
	zend_string *path = original_resolve(name);

	if (UNEXPECTED(path != NULL)) {
		zend_string_release(path);
	}
	zend_string_release(name);
}

/* A file of a stream wrapper has no path: its name is its key in the table of included files. Other coroutines may
 * write the variable that has the name, but with a path the instruction does not use it again. */
static zend_never_inline zend_string *resolve_and_wait(zend_string *name)
{
	zend_string *path;

	if (!includes_once()) {
		return original_resolve(name);
	}
	zend_string_addref(name);
	path = original_resolve(name);
	/* After a fatal error the records may be those of frames that are gone. */
	if (EXPECTED(EG(exception) == NULL) && async_can_park() && EXPECTED(!CG(unclean_shutdown))
		&& async_file_runs_await(path ? path : name, forget_script) && path == NULL) {
		path = zend_string_copy(name);
	}
	zend_string_release(name);
	return path;
}

static zend_string *latched_resolve(zend_string *name)
{
	return EXPECTED(ASYNC_G(file_runs) == NULL) ? original_resolve(name) : resolve_and_wait(name);
}

/* Files that main runs before the first async call need no record: all coroutines are spawned in their runs. */
static zend_op_array *noted_compile(zend_file_handle *file, int type)
{
	zend_op_array *code = original_compile(file, type);

	if (EXPECTED(code != NULL)) {
		ASYNC_ENGINE_G(used_extensions) |= ASYNC_USED_FILES;
		async_file_runs_mark(code);
	}
	return code;
}

static ASYNC_ALWAYS_RUNS void take_slot(void)
{
	has_slot = async_file_runs_take_slot();
	notes = asks = false;
}

static void chain_compile(void *ignored)
{
	(void) ignored;
	original_compile = zend_compile_file;
	async_table_originals_kept();
	zend_compile_file = noted_compile;
}

static void chain_resolve(void *ignored)
{
	(void) ignored;
	original_resolve = zend_resolve_path;
	async_table_originals_kept();
	zend_resolve_path = latched_resolve;
}

/* Not when the module starts: opcache comes after that, and does not ask the functions that it has replaced for a file
 * that it knows. */
static void start(void)
{
	if (EXPECTED(has_slot)) {
		async_table_once(&notes, chain_compile, NULL);
		async_file_runs_begin();
	}
}

void async_include_latch_watch(void)
{
	async_table_once(&asks, chain_resolve, NULL);
}

static ASYNC_ALWAYS_RUNS void unchain(void)
{
	if (asks && zend_resolve_path == latched_resolve) {
		zend_resolve_path = original_resolve;
	}
	if (notes && zend_compile_file == noted_compile) {
		zend_compile_file = original_compile;
	}
}

const async_part_t async_include_latch_part = {
	.startup = take_slot,
	.shutdown = unchain,
	.scheduler_start = start,
	.request_end = async_file_runs_drop,
};
