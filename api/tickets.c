/*
 * C interface: waits that any thread may end. A wake-up by another thread goes into the box of the waiter's thread, and
 * the doorbell of its reactor rings.
 */
#include "api/api.h"

#include "scheduler/end.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

/* Of each thread that runs PHP code. */
typedef struct {
	async_reactor_t *reactor;      /* while it may be rung; NULL: no ticket was begun in this request */
	async_ring_t posted;           /* tickets that other threads have woken since the last visit, oldest first */
	size_t begun;                  /* tickets of this thread that were not ended */
} box_t;

typedef enum {
	TICKET_OPEN,       /* may be woken */
	TICKET_WOKEN,      /* has its prize, which was not taken so far */
	TICKET_OVER
} ticket_state_t;

/* All but `wait` under the lock. */
struct php_async_ticket_s {
	async_ring_t node;             /* on the ring of all tickets, until the waiter has ended it */
	async_ring_t posted_node;
	bool is_posted;
	ticket_state_t state;
	uint32_t holders;              /* the waiter, and those who may wake it */
	box_t *box;
	void *prize;
	void (*drop)(void *prize);     /* or NULL */
	const char *what;
	async_wait_t *wait;            /* in the frame of park(), while parked; read and written by the waiter's thread */
};

/* Held for some instructions, and while a doorbell rings. The fork of a process waits for it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static async_ring_t all = { &all, &all };
static pthread_once_t process_once = PTHREAD_ONCE_INIT;

/* Also without ZTS: threads of others come here, too. */
static _Thread_local box_t own_box;

#define TICKET_OF(at) async_container_of(at, php_async_ticket, node)

/* ---- the parts; under the lock ---- */

static void unpost(php_async_ticket *ticket)
{
	if (ticket->is_posted) {
		async_ring_remove(&ticket->posted_node);
		ticket->is_posted = false;
	}
}

/* No wake-up will be taken any more. returns: is there a prize, for the caller to take or to drop? */
static bool end(php_async_ticket *ticket)
{
	const bool has_prize = ticket->state == TICKET_WOKEN;

	unpost(ticket);
	ticket->state = TICKET_OVER;
	return has_prize;
}

/* One holder less. returns: the caller frees the ticket, without the lock */
static bool let_go(php_async_ticket *ticket)
{
	ZEND_ASSERT(ticket->holders > 0 && "released by a holder");
	return --ticket->holders == 0;
}

static void drop_prize(const php_async_ticket *ticket)
{
	if (ticket->drop) {
		ticket->drop(ticket->prize);
	}
}

/* ---- fork ---- */

static void before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void after_fork_in_parent(void)
{
	pthread_mutex_unlock(&lock);
}

/* Those who would wake them are in the parent. */
static void after_fork_in_child(void)
{
	for (async_ring_t *at = all.next; at != &all; at = at->next) {
		(void) end(TICKET_OF(at));
	}
	pthread_mutex_unlock(&lock);
}

/* Before the first ticket of the process. A thread that has one may call this code at any time, also when PHP has
 * unloaded the extension at its end. */
static void prepare_process(void)
{
	(void) async_reactor_keep_module();
	(void) pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

/* ---- the waiter ---- */

/* In a turn of the reactor: wake the coroutines of the tickets that were posted. */
static size_t on_visit(void)
{
	async_ring_t posted;
	size_t woken = 0;

	pthread_mutex_lock(&lock);
	async_ring_move(&posted, &own_box.posted);
	while (!async_ring_is_empty(&posted)) {
		php_async_ticket *ticket = async_container_of(async_ring_first(&posted), php_async_ticket, posted_node);

		unpost(ticket);
		/* After a fatal error the frame of park() may be gone. */
		if (ticket->wait && !async_is_unwinding()) {
			woken += async_wake(ticket->wait->coroutine, ticket->wait->ticket, ASYNC_WAIT_READY);
		}
	}
	pthread_mutex_unlock(&lock);
	return woken;
}

php_async_ticket *async_api_wait_begin(const char *what, void (*drop)(void *prize))
{
	php_async_ticket *ticket;

	if (!async_api_may_park() || (ticket = calloc(1, sizeof(*ticket))) == NULL) {
		return NULL;
	}
	ticket->holders = 1;
	ticket->box = &own_box;
	ticket->drop = drop;
	ticket->what = what;
	pthread_once(&process_once, prepare_process);

	pthread_mutex_lock(&lock);
	if (own_box.reactor == NULL) {
		ZEND_ASSERT(own_box.begun == 0 && "the first ticket of the request");
		async_ring_init(&own_box.posted);
		own_box.reactor = ASYNC_G(reactor);
		async_reactor_set_visitor(ASYNC_G(reactor), ASYNC_VISITOR_WAKES, on_visit);
	}
	async_ring_insert_tail(&all, &ticket->node);
	own_box.begun++;
	pthread_mutex_unlock(&lock);
	return ticket;
}

/* The virtual clock of tests must not jump while another thread works. */
static async_wait_result_t park_in_real_time(async_wait_t *wait)
{
	async_wait_result_t result;

	if (EXPECTED(!async_reactor_clock_is_virtual())) {
		return async_park(wait);
	}
	async_reactor_wait_foreign(ASYNC_G(reactor), true);
	result = async_park(wait);
	async_reactor_wait_foreign(ASYNC_G(reactor), false);
	return result;
}

static async_wait_result_t park(php_async_ticket *ticket, int64_t timeout_ms)
{
	async_wait_t wait;
	async_wait_result_t result;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_JOB);
	wait.subject = (void *) ticket->what;
	wait.is_external = true;
	if (timeout_ms >= 0
			&& !async_wait_set_deadline(&wait, async_reactor_limit_after(async_ns_from_ms(timeout_ms)))) {
		return ASYNC_WAIT_ERROR;
	}
	ticket->wait = &wait;
	result = park_in_real_time(&wait);
	ticket->wait = NULL;
	return result;
}

static ticket_state_t state_of(php_async_ticket *ticket)
{
	pthread_mutex_lock(&lock);
	const ticket_state_t state = ticket->state;
	pthread_mutex_unlock(&lock);
	return state;
}

php_async_result async_api_park(php_async_ticket *ticket, int64_t timeout_ms, void **prize)
{
	async_wait_result_t result = ASYNC_WAIT_READY;
	const ticket_state_t state = state_of(ticket);
	bool has_prize;

	ZEND_ASSERT(ticket->box == &own_box && "a wait is parked on in the thread that has begun it");
	if (state == TICKET_OVER || ticket->wait) {
		errno = ECANCELED;
		return PHP_ASYNC_FAILED;
	}
	if (state == TICKET_OPEN) {
		if (!async_api_may_park()) {
			return PHP_ASYNC_UNAVAILABLE;
		}
		/* A wake-up from now on is posted, and looked for when the coroutine is parked. */
		result = park(ticket, timeout_ms);
	}
	pthread_mutex_lock(&lock);
	has_prize = end(ticket);
	pthread_mutex_unlock(&lock);
	if (has_prize && result == ASYNC_WAIT_CANCELLED) {
		drop_prize(ticket);
	} else if (has_prize) {
		*prize = ticket->prize;
		result = ASYNC_WAIT_READY;
	}
	return async_api_finish(result);
}

void async_api_wait_end(php_async_ticket *ticket)
{
	bool has_prize, is_last;

	ZEND_ASSERT(ticket->box == &own_box && "a wait is ended in the thread that has begun it");
	pthread_mutex_lock(&lock);
	has_prize = end(ticket);
	async_ring_remove(&ticket->node);
	own_box.begun--;
	pthread_mutex_unlock(&lock);
	if (has_prize) {
		drop_prize(ticket);
	}
	pthread_mutex_lock(&lock);
	is_last = let_go(ticket);
	pthread_mutex_unlock(&lock);
	if (is_last) {
		free(ticket);
	}
}

/* ---- any thread ---- */

void async_api_ticket_addref(php_async_ticket *ticket)
{
	pthread_mutex_lock(&lock);
	ticket->holders++;
	pthread_mutex_unlock(&lock);
}

void async_api_ticket_release(php_async_ticket *ticket)
{
	bool is_last;

	pthread_mutex_lock(&lock);
	is_last = let_go(ticket);
	pthread_mutex_unlock(&lock);
	if (is_last) {
		free(ticket);
	}
}

bool async_api_wake(php_async_ticket *ticket, void *prize)
{
	async_wait_t *wait = NULL;

	pthread_mutex_lock(&lock);
	if (ticket->state != TICKET_OPEN) {
		pthread_mutex_unlock(&lock);
		return false;
	}
	ticket->state = TICKET_WOKEN;
	ticket->prize = prize;
	if (ticket->box == &own_box) {
		wait = ticket->wait;
	} else {
		if (async_ring_is_empty(&ticket->box->posted)) {
			async_reactor_ring(ticket->box->reactor);
		}
		async_ring_insert_tail(&ticket->box->posted, &ticket->posted_node);
		ticket->is_posted = true;
	}
	pthread_mutex_unlock(&lock);
	/* Another coroutine of the same thread wakes it. */
	if (wait && !async_is_unwinding()) {
		async_wake(wait->coroutine, wait->ticket, ASYNC_WAIT_READY);
	}
	return true;
}

/* ---- the end of the request ---- */

/* The first ticket of this thread that may be woken, or has a prize; ended. Under the lock. */
static php_async_ticket *end_one(bool *has_prize)
{
	for (async_ring_t *at = all.next; own_box.begun > 0 && at != &all; at = at->next) {
		php_async_ticket *ticket = TICKET_OF(at);

		if (ticket->box == &own_box && ticket->state != TICKET_OVER) {
			*has_prize = end(ticket);
			return ticket;
		}
	}
	return NULL;
}

/* Before the reactor is closed. C code that a fatal error has left did not end its waits. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	php_async_ticket *ticket;

	if (EXPECTED(own_box.reactor == NULL)) {
		return;
	}
	do {
		bool has_prize = false;

		pthread_mutex_lock(&lock);
		ticket = end_one(&has_prize);
		pthread_mutex_unlock(&lock);
		if (has_prize) {
			drop_prize(ticket);
		}
	} while (ticket);
	pthread_mutex_lock(&lock);
	own_box.reactor = NULL;
	pthread_mutex_unlock(&lock);
}

/* The tickets that were not ended: objects of other extensions, which may end theirs, are gone now. */
static ASYNC_ALWAYS_RUNS void free_left(void)
{
	if (EXPECTED(own_box.begun == 0)) {
		return;
	}
	pthread_mutex_lock(&lock);
	for (async_ring_t *at = all.next, *next; at != &all; at = next) {
		php_async_ticket *ticket = TICKET_OF(at);

		next = at->next;
		if (ticket->box == &own_box) {
			async_ring_remove(&ticket->node);
			own_box.begun--;
			if (let_go(ticket)) {
				free(ticket);
			}
		}
	}
	pthread_mutex_unlock(&lock);
}

const async_part_t async_api_tickets_part = { .request_end = end_request, .request_over = free_left };
