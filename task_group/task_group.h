/*
 * Inside of Async\TaskGroup (D16): its tasks, and who looks at them.
 *
 *     spawn ──► queue ──► running ──► over ──► seen by: await, triggers, iterators, getErrors()
 *               (FIFO, coroutines     (in the order of completion)
 *               in state CREATED)
 *
 * The group is an object of its own that PHP code never sees. The TaskGroup and all triggers hold it: these stay of use
 * when the TaskGroup is gone. Being an object, it reports what it holds to the cycle collector exactly once.
 * A watcher on each coroutine tells the group of its end. No coroutine of the scheduler's helps.
 *
 *     task_group.c           the class
 *     task_group/spawn.c     … and its methods that add tasks
 *     task_group/tasks.c     the records, their ends, errors that were seen and not
 *     task_group/flow.c      limits, starting, cancelling, closing
 *     task_group/cursors.c   what triggers and iterators share
 *     task_group/triggers.c  all(), race(), any(), firstResult()
 *     task_group/iterator.c
 */
#ifndef ASYNC_TASK_GROUP_TASK_GROUP_H
#define ASYNC_TASK_GROUP_TASK_GROUP_H

#include "async_classes.h"

#include "scheduler/failure.h"
#include "scheduler/scheduler.h"

typedef struct async_group async_group_t;
typedef struct async_task async_task_t;
typedef struct async_group_cursor async_group_cursor_t;

/* Flags of a task; in the spare bits of its outcome. */
#define ASYNC_TASK_QUEUED   (1u << 0) /* waits for its turn */
#define ASYNC_TASK_OVER     (1u << 1)
#define ASYNC_TASK_FAILED   (1u << 2) /* outcome is its exception or cancellation */
#define ASYNC_TASK_UNSEEN   (1u << 3) /* and nobody has seen it */
#define ASYNC_TASK_HELD     (1u << 4) /* and could go the D10 way: the coroutine is kept with a hold, see failure.h */

struct async_task {
	async_wait_node_t ended;      /* must stay first; on the coroutine until that is over */
	async_group_t *group;         /* not counted: the group owns its tasks */
	async_coroutine_t *coroutine; /* counted; kept while it is not over, and while HELD */
	async_task_t *next;           /* in the queue, later among those that are over */
	async_task_t *prev;
	uint64_t serial;              /* in the order in which they were added */
	zval key;                     /* int or string, counted */
	zval outcome;                 /* UNDEF while not over; Z_EXTRA: flags */
};

#define ASYNC_TASK_FLAGS(task) Z_EXTRA((task)->outcome)

typedef struct {
	async_task_t *head;
	async_task_t *tail;
} async_task_list_t;

/* Position of a trigger or an iterator in the tasks of a group, in the order of their ends. */
struct async_group_cursor {
	async_ring_t node;            /* must stay first */
	async_group_t *group;         /* counted; NULL while linked nowhere */
	async_task_t *at;             /* the next one to look at, NULL: it has not ended yet */
	bool takes_results;           /* results are kept for it even if the group does not capture them */
	/* A task is over and in order. suspends: no; runs PHP: no */
	void (*told)(async_group_cursor_t *cursor, const async_task_t *task);
};

#define ASYNC_GROUP_CLOSED     (1u << 0)
#define ASYNC_GROUP_CAPTURE    (1u << 1) /* results are kept */
#define ASYNC_GROUP_BOUNDED    (1u << 2) /* the scope ends with the group … */
#define ASYNC_GROUP_OWNS_SCOPE (1u << 3) /* … because the group made it */
#define ASYNC_GROUP_SUPPRESS   (1u << 4) /* suppressErrors() */
#define ASYNC_GROUP_REASON_SEEN (1u << 5) /* the reason of its own cancel() was thrown at somebody: once is enough */
#define ASYNC_GROUP_HANDLE_KEPT (1u << 6) /* holds its own handle until the completion callbacks are due */

struct async_group {
	zend_object *handle;          /* the TaskGroup: not counted, NULL when it is gone */
	async_wait_list_t *awaiters;  /* of the handle, NULL with it */
	uint32_t flags;               /* ASYNC_GROUP_… */

	/* where */
	zend_object *scope_object;    /* counted, until the handle is gone */
	async_scope_t *scope;         /* counted; NULL before the construction */
	async_scope_starter_t starter;

	/* tasks */
	HashTable tasks;              /* key → async_task_t, in the order in which they were added */
	async_task_list_t queue;
	async_task_list_t over;       /* in the order of completion */
	size_t queued;
	size_t running;
	size_t forgotten;             /* tasks that are over and were not worth a record, since disposeResults() */
	zend_ulong ordinal;           /* the next key */
	uint64_t serial;              /* of the next task */
	uint64_t ends;                /* counts the tasks that got over */

	/* limits */
	size_t concurrency;           /* 0: none */
	size_t capacity;              /* of running and queued ones together, 0: none */
	size_t reserved;              /* places given to callers of spawn() that have still to run */
	async_wait_list_t room;       /* nodes of callers of spawn(), see task_group/flow.c */

	/* errors */
	async_task_t *unseen;         /* none before this one is unseen; NULL: none so far */
	size_t held;
	uint64_t ignored_before;      /* errors of tasks with smaller serials do not matter */
	zend_object *reason;          /* of the last cancel(), counted */
	async_failure_keeper_t keeper;

	async_ring_t cursors;
	size_t result_cursors;        /* those that take results */
	async_wait_list_t idlers;     /* awaitCompletion() */
	HashTable *callbacks;         /* onFinally callables, NULL when there is none */

	zend_object std;
};

static zend_always_inline async_group_t *async_group_from_obj(zend_object *object)
{
	return async_container_of(object, async_group_t, std);
}

static zend_always_inline size_t async_group_pending(const async_group_t *group)
{
	return group->queued + group->running;
}

/* The group of a TaskGroup. Borrowed. */
async_group_t *async_group_of_handle(zend_object *handle);

/* ---- task_group/tasks.c ---- */

void async_group_startup(void);

/* New group without tasks, closed and without a scope as yet. One reference, held by the handle. */
async_group_t *async_group_new(void);

/* Tell of each coroutine whose task is not over. */
void async_group_each_pending(async_group_t *group, async_source_fn fn, void *context);

/* New task for a coroutine; key NULL: the next free number. Neither queued nor counted as running yet.
 * owns: takes over the reference on the coroutine, borrows the key, which is free */
async_task_t *async_group_add(async_group_t *group, async_coroutine_t *coroutine, const zval *key);

/* The coroutine of a new task is over already: it takes its place among those. */
void async_group_add_over(async_task_t *task);

bool async_group_has_key(const async_group_t *group, const zval *key);

/* Is the coroutine an unfinished task of the group? Linear in the number of those who wait for it. */
bool async_group_has(const async_group_t *group, const async_coroutine_t *coroutine);

/* The error of a task was seen. Harmless when it was before, or when there is none. */
void async_group_see(async_task_t *task);

/* Oldest error that nobody has seen, NULL: none. */
async_task_t *async_group_first_unseen(async_group_t *group);

void async_group_see_all(async_group_t *group);

/* The errors of the tasks that are present do not matter, those to come included. */
void async_group_ignore(async_group_t *group);

/* Throw the error of a task to the current coroutine. */
ZEND_COLD void async_group_throw(async_task_t *task);

/* disposeResults(). runs PHP: destructors of results */
void async_group_forget_all(async_group_t *group);

/* Drop the record of a task that is over. runs PHP: destructors of the result */
void async_group_forget(async_task_t *task);

/* Does a successful task need a record when it is over? */
static zend_always_inline bool async_group_keeps_results(const async_group_t *group)
{
	return (group->flags & ASYNC_GROUP_CAPTURE) || group->result_cursors > 0;
}

void async_task_list_append(async_task_list_t *list, async_task_t *task);
void async_task_list_remove(async_task_list_t *list, async_task_t *task);

/* ---- task_group/flow.c ---- */

/* Is the group open? Throws if not. */
bool async_group_check_open(const async_group_t *group);

/* Wait until one more task has room.
 * suspends: yes, first come first served; runs PHP: no
 * cancel:   throws the cancellation; a place that was given meanwhile passes on
 * errors:   false with the exception thrown; true: open, and a task may be added now, without suspending in between.
 *           Who does not add one calls async_group_give_room() */
bool async_group_await_room(async_group_t *group);
void async_group_give_room(async_group_t *group);

/* May one more task run now? */
static zend_always_inline bool async_group_has_turn(const async_group_t *group)
{
	return group->concurrency == 0 || group->running < group->concurrency;
}

/* A new task waits for its turn. */
void async_group_queue(async_task_t *task);

/* Let queued tasks run as far as the limit goes. suspends: no; runs PHP: no */
void async_group_start_queued(async_group_t *group);

/* Be told of the end of the scope, which is set. */
void async_group_watch_scope(async_group_t *group);

void async_group_close(async_group_t *group);

/* cancel(), and end the scope when it has to end with the group. runs PHP: destructors */
void async_group_dispose(async_group_t *group, zend_object *reason);

/* The completion callbacks are due if it is closed and all tasks are over. suspends: no; runs PHP: no */
void async_group_finish(async_group_t *group);

/* ---- task_group/cursors.c ---- */

/* Begin at the first task that is over. owns: takes its own reference on the group */
void async_group_link_cursor(async_group_cursor_t *cursor, async_group_t *group);

/* Harmless when not linked. runs PHP: destructors of results */
void async_group_unlink_cursor(async_group_cursor_t *cursor);

/* The cursor has used a result: drop it if it was kept for this cursor only. runs PHP: its destructor */
void async_group_used(async_group_cursor_t *cursor, async_task_t *task);

/* ---- task_group/triggers.c ---- */

/* Triggers; ignore: errors do not count. */
zend_object *async_group_trigger_all(async_group_t *group, bool ignore, bool null_on_fail);
zend_object *async_group_trigger_race(async_group_t *group, bool ignore);
zend_object *async_group_trigger_first(async_group_t *group, bool ignore);
zend_object *async_group_trigger_any(async_group_t *group);

void async_group_triggers_register(zend_class_entry *ce);

/* ---- task_group/iterator.c ---- */

/* New iterator over the group of a TaskGroup, which it holds. */
zend_object *async_group_iterate(zend_object *handle);

void async_group_iterator_register(zend_class_entry *ce);

#endif
