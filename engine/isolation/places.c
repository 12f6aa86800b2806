/*
 * Finding the places of static properties and static variables: new classes and functions, constant expressions.
 */
#include "engine/isolation/places.h"

#include "compat.h"
#include "engine/globals.h"
#include "engine/put_aside.h"

async_isolation_places_t *async_isolation_places_new(void)
{
	async_isolation_places_t *places = ecalloc(1, sizeof(*places));

	zend_hash_init(&places->found, 64, NULL, NULL, false);
	return places;
}

void async_isolation_places_free(async_isolation_places_t *places)
{
	for (uint32_t i = 0; i < places->count; i++) {
		zval_ptr_dtor_nogc(&places->rows[i].initial);
	}
	zend_hash_destroy(&places->found);
	if (places->runs) {
		efree(places->runs);
	}
	if (places->at) {
		efree(places->at);
	}
	if (places->rows) {
		efree(places->rows);
	}
	if (places->unlinked) {
		efree(places->unlinked);
	}
	if (places->unevaluated) {
		efree(places->unevaluated);
	}
	efree(places);
}

/* Room for one more. When the memory limit is reached, the array is as before. */
static void *grown(void *array, uint32_t count, uint32_t *capacity, size_t size)
{
	if (EXPECTED(count < *capacity)) {
		return array;
	}
	const uint32_t larger = MAX(*capacity * 2, 16);

	array = safe_erealloc(array, larger, size, 0);
	*capacity = larger;
	return array;
}

/* Both arrays have the capacity of the one that grows last. */
static async_isolation_place_t *add_row(async_isolation_places_t *places, zval *at)
{
	uint32_t capacity = places->capacity;

	places->rows = grown(places->rows, places->count, &capacity, sizeof(*places->rows));
	places->at = grown(places->at, places->count, &places->capacity, sizeof(*places->at));
	places->at[places->count] = at;
	async_isolation_place_t *row = &places->rows[places->count];
	row->type = NULL;
	return row;
}

static zval *next_in_run(const async_isolation_run_t *run)
{
	return run->is_in_buckets ? &((Bucket *) (void *) run->at)[run->count].val : run->at + run->count;
}

/* The row is filled: from now on the slot exists. */
static void finish_row(async_isolation_places_t *places, bool is_in_bucket)
{
	zval *at = places->at[places->count];
	async_isolation_run_t *last = places->run_count > 0 ? &places->runs[places->run_count - 1] : NULL;

	if (last && last->is_in_buckets == is_in_bucket && next_in_run(last) == at) {
		last->count++;
	} else {
		places->runs = grown(places->runs, places->run_count, &places->run_capacity, sizeof(*places->runs));
		places->runs[places->run_count++] =
			(async_isolation_run_t) { .at = at, .count = 1, .is_in_buckets = is_in_bucket };
	}
	places->count++;
}

/* ---- static properties ---- */

static zend_property_info *property_at(zend_class_entry *ce, uint32_t index)
{
	zend_property_info *property;

	ZEND_HASH_MAP_FOREACH_PTR(&ce->properties_info, property) {
		if ((property->flags & ZEND_ACC_STATIC) && property->ce == ce && property->offset == index) {
			return property;
		}
	} ZEND_HASH_FOREACH_END();
	return NULL;
}

/* False: a fatal error has ended the evaluation. */
static bool update_constant(zval *value, zend_class_entry *ce, zend_property_info *type)
{
	volatile bool is_complete = true;

	zend_try {
		if (zval_update_constant_ex(value, ce) != SUCCESS || (type && !zend_verify_property_type(type, value, true))) {
			zval_ptr_dtor(value);
			ZVAL_NULL(value);
			zend_clear_exception();
		}
	} zend_catch {
		is_complete = false;
	} zend_end_try();
	return is_complete;
}

/* The value of the expression as PHP has found it for another isolation. All that it names was loaded then. Its
 * notices were shown then, too. */
static void evaluate(zval *value, zend_class_entry *ce, zend_property_info *type)
{
	const int error_reporting = EG(error_reporting);
	const zval handler = EG(user_error_handler);
	const async_put_aside_t kept = async_put_aside();
	bool is_complete;

	EG(error_reporting) &= E_FATAL_ERRORS; /* the memory limit is told */
	ZVAL_UNDEF(&EG(user_error_handler));
	ASYNC_ENGINE_G(unparked_calls)++; /* no coroutine parks here */
	is_complete = update_constant(value, ce, type);
	ASYNC_ENGINE_G(unparked_calls)--;
	EG(user_error_handler) = handler;
	EG(error_reporting) = error_reporting;
	async_put_back(kept);
	if (UNEXPECTED(!is_complete)) {
		zend_bailout();
	}
}

/* True: an expression is left that PHP has not evaluated for any isolation. */
static bool add_property(async_isolation_places_t *places, zend_class_entry *ce, uint32_t index)
{
	async_isolation_place_t *row = add_row(places, &CE_STATIC_MEMBERS(ce)[index]);
	zend_property_info *property = property_at(ce, index);
	bool is_unevaluated = false;

	if (property && ZEND_TYPE_IS_SET(property->type)) {
		row->type = property;
	}
	ZVAL_COPY_OR_DUP(&row->initial, &ce->default_static_members_table[index]);
	if (Z_TYPE(row->initial) == IS_CONSTANT_AST) {
		if (async_compat_constants_are_updated(ce)) {
			evaluate(&row->initial, ce, row->type);
		} else {
			is_unevaluated = true;
		}
	}
	finish_row(places, false);
	return is_unevaluated;
}

static void add_properties(async_isolation_places_t *places, zend_class_entry *ce)
{
	const uint32_t first = places->count;
	const uint32_t count = (uint32_t) ce->default_static_members_count;
	bool is_unevaluated = false;

	zend_class_init_statics(ce);
	for (uint32_t i = 0; i < count; i++) {
		/* An indirect member is that of the parent class (I5). */
		if (Z_TYPE(CE_STATIC_MEMBERS(ce)[i]) != IS_INDIRECT) {
			is_unevaluated |= add_property(places, ce, i);
		}
	}
	if (is_unevaluated) {
		places->unevaluated = grown(places->unevaluated, places->unevaluated_count, &places->unevaluated_capacity,
			sizeof(*places->unevaluated));
		places->unevaluated[places->unevaluated_count++] =
			(async_isolation_unevaluated_t) { .ce = ce, .first = first, .count = places->count - first };
	}
}

/* ---- static variables ---- */

static bool is_found(async_isolation_places_t *places, const void *owner)
{
	return !zend_hash_index_add_empty_element(&places->found, (zend_ulong) (uintptr_t) owner);
}

static void add_variables(async_isolation_places_t *places, zend_op_array *function)
{
	HashTable *variables;

	if (function->static_variables == NULL || is_found(places, function)) {
		return;
	}
	variables = ZEND_MAP_PTR_GET(function->static_variables_ptr);
	if (variables == NULL) {
		/* As the engine does at the first use. */
		variables = zend_array_dup(function->static_variables);
		ZEND_MAP_PTR_SET(function->static_variables_ptr, variables);
	}
	ZEND_ASSERT(variables->nNumUsed == function->static_variables->nNumUsed && "a copy keeps the order");
	for (uint32_t i = 0; i < variables->nNumUsed; i++) {
		async_isolation_place_t *row = add_row(places, &variables->arData[i].val);
		ZVAL_COPY_OR_DUP(&row->initial, &function->static_variables->arData[i].val);
		finish_row(places, true);
	}
}

static void add_class(async_isolation_places_t *places, zend_class_entry *ce)
{
	const bool has_properties = ce->default_static_members_count > 0;
	zend_op_array *method;

	if ((!has_properties && !(ce->ce_flags & ZEND_HAS_STATIC_IN_METHODS)) || is_found(places, ce)) {
		return;
	}
	if (has_properties) {
		add_properties(places, ce);
	}
	if (ce->ce_flags & ZEND_HAS_STATIC_IN_METHODS) {
		ZEND_HASH_MAP_FOREACH_PTR(&ce->function_table, method) {
			/* A method that the class does not redeclare is found in its parent class. */
			if (method->type == ZEND_USER_FUNCTION && method->scope == ce) {
				add_variables(places, method);
			}
		} ZEND_HASH_FOREACH_END();
	}
}

/* ---- the tables of the engine ---- */

static const void *last_of(const HashTable *table)
{
	return table->nNumUsed > 0 ? Z_PTR(table->arData[table->nNumUsed - 1].val) : NULL;
}

static bool is_as_seen(const HashTable *table, const async_isolation_seen_t *seen)
{
	return table->nNumUsed == seen->used && last_of(table) == seen->last;
}

/* The first bucket to look at. */
static uint32_t next_of(const HashTable *table, const async_isolation_seen_t *seen)
{
	return seen->used > 0 && table->nNumUsed >= seen->used && Z_PTR(table->arData[seen->used - 1].val) == seen->last
		? seen->used : 0;
}

static void note_seen(const HashTable *table, async_isolation_seen_t *seen)
{
	seen->used = table->nNumUsed;
	seen->last = last_of(table);
}

static void find_functions(async_isolation_places_t *places)
{
	const HashTable *table = EG(function_table);

	for (uint32_t i = next_of(table, &places->functions); i < table->nNumUsed; i++) {
		zend_op_array *function = Z_PTR(table->arData[i].val);
		if (Z_TYPE(table->arData[i].val) != IS_UNDEF && function->type == ZEND_USER_FUNCTION) {
			add_variables(places, function);
		}
	}
	note_seen(table, &places->functions);
}

/* Static properties and variables come from the class itself, from its traits, or lie with its parent class. */
static bool may_have_slots(const zend_class_entry *ce)
{
	return ce->default_static_members_count > 0 || (ce->ce_flags & ZEND_HAS_STATIC_IN_METHODS) || ce->num_traits > 0;
}

/* False: the class in the bucket is not linked yet, and has to be looked at again. Most of those that are declared
 * never, such as stand-ins for older versions of PHP, need no further look. */
static bool look_at_class(async_isolation_places_t *places, const Bucket *bucket)
{
	/* An alias has its class in another bucket. */
	if (Z_TYPE(bucket->val) == IS_PTR) {
		zend_class_entry *ce = Z_CE(bucket->val);
		places->has_destructors |= ce->type == ZEND_USER_CLASS && ce->destructor != NULL;
		if (!(ce->ce_flags & ZEND_ACC_LINKED)) {
			return !may_have_slots(ce);
		}
		add_class(places, ce);
	}
	return true;
}

static void find_linked(async_isolation_places_t *places)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < places->unlinked_count; i++) {
		const uint32_t bucket = places->unlinked[i];
		if (!look_at_class(places, &EG(class_table)->arData[bucket])) {
			places->unlinked[left++] = bucket;
		}
	}
	places->unlinked_count = left;
}

static void find_classes(async_isolation_places_t *places)
{
	const HashTable *table = EG(class_table);
	const uint32_t first = next_of(table, &places->classes);

	if (first == 0) {
		places->unlinked_count = 0;
	}
	find_linked(places);
	for (uint32_t i = first; i < table->nNumUsed; i++) {
		if (!look_at_class(places, &table->arData[i])) {
			places->unlinked = grown(places->unlinked, places->unlinked_count, &places->unlinked_capacity,
				sizeof(*places->unlinked));
			places->unlinked[places->unlinked_count++] = i;
		}
	}
	note_seen(table, &places->classes);
}

bool async_isolation_places_are_new(const async_isolation_places_t *places)
{
	return !is_as_seen(EG(class_table), &places->classes) || !is_as_seen(EG(function_table), &places->functions)
		|| places->unlinked_count > 0;
}

void async_isolation_places_find(async_isolation_places_t *places)
{
	find_functions(places);
	find_classes(places);
}

bool async_isolation_places_next_evaluated(async_isolation_places_t *places, async_isolation_unevaluated_t *found)
{
	for (uint32_t i = 0; i < places->unevaluated_count; i++) {
		if (UNEXPECTED(async_compat_constants_are_updated(places->unevaluated[i].ce))) {
			*found = places->unevaluated[i];
			places->unevaluated[i] = places->unevaluated[--places->unevaluated_count];
			for (uint32_t slot = found->first; slot < found->first + found->count; slot++) {
				async_isolation_place_t *row = &places->rows[slot];
				if (Z_TYPE(row->initial) == IS_CONSTANT_AST) {
					evaluate(&row->initial, found->ce, row->type);
				}
			}
			return true;
		}
	}
	return false;
}
