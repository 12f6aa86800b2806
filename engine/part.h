/*
 * A part of the extension: what one source file does at the turning points of the process and of each request.
 *
 * A file that has something to do then exports one const async_part_t. Each layer has an array of its parts, and
 * async.c composes the layers from the lowest to the highest: beginnings run in this order, ends in reverse order.
 */
#ifndef ASYNC_ENGINE_PART_H
#define ASYNC_ENGINE_PART_H

#include "compat.h"

/* A listener is called at an interrupt, in the coroutine that runs.
 * next: the instruction of `frame` that runs next. NULL when `frame` is no PHP code, and in the middle of an
 *       instruction: the engine also looks for interrupts after a call that an instruction makes itself, such as that
 *       of a destructor or a magic method. Such an instruction goes on when the listener returns, and releases its
 *       operands itself */
typedef void (*async_interrupt_listener_t)(zend_execute_data *frame, const zend_op *next);

/* A listener is called when an exception is thrown; EG(exception) is set already.
 * exception: NULL when an exception is thrown again
 * returns:   the exception in flight now: the same one, or the one that the listener has put in its place
 * suspends: no; runs PHP: no */
typedef zend_object *(*async_throw_listener_t)(zend_object *exception);

/* NULL: nothing to do. None of these suspends. The ends run destructors, the interrupts run PHP code and throw. */
typedef struct {
	/* once per process */
	void (*startup)(void);          /* the module starts; the settings are known */
	void (*all_loaded)(void);       /* all extensions have started, no script has been compiled yet */
	void (*info)(void);             /* rows for phpinfo() */
	void (*shutdown)(void);         /* reverse order */

	/* once per request */
	void (*request_start)(void);
	void (*scheduler_start)(void);  /* the first async call of the request */
	void (*before_fork)(void);      /* the script calls pcntl_fork() */
	void (*after_fork)(void);       /* in a forked child, when all coroutines of the parent were dropped */
	void (*frames_abandoned)(void); /* after a fatal error: is_abandoned is known, nothing has been freed yet */
	void (*request_end)(void);      /* reverse order; objects still exist */
	void (*request_over)(void);     /* reverse order; objects are gone */

	/* events of the engine */
	async_throw_listener_t on_throw;             /* reverse order */
	async_interrupt_listener_t before_interrupt; /* before the handlers of others (pcntl's signals); reverse order */
	async_interrupt_listener_t after_interrupt;  /* after them */
} async_part_t;

typedef void (*async_part_fn)(void);

#define ASYNC_PART_FIELDS (sizeof(async_part_t) / sizeof(async_part_fn))
#define ASYNC_PART_FIELD(name) (offsetof(async_part_t, name) / sizeof(async_part_fn))
/* More than there are, in all builds: one with threads has some of its own. */
#define ASYNC_PARTS_MAX 80

/* The functions of all parts by field, in the order in which they run, each list ends with NULL: a request that uses
 * no coroutine does not pay for the parts that have nothing to do. Written at module start only. */
extern async_part_fn async_part_lists[ASYNC_PART_FIELDS][ASYNC_PARTS_MAX + 1];

/* Add the parts of a layer, up to NULL, and start them. In MINIT. */
void async_parts_startup(const async_part_t *const *parts);

/* Once, when all layers were added: where the module is loaded by dl(), all extensions have started already. */
void async_parts_started(void);

static inline bool async_is_loaded_late(void)
{
	return EG(current_execute_data) != NULL;
}

/* Shut all parts down and forget them. In MSHUTDOWN. */
void async_parts_shutdown(void);

/* Run a field of all parts: async_parts_run(request_end). */
#define async_parts_run(name) async_part_list_run(async_part_lists[ASYNC_PART_FIELD(name)])

static zend_always_inline void async_part_list_run(const async_part_fn *at)
{
	for (; *at; at++) {
		(*at)();
	}
}

extern const async_part_t *const async_engine_parts[];

#endif
