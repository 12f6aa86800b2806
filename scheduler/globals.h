/*
 * State of scheduler/ in one thread (of the process without ZTS). ASYNC_G(field) is the only way to it.
 */
#ifndef ASYNC_SCHEDULER_GLOBALS_H
#define ASYNC_SCHEDULER_GLOBALS_H

#include "engine/globals.h"
#include "scheduler/coroutine.h"
#include "scheduler/fiber_context.h"
#include "scheduler/histogram.h"
#include "scheduler/records.h"
#include "scheduler/scope.h"

typedef struct async_watchdog async_watchdog_t;
typedef struct async_deferred async_deferred_t;
typedef struct async_schedule async_schedule_t;
typedef struct async_test_run async_test_run_t;

/* Life of the scheduler within one request. */
typedef enum {
	ASYNC_PHASE_IDLE,       /* no async call yet: stock PHP runs */
	ASYNC_PHASE_RUNNING,
	ASYNC_PHASE_GRACEFUL,   /* first phase of the graceful shutdown (D21): the global scope was cancelled */
	ASYNC_PHASE_FORCED,     /* second phase: every new wait is cancelled at once */
	ASYNC_PHASE_UNWINDING,  /* exit or fatal error: frames are being released, no coroutine may park */
	ASYNC_PHASE_OVER        /* the request is past its asynchronous part: plain synchronous PHP (D14) */
} async_phase_t;

/* Why the main flow was resumed, when not by a wake-up. */
typedef enum {
	ASYNC_END_NONE,
	ASYNC_END_EXIT,         /* exit() in a coroutine: the main flow goes on unwinding */
	ASYNC_END_BAILOUT,      /* fatal error in a coroutine: the main flow leaves its frames */
	ASYNC_END_FORKED        /* in the child of a fork: the main flow leaves its frames behind, see fork.h */
} async_end_t;

/* How the main flow leaves its frames in the child of a fork, see fork.h. */
typedef enum {
	ASYNC_MAIN_IS_HERE,
	ASYNC_MAIN_LEFT_BY_UNWINDING,
	ASYNC_MAIN_LEFT_AFTER_WAIT,    /* its wait ends and unlinks its nodes, the other frames are jumped over */
	ASYNC_MAIN_LEFT_AT_ONCE
} async_main_left_t;

/* Ends a worker process, see async_fork_worker(). `end`: NONE when its work is done. Does not return. */
typedef void (*async_leave_worker_t)(async_end_t end);

/* A frame that stands for a place in user code, see show_spawn_place() in scheduler.c. */
typedef struct {
	zend_execute_data frame;
	zend_op_array function;
	zend_op opline;
} async_place_frame_t;

typedef struct async_activity_page async_activity_page_t;

/* The activity clock, see activity.h. */
typedef struct {
	bool is_turning;                   /* the reactor is being turned: no coroutine wakes another one */
	bool has_probes;                   /* a tracer is attached to probes */
	uint32_t users;                    /* calls of async_activity_require() without a release */
	uint32_t countdown;                /* while it is on: switches until events are looked for */
	uint32_t page_count;
	uint64_t slice_start;              /* when the current coroutine began to run */
	uint64_t turn_start;               /* of the latest turn of the reactor */
	uint64_t turn_end;                 /* 0: none yet */
	uint64_t lag;                      /* from the turn before to the latest one: events have waited that long */
	async_activity_page_t **pages;     /* by the handles of the coroutines' objects */
} async_activity_state_t;

typedef struct async_trace async_trace_t;

typedef struct {
	/* hot: run queue and switch */
	async_coroutine_t *current;        /* NULL while the phase is IDLE or OVER */
	size_t connection_waiters;         /* coroutines that wait for a connection; see cycle.h */
	size_t load_waiters;               /* … for a class or a file that another one loads; see cycle.h */
	async_coroutine_t *queue_head;
	async_coroutine_t *queue_tail;
	async_marked_waiter_t *marked_waiters; /* marked_waiters.c */
	uintptr_t plain_depth;             /* of suspend() in a coroutine without recursion marks, see scheduler.c */
	const zend_execute_data *plain_frame; /* innermost frame when async_can_park() last saw that there are none */
	uint32_t turn_countdown;           /* switches until the clock is looked at again, see scheduler.c */
	uint32_t turn_interval;
	uint32_t activity;                 /* counts the times control was given up; read by the watchdog's thread */
	uint8_t phase;                     /* async_phase_t */
	uint8_t end;                       /* async_end_t */
	uint8_t observers;                 /* set of async_observer_t, see observers.h */
	bool exit_called;                  /* exit() ran somewhere in this request */
	bool is_silenced;                  /* errors are not shown while frames are being released */
	int silenced_exit_status;          /* … of the request when that began */
	int silenced_handler_mask;         /* the error levels of the user's error handler before that */
	bool deadlock_reported;

	async_fiber_context_pool_t contexts;
	async_reactor_t *reactor;          /* opened when first needed */
	uint64_t last_turn;                /* when events were last looked for */
	uint64_t last_look;                /* … or due timers alone */
	bool is_fatal_error_noted;         /* see async_scheduler_shield() */
	int64_t turn_woke;                 /* readers that were woken then, or before without having run */
	int64_t turn_switches;             /* about how many coroutines have run since */
	async_place_frame_t place_frame;
	async_timer_t trim_timer;          /* gives idle contexts back after a peak */

	async_coroutine_t *main_flow;      /* occupies the engine's own stack: main, later the drain */
	async_coroutine_t *main_coroutine; /* the object of currentCoroutine() in the main script */
	async_coroutine_t *drain;          /* parked until the last active coroutine ended */
	async_coroutine_t *unreaped;       /* completed records whose last reference waits for a running coroutine */
	async_deferred_t *deferred;        /* deferred_release.c: values to be released, in order */
	async_deferred_t *deferred_tail;
	bool deferred_is_scheduled;        /* a service coroutine that releases them is in the run queue */
	bool deferred_gave_up;             /* that coroutine had no stack: coroutines release the values themselves */
	async_scope_t global_scope;
	async_scope_t forest;              /* parent of the global scope and of all independent root scopes */
	async_ring_t owing;                /* scopes with completion callbacks, see async_scope_finish_all() */
	zend_object *uncaught;             /* first exception neither caught nor awaited; raised at the end (D29) */
	zend_string *uncaught_chain;       /* spawn chain of its coroutine */
	HashTable *uncaught_more;          /* further ones, in order: a warning for each; NULL: none so far */
	HashTable *origins;                /* origin.c: exceptions that have left a coroutine; NULL: none so far */
	async_ring_t failure_keepers;      /* async_failure_keeper_t */
	async_ring_t failure_debts;        /* async_failure_debt_t */
	uint64_t next_id;
	HashTable *names;                  /* name.c: id → name given by setName(); NULL: none so far */

	struct async_class_load *class_loads; /* class_loads.c: classes that are being loaded */

	/* file_runs.c */
	HashTable *file_runs;              /* path → first run of the file, whose coroutine has parked in it; NULL: none */
	struct async_file_run *awaited_file_runs; /* those of them for which coroutines wait */
	uint32_t file_run_questions;       /* until the records of runs that are over are looked for */
	uint32_t files_seen;               /* number of included files when runs were last recorded */

	/* autoload_latch.c */
	zend_string *autoloaded_name;      /* of the class that was loaded last; or NULL */
	zval autoloaded_callable;          /* for whose call it was loaded; or undefined */

	/* dump_signal.c */
	int dump_signal_taken;             /* the signal that prints a dump in this request; 0: none */
	bool dump_is_due;                  /* atomic: it has come */
	bool is_dumping;

	/* user_signals.c */
	uint32_t caught_signals;           /* number of signals that have arrived for its handlers */
	uint32_t ending_signals;           /* those of them whose handler does not restart calls of the system */
	const void *seen_signal;           /* the last one of pcntl's queue that was looked at; only compared */

	/* fork.c */
	uint8_t main_left;                 /* async_main_left_t: in a forked child, until the main script has ended */
	uint8_t phase_of_child;            /* what to go on with then */
	async_leave_worker_t leave_worker; /* in a worker process; NULL: this is none */

	/* Frames of parked coroutines were left and not released, by a fatal error or in a forked child: lists of waiters
	 * may hold nodes of such frames. */
	bool frames_are_left;

	/* counters for stats() */
	size_t coroutines;                 /* members of all scopes: the forest is alive while there is one */
	size_t active;                     /* those that keep their scopes and the request going */
	uint64_t spawned;
	uint64_t switches;
	uint64_t blocked_in_place;         /* waits made the stock way because switching was impossible */
	size_t waiting;                    /* coroutines parked now */

	async_schedule_t *schedule;        /* schedule.c: of a test that runs now; NULL: the run queue is FIFO */
	async_test_run_t *test_run;        /* test_run.c: the innermost call of Async\Testing\run(); NULL: none */

	async_watchdog_t *watchdog;        /* watchdog.c; NULL while nothing is watched */
	async_activity_state_t activity_clock;
	async_trace_t *trace;              /* trace.c; NULL: nothing is traced */
	async_metrics_t metrics;

	/* ini */
	zend_long stack_size;
	double zombie_timeout;             /* seconds */
	zend_long max_activity_interval;   /* ms, 0 = off */
	const char *inspect;               /* inspect.c; NULL = off */
	int dump_signal;                   /* number, 0 = off */
	const char *dump_file;             /* "" = standard error */
} async_scheduler_globals_t;

ASYNC_LAYER_GLOBALS_DECLARE(scheduler)

#define ASYNC_G(field) ASYNC_LAYER_G(scheduler, field)

#endif
