/*
 * Loads of classes in progress, and the coroutines that wait for them.
 *
 * One coroutine loads a class. Other coroutines that need the class meanwhile wait until that load is over, then look
 * the class up again (D35).
 *
 * The engine puts a class into its table before it loads the parent, the interfaces and the traits, and finds no class
 * that is there and not complete. So the class is taken out of the table while its coroutine is parked: others miss it,
 * come to the autoloaders, and wait.
 */
#ifndef ASYNC_SCHEDULER_CLASS_LOADS_H
#define ASYNC_SCHEDULER_CLASS_LOADS_H

#include "scheduler/coroutine.h"

/* A class that is being loaded. Lives in the frame of its loader. */
typedef struct async_class_load {
	zend_string *lc_name;             /* borrowed from the caller of the engine's autoload function */
	async_coroutine_t *loader;        /* borrowed; NULL: main, before the first async call */
	async_wait_list_t waiters;
	/* Of a declaration, one of them. NULL: it is none, or it has the other one. */
	zend_string *hidden_name;         /* owned: the key in the table while the loader is parked */
	zend_string *statement_name;      /* borrowed: the key before its statement has run, which may run again */
	bool is_hidden;
	/* The declaration has waited for a class that another coroutine loads, and which may extend the declared one. */
	const async_coroutine_t *extender;  /* that coroutine, only compared; NULL: the loader has run since */
	zend_string *extending;             /* counted; name of the class that it loads */
	bool is_replaced;                 /* another coroutine has declared a class of that name meanwhile */
	struct async_class_load *next;
} async_class_load_t;

/* Note that a coroutine begins to load a class; NULL: main, before the first async call.
 * owns: nothing; the caller keeps *load, the name and the coroutine until async_class_load_end() */
void async_class_load_begin(async_class_load_t *load, zend_string *lc_name, async_coroutine_t *loader);

/* The load is over, with or without the class: wake all its waiters. */
void async_class_load_end(async_class_load_t *load);

/* The same for the declaration of a class, which needs another class. `lc_name` is the key in the table of classes.
 * statement_name: its key in the table before; the class stays in the table, where the engine looks when the statement
 *         is run again. NULL: it is not run again, and the class leaves the table while the coroutine is parked
 * errors: the end does not return when another coroutine has declared a class of that name: a fatal error */
void async_class_declaration_begin(
	async_class_load_t *load, zend_string *lc_name, async_coroutine_t *loader, zend_string *statement_name);
void async_class_declaration_end(async_class_load_t *load);

/* The running coroutine gives up control: take the classes that it declares out of the table; it has been resumed: put
 * them back. The same for classes that are nearly complete and wait for classes which it loads.
 * suspends: no; runs PHP: no */
void async_class_loads_hide(void);
void async_class_loads_show(void);

/* If other coroutines load this class, wait until they are done or have declared it.
 * for_declaration: the class is needed to declare another one
 * returns:  true when the question for the class is answered by *ce, which may be NULL; false when the caller has to
 *           load the class
 * suspends: yes; runs PHP: no, but other coroutines run meanwhile
 * cancel:   returns true with NULL, the exception is thrown
 * errors:   true with NULL: the wait would close a cycle of waits and never end */
bool async_class_load_await(zend_string *lc_name, bool for_declaration, zend_class_entry **ce);

/* If another coroutine declares this class, wait until it is declared. The caller has checked async_can_park().
 * suspends: yes; runs PHP: no, but other coroutines run meanwhile
 * cancel:   the exception is thrown
 * errors:   returns at once when the wait would close a cycle of waits */
void async_class_declaration_await(const zend_string *lc_name);

/* The coroutine that loads the class which a coroutine waits for. `subject` is the subject of that wait. */
const async_coroutine_t *async_class_load_holder(const void *subject);

/* The name of that class, in lower case; borrowed. */
zend_string *async_class_load_name(const void *subject);

/* End such a wait: the class is "not found" for the coroutine. The wait has not ended yet. */
void async_class_load_refuse(async_wait_t *wait);

/* In a forked child: forget all loads but those of this coroutine. Statements of the others may declare their classes
 * again. */
void async_class_loads_forget(const async_coroutine_t *keep);

/* At the end of a request. A fatal error leaves the frames of loaders behind, and their records with them. */
void async_class_loads_drop(void);

#endif
