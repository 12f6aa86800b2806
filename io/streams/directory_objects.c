/*
 * Directory iterators in several coroutines: asking for the file that one shows, and foreach.
 *
 * The answer about a file of a stream wrapper may have to be waited for. The iterator must not go on meanwhile, because
 * the name of the file is its own: so both take the turn that its other methods take (io/streams/file_objects.c).
 */
#include "io/streams/directory_objects.h"

#include "engine/handlers.h"
#include "io/streams/stream_turns.h"

#include "ext/spl/spl_directory.h"

/* ---- methods ---- */

/* All other objects keep their names. */
static void asks_about_file(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_object *object = Z_OBJ_P(ZEND_THIS);

	if (EXPECTED(async_container_of(object, spl_filesystem_object, std)->type != SPL_FS_DIR)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		async_stream_call(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, object, object->handle, ASYNC_READ_TURN);
	}
}

#define FILE_METHODS(X) \
	X(getperms, asks_about_file) \
	X(getinode, asks_about_file) \
	X(getsize, asks_about_file) \
	X(getowner, asks_about_file) \
	X(getgroup, asks_about_file) \
	X(getatime, asks_about_file) \
	X(getmtime, asks_about_file) \
	X(getctime, asks_about_file) \
	X(gettype, asks_about_file) \
	X(iswritable, asks_about_file) \
	X(isreadable, asks_about_file) \
	X(isexecutable, asks_about_file) \
	X(isfile, asks_about_file) \
	X(isdir, asks_about_file) \
	X(islink, asks_about_file) \
	X(openfile, asks_about_file)

#define TREE_METHODS(X) \
	X(haschildren, asks_about_file) \
	X(getchildren, asks_about_file)

#define FILE_TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(info, name, in_turn)
#define FILE_ROW(name, in_turn) { "splfileinfo", #name, ordered_info_##name, &original_info_##name },
#define TREE_TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(tree, name, in_turn)
#define TREE_ROW(name, in_turn) { "recursivedirectoryiterator", #name, ordered_tree_##name, &original_tree_##name },

FILE_METHODS(FILE_TRAMPOLINE)
TREE_METHODS(TREE_TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FILE_METHODS(FILE_ROW)
	TREE_METHODS(TREE_ROW)
};

/* ---- foreach ---- */

typedef zend_object_iterator *(*get_iterator_t)(zend_class_entry *ce, zval *object, int by_ref);

/* One stock table of functions, and a copy with the two steps below. */
typedef struct {
	zend_object_iterator_funcs funcs;      /* first: an iterator leads here */
	const zend_object_iterator_funcs *stock;
	bool is_filled;
} table_t;

typedef struct {
	zend_class_entry *const *ce;
	table_t *table;
	get_iterator_t stock;
} iterated_t;

static table_t table_of_directories, table_of_trees;

static iterated_t classes[] = {
	{ .ce = &spl_ce_DirectoryIterator, .table = &table_of_directories },
	{ .ce = &spl_ce_FilesystemIterator, .table = &table_of_trees },
	{ .ce = &spl_ce_RecursiveDirectoryIterator, .table = &table_of_trees },
#ifdef HAVE_GLOB
	{ .ce = &spl_ce_GlobIterator, .table = &table_of_trees },
#endif
};

#define CLASSES (sizeof(classes) / sizeof(classes[0]))

static void step(zend_object_iterator *it, void (*function)(zend_object_iterator *stock))
{
	const zend_object *object = Z_OBJ(it->data);
	async_call_lock_t *turn = NULL;

	if (ASYNC_G(current) && UNEXPECTED(!async_stream_take_turn(object, object->handle, ASYNC_READING, &turn))) {
		return;
	}
	function(it);
	async_call_lock_give_back(turn);
}

static void move_forward(zend_object_iterator *it)
{
	step(it, ((const table_t *) it->funcs)->stock->move_forward);
}

static void rewind_iterator(zend_object_iterator *it)
{
	step(it, ((const table_t *) it->funcs)->stock->rewind);
}

/* Of an iterator of the stock. */
typedef struct {
	table_t *table;
	const zend_object_iterator_funcs *stock;
} filling_t;

static void fill(void *argument)
{
	const filling_t *filling = argument;

	filling->table->stock = filling->stock;
	filling->table->funcs = *filling->stock;
	filling->table->funcs.move_forward = move_forward;
	filling->table->funcs.rewind = rewind_iterator;
}

static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	const iterated_t *iterated = &classes[CLASSES - 1];
	zend_object_iterator *it;

	/* The most special class first. */
	while (!instanceof_function(ce, *iterated->ce)) {
		ZEND_ASSERT(iterated > classes && "only these classes and their subclasses come here");
		iterated--;
	}
	it = iterated->stock(ce, object, by_ref);
	if (EXPECTED(it != NULL)) {
		filling_t filling = { iterated->table, it->funcs };

		async_table_once(&iterated->table->is_filled, fill, &filling);
		it->funcs = &iterated->table->funcs;
	}
	return it;
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	for (size_t i = 0; i < CLASSES; i++) {
		classes[i].stock = (*classes[i].ce)->get_iterator;
		(*classes[i].ce)->get_iterator = get_iterator;
	}
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	for (size_t i = 0; i < CLASSES; i++) {
		if ((*classes[i].ce)->get_iterator == get_iterator) {
			(*classes[i].ce)->get_iterator = classes[i].stock;
		}
	}
}

const async_part_t async_directory_objects_part = { .startup = start, .shutdown = stop };
