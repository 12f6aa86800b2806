/*
 * Recursion marks: the bits that the engine sets in objects and arrays while it calls PHP code for them, so that it
 * finds a recursion (D43).
 *
 * They belong to the coroutine that made the call: a coroutine that parks takes its marks off, and sets them again when
 * it is resumed. Only C code sets marks, and it calls PHP code in frames that have ZEND_CALL_TOP. So a coroutine
 * without such a frame, but for its first one, has none.
 *
 *  - Guards of __get() and the other magic methods, from 8.3 on also of jsonSerialize() and __debugInfo(): a word for
 *    each property name in the object (`This` of the frame). The engine keeps a pointer to the word while it calls, and
 *    gives a word that is zero to another name. So the upper bits count the parked coroutines that are inside.
 *  - GC_PROTECTED in arrays, objects and tables of properties: the marked values are a path that begins with an
 *    argument of the internal function below the frame. recursion_path.c finds it. Comparisons set such marks, too, but
 *    no coroutine parks inside of one (comparisons.h).
 *  - Flags of class constants that are being evaluated, which may load classes. constant_marks.c finds them.
 */
#ifndef ASYNC_ENGINE_RECURSION_MARKS_H
#define ASYNC_ENGINE_RECURSION_MARKS_H

#include "engine/globals.h"

typedef enum {
	ASYNC_MARK_GUARD,   /* `at` is the word of a guard of `owner`, which is `This` of a frame */
	ASYNC_MARK_OWNER,   /* `at` is `owner` itself, or its table of properties */
	ASYNC_MARK_CONSTANT, /* `at` is the value of a class constant */
	ASYNC_MARK_ON_PATH  /* `at` is an object or array on a path; only compared, the path is looked for again */
} async_mark_kind_t;

typedef struct {
	void *at;
	zend_object *owner;
	uint32_t handle;    /* of the owner, which another coroutine may free: the C code has no reference of its own */
	uint32_t bits;      /* of the guard; those of an object on a path, too */
	uint32_t shown;     /* the part that async_recursion_marks_show() has set */
	uint8_t kind;       /* async_mark_kind_t */
	bool is_object;     /* `at` is a zend_object, not an array */
	bool is_protected;  /* GC_PROTECTED was set */
	bool is_met;        /* recursion_path.c: on the path that is followed */
} async_mark_t;

#define ASYNC_MARKS_INLINE 8

/* The marks of a parked coroutine, in its parking frame. */
struct async_recursion_marks {
	zend_execute_data *frame;           /* innermost frame */
	async_mark_t *list;                 /* `own`, or in a block (mark_list.c) */
	uint32_t count;
	uint32_t capacity;
	struct async_recursion_marks *next_shown;
	bool is_shown;
	async_mark_t own[ASYNC_MARKS_INLINE];
};

/* May the running code have set marks, or has C code called a method without a reference on the object (receivers.h)?
 * False for a coroutine of which every PHP function was called by PHP code. */
bool async_recursion_marks_are_possible(void);

/* Has C code called no function of the running coroutine but its body, which is PHP code? A destructor that runs when
 * the body ends has no other frame below it either. */
bool async_frames_are_of_code_only(const zend_function *body);

/* Does the initializer of a lazy object run here? The engine takes an object that is being initialized for a complete
 * one, and nothing can tell others to wait. */
bool async_initializes_lazy_object(void);

/* Take the marks of the running coroutine off; set them again. EG(current_execute_data) is the same both times.
 * owns: memory beyond a few marks, until they are attached or the request ends; suspends: no; runs PHP: no
 * errors: none; without memory marks stay where they are */
void async_recursion_marks_detach(async_recursion_marks_t *marks);
void async_recursion_marks_attach(async_recursion_marks_t *marks);

/* Let the running coroutine meet the marks of one that is parked, and waits for it: a recursion may lead through both.
 * Those of objects whose methods are running there. Until async_recursion_marks_hide(), which is called before the
 * running coroutine gives up control, and does that for all.
 * suspends: no; runs PHP: no */
void async_recursion_marks_show(async_recursion_marks_t *marks);
void async_recursion_marks_hide(void);

/* The same for a coroutine that waits for a class, right from the instruction that needs the class: of its marks only
 * those of constants. */
void async_recursion_marks_detach_constants(async_recursion_marks_t *marks);

extern const async_part_t async_recursion_marks_part;

/* ---- engine/mark_list.c ---- */

/* An empty list; its memory is freed by async_recursion_marks_free(), or at the end of the request. */
void async_recursion_marks_init(async_recursion_marks_t *marks);
void async_recursion_marks_free(async_recursion_marks_t *marks);

/* Add a mark to the list. False: there is no memory. */
bool async_recursion_marks_add(async_recursion_marks_t *marks, const async_mark_t *mark);

extern const async_part_t async_mark_list_part;

#endif
