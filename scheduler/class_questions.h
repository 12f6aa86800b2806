/*
 * Class questions: class_exists() and its kind wait for a class that another coroutine declares.
 *
 * A class that is not declared yet because its declaration waits for another class does not exist for these functions.
 * Code that asks before it declares the class itself would end in "Cannot declare class".
 */
#ifndef ASYNC_SCHEDULER_CLASS_QUESTIONS_H
#define ASYNC_SCHEDULER_CLASS_QUESTIONS_H

#include "engine/part.h"

/* Wraps the functions. */
extern const async_part_t async_class_questions_part;

#endif
