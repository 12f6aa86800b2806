/*
 * Autoload latch: one coroutine runs the autoloader for a class, the others wait until it has returned.
 */
#include "scheduler/autoload_latch.h"

#include "engine/operands.h"
#include "engine/recursion_marks.h"
#include "scheduler/cycle.h"
#include "scheduler/scheduler.h"

/* A class that is being loaded. Lives in the frame of its loader. */
struct async_autoload {
	zend_string *lc_name;
	async_coroutine_t *loader;    /* counted; NULL: main, before the first async call */
	async_wait_list_t waiters;
	async_autoload_t *next;
};

/* The wait of a coroutine for a class, in its frame. */
typedef struct {
	async_wait_t wait;            /* must stay first */
	async_wait_node_t node;
	bool is_refused;
} class_wait_t;

static zend_class_entry *(*original_autoload)(zend_string *name, zend_string *lc_name);

static async_autoload_t *find(zend_string *lc_name)
{
	async_autoload_t *load = ASYNC_G(autoloads);

	while (load && !zend_string_equals(load->lc_name, lc_name)) {
		load = load->next;
	}
	return load;
}

const async_coroutine_t *async_autoload_holder(const void *subject)
{
	const async_autoload_t *load = subject;

	return load->loader ? load->loader : ASYNC_G(main_flow);
}

const zend_string *async_autoload_class(const void *subject)
{
	return ((const async_autoload_t *) subject)->lc_name;
}

/* Would the wait of the current coroutine for this load close a cycle of loaders that wait for each other? A loader
 * that is over has left a Fiber behind, which may wait for the current coroutine, too. */
static bool closes_cycle(const async_autoload_t *load)
{
	const async_coroutine_t *loader = async_autoload_holder(load);

	while (loader != ASYNC_G(current)) {
		if (UNEXPECTED(async_coroutine_is_completed(loader))) {
			return true;
		}
		if (loader->wait == NULL || loader->wait->kind != ASYNC_WAIT_FOR_CLASS) {
			return false;
		}
		loader = async_autoload_holder(loader->wait->subject);
	}
	return true;
}

void async_autoload_refuse(async_wait_t *wait)
{
	class_wait_t *waiter = (class_wait_t *) wait;

	ZEND_ASSERT(wait->kind == ASYNC_WAIT_FOR_CLASS && "only the waits of this file are refused");
	waiter->is_refused = async_wait_claim(&waiter->node);
}

typedef enum {
	LOADER_RETURNED,
	CLOSED_CYCLE,       /* another coroutine has begun a wait that closes one */
	CANCELLED           /* the cancellation is thrown */
} class_wait_end_t;

static class_wait_end_t wait_for(async_autoload_t *load)
{
	async_recursion_marks_t marks;
	async_wait_result_t result;
	class_wait_t waiter = { .is_refused = false };

	ZEND_ASSERT(async_autoload_holder(load) != ASYNC_G(current) && "a loader does not wait for itself");
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_CLASS);
	waiter.wait.subject = load;
	async_wait_list_append(&load->waiters, &waiter.node, &waiter.wait);
	async_recursion_marks_detach_constants(&marks);
	ASYNC_G(class_waiters)++;
	result = async_park(&waiter.wait);
	ASYNC_G(class_waiters) -= ASYNC_G(class_waiters) > 0;
	async_recursion_marks_attach(&marks);
	if (result == ASYNC_WAIT_READY) {
		return waiter.is_refused ? CLOSED_CYCLE : LOADER_RETURNED;
	}
	async_wait_list_remove(&waiter.node);
	async_throw_cancellation();
	return CANCELLED;
}

/* The engine holds no name that is in a variable: there are more autoloaders to call with it, and an error that names
 * the class follows. Nor does it hold a callable in a variable, which has the name of the class and that of the method.
 * Takes over a reference on both, until another class was loaded. */
static void keep(zend_string *name, zval *callable)
{
	zend_string *last = ASYNC_G(autoloaded_name);
	zval last_callable;

	ZVAL_COPY_VALUE(&last_callable, &ASYNC_G(autoloaded_callable));
	ASYNC_G(autoloaded_name) = name;
	ZVAL_COPY_VALUE(&ASYNC_G(autoloaded_callable), callable);
	if (last) {
		zend_string_release(last);
	}
	zval_ptr_dtor(&last_callable);
}

static bool has_object(const zval *callable)
{
	const zval *first = Z_TYPE_P(callable) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(callable), 0) : callable;

	if (first) {
		ZVAL_DEREF(first);
	}
	return first && Z_TYPE_P(first) == IS_OBJECT;
}

/* The string or array by which the instruction calls a function, in a variable that others can write; NULL: there is
 * none. */
static const zval *called_by_name(void)
{
	const zend_execute_data *frame = EG(current_execute_data);
	const zend_op *opline;
	const zval *callable;

	if (!frame || !frame->func || !ZEND_USER_CODE(frame->func->type)) {
		return NULL;
	}
	opline = frame->opline;
	if ((opline->opcode != ZEND_INIT_DYNAMIC_CALL && opline->opcode != ZEND_INIT_USER_CALL)
		|| opline->op2_type != IS_CV || !async_operand_is_shared(frame, IS_CV, opline->op2)) {
		return NULL;
	}
	callable = async_operand(frame, opline, IS_CV, opline->op2);
	return has_object(callable) ? NULL : callable;
}

/* Autoloaders do not hold their objects while they run, only the list of autoloaders does. Another coroutine may take
 * one out of the list. So the load of a coroutine holds them all. */
static void hold_autoloaders(zval *autoloaders)
{
	zend_function *list = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("spl_autoload_functions"));

	if (EXPECTED(list != NULL) && EXPECTED(list->type == ZEND_INTERNAL_FUNCTION)) {
		zend_call_known_function(list, NULL, NULL, autoloaders, 0, NULL, NULL);
	}
}

static zend_class_entry *load_class(zend_string *name, zend_string *lc_name, async_coroutine_t *loader)
{
	async_autoload_t load = { .lc_name = lc_name, .loader = loader, .next = ASYNC_G(autoloads) };
	async_autoload_t **link = &ASYNC_G(autoloads);
	zend_class_entry *ce;
	zval autoloaders;

	ZVAL_UNDEF(&autoloaders);
	if (loader) {
		hold_autoloaders(&autoloaders);
	}
	ASYNC_G(autoloads) = &load;
	ce = original_autoload(name, lc_name);
	/* In a forked child the record may have been forgotten, and main leaves this frame all the same. */
	while (*link && *link != &load) {
		link = &(*link)->next;
	}
	if (EXPECTED(*link != NULL)) {
		*link = load.next;
	}
	async_wait_list_wake_all(&load.waiters);
	zval_ptr_dtor(&autoloaders);
	return ce;
}

static zend_class_entry *load_once(zend_string *name, zend_string *lc_name)
{
	async_coroutine_t *self;
	async_autoload_t *load;
	zend_class_entry *ce;

	while ((load = find(lc_name)) != NULL) {
		class_wait_end_t end;

		/* In a cycle NULL is the answer of stock PHP for a class that is being loaded; a wait would never end. */
		if (closes_cycle(load) || async_cycle_is_stuck(async_autoload_holder(load))) {
			return NULL;
		}
		end = wait_for(load);
		if (end == CANCELLED) {
			return NULL;
		}
		/* A loader that waits for this coroutine may have declared the class before. */
		ce = zend_hash_find_ptr(EG(class_table), lc_name);
		if (ce || end == CLOSED_CYCLE) {
			return ce;
		}
	}
	self = async_self_hold();
	ce = load_class(name, lc_name, self);
	async_self_release(self);
	return ce;
}

/* Does the instruction that needs the class declare another one? For a trait, or a class that the types of methods
 * name, the engine makes a fatal error of an exception ("During class fetch: Uncaught …"): it cannot take the
 * declaration back. */
static bool declares_class(void)
{
	const zend_execute_data *frame = EG(current_execute_data);

	if (!frame || !frame->func || !ZEND_USER_CODE(frame->func->type)) {
		return false;
	}
	switch (frame->opline->opcode) {
	case ZEND_DECLARE_CLASS:
	case ZEND_DECLARE_CLASS_DELAYED:
	case ZEND_DECLARE_ANON_CLASS:
		return true;
	default:
		return false;
	}
}

/* A cancellation that comes meanwhile ends the first wait after the declaration. */
static zend_class_entry *load_for_declaration(zend_string *name, zend_string *lc_name)
{
	async_coroutine_t *self = async_self_hold();
	zend_class_entry *ce;

	self->protect_depth++;
	ce = load_once(name, lc_name);
	async_coroutine_unprotect(self);
	async_self_release(self);
	return ce;
}

static zend_class_entry *latched_autoload(zend_string *name, zend_string *lc_name)
{
	const zval *called;
	zval callable = {0};   /* IS_UNDEF */
	zend_class_entry *ce;

	/* After a fatal error the records of main's loads are in frames that are gone. */
	if (!async_can_park() || UNEXPECTED(CG(unclean_shutdown))) {
		/* The autoloader may make the first async call. */
		return ASYNC_G(phase) == ASYNC_PHASE_IDLE ? load_class(name, lc_name, NULL) : original_autoload(name, lc_name);
	}
	zend_string_addref(name);
	called = called_by_name();
	if (UNEXPECTED(called != NULL)) {
		ZVAL_COPY(&callable, called);
	}
	ce = UNEXPECTED(declares_class()) ? load_for_declaration(name, lc_name) : load_once(name, lc_name);
	keep(name, &callable);
	return ce;
}

void async_autoload_latch_forget(const async_coroutine_t *keep)
{
	async_autoload_t **link = &ASYNC_G(autoloads);

	ASYNC_G(class_waiters) = 0;
	while (*link) {
		if (async_autoload_holder(*link) == keep) {
			link = &(*link)->next;
		} else {
			*link = (*link)->next;
		}
	}
}

static ASYNC_ALWAYS_RUNS void chain(void)
{
	original_autoload = zend_autoload;
	if (original_autoload) {
		zend_autoload = latched_autoload;
	}
}

static ASYNC_ALWAYS_RUNS void unchain(void)
{
	if (zend_autoload == latched_autoload) {
		zend_autoload = original_autoload;
	}
}

static ASYNC_ALWAYS_RUNS void request_end(void)
{
	zval none = {0};

	/* A fatal error leaves the frames of loaders behind, and their records with them. */
	ASYNC_G(autoloads) = NULL;
	keep(NULL, &none);
}

const async_part_t async_autoload_latch_part = { .startup = chain, .shutdown = unchain, .request_end = request_end };
