/*
 * Keeping objects that an abandoned frame of C has half changed: they must not be freed.
 */
#include "engine/abandoned_frames.h"

#include "compat.h"

/* Does an extension other than the engine and this one keep state behind the object? Objects of those two can be freed
 * at any time. */
static bool has_foreign_part(const zend_object *object)
{
	const zend_class_entry *class = object->ce;

	while (class && class->type == ZEND_USER_CLASS) {
		class = class->parent;
	}
	return class && class->info.internal.module && strcmp(class->info.internal.module->name, "Core") != 0
		&& strcmp(class->info.internal.module->name, "async") != 0;
}

static const zend_class_entry *freed_anyway;

void async_abandoned_frames_except(const zend_class_entry *ce)
{
	ZEND_ASSERT((freed_anyway == NULL || freed_anyway == ce) && "there is one such class");
	freed_anyway = ce;
}

/* Memory of the libraries behind such objects is a leak that no leak checker can tell from a real one. tools/memcheck
 * looks for these words and leaves leaks out then. */
static void tell_leak_checker(void)
{
#ifdef ASYNC_HAVE_VALGRIND
	VALGRIND_PRINTF("async: a fatal error has left calls of libraries behind\n");
#endif
}

void async_abandoned_frames_keep_object(zend_object *object)
{
	ZEND_ASSERT(GC_REFCOUNT(object) > 0 && "an object that is in use is held");
	/* The extra reference keeps the object, the flags keep the engine from freeing it at the end of the request. */
	GC_ADDREF(object);
	GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED | IS_OBJ_FREE_CALLED);
	tell_leak_checker();
}

static void keep(zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) != freed_anyway && has_foreign_part(Z_OBJ_P(value))) {
		async_abandoned_frames_keep_object(Z_OBJ_P(value));
	}
}

void async_abandoned_frames_keep(zend_execute_data *frame)
{
	for (; frame; frame = frame->prev_execute_data) {
		if (frame->func == NULL || ZEND_USER_CODE(frame->func->type)) {
			continue;
		}
		keep(&frame->This);
		for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(frame); i++) {
			keep(ZEND_CALL_ARG(frame, i));
		}
	}
}
