/*
 * Variables on the way of a walk over values (walked_values.h): what it is inside of, and what others have written.
 */
#ifndef ASYNC_ENGINE_WALKED_VARIABLES_H
#define ASYNC_ENGINE_WALKED_VARIABLES_H

#include "php.h"

typedef struct async_walked_variable async_walked_variable_t;

/* Memory of the process: a wait must not run into the memory limit. Only async_walked_variables_free_replaced() runs
 * PHP code, and may suspend. */
typedef struct {
	async_walked_variable_t *list;
	uint32_t count;
	uint32_t room;
	HashTable replaced;   /* values that are freed when the walk is over */
} async_walked_variables_t;

/* Begin without variables. owns: the caller calls async_walked_variables_destroy() in the end */
void async_walked_variables_init(async_walked_variables_t *variables);

/* The walk is inside of the value of this variable, and reads the variable again afterwards. The caller holds the value
 * until the walk is over. */
void async_walked_variables_note(async_walked_variables_t *variables, zval *at);

/* The walk has gone on since its last wait, and has noted its variables again behind the first `old_count`: these are
 * dropped. What was written to them counts. */
void async_walked_variables_drop(async_walked_variables_t *variables, uint32_t old_count);

/* The walk goes on: its variables have the values that it is inside of, and their marks. */
void async_walked_variables_show_inside(async_walked_variables_t *variables);

/* Others run: they see what was written, and no mark. Marks that recursion_path.c has found are off already. It does
 * not find all: serialize() marks no object on the way to a marked array. */
void async_walked_variables_show_written(async_walked_variables_t *variables);

/* The walk is over, or abandoned: what was written counts. */
void async_walked_variables_end(async_walked_variables_t *variables);

/* Free the values that were replaced. suspends, runs PHP: destructors */
void async_walked_variables_free_replaced(async_walked_variables_t *variables);

/* owns: frees the lists, but no value */
void async_walked_variables_destroy(async_walked_variables_t *variables);

#endif
