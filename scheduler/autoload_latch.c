/*
 * Autoload latch: the engine's autoload function, with what a load has to hold while other coroutines run.
 */
#include "scheduler/autoload_latch.h"

#include "engine/operands.h"
#include "scheduler/class_loads.h"
#include "scheduler/scheduler.h"

#include "exceptions.h"

static zend_class_entry *(*original_autoload)(zend_string *name, zend_string *lc_name);

/* ---- what a load holds ---- */

/* Autoloaders do not hold their objects while they run, only the list of autoloaders does. Another coroutine may take
 * one out of the list. So the load of a coroutine holds them all. */
static void hold_autoloaders(zval *autoloaders)
{
	zend_function *list = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("spl_autoload_functions"));

	if (EXPECTED(list != NULL) && EXPECTED(list->type == ZEND_INTERNAL_FUNCTION)) {
		zend_call_known_function(list, NULL, NULL, autoloaders, 0, NULL, NULL);
	}
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

/* The engine holds no name that is in a variable: there are more autoloaders to call with it, and an error that names
 * the class follows. Nor does it hold a callable in a variable, which has the name of the class and that of the method.
 * owns: takes over a reference on both, until another class was loaded; runs PHP: destructors */
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

/* ---- loading ---- */

static zend_class_entry *load_class(zend_string *name, zend_string *lc_name, async_coroutine_t *loader)
{
	async_class_load_t load;
	zend_class_entry *ce;
	zval autoloaders;

	ZVAL_UNDEF(&autoloaders);
	if (loader) {
		hold_autoloaders(&autoloaders);
	}
	async_class_load_begin(&load, lc_name, loader);
	ce = original_autoload(name, lc_name);
	async_class_load_end(&load);
	zval_ptr_dtor(&autoloaders);
	return ce;
}

static zend_class_entry *load_once(zend_string *name, zend_string *lc_name, bool for_declaration)
{
	async_coroutine_t *self;
	zend_class_entry *ce;

	if (async_class_load_await(lc_name, for_declaration, &ce)) {
		return ce;
	}
	self = async_self_hold();
	ce = load_class(name, lc_name, self);
	async_self_release(self);
	return ce;
}

/* ---- classes that a declaration needs ---- */

/* The instruction that needs the class, if it declares another one; else NULL. */
static const zend_op *declaration(void)
{
	const zend_execute_data *frame = EG(current_execute_data);

	if (!frame || !frame->func || !ZEND_USER_CODE(frame->func->type)) {
		return NULL;
	}
	switch (frame->opline->opcode) {
		case ZEND_DECLARE_CLASS:
		case ZEND_DECLARE_CLASS_DELAYED:
		case ZEND_DECLARE_ANON_CLASS:
			return frame->opline;
		default:
			return NULL;
	}
}

/* Others that need the declared class wait, too. They cannot ask for an anonymous one. A class statement of a function
 * may be run by others: then the engine looks for the class in the table, to say that the name is in use. */
static bool begin_declaration(const zend_op *opline, async_class_load_t *declared, async_coroutine_t *loader)
{
	const bool may_run_again = EG(current_execute_data)->func->common.function_name != NULL;
	const zval *names = RT_CONSTANT(opline, opline->op1);

	if (opline->opcode == ZEND_DECLARE_ANON_CLASS) {
		return false;
	}
	async_class_declaration_begin(declared, Z_STR(names[0]), loader, may_run_again ? Z_STR(names[1]) : NULL);
	return true;
}

static void end_declaration(async_class_load_t *declared, bool has_begun)
{
	if (has_begun) {
		async_class_declaration_end(declared);
	}
}

/* The anonymous class that the instruction declares, if no coroutine has linked it yet; else NULL. Several coroutines
 * may have begun to link it, and a second link would use what the first has freed. NULL also for a class that opcache
 * keeps: each link has a copy of its own. */
static zend_class_entry *unlinked_anonymous(const zend_op *opline)
{
	zend_class_entry *ce;

	if (opline->opcode != ZEND_DECLARE_ANON_CLASS) {
		return NULL;
	}
	ce = zend_hash_find_ptr(EG(class_table), Z_STR_P(RT_CONSTANT(opline, opline->op1)));
	return ce && !(ce->ce_flags & (ZEND_ACC_LINKED | ZEND_ACC_NEARLY_LINKED | ZEND_ACC_IMMUTABLE)) ? ce : NULL;
}

/* For a trait, or a class that the types of methods name, the engine makes a fatal error of an exception ("During class
 * fetch: Uncaught …"): it cannot take the declaration back. So a cancellation that comes meanwhile ends the first wait
 * after the declaration. */
static zend_class_entry *load_for_declaration(const zend_op *opline, zend_string *name, zend_string *lc_name)
{
	async_coroutine_t *self = async_self_shield();
	async_class_load_t declared;
	const bool has_begun = begin_declaration(opline, &declared, self);
	const zend_class_entry *anonymous = unlinked_anonymous(opline);
	zend_class_entry *ce;

	ce = load_once(name, lc_name, true);
	async_self_unshield(self);
	end_declaration(&declared, has_begun);
	if (UNEXPECTED(anonymous && unlinked_anonymous(opline) != anonymous)) {
		if (!EG(exception)) {
			async_throw(
				"Another coroutine has declared this anonymous class meanwhile: load %s before", ZSTR_VAL(name));
		}
		return NULL;
	}
	return ce;
}

/* The autoloader may make the first async call. */
static zend_class_entry *load_outside(zend_string *name, zend_string *lc_name)
{
	const zend_op *opline = declaration();
	async_class_load_t declared;
	const bool has_begun = opline && begin_declaration(opline, &declared, NULL);
	zend_class_entry *ce = load_class(name, lc_name, NULL);

	end_declaration(&declared, has_begun);
	return ce;
}

static zend_class_entry *latched_autoload(zend_string *name, zend_string *lc_name);

/* With opcache the engine notes the class that it links, for the cache of linked classes, and keeps the note while it
 * loads the types of methods. The class is nearly complete then, and no code that runs meanwhile uses the note: it is
 * taken away, so that coroutines may park. */
static bool loads_types(void)
{
	return CG(current_linking_class) && (CG(current_linking_class)->ce_flags & ZEND_ACC_NEARLY_LINKED)
		&& !EG(record_errors) && declaration() != NULL;
}

static zend_class_entry *load_type(zend_string *name, zend_string *lc_name)
{
	zend_class_entry *linked = CG(current_linking_class);
	zend_class_entry *ce;

	CG(current_linking_class) = NULL;
	ce = latched_autoload(name, lc_name);
	CG(current_linking_class) = linked;
	return ce;
}

static zend_class_entry *latched_autoload(zend_string *name, zend_string *lc_name)
{
	const zval *called;
	zval callable = {0};   /* IS_UNDEF */
	const zend_op *opline;
	zend_class_entry *ce;

	if (UNEXPECTED(loads_types())) {
		return load_type(name, lc_name);
	}
	/* After a fatal error the records of main's loads are in frames that are gone. */
	if (!async_can_park() || UNEXPECTED(CG(unclean_shutdown))) {
		return ASYNC_G(phase) == ASYNC_PHASE_IDLE ? load_outside(name, lc_name) : original_autoload(name, lc_name);
	}
	zend_string_addref(name);
	called = called_by_name();
	if (UNEXPECTED(called != NULL)) {
		ZVAL_COPY(&callable, called);
	}
	opline = declaration();
	ce = UNEXPECTED(opline != NULL) ? load_for_declaration(opline, name, lc_name) : load_once(name, lc_name, false);
	keep(name, &callable);
	return ce;
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

	async_class_loads_drop();
	keep(NULL, &none);
}

const async_part_t async_autoload_latch_part = { .startup = chain, .shutdown = unchain, .request_end = request_end };
