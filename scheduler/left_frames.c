#include "scheduler/left_frames.h"

#include "compat.h"

/* The engine's own objects and ours can be freed at any time. */
static bool has_foreign_part(const zend_object *object)
{
	const zend_class_entry *class = object->ce;

	while (class && class->type == ZEND_USER_CLASS) {
		class = class->parent;
	}
	return class && class->info.internal.module && strcmp(class->info.internal.module->name, "Core") != 0
		&& strcmp(class->info.internal.module->name, "async") != 0;
}

static struct {
	const zend_class_entry *ce;
	void (*prepare)(zend_object *object);
} freed_anyway;

void async_left_frames_except(const zend_class_entry *ce, void (*prepare)(zend_object *object))
{
	ZEND_ASSERT((freed_anyway.ce == NULL || freed_anyway.ce == ce) && "there is one such class");
	freed_anyway.ce = ce;
	freed_anyway.prepare = prepare;
}

/* What their libraries have nobody will find at the end of the process. tools/memcheck knows these words. */
static void tell_leak_checker(void)
{
#ifdef ASYNC_HAVE_VALGRIND
	VALGRIND_PRINTF("async: a fatal error has left calls of libraries behind\n");
#endif
}

static void keep(zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_OBJECT && freed_anyway.ce && Z_OBJCE_P(value) == freed_anyway.ce) {
		freed_anyway.prepare(Z_OBJ_P(value));
	} else if (Z_TYPE_P(value) == IS_OBJECT && has_foreign_part(Z_OBJ_P(value))) {
		GC_ADDREF(Z_OBJ_P(value));
		GC_ADD_FLAGS(Z_OBJ_P(value), IS_OBJ_DESTRUCTOR_CALLED | IS_OBJ_FREE_CALLED);
		tell_leak_checker();
	}
}

void async_left_frames_keep_objects(const async_coroutine_t *coroutine)
{
	for (zend_execute_data *frame = coroutine->frame; frame; frame = frame->prev_execute_data) {
		if (frame->func == NULL || ZEND_USER_CODE(frame->func->type)) {
			continue;
		}
		keep(&frame->This);
		for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(frame); i++) {
			keep(ZEND_CALL_ARG(frame, i));
		}
	}
}
