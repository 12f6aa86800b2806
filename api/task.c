/*
 * C interface: coroutines whose body is C code of another extension. A resource owns what the body works on, so that it
 * is dropped on each way out.
 */
#include "api/api.h"

#include "async_classes.h"
#include "scheduler/name.h"
#include "scheduler/scheduler.h"

#include "exceptions.h"

#include <unistd.h>

typedef struct {
	void (*run)(void *data, zval *result);
	void (*drop)(void *data);
	void *data;
	pid_t process;               /* in whose children it is not dropped */
} task_t;

static int task_type;

static void drop_task(zend_resource *resource)
{
	task_t *task = resource->ptr;

	if (task->drop && task->process == getpid()) {
		task->drop(task->data);
	}
	efree(task);
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	task_type = zend_register_list_destructors_ex(drop_task, NULL, "C code of a coroutine",
		async_module_entry.module_number);
}

/* The body of the coroutine. The record holds its parameters until this returns. */
static void run_task(async_coroutine_t *self)
{
	const task_t *task = Z_RES_VAL(self->params[0]);

	task->run(task->data, &self->result);
}

static async_coroutine_t *new_coroutine(const char *name, const task_t *task)
{
	async_coroutine_t *coroutine = async_coroutine_new();
	task_t *copy = emalloc(sizeof(*copy));

	*copy = *task;
	coroutine->entry = run_task;
	coroutine->params = safe_emalloc(1, sizeof(zval), 0);
	coroutine->param_count = 1;
	ZVAL_RES(&coroutine->params[0], zend_register_resource(copy, task_type));
	async_coroutine_note_spawn(coroutine);
	if (name) {
		zend_string *given = zend_string_init(name, strlen(name), false);
		async_coroutine_set_name(coroutine, given);
		zend_string_release(given);
	}
	return coroutine;
}

/* errors: false, an exception is set */
static bool may_spawn(const async_scope_t *scope)
{
	if (async_scheduler_is_over()) {
		async_throw("The coroutine will not start: the request is shutting down, and its coroutines have ended");
	} else if (async_scheduler_reactor() == NULL) {
		async_throw_no_loop("start a coroutine");
	} else if (scope->flags & ASYNC_SCOPE_CLOSED) {
		async_throw("Coroutine scope is closed");
	} else {
		return true;
	}
	return false;
}

zend_object *async_api_spawn(const char *name, void (*run)(void *data, zval *result), void *data,
	void (*drop)(void *data))
{
	const task_t task = { .run = run, .drop = drop, .data = data, .process = getpid() };
	async_coroutine_t *coroutine;
	async_scope_t *scope;

	(void) async_scheduler_start();
	scope = async_scope_current();
	if (!may_spawn(scope)) {
		if (drop) {
			drop(data);
		}
		return NULL;
	}
	coroutine = new_coroutine(name, &task);
	if (async_spawn_has_hooks() && !async_spawn_call_hooks(coroutine, scope)) {
		async_coroutine_release(coroutine);
		return NULL;
	}
	async_spawn_enqueue(coroutine, scope);
	return &coroutine->std;
}

const async_part_t async_api_tasks_part = { .startup = start };
