#include "engine/abandoned_frames.h"

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

static const zend_class_entry *freed_anyway;
static void (*on_left)(void);

void async_left_frames_except(const zend_class_entry *ce)
{
	ZEND_ASSERT((freed_anyway == NULL || freed_anyway == ce) && "there is one such class");
	freed_anyway = ce;
}

void async_left_frames_on_left(void (*callback)(void))
{
	ZEND_ASSERT((on_left == NULL || on_left == callback) && "there is one callback");
	on_left = callback;
}

void async_left_frames_tell(void)
{
	if (on_left) {
		on_left();
	}
}

/* What their libraries have nobody will find at the end of the process. tools/memcheck knows these words. */
static void tell_leak_checker(void)
{
#ifdef ASYNC_HAVE_VALGRIND
	VALGRIND_PRINTF("async: a fatal error has left calls of libraries behind\n");
#endif
}

void async_left_frames_keep_object(zend_object *object)
{
	GC_ADDREF(object);
	GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED | IS_OBJ_FREE_CALLED);
	tell_leak_checker();
}

static void keep(zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) != freed_anyway && has_foreign_part(Z_OBJ_P(value))) {
		async_left_frames_keep_object(Z_OBJ_P(value));
	}
}

void async_left_frames_keep(async_coroutine_t *coroutine)
{
	coroutine->is_left = true;
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
