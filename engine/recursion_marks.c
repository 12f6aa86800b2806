/*
 * Recursion marks of a coroutine: taking them off while it is parked, showing them to a coroutine that it waits for.
 */
#include "engine/recursion_marks.h"

#include "engine/constant_marks.h"
#include "engine/receivers.h"
#include "engine/recursion_path.h"
#include "engine/walked_values.h"

#define GUARD_BITS (ASYNC_COMPAT_GUARD_COUNT - 1)

/* ---- functions that call PHP code and mark nothing: a coroutine that parks below one stays plain ---- */

static HashTable markless;   /* their handlers; the key is the address. Written when all extensions are loaded */

static const char *const markless_functions[] = {
	"array_filter", "array_map", "array_reduce", "array_walk", "call_user_func", "call_user_func_array",
	"forward_static_call", "forward_static_call_array", "iterator_apply", "iterator_count", "iterator_to_array",
	"preg_replace_callback", "preg_replace_callback_array", "uasort", "uksort", "usort",
};

static const struct {
	const char *class_name;
	const char *name;
} markless_methods[] = {
	{ "closure", "__invoke" }, { "closure", "call" }, { "fiber", "resume" }, { "fiber", "start" }, { "fiber", "throw" },
	{ "generator", "current" }, { "generator", "key" }, { "generator", "next" }, { "generator", "rewind" },
	{ "generator", "send" }, { "generator", "throw" }, { "generator", "valid" },
	{ "reflectionfunction", "invoke" }, { "reflectionfunction", "invokeargs" }, { "reflectionmethod", "invoke" },
	{ "reflectionmethod", "invokeargs" },
};

static ASYNC_ALWAYS_RUNS void note_markless(const HashTable *functions, const char *name)
{
	const zend_function *function = zend_hash_str_find_ptr(functions, name, strlen(name));

	if (function && function->type == ZEND_INTERNAL_FUNCTION) {
		zend_hash_index_add_empty_element(&markless, (zend_ulong) (uintptr_t) function->internal_function.handler);
	}
}

static ASYNC_ALWAYS_RUNS void open_markless(void)
{
	zend_hash_init(&markless, 64, NULL, NULL, 1);
}

static ASYNC_ALWAYS_RUNS void note_all_markless(void)
{
	for (size_t i = 0; i < sizeof(markless_functions) / sizeof(markless_functions[0]); i++) {
		note_markless(CG(function_table), markless_functions[i]);
	}
	for (size_t i = 0; i < sizeof(markless_methods) / sizeof(markless_methods[0]); i++) {
		const zend_class_entry *ce = zend_hash_str_find_ptr(
			CG(class_table), markless_methods[i].class_name, strlen(markless_methods[i].class_name));
		if (ce) {
			note_markless(&ce->function_table, markless_methods[i].name);
		}
	}
}

static ASYNC_ALWAYS_RUNS void forget_markless(void)
{
	zend_hash_destroy(&markless);
}

/* Has C code called this frame, which is not the first one of its coroutine or of the main script? Code that marks
 * nothing does not count. */
static zend_always_inline bool is_called_from_c(const zend_execute_data *frame)
{
	const zend_execute_data *caller = frame->prev_execute_data;

	if (EXPECTED(!(ZEND_CALL_INFO(frame) & ZEND_CALL_TOP)) || caller == NULL || async_frame_is_bottom(caller)) {
		return false;
	}
	if (caller->func == NULL || ZEND_USER_CODE(caller->func->type)) {
		return true;
	}
	return !zend_hash_index_exists(&markless, (zend_ulong) (uintptr_t) caller->func->internal_function.handler);
}

bool async_recursion_marks_are_possible(void)
{
	for (const zend_execute_data *frame = EG(current_execute_data); frame; frame = frame->prev_execute_data) {
		if (EXPECTED(!(ZEND_CALL_INFO(frame) & ZEND_CALL_TOP))) {
			continue;
		}
		if (EXPECTED(frame->prev_execute_data && async_frame_is_bottom(frame->prev_execute_data))) {
			return false;
		}
		if (is_called_from_c(frame) || async_receiver_is_borrowed(frame)) {
			return true;
		}
	}
	return false;
}

bool async_frames_are_of_code_only(const zend_function *body)
{
	for (const zend_execute_data *frame = EG(current_execute_data); frame; frame = frame->prev_execute_data) {
		if (ZEND_CALL_INFO(frame) & ZEND_CALL_TOP) {
			const zend_execute_data *caller = frame->prev_execute_data;
			return frame->func == body && ZEND_USER_CODE(body->type) && caller && caller->prev_execute_data == NULL
				&& !is_called_from_c(frame);
		}
	}
	return false;
}

/* The first argument of a function that C code has called. */
static const zval *first_argument(zend_execute_data *frame)
{
	const zend_function *function = frame->func;

	if (ZEND_CALL_NUM_ARGS(frame) == 0) {
		return NULL;
	}
	if (ZEND_USER_CODE(function->type) && function->op_array.num_args == 0) {
		/* The function declares none: it follows the variables. */
		return ZEND_CALL_VAR_NUM(frame, function->op_array.last_var + function->op_array.T);
	}
	return ZEND_CALL_ARG(frame, 1);
}

bool async_initializes_lazy_object(void)
{
	for (zend_execute_data *frame = EG(current_execute_data); frame; frame = frame->prev_execute_data) {
		if (is_called_from_c(frame) && frame->func) {
			const zval *argument = first_argument(frame);
			if (argument && Z_TYPE_P(argument) == IS_OBJECT && async_compat_is_being_initialized(Z_OBJ_P(argument))) {
				return true;
			}
		}
	}
	return false;
}

/* ---- guards ---- */

static void detach_guard(async_recursion_marks_t *marks, zend_object *owner, uint32_t *word)
{
	const async_mark_t mark = {
		.kind = ASYNC_MARK_GUARD, .at = word, .owner = owner, .handle = owner->handle, .bits = *word & GUARD_BITS,
	};

	if (mark.bits && async_recursion_marks_add(marks, &mark)) {
		*word = (*word & ~GUARD_BITS) + ASYNC_COMPAT_GUARD_COUNT;
	}
}

/* Is the frame that of a function which the engine calls with a guard set? */
static bool has_guards(const zend_execute_data *frame, const zend_object *object)
{
	const zend_class_entry *ce = object->ce;
	const zend_function *function = frame->func;

	if (!(ce->ce_flags & ZEND_ACC_USE_GUARDS)) {
		return false;
	}
	return function == ce->__get || function == ce->__set || function == ce->__isset || function == ce->__unset
		|| function == ce->__debugInfo || (function->common.function_name
			&& zend_string_equals_literal_ci(function->common.function_name, "jsonSerialize"));
}

/* The name of the property is an argument, which the method may have changed: all guards that are set are taken. */
static void detach_guards(async_recursion_marks_t *marks, zend_object *object)
{
	zval *slot = object->properties_table + object->ce->default_properties_count;
	void *word;

	if (Z_TYPE_P(slot) == IS_ARRAY) {
		/* The lowest bit of a pointer tells that the word is the one of the slot. */
		ZEND_HASH_FOREACH_PTR(Z_ARRVAL_P(slot), word) {
			detach_guard(marks, object, (uint32_t *) ((uintptr_t) word & ~(uintptr_t) 1));
		} ZEND_HASH_FOREACH_END();
	}
	if (ASYNC_COMPAT_GUARD_IS_SET(slot)) {
		detach_guard(marks, object, &ASYNC_COMPAT_GUARD(slot));
	}
}

static bool has_owner(const async_mark_t *mark)
{
	return EXPECTED(mark->handle < EG(objects_store).top)
		&& EXPECTED(EG(objects_store).object_buckets[mark->handle] == mark->owner);
}

static void attach_guard(async_mark_t *mark)
{
	uint32_t *word = mark->at;

	if (UNEXPECTED(!has_owner(mark))) {
		return;
	}
	ZEND_ASSERT(*word >= ASYNC_COMPAT_GUARD_COUNT && "parked coroutines are counted in the guard");
	*word = (*word - ASYNC_COMPAT_GUARD_COUNT) | mark->bits;
}

/* ---- marks of the object itself, and of its table of properties ---- */

static void detach_flag(async_recursion_marks_t *marks, zend_object *owner, zend_refcounted *at)
{
	const async_mark_t mark = {
		.kind = ASYNC_MARK_OWNER, .at = at, .owner = owner, .handle = owner->handle, .is_protected = true,
	};

	if (GC_IS_RECURSIVE(at) && async_recursion_marks_add(marks, &mark)) {
		GC_UNPROTECT_RECURSION(at);
	}
}

/* The table of properties may have been replaced meanwhile, by a write to a shared one. */
static bool is_valid(const async_mark_t *mark)
{
	return has_owner(mark) && (mark->at == mark->owner || mark->at == mark->owner->properties);
}

static void attach_flag(async_mark_t *mark)
{
	if (is_valid(mark)) {
		GC_PROTECT_RECURSION((zend_refcounted *) mark->at);
	}
}

/* ---- all marks ---- */

static void detach_object(async_recursion_marks_t *marks, zend_execute_data *frame)
{
	zend_object *object = Z_OBJ(frame->This);

	if (has_guards(frame, object)) {
		detach_guards(marks, object);
	}
	detach_flag(marks, object, (zend_refcounted *) object);
	if (object->properties && !(GC_FLAGS(object->properties) & GC_IMMUTABLE)) {
		detach_flag(marks, object, (zend_refcounted *) object->properties);
	}
}

static void begin(async_recursion_marks_t *marks)
{
	marks->frame = EG(current_execute_data);
	async_recursion_marks_init(marks);
	marks->is_shown = false;
}

void async_recursion_marks_detach_constants(async_recursion_marks_t *marks)
{
	begin(marks);
	if (async_constant_marks_are_possible(marks->frame)) {
		async_constant_marks_detach(marks);
	}
}

void async_recursion_marks_detach(async_recursion_marks_t *marks)
{
	bool evaluates = false, walks;

	ZEND_ASSERT(ASYNC_ENGINE_G(shown_marks) == NULL && "the marks of other coroutines are hidden");
	begin(marks);
	walks = async_walked_values_hold(marks->frame);
	for (zend_execute_data *frame = marks->frame; frame; frame = frame->prev_execute_data) {
		if (is_called_from_c(frame) && Z_TYPE(frame->This) == IS_OBJECT) {
			detach_object(marks, frame);
		}
	}
	for (zend_execute_data *frame = marks->frame; frame; frame = frame->prev_execute_data) {
		if (is_called_from_c(frame)) {
			async_recursion_path_detach(marks, frame);
			evaluates = evaluates || async_constant_marks_are_possible(frame->prev_execute_data);
		}
	}
	if (UNEXPECTED(evaluates)) {
		async_constant_marks_detach(marks);
	}
	if (UNEXPECTED(walks)) {
		async_walked_values_pause(marks->frame);
	}
}

void async_recursion_marks_attach(async_recursion_marks_t *marks)
{
	bool has_paths = false;

	ZEND_ASSERT(!marks->is_shown && "marks are hidden before their coroutine is resumed");
	if (UNEXPECTED(ASYNC_ENGINE_G(walked_values) != NULL)) {
		async_walked_values_continue(marks->frame);
	}
	for (uint32_t i = 0; i < marks->count; i++) {
		async_mark_t *mark = &marks->list[i];
		if (mark->kind == ASYNC_MARK_GUARD) {
			attach_guard(mark);
		} else if (mark->kind == ASYNC_MARK_OWNER) {
			attach_flag(mark);
		} else if (mark->kind == ASYNC_MARK_CONSTANT) {
			async_constant_mark_attach(mark);
		} else {
			has_paths = true;
		}
	}
	for (zend_execute_data *frame = marks->frame; has_paths && frame; frame = frame->prev_execute_data) {
		if (is_called_from_c(frame)) {
			async_recursion_path_attach(marks, frame);
		}
	}
	async_recursion_marks_free(marks);
}

void async_recursion_marks_show(async_recursion_marks_t *marks)
{
	if (marks->is_shown) {
		return;
	}
	for (uint32_t i = 0; i < marks->count; i++) {
		async_mark_t *mark = &marks->list[i];
		/* The running coroutine, or another one that waits for it, may have set the same mark. */
		mark->shown = 0;
		if (mark->kind == ASYNC_MARK_GUARD && has_owner(mark)) {
			uint32_t *word = mark->at;
			mark->shown = mark->bits & ~*word;
			*word |= mark->shown;
		} else if (mark->kind == ASYNC_MARK_OWNER && is_valid(mark) && !GC_IS_RECURSIVE((zend_refcounted *) mark->at)) {
			mark->shown = 1;
			GC_PROTECT_RECURSION((zend_refcounted *) mark->at);
		}
	}
	marks->is_shown = true;
	marks->next_shown = ASYNC_ENGINE_G(shown_marks);
	ASYNC_ENGINE_G(shown_marks) = marks;
}

static void hide(async_recursion_marks_t *marks)
{
	for (uint32_t i = 0; i < marks->count; i++) {
		async_mark_t *mark = &marks->list[i];
		if (mark->kind == ASYNC_MARK_GUARD && mark->shown && has_owner(mark)) {
			*(uint32_t *) mark->at &= ~mark->shown;
		} else if (mark->kind != ASYNC_MARK_GUARD && mark->shown && is_valid(mark)) {
			GC_UNPROTECT_RECURSION((zend_refcounted *) mark->at);
		}
	}
	marks->is_shown = false;
}

void async_recursion_marks_hide(void)
{
	async_recursion_marks_t *marks;

	while ((marks = ASYNC_ENGINE_G(shown_marks)) != NULL) {
		ASYNC_ENGINE_G(shown_marks) = marks->next_shown;
		hide(marks);
	}
}

/* The coroutines whose marks are shown are dropped in a forked child. */
static void enter_child(void)
{
	async_recursion_marks_hide();
}

/* After a fatal error the marks lie in abandoned frames. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	ASYNC_ENGINE_G(shown_marks) = NULL;
}

const async_part_t async_recursion_marks_part = {
	.startup = open_markless,
	.all_loaded = note_all_markless,
	.shutdown = forget_markless,
	.after_fork = enter_child,
	.request_end = end_request,
};
