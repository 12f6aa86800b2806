/*
 * The ring of a trace: binary records on their way from the thread of the coroutines to the writer thread.
 */
#ifndef ASYNC_SCHEDULER_TRACE_RING_H
#define ASYNC_SCHEDULER_TRACE_RING_H

#include "scheduler/plain_text.h"
#include "scheduler/trace.h"

#include <pthread.h>

#define TRACE_RECORDS (1u << 15)
#define TRACE_MASK (TRACE_RECORDS - 1)

/* Numbers of tracks. Those of coroutines count on from request to request. */
#define TRACE_TRACKS_MAX 0x3fffffffu
#define TRACE_LOOP_TRACK 0x3fffffffu
#define TRACE_WORKER_TRACK 0x40000000u

typedef enum {
	TRACE_RUN,        /* a coroutine ran from start to end; how it came to run */
	TRACE_WAIT,       /* a wait that has not ended, until `end` */
	TRACE_NAME,       /* the track of coroutine `number` has the name `text` */
	TRACE_TEXT,       /* text `text` of `number` bytes; they are in the records that follow */
	TRACE_NO_TEXTS,   /* all texts are forgotten, their numbers are used again */
	TRACE_MARK,       /* `kind` is an async_activity_mark_t */
	TRACE_TURN,       /* the reactor was turned */
	TRACE_COUNTERS,   /* `number` ready, `of.detail` waiting, `parked_at` the lag */
	TRACE_JOB,        /* a worker was busy */
	TRACE_ARROW,      /* a value went from `waker` at `start` to `track` at `end`; `kind` is an async_trace_arrow_t */
	TRACE_DROPPED,    /* `number` records were dropped before this one */
	TRACE_NEXT_FILE   /* the file is full: go on in a new one */
} async_trace_type_t;

typedef struct {
	uint8_t type;
	uint8_t kind;          /* of the wait, or of the mark */
	bool has_text;         /* of.text is used, not of.detail */
	uint32_t text;         /* number of a text; 0: none */
	uint32_t track;
	uint32_t waker;        /* track; 0: none */
	uint64_t start;
	uint64_t end;
	uint64_t parked_at;
	uint64_t ready_at;
	uint64_t number;
	union {
		const char *text;
		int64_t detail;
	} of;
} async_trace_record_t;

typedef struct async_trace_writer async_trace_writer_t;

/* A value that was put somewhere and not taken yet. */
#define TRACE_VALUES 4096
typedef struct {
	const void *place;    /* NULL: none */
	uint64_t at;
	uint32_t track;       /* of the coroutine that put it there */
} async_trace_value_t;

/* Head and tail count records and are never reset; the place in the ring is their remainder. */
struct async_trace {
	/* of the thread of the coroutines */
	uint64_t head;                   /* atomic: the writer reads it */
	uint64_t limit;                  /* up to here it may write without a look at the tail */
	uint64_t dropped;
	uint64_t dropped_at;             /* when the first of them was */
	bool is_name_dropped;
	bool is_lost;                    /* in a forked child: the writer is gone */
	uint32_t track_base;
	uint64_t counted_at;             /* when counters were last recorded */
	uint64_t worst_lag;              /* since then */
	struct async_trace_texts *texts;
	async_trace_value_t *values;     /* TRACE_VALUES; by the hash of the place */
	async_trace_writer_t *writer;
	async_trace_t *next;             /* all traces of the process */

	/* of the writer */
	uint64_t tail __attribute__((aligned(64)));   /* atomic: the other thread reads it */
	bool wants_next_file;            /* atomic */

	async_trace_record_t records[TRACE_RECORDS];
};

/* Longer texts are cut. */
#define ASYNC_TRACE_TEXT_MAX 256

/* ---- trace_writer.c ---- */

/* Is async.trace set? Does it name the process? */
bool async_trace_is_wanted(void);
bool async_trace_names_process(void);

/* Open the file and start the writer thread. `suffix` is added to the name: "", or what tells processes apart.
 * errors: false with errno, there is no writer */
bool async_trace_writer_start(async_trace_t *trace, const char *suffix);

/* Tell the writer that there is something to write. It looks by itself from time to time. */
void async_trace_writer_call(async_trace_t *trace);

/* Write all that is in the ring, end the file, end the thread. */
void async_trace_writer_stop(async_trace_t *trace);

/* In a forked child: forget the writer of the parent, which may have held its lock. */
void async_trace_writer_forget(async_trace_t *trace);

/* ---- trace_format.c ---- */

#define TRACE_BUFFER_BYTES (64 * 1024)
/* No record makes more text than this. */
#define TRACE_EVENT_BYTES 4096

typedef struct {
	async_plain_text_t text; /* TRACE_BUFFER_BYTES */
	uint64_t process;
	uint64_t arrows;         /* number of the last one */
	char **texts;            /* by number */
	uint32_t text_count;
	uint64_t workers[16];    /* a bit for each worker whose track has a name in this file */
} async_trace_format_t;

/* Append the beginning of a file; its end. */
void async_trace_format_begin(async_trace_format_t *format, const char *program);
void async_trace_format_end(async_trace_format_t *format);

/* Append the events of a record. There is room for TRACE_EVENT_BYTES. */
void async_trace_format_record(async_trace_format_t *format, const async_trace_record_t *record);

/* Keep a text; `text` is borrowed. Without memory it is not known. */
void async_trace_format_keep(async_trace_format_t *format, uint32_t number, const char *text, size_t length);
void async_trace_format_forget(async_trace_format_t *format);

#endif
