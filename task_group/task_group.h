/*
 * The group behind Async\TaskGroup (D16): its tasks, and the triggers and iterators that follow their ends.
 *
 *     spawn ──► queue ──► running ──► over ──► seen by: await, triggers, iterators, getErrors()
 *               (FIFO, coroutines     (in the order of completion)
 *               in state CREATED)
 *
 * The group is an object of its own that PHP code never sees. The TaskGroup (its handle) and all triggers hold it, so
 * triggers can be used after the TaskGroup is gone. A trigger that has not fired holds the TaskGroup, too: its tasks go
 * on (D40). The group is an object so that the cycle collector sees what it holds exactly once. A watcher on each
 * coroutine tells the group of its end; no service coroutine is needed.
 *
 *     task_group.c           the class
 *     task_group/spawn.c     … and its methods that add tasks
 *     task_group/tasks.c     the records, their ends, errors that were seen and not
 *     task_group/flow.c      limits, starting, cancelling, closing
 *     task_group/cursors.c   what triggers and iterators share
 *     task_group/triggers.c  all(), race(), any(), firstResult()
 *     task_group/iterator.c
 *     task_group/join.c      joinNext()
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
#define ASYNC_TASK_UNSEEN   (1u << 3) /* … which no code has seen yet */
#define ASYNC_TASK_HELD     (1u << 4) /* … which the scope may still get (D10): the group has a hold, see failure.h */

struct async_task {
	async_wait_node_t ended;      /* must stay first; a watcher of the coroutine until that has ended */
	async_group_t *group;         /* not counted: the group owns its tasks */
	async_coroutine_t *coroutine; /* counted; NULL when the task is over, unless it is HELD, or was until the end */
	async_task_t *next;           /* in the queue, later among those that are over */
	async_task_t *prev;
	async_task_t *next_pending;   /* while not over: in the order in which tasks are added */
	async_task_t *prev_pending;
	uint64_t serial;              /* grows in that order */
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
	async_task_t *at;             /* the next one to look at, NULL: it has not ended yet; async_group_move_cursor() */
	bool skips_failed;            /* a task that has failed is none to look at */
	bool takes_results;           /* results are kept for it even if the group does not capture them */
	/* There is a task to look at where there was none, or no task is left. suspends: no; runs PHP: no */
	void (*told)(async_group_cursor_t *cursor);
};

#define ASYNC_GROUP_CLOSED     (1u << 0)
#define ASYNC_GROUP_CAPTURE    (1u << 1) /* results are kept */
#define ASYNC_GROUP_BOUNDED    (1u << 2) /* the scope ends with the group … */
#define ASYNC_GROUP_OWNS_SCOPE (1u << 3) /* … because the group made it */
#define ASYNC_GROUP_SUPPRESS   (1u << 4) /* suppressErrors() */
#define ASYNC_GROUP_REASON_SEEN (1u << 5) /* the reason of its own cancel() was thrown: it is not thrown again */
#define ASYNC_GROUP_HANDLE_KEPT (1u << 6) /* holds its own handle until the completion callbacks are due */
#define ASYNC_GROUP_SILENT     (1u << 7) /* dropped: no warning about its unfinished tasks */

struct async_group {
	zend_object *handle;          /* the TaskGroup: not counted, NULL when it is gone */
	async_wait_list_t *awaiters;  /* of the handle, NULL with it */
	uint32_t flags;               /* ASYNC_GROUP_… */

	/* where */
	zend_string *file;            /* place of the construction, counted, NULL when unknown */
	uint32_t line;
	zend_object *scope_object;    /* counted, until the handle is gone */
	async_scope_t *scope;         /* counted; NULL before the construction */
	async_scope_starter_t starter;

	/* tasks */
	HashTable tasks;              /* key → async_task_t, in the order in which they were added */
	async_task_list_t queue;
	async_task_list_t over;       /* in the order of completion */
	async_task_t *first_pending;
	async_task_t *last_pending;
	size_t queued;
	size_t running;
	size_t forgotten;             /* tasks that are over and have no record, since disposeResults() */
	zend_ulong ordinal;           /* the next key */
	uint64_t serial;              /* of the next task */
	uint64_t ends;                /* number of tasks that have ended */

	/* limits */
	size_t concurrency;           /* 0: none */
	size_t capacity;              /* of running and queued ones together, 0: none */
	size_t reserved;              /* places given to callers of spawn() that have still to run */
	async_wait_list_t room;       /* nodes of callers of spawn(), see task_group/flow.c */

	/* errors */
	async_task_t *unseen;         /* in `over`: the tasks before this one were seen; NULL: all were */
	size_t held;                  /* tasks that are HELD; the keeper is linked while there are any */
	uint64_t answered_before;     /* code was given an error or the result of a race: it is done with these tasks */
	uint64_t ignored_before;      /* errors of tasks with smaller serials count as seen */
	zend_object *reason;          /* of the last cancel(), counted */
	async_failure_keeper_t keeper;

	async_ring_t cursors;         /* cursors with a task to look at: the end of another one is nothing to them … */
	async_ring_t waiting;         /* … without one … */
	async_ring_t waiting_success; /* … and those of them that skip tasks that fail */
	async_ring_t alls;            /* triggers of all() that have not fired, in the order in which they will … */
	async_ring_t unread;          /* … that have fired, and find their results in the tasks … */
	async_ring_t read;            /* … and that have taken them */
	size_t result_cursors;        /* waiters that take results */
	async_wait_list_t idlers;     /* awaitCompletion() */
	async_wait_list_t joiners;    /* joinNext(), see task_group/join.c */
	size_t promised;              /* tasks that are over and promised to joiners that have still to run */
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

/* The group of a TaskGroup. Borrowed from the handle. */
async_group_t *async_group_of_handle(zend_object *handle);

/* The current coroutine is about to wait for the group or for a trigger of it. Is it a task, and can only its own end
 * end the wait (D26)? detail: as in async_wait_t
 * returns: true after an AsyncException */
bool async_group_refuse_own(const async_group_t *group, zend_object *object, int64_t detail);

/* ---- task_group/tasks.c ---- */

/* Prepare the handlers of the object, once at module start. */
void async_group_startup(void);

/* New group without tasks, closed, and without a scope until the constructor sets one.
 * owns: the caller owns the reference */
async_group_t *async_group_new(void);

/* Call `fn` with the coroutine of each task that is not over and has a smaller serial than `before`. For reports. */
void async_group_each_pending(async_group_t *group, uint64_t before, async_source_fn fn, void *context);

/* New task for a coroutine. The key is free; NULL: the next free number. The caller queues the task or counts it as
 * running.
 * owns:     takes over the caller's reference on the coroutine, copies the key
 * suspends: no; runs PHP: no */
async_task_t *async_group_add(async_group_t *group, async_coroutine_t *coroutine, const zval *key);

/* Settle a new task whose coroutine has ended already. The record may be gone afterwards.
 * suspends: no; runs PHP: destructors of the result, when it is not kept */
void async_group_add_over(async_task_t *task);

/* Has the group a task with this key, an int or a string that is no number? */
bool async_group_has_key(const async_group_t *group, const zval *key);

/* Is the coroutine an unfinished task of the group? Linear in the number of its waiters. */
bool async_group_has(const async_group_t *group, const async_coroutine_t *coroutine);

/* Mark the error of a task as seen: the scope will not get it. Harmless without an error, or when it was seen.
 * suspends: no; runs PHP: no */
void async_group_see(async_task_t *task);

/* The task with the oldest error that no code has seen, NULL: none. */
async_task_t *async_group_first_unseen(async_group_t *group);

/* Mark all errors so far as seen. */
void async_group_see_all(async_group_t *group);

/* Mark all errors of the tasks that are in the group now as seen, including later errors of these tasks. */
void async_group_ignore(async_group_t *group);

/* Throw the error of a task that FAILED, and mark it as seen. */
ZEND_COLD void async_group_throw(async_task_t *task);

/* Drop the records of all tasks that are over: disposeResults(). runs PHP: destructors of results */
void async_group_forget_all(async_group_t *group);

/* Drop the record of a task that is over. runs PHP: destructors of the result */
void async_group_forget(async_task_t *task);

/* The same, and the group has never had it: count() counts it no more. */
void async_group_take_out(async_task_t *task);

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

/* Wait until there is a place for one more task. True: the group is open, and the caller adds a task before it suspends
 * again, or calls async_group_give_room().
 * suspends: yes; places are given in FIFO order
 * runs PHP: no
 * cancel:   throws the cancellation; a place that was given meanwhile goes to the next waiter
 * errors:   false with the exception thrown */
bool async_group_await_room(async_group_t *group);

/* Give the places that are free to the waiters. suspends: no; runs PHP: no */
void async_group_give_room(async_group_t *group);

/* May one more task run now? */
static zend_always_inline bool async_group_has_turn(const async_group_t *group)
{
	return group->concurrency == 0 || group->running < group->concurrency;
}

/* Append a new task to the queue; it is a child of the current coroutine from now on. */
void async_group_queue(async_task_t *task);

/* Start queued tasks up to the limit. suspends: no; runs PHP: no */
void async_group_start_queued(async_group_t *group);

/* Have the group cancelled with its scope, which is set. */
void async_group_watch_scope(async_group_t *group);

/* Refuse tasks from now on, and wake the waiters for a place. suspends: no; runs PHP: no */
void async_group_close(async_group_t *group);

/* The TaskGroup was dropped: warn if that cancels tasks. Silent for tasks that are being cancelled already, and for
 * those whose error or race was the answer that the user's code got before it dropped the group: the losers of a race
 * are meant to end.
 * runs PHP: the user's error handler */
void async_group_warn_of_drop(async_group_t *group);

/* Cancel the group, and end the scope when it has to end with the group.
 * owns:     borrows the reason
 * suspends: in destructors; runs PHP: destructors */
void async_group_dispose(async_group_t *group, zend_object *reason);

/* Start the completion callbacks if the group is closed and all tasks are over. The group may be gone afterwards.
 * suspends: no; runs PHP: no */
void async_group_finish(async_group_t *group);

/* ---- task_group/cursors.c ---- */

/* Begin at the first task that is over. owns: takes its own reference on the group */
void async_group_link_cursor(async_group_cursor_t *cursor, async_group_t *group);

/* The next task to look at, NULL: none has ended yet. */
void async_group_move_cursor(async_group_cursor_t *cursor, async_task_t *at);

/* The record of a task is about to go: the cursors at it move to the next one. */
void async_group_leave_task(const async_task_t *task);

/* A task is over and in order: tell the cursors that waited for it. suspends: no; runs PHP: no */
void async_group_tell_cursors(async_group_t *group, async_task_t *task);

/* The same as async_group_link_cursor() on a given ring, for a trigger that has no position. */
void async_group_link_to(async_group_cursor_t *cursor, async_group_t *group, async_ring_t *ring);

/* Harmless when not linked. runs PHP: destructors of results */
void async_group_unlink_cursor(async_group_cursor_t *cursor);

/* The cursor has used a result: drop it if it was kept for this cursor only. runs PHP: its destructor */
void async_group_used(async_group_cursor_t *cursor, async_task_t *task);

/* ---- task_group/triggers.c ---- */

/* A task is over: fire the triggers of all() that waited for it last. suspends: no; runs PHP: no */
void async_group_tell_alls(async_group_t *group);

/* Records of tasks that are over are about to go: have the triggers of all() that have fired take what they give. */
void async_group_read_alls(async_group_t *group);

/* New triggers for the group of a TaskGroup, as objects. `ignore`: errors do not count, and are marked as seen.
 * owns: the caller owns the reference; the trigger holds the group, and the TaskGroup until it has fired (D40) */
zend_object *async_group_trigger_all(zend_object *handle, bool ignore, bool null_on_fail);
zend_object *async_group_trigger_race(zend_object *handle, bool ignore);
zend_object *async_group_trigger_first(zend_object *handle, bool ignore);
zend_object *async_group_trigger_any(zend_object *handle);

void async_group_triggers_register(zend_class_entry *ce);

/* ---- task_group/join.c ---- */

/* A task is over, or no task is pending: wake waiters of joinNext() for that. suspends: no; runs PHP: no */
void async_group_tell_joiners(async_group_t *group);

/* ---- task_group/iterator.c ---- */

/* New iterator over the group of a TaskGroup.
 * owns: the caller owns the reference; the iterator holds the TaskGroup */
zend_object *async_group_iterate(zend_object *handle);

void async_group_iterator_register(zend_class_entry *ce);

#endif
