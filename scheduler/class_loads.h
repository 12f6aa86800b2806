/*
 * Loads of classes in progress, and the coroutines that wait for them.
 *
 * One coroutine loads a class. Other coroutines that need the class meanwhile wait until that load is over, then look
 * the class up again (D35).
 */
#ifndef ASYNC_SCHEDULER_CLASS_LOADS_H
#define ASYNC_SCHEDULER_CLASS_LOADS_H

#include "scheduler/coroutine.h"

/* A class that is being loaded. Lives in the frame of its loader. */
typedef struct async_class_load {
	zend_string *lc_name;             /* borrowed from the caller of the engine's autoload function */
	async_coroutine_t *loader;        /* borrowed; NULL: main, before the first async call */
	async_wait_list_t waiters;
	struct async_class_load *next;
} async_class_load_t;

/* Note that a coroutine begins to load a class; NULL: main, before the first async call.
 * owns: nothing; the caller keeps *load, the name and the coroutine until async_class_load_end() */
void async_class_load_begin(async_class_load_t *load, zend_string *lc_name, async_coroutine_t *loader);

/* The load is over, with or without the class: wake all its waiters. */
void async_class_load_end(async_class_load_t *load);

/* If other coroutines load this class, wait until they are done or have declared it.
 * returns:  true when the question for the class is answered by *ce, which may be NULL; false when the caller has to
 *           load the class
 * suspends: yes; runs PHP: no, but other coroutines run meanwhile
 * cancel:   returns true with NULL, the exception is thrown
 * errors:   true with NULL: the wait would close a cycle of waits and never end */
bool async_class_load_await(zend_string *lc_name, zend_class_entry **ce);

/* The coroutine that loads the class which a coroutine waits for. `subject` is the subject of that wait. */
const async_coroutine_t *async_class_load_holder(const void *subject);

/* The name of that class, in lower case; borrowed. */
zend_string *async_class_load_name(const void *subject);

/* End such a wait: the class is "not found" for the coroutine. The wait has not ended yet. */
void async_class_load_refuse(async_wait_t *wait);

/* In a forked child: forget all loads but those of this coroutine. */
void async_class_loads_forget(const async_coroutine_t *keep);

/* At the end of a request. A fatal error leaves the frames of loaders behind, and their records with them. */
void async_class_loads_drop(void);

#endif
