/*
 * Paths of marked values: from the arguments of an internal function from value to value.
 *
 * C code that marks values walks them depth first, so that each marked value has one marked child. A gap in the path is
 * a value that only C code has, such as the array that jsonSerialize() returned. Behind it the path goes on with values
 * that the last marked object may hold, too: a few levels of unmarked values are looked through for them.
 */
#include "engine/recursion_path.h"

#include "zend_closures.h"

/* Levels of unmarked values that are looked through … */
#define GAP_LEVELS 3
/* … the number of values for one gap … */
#define GAP_VALUES 4096
#define GAP_VALUES_BEHIND 256
/* … the number of objects in a chain of views of each other … */
#define VIEWS 4
/* … and the number of values that are looked at for the next marked one. */
#define CHILDREN_MAX 16384

typedef struct {
	async_recursion_marks_t *marks;
	bool attaches;             /* sets marks again, else takes them off */
	uint32_t budget;           /* values that may still be looked at … */
	uint32_t budget_behind;    /* … once an object was found whose method runs */
	zend_refcounted *next;     /* the marked value that was found */
	bool next_is_object;
	bool may_end;              /* no gap follows it */
	zend_refcounted *running;  /* an object whose method runs: the path goes on there if it does not elsewhere */
	bool running_is_object;
} search_t;

static uint32_t *guard_of(zend_object *object)
{
	zval *slot = object->properties_table + object->ce->default_properties_count;

	return (object->ce->ce_flags & ZEND_ACC_USE_GUARDS) && ASYNC_COMPAT_GUARD_IS_SET(slot)
		? &ASYNC_COMPAT_GUARD(slot) : NULL;
}

static async_mark_t *find_mark(const search_t *search, const void *at)
{
	for (uint32_t i = 0; i < search->marks->count; i++) {
		if (search->marks->list[i].at == at || search->marks->list[i].owner == at) {
			return &search->marks->list[i];
		}
	}
	return NULL;
}

static void set_again(const async_mark_t *mark, zend_refcounted *value)
{
	if (mark->is_protected) {
		GC_PROTECT_RECURSION(value);
	}
	if (mark->bits) {
		*guard_of((zend_object *) value) |= mark->bits;
	}
}

/* C code may free a value that is still in its variable, and its children one after the other: they are not looked at
 * while a destructor of one of them waits. */
static bool is_being_freed(const zval *value)
{
	return Z_TYPE_P(value) == IS_OBJECT ? (OBJ_FLAGS(Z_OBJ_P(value)) & IS_OBJ_FREE_CALLED) != 0
		: Z_REFCOUNTED_P(value) && Z_REFCOUNT_P(value) == 0;
}

/* Is the value a part of the path? Then its mark is taken off or set. */
static bool meet(search_t *search, zend_refcounted *value, bool is_object)
{
	async_mark_t *known;

	if (search->marks->count == 0 && EXPECTED(!GC_IS_RECURSIVE(value))
		&& !(is_object && (((zend_object *) value)->ce->ce_flags & ZEND_ACC_USE_GUARDS))) {
		return false;
	}
	known = find_mark(search, value);
	if (known != NULL) {
		if (known->is_met || (known->kind == ASYNC_MARK_ON_PATH && !search->attaches)) {
			return false;
		}
		if (known->kind != ASYNC_MARK_ON_PATH) {
			/* Its mark is off already. It is the end of the path in most cases, but may also lie beside it. */
			if (search->running == NULL) {
				search->running = value;
				search->running_is_object = is_object;
				search->budget = MIN(search->budget, search->budget_behind);
			}
			return false;
		}
		known->is_met = true;
		set_again(known, value);
	} else {
		uint32_t *guard = is_object ? guard_of((zend_object *) value) : NULL;
		const async_mark_t mark = {
			.kind = ASYNC_MARK_ON_PATH,
			.at = value,
			.bits = guard ? *guard & (ASYNC_COMPAT_GUARD_COUNT - 1) : 0,
			.is_object = is_object,
			.is_protected = GC_IS_RECURSIVE(value),
		};
		if (search->attaches || !(mark.is_protected || mark.bits) || !async_recursion_marks_add(search->marks, &mark)) {
			return false;
		}
		if (mark.is_protected) {
			GC_UNPROTECT_RECURSION(value);
		}
		if (mark.bits) {
			*guard &= ~mark.bits;
		}
	}
	search->next = value;
	search->next_is_object = is_object;
	return true;
}

/* The table of an object's properties may be marked beside the object. */
static bool look_at_properties(search_t *search, zend_object *object)
{
	HashTable *properties = object->properties;

	return properties && !(GC_FLAGS(properties) & GC_IMMUTABLE) && meet(search, (zend_refcounted *) properties, false);
}

static bool look_into_object(search_t *search, zend_object *object, unsigned levels);

/* Look at one value, and through unmarked values below it. True: the path goes on here, or ends here. */
static bool look_at(search_t *search, zval *value, unsigned levels);

static bool look_into_array(search_t *search, const HashTable *array, unsigned levels)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL((HashTable *) array, value) {
		if (search->budget == 0) {
			return false;
		}
		search->budget--;
		if (look_at(search, value, levels)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

static bool look_at(search_t *search, zval *value, unsigned levels)
{
	if (Z_TYPE_P(value) == IS_INDIRECT) {
		value = Z_INDIRECT_P(value);
	}
	ZVAL_DEREF(value);
	if (UNEXPECTED(is_being_freed(value))) {
		return false;
	}
	if (Z_TYPE_P(value) == IS_ARRAY) {
		zend_array *array = Z_ARRVAL_P(value);
		if (GC_FLAGS(array) & GC_IMMUTABLE) {
			return false;
		}
		return meet(search, (zend_refcounted *) array, false)
			|| (levels > 0 && look_into_array(search, array, levels - 1));
	}
	if (Z_TYPE_P(value) == IS_OBJECT) {
		zend_object *object = Z_OBJ_P(value);
		if (meet(search, (zend_refcounted *) object, true) || look_at_properties(search, object)) {
			return true;
		}
		return levels > 0 && look_into_object(search, object, levels - 1);
	}
	return false;
}

static bool look_into_object(search_t *search, zend_object *object, unsigned levels)
{
	const int count = object->ce->default_properties_count;

	for (int i = 0; i < count && search->budget > 0; i++) {
		search->budget--;
		if (look_at(search, &object->properties_table[i], levels)) {
			return true;
		}
	}
	return object->properties && look_into_array(search, object->properties, levels);
}

/* What an object of an internal class holds in C. While its constructor runs, the table may name objects that are not
 * made yet: AppendIterator's does. */
static bool look_at_held(search_t *search, zend_object *object, unsigned levels, unsigned views)
{
	zval *table = NULL;
	HashTable *more;
	int count = 0;

	if (object->handlers->get_gc == zend_std_get_gc || object->ce == zend_ce_closure) {
		return false;
	}
	more = object->handlers->get_gc(object, &table, &count);
	for (int i = 0; i < count && search->budget > 0; i++) {
		search->budget--;
		if (Z_TYPE(table[i]) == IS_OBJECT && Z_OBJ(table[i]) == NULL) {
			continue;
		}
		if (look_at(search, &table[i], levels)) {
			return true;
		}
	}
	if (more && look_into_array(search, more, levels)) {
		return true;
	}
	/* It may be a view of the other object, such as an ArrayObject of an ArrayObject. */
	return count == 1 && views > 0 && Z_TYPE(table[0]) == IS_OBJECT && Z_OBJ(table[0]) != NULL
		&& !is_being_freed(&table[0]) && look_at_held(search, Z_OBJ(table[0]), levels, views - 1);
}

static bool goes_on_where_a_method_runs(search_t *search)
{
	if (search->running == NULL) {
		return false;
	}
	find_mark(search, search->running)->is_met = true;
	search->next = search->running;
	search->next_is_object = search->running_is_object;
	search->may_end = true;
	return true;
}

static bool look_below(search_t *search, zend_refcounted *value, bool is_object, unsigned levels, uint32_t budget)
{
	bool found;

	search->running = NULL;
	search->budget = budget;
	search->budget_behind = levels > 0 ? GAP_VALUES_BEHIND : budget;
	if (is_object) {
		found = look_into_object(search, (zend_object *) value, levels)
			|| look_at_held(search, (zend_object *) value, levels, VIEWS);
	} else {
		found = look_into_array(search, (HashTable *) value, levels);
	}
	return found || goes_on_where_a_method_runs(search);
}

/* Follow the path from a marked value to its end. */
static void follow(search_t *search)
{
	zend_refcounted *value;

	while ((value = search->next) != NULL) {
		const bool is_object = search->next_is_object;
		const bool may_end = search->may_end;

		search->next = NULL;
		search->may_end = false;
		if (is_object && look_at_properties(search, (zend_object *) value)) {
			continue;
		}
		if (!look_below(search, value, is_object, 0, CHILDREN_MAX) && !may_end) {
			(void) look_below(search, value, is_object, GAP_LEVELS, GAP_VALUES);
		}
	}
}

/* Functions such as array_walk_recursive() do not mark the array that they are called with, but arrays in it. */
static void follow_from(search_t *search, zval *root)
{
	zval *value = root;

	ZVAL_DEREF(value);
	if (UNEXPECTED(is_being_freed(value))) {
		return;
	}
	search->next = NULL;
	search->running = NULL;
	search->may_end = false;
	search->budget = search->budget_behind = CHILDREN_MAX;
	if (look_at(search, value, 0) || goes_on_where_a_method_runs(search)) {
		/* The root is marked itself. */
	} else if (Z_TYPE_P(value) == IS_ARRAY) {
		(void) look_into_array(search, Z_ARRVAL_P(value), 0);
	} else if (Z_TYPE_P(value) == IS_OBJECT) {
		(void) look_at_held(search, Z_OBJ_P(value), 0, VIEWS);
	}
	follow(search);
}

static void follow_from_arguments(search_t *search, zend_execute_data *call)
{
	const uint32_t count = ZEND_CALL_NUM_ARGS(call);

	for (uint32_t i = 1; i <= count; i++) {
		follow_from(search, ZEND_CALL_ARG(call, i));
	}
	if (Z_TYPE(call->This) == IS_OBJECT) {
		follow_from(search, &call->This);
	}
}

static void follow_from_caller(search_t *search, zend_execute_data *caller)
{
	if (caller->func && !ZEND_USER_CODE(caller->func->type)) {
		follow_from_arguments(search, caller);
	}
}

static void find_path(async_recursion_marks_t *marks, const zend_execute_data *top, bool attaches)
{
	search_t search = { .marks = marks, .attaches = attaches };

	for (uint32_t i = 0; i < marks->count; i++) {
		/* An object may lie on several paths. */
		if (marks->list[i].kind != ASYNC_MARK_ON_PATH) {
			marks->list[i].is_met = false;
		}
	}
	follow_from_caller(&search, top->prev_execute_data);
}

void async_recursion_path_detach(async_recursion_marks_t *marks, const zend_execute_data *top)
{
	find_path(marks, top, false);
}

void async_recursion_path_attach(async_recursion_marks_t *marks, const zend_execute_data *top)
{
	find_path(marks, top, true);
}
