/*
 * Loads of classes in progress, and the coroutines that wait for them.
 */
#include "scheduler/class_loads.h"

#include "engine/recursion_marks.h"
#include "scheduler/cycle.h"
#include "scheduler/scheduler.h"

/* ---- the list of loads ---- */

static async_class_load_t *find(const zend_string *lc_name)
{
	async_class_load_t *load = ASYNC_G(class_loads);

	while (load && !zend_string_equals(load->lc_name, lc_name)) {
		load = load->next;
	}
	return load;
}

static async_coroutine_t *holder(const async_class_load_t *load)
{
	return load->loader ? load->loader : ASYNC_G(main_flow);
}

void async_class_load_begin(async_class_load_t *load, zend_string *lc_name, async_coroutine_t *loader)
{
	*load = (async_class_load_t) { .lc_name = lc_name, .loader = loader, .next = ASYNC_G(class_loads) };
	ASYNC_G(class_loads) = load;
}

/* ---- declarations ---- */

/* The engine does not list classes with such a name. */
#define HIDDEN_PREFIX "\0async:"

static bool rename_class(zend_string *from, zend_string *to)
{
	zval *slot = zend_hash_find(EG(class_table), from);

	return EXPECTED(slot != NULL) && zend_hash_set_bucket_key(EG(class_table), (Bucket *) slot, to) != NULL;
}

/* After a fatal error the records of some loads are in frames that are gone, and no class is declared any more. */
static async_class_load_t *first_load(void)
{
	return UNEXPECTED(CG(unclean_shutdown)) ? NULL : ASYNC_G(class_loads);
}

/* An instruction that extends a class remembers it by its name, although it is only nearly complete. */
static void forget_by_name(const zend_class_entry *ce)
{
	if (ZSTR_HAS_CE_CACHE(ce->name)) {
		ZSTR_SET_CE_CACHE(ce->name, NULL);
	}
}

static void hide(async_class_load_t *load)
{
	const zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), load->lc_name);

	if (ce && !(ce->ce_flags & ZEND_ACC_LINKED)) {
		forget_by_name(ce);
		load->is_hidden = rename_class(load->lc_name, load->hidden_name);
	}
}

static void forget_extender(async_class_load_t *load)
{
	if (load->extender) {
		load->extender = NULL;
		zend_string_release(load->extending);
	}
}

/* The current coroutine has loaded the class. It does not find those any more that it could extend by it. */
static void end_extending(const zend_string *lc_name)
{
	const async_class_load_t *outer = find(lc_name);

	/* A declaration ends within the load of the class. */
	if (outer && holder(outer) == ASYNC_G(current)) {
		return;
	}
	for (async_class_load_t *load = first_load(); load; load = load->next) {
		if (UNEXPECTED(load->extender != NULL) && load->extender == ASYNC_G(current)
			&& zend_string_equals(load->extending, lc_name)) {
			forget_extender(load);
			if (!load->is_hidden) {
				hide(load);
			}
		}
	}
}

void async_class_load_end(async_class_load_t *load)
{
	async_class_load_t **link = &ASYNC_G(class_loads);

	/* In a forked child the record may have been forgotten, and main leaves this frame all the same. */
	while (*link && *link != load) {
		link = &(*link)->next;
	}
	if (EXPECTED(*link != NULL)) {
		*link = load->next;
	}
	async_wait_list_wake_all(&load->waiters);
	end_extending(load->lc_name);
}

void async_class_declaration_begin(
	async_class_load_t *load, zend_string *lc_name, async_coroutine_t *loader, zend_string *statement_name)
{
	async_class_load_begin(load, lc_name, loader);
	load->statement_name = statement_name;
	if (statement_name == NULL) {
		load->hidden_name = zend_string_concat2(
			HIDDEN_PREFIX, sizeof(HIDDEN_PREFIX) - 1, ZSTR_VAL(lc_name), ZSTR_LEN(lc_name));
	}
}

void async_class_declaration_end(async_class_load_t *load)
{
	if (load->hidden_name) {
		zend_string_release(load->hidden_name);
	}
	forget_extender(load);
	async_class_load_end(load);
	if (UNEXPECTED(load->is_replaced)) {
		const zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), load->lc_name);
		zend_error_noreturn(E_COMPILE_ERROR, "Cannot declare %s %s, because the name is already in use",
			ce ? zend_get_object_type_case(ce, false) : "class", ZSTR_VAL(ce ? ce->name : load->lc_name));
	}
}

void async_class_loads_hide(void)
{
	for (async_class_load_t *load = first_load(); load; load = load->next) {
		if (load->hidden_name && !load->is_hidden
			&& (holder(load) == ASYNC_G(current) || load->extender == ASYNC_G(current))) {
			hide(load);
		}
	}
}

/* A class that is nearly complete waits for the classes that the types of its methods name. One of them may extend it,
 * or name it in a type of its own. So the coroutine that loads them finds it, and no other one. It does so until it has
 * loaded them, also while the first one has been woken and has not run yet. */
static bool may_be_extended(async_class_load_t *load)
{
	const zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), load->hidden_name);
	const async_coroutine_t *at = holder(load);
	const async_class_load_t *awaited = NULL;

	if (ce == NULL || !(ce->ce_flags & ZEND_ACC_NEARLY_LINKED) || load->extender == ASYNC_G(current)) {
		return ce && (ce->ce_flags & (ZEND_ACC_NEARLY_LINKED | ZEND_ACC_LINKED));
	}
	/* The subject of a wait that has ended is gone. */
	while (at != ASYNC_G(current) && at->state == ASYNC_COROUTINE_SUSPENDED && at->wait->kind == ASYNC_WAIT_FOR_CLASS) {
		awaited = at->wait->subject;
		at = holder(awaited);
	}
	if (at != ASYNC_G(current) || awaited == NULL) {
		return false;
	}
	forget_extender(load);
	load->extender = at;
	load->extending = zend_string_copy(awaited->lc_name);
	return true;
}

void async_class_loads_show(void)
{
	for (async_class_load_t *load = first_load(); load; load = load->next) {
		if (holder(load) == ASYNC_G(current)) {
			forget_extender(load);
			if (load->is_hidden) {
				load->is_hidden = false;
				load->is_replaced = !rename_class(load->hidden_name, load->lc_name);
			}
		} else if (load->is_hidden && may_be_extended(load)) {
			load->is_hidden = !rename_class(load->hidden_name, load->lc_name);
		}
	}
}

const async_coroutine_t *async_class_load_holder(const void *subject)
{
	return holder(subject);
}

zend_string *async_class_load_name(const void *subject)
{
	return ((const async_class_load_t *) subject)->lc_name;
}

/* The statement that declares the class will not go on: leave the table as before it has run, as the engine does when
 * the parent is not found. */
static void take_back(const async_class_load_t *load)
{
	const zend_class_entry *ce = load->statement_name ? zend_hash_find_ptr(EG(class_table), load->lc_name) : NULL;

	if (ce && !(ce->ce_flags & (ZEND_ACC_LINKED | ZEND_ACC_NEARLY_LINKED))) {
		(void) rename_class(load->lc_name, load->statement_name);
	}
}

void async_class_loads_forget(const async_coroutine_t *keep)
{
	async_class_load_t **link = &ASYNC_G(class_loads);

	ASYNC_G(load_waiters) = 0;
	while (*link) {
		if (holder(*link) == keep) {
			link = &(*link)->next;
		} else {
			take_back(*link);
			*link = (*link)->next;
		}
	}
}

void async_class_loads_drop(void)
{
	ASYNC_G(class_loads) = NULL;
}

/* ---- waiters ---- */

/* The wait of a coroutine for a class, in its frame. */
typedef struct {
	async_wait_t wait;            /* must stay first */
	async_wait_node_t node;
	bool for_declaration;
	bool is_refused;
} class_wait_t;

typedef enum {
	LOADER_RETURNED,
	CLOSED_CYCLE,       /* another coroutine has begun a wait that closes one */
	CANCELLED           /* the cancellation is thrown */
} class_wait_end_t;

void async_class_load_refuse(async_wait_t *wait)
{
	class_wait_t *waiter = (class_wait_t *) wait;

	ZEND_ASSERT(wait->kind == ASYNC_WAIT_FOR_CLASS && "only the waits of this file are refused");
	waiter->is_refused = async_wait_claim(&waiter->node);
}

/* The class is declared, and only types of its methods are still to be compared. */
static bool is_nearly_complete(const async_class_load_t *load)
{
	const zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), load->lc_name);

	return ce && (ce->ce_flags & ZEND_ACC_NEARLY_LINKED);
}

/* A type of a method names a class that extends the class of the method. The current coroutine declares the latter and
 * is about to wait for the former, which waits for it: that wait ends, as on stock PHP. */
static bool let_extend(async_coroutine_t *extender)
{
	class_wait_t *waiter = (class_wait_t *) extender->wait;

	if (!waiter->for_declaration || !is_nearly_complete(waiter->wait.subject)) {
		return false;
	}
	waiter->is_refused = async_wait_claim(&waiter->node);
	return waiter->is_refused;
}

/* Would the wait of the current coroutine for this load close a cycle of loaders that wait for each other? A loader
 * that is over has left a Fiber behind, which may wait for the current coroutine, too. */
static bool closes_cycle(const async_class_load_t *load)
{
	async_coroutine_t *loader = holder(load);
	async_coroutine_t *waiter = NULL;

	while (loader != ASYNC_G(current)) {
		if (UNEXPECTED(async_coroutine_is_completed(loader))) {
			return true;
		}
		/* The subject of a wait that has ended is gone. */
		if (loader->state != ASYNC_COROUTINE_SUSPENDED || loader->wait->kind != ASYNC_WAIT_FOR_CLASS) {
			return false;
		}
		waiter = loader;
		loader = holder(loader->wait->subject);
	}
	return waiter == NULL || !let_extend(waiter);
}

static class_wait_end_t wait_for(async_class_load_t *load, bool for_declaration)
{
	async_recursion_marks_t marks;
	async_wait_result_t result;
	class_wait_t waiter = { .for_declaration = for_declaration };

	ZEND_ASSERT(holder(load) != ASYNC_G(current) && "a loader does not wait for itself");
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_CLASS);
	waiter.wait.subject = load;
	async_wait_list_append(&load->waiters, &waiter.node, &waiter.wait);
	async_recursion_marks_detach_constants(&marks);
	ASYNC_G(load_waiters)++;
	result = async_park(&waiter.wait);
	/* In a forked child the count began again at 0. */
	ASYNC_G(load_waiters) -= ASYNC_G(load_waiters) > 0;
	async_recursion_marks_attach(&marks);
	if (result == ASYNC_WAIT_READY) {
		return waiter.is_refused ? CLOSED_CYCLE : LOADER_RETURNED;
	}
	async_wait_list_remove(&waiter.node);
	async_throw_cancellation();
	return CANCELLED;
}

static zend_class_entry *look_up(zend_string *lc_name, bool extends)
{
	return zend_lookup_class_ex(
		lc_name, lc_name, ZEND_FETCH_CLASS_NO_AUTOLOAD | (extends ? ZEND_FETCH_CLASS_ALLOW_NEARLY_LINKED : 0));
}

bool async_class_load_await(zend_string *lc_name, bool for_declaration, zend_class_entry **ce)
{
	async_class_load_t *load;

	*ce = NULL;
	while ((load = find(lc_name)) != NULL) {
		class_wait_end_t end;

		/* In a cycle NULL is the answer of stock PHP for a class that is being loaded; a wait would never end. A class
		 * that is nearly complete can be extended. */
		if (closes_cycle(load) || async_cycle_is_stuck(holder(load))) {
			*ce = look_up(lc_name, for_declaration);
			return true;
		}
		end = wait_for(load, for_declaration);
		if (end == CANCELLED) {
			return true;
		}
		/* A loader that waits for this coroutine may have declared the class before. */
		*ce = look_up(lc_name, end != LOADER_RETURNED && for_declaration);
		if (*ce || end == CLOSED_CYCLE) {
			return true;
		}
	}
	return false;
}

/* A coroutine may load a class, and declare it within that load. */
static async_class_load_t *find_declaration(const zend_string *lc_name)
{
	async_class_load_t *load = ASYNC_G(class_loads);

	while (load && ((load->hidden_name == NULL && load->statement_name == NULL)
		|| !zend_string_equals(load->lc_name, lc_name))) {
		load = load->next;
	}
	return load;
}

void async_class_declaration_await(const zend_string *lc_name)
{
	async_class_load_t *load;

	while ((load = find_declaration(lc_name)) != NULL && !closes_cycle(load) && !async_cycle_is_stuck(holder(load))
		&& wait_for(load, false) == LOADER_RETURNED) {
	}
}
