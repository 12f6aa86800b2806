/*
 * The record of a process pool and of its jobs.
 *
 *     submit() ──► queue ──► a driver takes the job ──► its worker runs it ──► the future of the job is settled
 *
 * A driver is a service coroutine of the pool's scope. It has one worker, gives it one job after the other, and ends
 * when no job is queued; its worker is idle then. So a pool keeps its scope going exactly while it has jobs. An idle
 * worker has no coroutine. Drivers fork the workers: a worker goes on in the coroutine that was its driver.
 */
#ifndef ASYNC_PARALLEL_INTERNAL_H
#define ASYNC_PARALLEL_INTERNAL_H

#include "async_classes.h"
#include "future/state.h"
#include "io/workers/passed.h"
#include "io/workers/worker.h"
#include "scheduler/scheduler.h"

/* Kinds of frames (io/workers/link.h). */
enum {
	ASYNC_FRAME_JOB = 1,     /* to the worker: the arguments */
	ASYNC_FRAME_CANCEL,      /* to the worker: cancel the job */
	ASYNC_FRAME_RESULT,      /* from the worker: what the task has returned */
	ASYNC_FRAME_FAILURE,     /* from the worker: the exception of the task */
	ASYNC_FRAME_LAST = 16    /* added to those of the worker: it ends, and takes no job any more */
};

typedef struct async_process_pool async_process_pool_t;

/* What a worker has sent for a job, while the worker has another job already. */
typedef struct {
	async_link_t link;             /* that of the worker goes on without these memory and descriptors */
	async_frame_t frame;
	const char *payload;
} async_process_arrived_t;

typedef struct {
	async_ring_t node;             /* queue, running or arrived; first */
	async_process_pool_t *pool;
	async_future_state_t *state;   /* counted; NULL: settled or cancelled, its result is not needed */
	zend_string *arguments;        /* serialized */
	async_passed_t *passed;        /* streams and sockets among them, until no worker can need them any more; or NULL */
	async_worker_t *worker;        /* while it runs */
	async_process_arrived_t *arrived; /* its outcome, which a coroutine of its own reads; NULL: there is none */
	uint64_t number;
	zend_long attempts;            /* workers that have died of it, or with it */
} async_process_job_t;

struct async_process_pool {
	async_ring_t node;             /* ASYNC_MODULE_G(process_pools); first */
	uint32_t refcount;             /* its handle, and each coroutine that works for it */
	zend_object *handle;           /* not counted; NULL: gone */
	zval task;                     /* kept callable */
	zend_long max;                 /* workers */
	zend_long max_jobs;            /* of one worker; 0: no limit */
	zend_long memory_limit;        /* of one worker in bytes; 0: that of the parent */
	zend_long retries;
	uint64_t timeout;              /* of one job in ns; 0: none */
	uint64_t grace;                /* time in ns between telling a worker and killing it */
	zend_function *packer;         /* igbinary_serialize(), NULL: serialize() */
	zend_function *unpacker;

	async_ring_t queue;            /* jobs without a worker, oldest first */
	async_ring_t running;          /* jobs with one */
	async_ring_t arrived;          /* jobs whose outcome is read, without a worker */
	async_ring_t idle;             /* workers by user_node, the one that was busy last first */
	size_t queued;
	size_t run_count;
	size_t arrived_count;
	size_t idle_count;
	size_t drivers;
	size_t leaving;                /* workers that were told to end, and have not ended */
	size_t starting;               /* drivers that have not taken a job yet */
	uint64_t last_number;

	async_scope_t *scope;          /* counted */
	async_scope_starter_t starter;
	pid_t owner;                   /* the process that has made the pool */
	bool is_closed;
	bool is_looked_after;          /* a coroutine is about to look at the idle workers */
	async_wait_list_t waiters;     /* of awaitCompletion() */
	zend_string *file;             /* where it was made, counted */
	uint32_t line;
};

/* ---- pool.c ---- */

/* A pool without a task, of the object *handle, which is borrowed. owns: the caller owns one reference */
async_process_pool_t *async_process_pool_new(zend_object *handle);

/* Drop a reference. The last one frees the jobs that wait. runs PHP: destructors of what the task holds */
void async_process_pool_release(async_process_pool_t *pool);

/* The handle is gone: close, and release the handle's reference. runs PHP: destructors of what the task holds */
void async_process_pool_drop(async_process_pool_t *pool);

/* Bind a new pool to the current scope, whose end it shares. */
void async_process_pool_bind(async_process_pool_t *pool);

/* Queue a job. `arguments`: an array, with string keys for named ones.
 * owns:     the caller owns the future that is returned; *job is borrowed until it is settled
 * suspends, runs PHP: in __serialize() of the arguments
 * errors:   NULL with an exception */
zend_object *async_process_pool_submit(async_process_pool_t *pool, zval *arguments, async_process_job_t **job);

/* End the idle workers that no queued job needs. suspends: no; runs PHP: no */
void async_process_pool_dismiss_idle(async_process_pool_t *pool);

/* Accept no job any more. Idle workers end. suspends: no; runs PHP: no */
void async_process_pool_close(async_process_pool_t *pool);

/* Close, cancel the jobs that wait, and with `running` those that run. `reason`: borrowed, NULL: one is made.
 * suspends: no; runs PHP: no */
void async_process_pool_cancel(async_process_pool_t *pool, zend_object *reason, bool running);

/* Has a closed pool neither a job nor a driver, no outcome that is being read, and no worker that may print? */
bool async_process_pool_is_over(const async_process_pool_t *pool);

/* The outcome of a job that runs has come: the job leaves its worker. owns: takes over `arrived` */
void async_process_job_arrived(async_process_job_t *job, async_process_arrived_t *arrived);

/* Put a job back to the front of the queue. */
void async_process_pool_put_back(async_process_job_t *job);

/* Settle the future of a job, if it is still wanted, with a value or an exception (borrowed).
 * runs PHP: the user's error handler, destructors */
void async_process_job_settle(async_process_job_t *job, zval *value, zend_object *exception);

/* Forget a job that is over: free it. */
void async_process_job_free(async_process_job_t *job);

/* Cancel one job. reason: borrowed. suspends: no; runs PHP: no */
void async_process_job_cancel(async_process_job_t *job, zend_object *reason);

/* ---- driver.c ---- */

/* Queue a driver. suspends: no; runs PHP: no */
void async_process_driver_start(async_process_pool_t *pool);

/* Output handlers have run, PHP code of the user. No code of the user could catch what they have thrown. It is
 * uncaught. suspends: no; runs PHP: no */
void async_process_end_output(void);

/* Pass on what a worker has printed, as async_worker_pass_output() does. What an output handler throws is uncaught. */
void async_process_pass_output(async_worker_t *worker, smart_str *printed, bool all);

/* ---- idle.c ---- */

/* The worker has no job: keep it for one, and pass on what it prints meanwhile. A closed pool dismisses it.
 * owns: takes over the record. suspends: no; runs PHP: no */
void async_process_worker_rest(async_process_pool_t *pool, async_worker_t *worker);

/* Take an idle worker away from its pool. owns: the caller has the record. */
void async_process_worker_take_idle(async_worker_t *worker);

/* ---- farewell.c ---- */

/* Tell an idle worker to end, and pass on what it prints until then. owns: takes over the record. suspends: no. At the
 * end of the script it blocks for a short time instead, and runs output handlers, which may throw */
void async_process_worker_dismiss(async_process_pool_t *pool, async_worker_t *worker);

/* ---- outcome.c ---- */

/* Settle the job by the frame of its outcome, now or in a coroutine of its own, and free it. Done with the frame.
 * suspends, runs PHP: as the user's error handler and destructors do; magic methods only where memory is short */
void async_process_outcome_take(async_process_job_t *job, async_link_t *link, const async_frame_t *frame,
	const char *payload);

/* ---- worker_loop.c ---- */

/* Ends the worker process: after its last job, after exit() and after a fatal error. */
ZEND_NORETURN void async_process_worker_leave(async_end_t end);

/* In each forked child: it is not the worker any more that its parent may be. */
void async_process_worker_forked(void);

/* In a new worker process: run jobs until the parent closes the link. */
ZEND_NORETURN void async_process_worker_run(async_process_pool_t *pool, async_worker_t *worker);

/* ---- transport.c ---- */

/* A value as a string, and back. It may have streams and sockets in it.
 * passed:   goes with the frame, owned by the caller; NULL: there are none
 * suspends, runs PHP: in magic methods of objects, and in autoloaders; while another coroutine reads from a file
 * errors:   NULL or false with an exception, also for a stream that cannot go */
zend_string *async_transport_pack(const async_process_pool_t *pool, zval *value, async_passed_t **passed);
bool async_transport_unpack(const async_process_pool_t *pool, async_link_t *link, const async_frame_t *frame,
	const char *payload, zval *value);

/* The same for an exception, which arrives as its own class where that is possible: with message, code, place, trace
 * and previous exceptions, but without the arguments in its trace, and else as a WorkerException. The exception is
 * written to. errors: pack: NULL with an exit() of a magic method; unpack: none */
zend_string *async_transport_pack_exception(const async_process_pool_t *pool, zend_object *exception);
zend_object *async_transport_unpack_exception(const async_process_pool_t *pool, const char *text, size_t length);

/* ---- worker_exception.c ---- */

extern zend_class_entry *async_ce_worker_exception;

/* Once, at module start. */
void async_worker_exception_register(zend_class_entry *ce);

/* For a worker that has died of a job. `printed`: borrowed, may be NULL. owns: the caller owns the exception */
zend_object *async_worker_exception_of_end(const async_process_job_t *job, pid_t pid, const async_worker_exit_t *end,
	zend_string *printed);

/* What is known of an exception that cannot be made again. All strings are borrowed. */
typedef struct {
	zend_string *name;
	zend_string *message;
	zend_string *file;
	zend_string *trace;
	zend_long code;
	zend_long line;
} async_lost_exception_t;

/* owns: takes over `previous`, which may be NULL; the caller owns the exception */
zend_object *async_worker_exception_of_lost(const async_lost_exception_t *lost, zend_object *previous);

/* ---- elements.c ---- */

typedef struct {
	zval items;                     /* an array or a Traversable; UNDEF: none */
	HashPosition position;          /* in an array */
	zend_object_iterator *iterator; /* over a Traversable; NULL: an array, or not begun */
	zend_ulong number;              /* of the next element, for iterators without keys */
	bool is_started;
	bool is_exhausted;
} async_elements_t;

/* elements: zeroed, but for items. items: borrowed. suspends: no; runs PHP: no */
void async_elements_begin(async_elements_t *elements, const zval *items);

/* Take the next element. The iterator of a Traversable is made at the first call.
 * owns:     the caller owns *element and *key, which are no references
 * suspends, runs PHP: as the iterator does
 * errors:   false at the end, which is_exhausted says from then on, and with an exception */
bool async_elements_next(async_elements_t *elements, zval *element, zval *key);

/* For get_gc: what it holds itself. */
void async_elements_add_gc(const async_elements_t *elements, zend_get_gc_buffer *buffer);

/* Let go of all. runs PHP: destructors */
void async_elements_end(async_elements_t *elements);

/* ---- results.c ---- */

/* Once, at module start. */
void async_process_results_register(zend_class_entry *ce);

/* The iterator of map(). `items`: an array or Traversable, borrowed. errors: NULL with an exception */
zend_object *async_process_results_new(zend_object *handle, async_process_pool_t *pool, zval *items,
	zend_long concurrency, bool ordered);

#endif
