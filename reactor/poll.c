/*
 * Descriptor readiness: a table by descriptor number, each with a FIFO list of waiters.
 *
 * The kernel goes on watching what was asked for last, also when nobody waits: the next wait is then for free. Only
 * when an event arrives that nobody waits for is the registration reduced (lazy disarming).
 *
 * Events are reported once. `told` holds those that may still be so: who waits for one of them asks the kernel again.
 * Readers who have seen for themselves that there is nothing more say so and save that (async_fd_set_unready()).
 */
#include "kernel.h"

#include <sys/stat.h>

#define ASKABLE (ASYNC_FD_READABLE | ASYNC_FD_WRITABLE | ASYNC_FD_PRIORITY)
#define FAILURE (ASYNC_FD_HANGUP | ASYNC_FD_ERROR | ASYNC_FD_CLOSED)
/* Whoever waits then does not wait for more of the same. */
#define LAST_WORDS (FAILURE | ASYNC__FD_ENDING)

/* ---- rings of waiters; unlinking needs no head, so it works while a batch is being called ---- */

static void init_ring(async_fd_waiter_t *head)
{
	head->next = head->prev = head;
}

static void append_waiter(async_fd_waiter_t *head, async_fd_waiter_t *waiter)
{
	waiter->prev = head->prev;
	waiter->next = head;
	head->prev->next = waiter;
	head->prev = waiter;
}

static void unlink_waiter(async_fd_waiter_t *waiter)
{
	waiter->prev->next = waiter->next;
	waiter->next->prev = waiter->prev;
	waiter->next = waiter->prev = NULL;
}

/* Move those who wait for one of the events, or everybody on failure, to a ring of their own, in FIFO order. */
static void take_waiters(async__descriptor_t *entry, unsigned events, async_fd_waiter_t *batch)
{
	async_fd_waiter_t *next;

	init_ring(batch);
	for (async_fd_waiter_t *w = entry->waiters.next; w != &entry->waiters; w = next) {
		next = w->next;
		if ((w->events | FAILURE) & events) {
			unlink_waiter(w);
			append_waiter(batch, w);
		}
	}
}

/* They may do anything to the descriptor that they waited for, and to each other. */
static void call_waiters(async_reactor_t *reactor, async_fd_waiter_t *batch, unsigned events)
{
	while (batch->next != batch) {
		async_fd_waiter_t *w = batch->next;

		unlink_waiter(w);
		w->descriptor = NULL;
		reactor->deliveries++;
		w->ready(w, events & (w->events | FAILURE));
	}
}

/* ---- registrations ---- */

/* From now on until it is heard of: look after it before sleeping. */
static void set_fresh(async__descriptor_t *entry)
{
	async_reactor_t *reactor = entry->reactor;

	if (!entry->fresh) {
		entry->fresh = true;
		entry->fresh_prev = NULL;
		entry->fresh_next = reactor->fresh_descriptors;
		if (entry->fresh_next) {
			entry->fresh_next->fresh_prev = entry;
		}
		reactor->fresh_descriptors = entry;
	}
}

static void unset_fresh(async__descriptor_t *entry)
{
	if (!entry->fresh) {
		return;
	}
	entry->fresh = false;
	if (entry->fresh_next) {
		entry->fresh_next->fresh_prev = entry->fresh_prev;
	}
	if (entry->fresh_prev) {
		entry->fresh_prev->fresh_next = entry->fresh_next;
	} else {
		entry->reactor->fresh_descriptors = entry->fresh_next;
	}
}

static void note_armed(async__descriptor_t *entry, unsigned events)
{
	async_reactor_t *reactor = entry->reactor;

	if (events != entry->armed) {
		reactor->registrations++;
		reactor->descriptors_armed += (events != 0);
		reactor->descriptors_armed -= (entry->armed != 0);
		entry->armed = events;
		set_fresh(entry);
	}
}

/* Watch for these events, and have what is ready reported again.
 * errors: -errno: it was closed behind our back, the entry is good for nothing */
static int arm_descriptor(async__descriptor_t *entry, unsigned events)
{
	int err = async__kernel_change(entry, events);

	if (!err) {
		note_armed(entry, events);
		entry->told = 0;
		entry->trusted_in_turn = entry->reactor->turns;
	}
	return err;
}

/* Take the entry out of the table and free it, and wake its waiters with these events. */
static void close_descriptor(async__descriptor_t *entry, unsigned events)
{
	async_reactor_t *reactor = entry->reactor;
	async_fd_waiter_t waiters;

	assert(reactor->descriptors[entry->fd] == entry && "an entry is closed once");

	take_waiters(entry, events, &waiters);
	unset_fresh(entry);
	reactor->descriptors[entry->fd] = NULL;
	reactor->descriptor_count--;
	reactor->descriptors_armed -= (entry->armed != 0);
	reactor->registrations += (entry->armed != 0);
	async__kernel_remove(entry);
	call_waiters(reactor, &waiters, events);
}

static int grow_table(async_reactor_t *reactor, int fd)
{
	size_t capacity = reactor->descriptor_capacity ? reactor->descriptor_capacity : 64;
	async__descriptor_t **table;
	async__fd_use_t *uses;

	while (capacity <= (size_t) fd) {
		capacity *= 2;
	}
	if (capacity == reactor->descriptor_capacity) {
		return 0;
	}
	table = realloc(reactor->descriptors, capacity * sizeof(*table));
	if (!table) {
		return -ENOMEM;
	}
	reactor->descriptors = table;
	uses = realloc(reactor->descriptor_uses, capacity * sizeof(*uses));
	if (!uses) {
		return -ENOMEM;
	}
	reactor->descriptor_uses = uses;
	for (size_t i = reactor->descriptor_capacity; i < capacity; i++) {
		table[i] = NULL;
		uses[i] = (async__fd_use_t) {0};
	}
	reactor->descriptor_capacity = capacity;
	return 0;
}

static bool has_place(const async_reactor_t *reactor, int fd)
{
	return fd >= 0 && (size_t) fd < reactor->descriptor_capacity;
}

async__descriptor_t *async__descriptor_find(const async_reactor_t *reactor, int fd)
{
	return has_place(reactor, fd) ? reactor->descriptors[fd] : NULL;
}

/* errors: -errno, nothing is left behind */
static int open_descriptor(async_reactor_t *reactor, int fd, unsigned events, async__descriptor_t **result)
{
	async__descriptor_t *entry;
	int err;

	if (fd < 0) {
		return -EBADF;
	}
	err = async__kernel_add(reactor, fd, events, &entry);
	if (err) {
		return err;
	}
	err = grow_table(reactor, fd);
	if (err) {
		async__kernel_remove(entry);
		return err;
	}
	init_ring(&entry->waiters);
	reactor->descriptors[fd] = entry;
	reactor->descriptor_count++;
	note_armed(entry, events);
	entry->trusted_in_turn = reactor->turns;
	*result = entry;
	return 0;
}

static bool is_socket(async__descriptor_t *entry)
{
	struct stat status;

	if (entry->kind == ASYNC__KIND_UNKNOWN) {
		entry->kind = fstat(entry->fd, &status) == 0 && S_ISSOCK(status.st_mode)
			? ASYNC__KIND_SOCKET : ASYNC__KIND_OTHER;
	}
	return entry->kind == ASYNC__KIND_SOCKET;
}

/* Idle for a while: the number may belong to another file by now (lifetime rule 4). pclose() closes pipes, which nobody
 * sees at any time. */
static bool is_doubtful(async__descriptor_t *entry)
{
	return entry->waiters.next == &entry->waiters
		&& !(entry->trusted_in_turn == entry->reactor->turns && (entry->fresh || is_socket(entry)));
}

void async__descriptor_event(async__descriptor_t *entry, unsigned events, bool once)
{
	async_reactor_t *reactor = entry->reactor;
	async_fd_waiter_t batch;
	unsigned unwanted = events & entry->armed;

	unset_fresh(entry);
	entry->trusted_in_turn = reactor->turns;
	entry->drained = false;
	if (once) {
		entry->told |= events;
	}
	take_waiters(entry, events, &batch);
	/* Nobody's event. A turn that only looks comes while coroutines are ready: the reader may be one of them. A turn
	 * that sleeps comes when nobody is, so nobody will come for this event soon. */
	if (unwanted && reactor->blocking && batch.next == &batch) {
		(void) arm_descriptor(entry, entry->armed & ~unwanted);   /* fails when it was closed: nobody waits anyway */
	}
	call_waiters(reactor, &batch, events);
}

/* Before a turn sleeps: descriptors that were closed behind our back since they were armed fail here. */
void async__fds_settle(async_reactor_t *reactor)
{
	while (reactor->fresh_descriptors) {
		async__descriptor_t *entry = reactor->fresh_descriptors;

		unset_fresh(entry);
		if (entry->armed && arm_descriptor(entry, entry->armed) != 0) {
			close_descriptor(entry, ASYNC_FD_CLOSED);
		}
	}
}

/* ---- the API ---- */

int async_fd_watch(async_reactor_t *reactor, async_fd_waiter_t *waiter, int fd, unsigned events, async_fd_fn ready)
{
	async__descriptor_t *entry = async__descriptor_find(reactor, fd);
	int err;

	assert(events && !(events & ~ASKABLE) && "asks for events, and only for those that can be asked for");
	assert(!waiter->descriptor && "a waiter waits for one descriptor at a time");

	if (entry && ((events & ~entry->armed) || (entry->told & (events | LAST_WORDS)) || is_doubtful(entry))
		&& arm_descriptor(entry, entry->armed | events) != 0) {
		close_descriptor(entry, ASYNC_FD_CLOSED);
		entry = NULL;
	}
	if (!entry) {
		err = open_descriptor(reactor, fd, events, &entry);
		if (err) {
			return err;
		}
	}
	waiter->descriptor = entry;
	waiter->events = events;
	waiter->ready = ready;
	append_waiter(&entry->waiters, waiter);
	return 0;
}

void async_fd_unwatch(async_reactor_t *reactor, async_fd_waiter_t *waiter)
{
	(void) reactor;
	if (waiter->descriptor) {
		unlink_waiter(waiter);
		waiter->descriptor = NULL;
	}
}

void async_fd_set_unready(async_reactor_t *reactor, int fd, unsigned events)
{
	async__descriptor_t *entry = async__descriptor_find(reactor, fd);

	if (entry) {
		entry->told &= ~events;
	}
}

void async_fd_set_drained(async_reactor_t *reactor, int fd, bool drained, bool certain)
{
	async__descriptor_t *entry = async__descriptor_find(reactor, fd);

	if (entry) {
		/* The end is to be read; and a read stops where urgent data begin. */
		entry->drained = drained && !(entry->told & (LAST_WORDS | ASYNC_FD_PRIORITY));
		if (entry->drained && certain) {
			entry->told &= ~ASYNC_FD_READABLE;
		}
	}
}

bool async_fd_has_waiters(const async_reactor_t *reactor, int fd)
{
	const async__descriptor_t *entry = async__descriptor_find(reactor, fd);

	return (entry && entry->waiters.next != &entry->waiters)
		|| (has_place(reactor, fd) && reactor->descriptor_uses[fd].holds > 0);
}

uint32_t async_fd_hold(async_reactor_t *reactor, int fd)
{
	assert(has_place(reactor, fd) && "holds what is watched");

	reactor->descriptor_uses[fd].holds++;
	return reactor->descriptor_uses[fd].closes;
}

bool async_fd_release(async_reactor_t *reactor, int fd, uint32_t held)
{
	/* After a fork the table begins anew. */
	if (!has_place(reactor, fd) || reactor->descriptor_uses[fd].holds == 0) {
		return true;
	}
	reactor->descriptor_uses[fd].holds--;
	if (reactor->descriptor_uses[fd].closes != held) {
		return false;
	}
	/* However long the queue was in which the one that was woken for an event stood. */
	if (reactor->descriptors[fd] && reactor->descriptors[fd]->told) {
		reactor->descriptors[fd]->trusted_in_turn = reactor->turns;
	}
	return true;
}

bool async_fd_is_drained(const async_reactor_t *reactor, int fd)
{
	const async__descriptor_t *entry = async__descriptor_find(reactor, fd);

	return entry && entry->drained;
}

void async_fd_forget(async_reactor_t *reactor, int fd)
{
	async__descriptor_t *entry = async__descriptor_find(reactor, fd);

	if (has_place(reactor, fd)) {
		reactor->descriptor_uses[fd].closes++;
	}
	if (entry) {
		int saved_errno = errno;

		close_descriptor(entry, ASYNC_FD_CLOSED);
		errno = saved_errno;
	}
}

void async__fds_drop(async_reactor_t *reactor, bool owners_alive)
{
	for (size_t fd = 0; fd < reactor->descriptor_capacity; fd++) {
		async__descriptor_t *entry = reactor->descriptors[fd];

		if (!entry) {
			continue;
		}
		while (owners_alive && entry->waiters.next != &entry->waiters) {
			async_fd_unwatch(reactor, entry->waiters.next);
		}
		init_ring(&entry->waiters);
		close_descriptor(entry, 0);
	}
	free(reactor->descriptors);
	free(reactor->descriptor_uses);
	reactor->descriptors = NULL;
	reactor->descriptor_uses = NULL;
	reactor->descriptor_capacity = 0;
}
