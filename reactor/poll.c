/*
 * Descriptor readiness: a table by descriptor number, each entry with a libuv poll handle and a FIFO ring of waiters.
 *
 * The kernel goes on watching for the events that were asked for last, also when the last waiter is gone: the next wait
 * then makes no system call. The registration is reduced only when an event arrives without a waiter for it (lazy
 * disarming).
 *
 * The danger is a descriptor that was closed behind our back: its number may be that of another file. Three looks guard
 * against it: async_fd_forget() when the close is seen, is_still_watched() before a registration is used again, and
 * is_watchable() before libuv hears of it.
 */
#include "internal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#ifdef __linux__
# include <sys/epoll.h>
#endif

#define ASKABLE (ASYNC_FD_READABLE | ASYNC_FD_WRITABLE | ASYNC_FD_PRIORITY)
#define FAILURE (ASYNC_FD_HANGUP | ASYNC_FD_ERROR | ASYNC_FD_CLOSED)

struct async__descriptor {
	uv_poll_t poll;
	async_reactor_t *reactor;
	async__shard_t *shard;             /* has the handle; NULL: the main loop has it */
	int fd;
	unsigned armed;                    /* events that libuv watches, 0 when stopped */
	bool closing;                      /* out of the table; freed by the close callback */
	bool drained;                      /* hint: the last read took everything there was */
	bool fresh;                        /* on the list of entries that the kernel has not seen */
	async__descriptor_t *next_fresh;
	uint64_t trusted_in_turn;          /* in this turn the kernel reported it, so the kernel watches it still … */
	bool is_socket;                    /* … if it is a socket: a pipe may be closed unseen, by pclose() */
	async_ring_t waiters;              /* oldest first */
};

/* ---- waiters ---- */

static async_fd_waiter_t *waiter_of(const async_ring_t *node)
{
	return async_container_of(node, async_fd_waiter_t, node);
}

static unsigned wanted_events(const async__descriptor_t *entry)
{
	unsigned events = 0;

	for (const async_ring_t *node = entry->waiters.next; node != &entry->waiters; node = node->next) {
		events |= waiter_of(node)->events;
	}
	return events;
}

/* Does one of the waiters wait for none of these events? */
static bool leaves_waiter(const async__descriptor_t *entry, unsigned events)
{
	for (const async_ring_t *node = entry->waiters.next; node != &entry->waiters; node = node->next) {
		if (!(waiter_of(node)->events & events)) {
			return true;
		}
	}
	return false;
}

/* Unlink and call, in FIFO order, the waiters for one of the events; on failure, all waiters.
 * They are moved to a batch first: ready() may watch again, unwatch others, and forget the descriptor. The entry may be
 * closing afterwards; it is freed after the turn only. */
static void wake_waiters(async__descriptor_t *entry, unsigned events)
{
	async_ring_t batch, *next;

	async_ring_init(&batch);
	for (async_ring_t *node = entry->waiters.next; node != &entry->waiters; node = next) {
		next = node->next;
		if ((waiter_of(node)->events | FAILURE) & events) {
			async_ring_remove(node);
			async_ring_insert_tail(&batch, node);
		}
	}

	while (!async_ring_is_empty(&batch)) {
		async_fd_waiter_t *waiter = waiter_of(async_ring_first(&batch));

		ASYNC_ASSERT(waiter->descriptor == entry && "a waiter is on the ring of its descriptor");
		ASYNC_ASSERT(waiter->ready && "a waiter has a function to call");
		async_ring_remove(&waiter->node);
		waiter->descriptor = NULL;
		entry->reactor->deliveries++;
		entry->reactor->readied++;
		waiter->ready(waiter, events & (waiter->events | FAILURE));
	}
}

/* ---- what libuv and the kernel say ---- */

static int to_uv(unsigned events)
{
	return (events & ASYNC_FD_READABLE ? UV_READABLE : 0) | (events & ASYNC_FD_WRITABLE ? UV_WRITABLE : 0)
		| (events & ASYNC_FD_PRIORITY ? UV_PRIORITIZED : 0);
}

static unsigned from_uv(int events)
{
	return (events & UV_READABLE ? ASYNC_FD_READABLE : 0) | (events & UV_WRITABLE ? ASYNC_FD_WRITABLE : 0)
		| (events & UV_PRIORITIZED ? ASYNC_FD_PRIORITY : 0);
}

/* Ask the kernel directly, because libuv reports error and hang-up as readable and writable. */
static unsigned look_at_descriptor(const async__descriptor_t *entry)
{
	struct pollfd look = {.fd = entry->fd, .events = POLLIN | POLLOUT | POLLPRI};

	if (poll(&look, 1, 0) < 0) {
		return ASYNC_FD_ERROR;   /* rather an unfounded wake-up than a lost one */
	}
	return (look.revents & POLLIN ? ASYNC_FD_READABLE : 0) | (look.revents & POLLOUT ? ASYNC_FD_WRITABLE : 0)
		| (look.revents & POLLPRI ? ASYNC_FD_PRIORITY : 0) | (look.revents & POLLHUP ? ASYNC_FD_HANGUP : 0)
		| (look.revents & POLLERR ? ASYNC_FD_ERROR : 0) | (look.revents & POLLNVAL ? ASYNC_FD_CLOSED : 0);
}

#ifdef __linux__
static int backend_control(const async__descriptor_t *entry, int operation)
{
	struct epoll_event event = {
		.events = (entry->armed & ASYNC_FD_READABLE ? EPOLLIN : 0u) | (entry->armed & ASYNC_FD_WRITABLE ? EPOLLOUT : 0u)
			| (entry->armed & ASYNC_FD_PRIORITY ? EPOLLPRI : 0u),
		.data.fd = entry->fd,   /* as libuv does it */
	};

	return epoll_ctl(uv_backend_fd(entry->poll.loop), operation, entry->fd, &event) == 0 ? 0 : errno;
}

/* Is the number still that of the same open file? Then the kernel watches it still. */
static bool is_still_watched(const async__descriptor_t *entry)
{
	return backend_control(entry, EPOLL_CTL_MOD) == 0;
}

/* Would epoll take this descriptor? If it refuses, libuv aborts the process. */
static bool is_watchable(const async__descriptor_t *entry)
{
	int err = backend_control(entry, EPOLL_CTL_DEL);

	return err == 0 || err == ENOENT;
}
#else
# define is_still_watched(entry) true
# define is_watchable(entry) (fcntl((entry)->fd, F_GETFD) != -1)
#endif

/* ---- registrations ---- */

static void on_poll(uv_poll_t *poll, int status, int uv_events);

/* Change what libuv watches. errors: -errno, nothing is watched then */
static int arm_descriptor(async__descriptor_t *entry, unsigned events)
{
	async_reactor_t *reactor = entry->reactor;
	int err = events ? uv_poll_start(&entry->poll, to_uv(events), on_poll) : uv_poll_stop(&entry->poll);

	ASYNC_ASSERT(!entry->closing && "a closed entry is not armed again");
	ASYNC_ASSERT(!(events & ~ASKABLE) && "libuv watches for what can be asked for");
	if (err) {
		events = 0;
	}
	async__shard_changed(entry->shard);
	reactor->registrations++;
	reactor->descriptors_armed += (events != 0);
	reactor->descriptors_armed -= (entry->armed != 0);
	entry->armed = events;
	ASYNC_ASSERT(reactor->descriptors_armed <= reactor->descriptor_count && "only registered descriptors are armed");
	if (events) {
		reactor->stale = true;
		if (!entry->fresh) {
			entry->fresh = true;
			entry->next_fresh = reactor->fresh_descriptors;
			reactor->fresh_descriptors = entry;
		}
	}
	return err;
}

/* A completion function has begun to watch it in the round of libuv that ends now, and another one has closed it. */
static void unlink_fresh(const async__descriptor_t *entry)
{
	async__descriptor_t **link = &entry->reactor->fresh_descriptors;

	while (*link && *link != entry) {
		link = &(*link)->next_fresh;
	}
	if (*link) {
		*link = entry->next_fresh;
	}
}

static void on_descriptor_closed(uv_handle_t *handle)
{
	async__descriptor_t *entry = handle->data;

	ASYNC_ASSERT(entry->closing && entry->armed == 0 && "only a closed entry is freed");
	if (entry->fresh) {
		unlink_fresh(entry);
	}
	async__handle_closed(entry->reactor);
	free(entry);
}

/* Take the entry out of the table; it stays in memory until libuv is done with it. The waiters stay on its ring: the
 * caller wakes them, or knows that they are gone. */
static void close_descriptor(async__descriptor_t *entry)
{
	async_reactor_t *reactor = entry->reactor;

	assert(!entry->closing && reactor->descriptors[entry->fd] == entry && "an entry is closed once");

	reactor->descriptors[entry->fd] = NULL;
	reactor->descriptor_count--;
	reactor->descriptors_armed -= (entry->armed != 0);
	reactor->registrations += (entry->armed != 0);
	entry->armed = 0;
	entry->closing = true;
	async__shard_give_back(reactor, entry->shard);
	async__shard_changed(entry->shard);
	async__handle_close(reactor, (uv_handle_t *) &entry->poll, on_descriptor_closed);
}

/* Make a place for the number in both tables. errors: -errno, the tables are as before */
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
	ASYNC_ASSERT((size_t) fd < capacity && "the table has grown far enough");
	return 0;
}

static bool has_place(const async_reactor_t *reactor, int fd)
{
	return fd >= 0 && (size_t) fd < reactor->descriptor_capacity;
}

static async__descriptor_t *find_descriptor(const async_reactor_t *reactor, int fd)
{
	return has_place(reactor, fd) ? reactor->descriptors[fd] : NULL;
}

/* errors: -errno, nothing is left behind */
static int open_descriptor(async_reactor_t *reactor, int fd, async__descriptor_t **result)
{
	async__descriptor_t *entry;
	uv_loop_t *loop;
	int err;
	int flags = fcntl(fd, F_GETFL);
	struct stat status;

	if (flags == -1 || fstat(fd, &status) == -1) {
		return -errno;
	}
	err = grow_table(reactor, fd);
	if (err) {
		return err;
	}
	entry = calloc(1, sizeof(*entry));
	if (!entry) {
		return -ENOMEM;
	}
	loop = async__shard_take(reactor, &entry->shard);
	err = async__poll_init(loop, &entry->poll, fd);
	if (err) {
		async__shard_give_back(reactor, entry->shard);
		free(entry);
		return err;
	}

	ASYNC_ASSERT(reactor->descriptors[fd] == NULL && "a number has one entry");
	entry->reactor = reactor;
	entry->poll.data = entry;
	entry->fd = fd;
	entry->is_socket = S_ISSOCK(status.st_mode);
	async_ring_init(&entry->waiters);
	async__handle_opened(reactor);
	reactor->descriptors[fd] = entry;
	reactor->descriptor_count++;

	/* libuv has made it non-blocking. Take that back: other processes may share the open file. */
	if (!(flags & O_NONBLOCK) && fcntl(fd, F_SETFL, flags) == -1) {
		err = -errno;
		close_descriptor(entry);
		return err;
	}
	*result = entry;
	return 0;
}

/* Called by libuv in a turn. The waiter for the event may be gone. */
static void on_poll(uv_poll_t *poll, int status, int uv_events)
{
	async__descriptor_t *entry = poll->data;
	unsigned wanted = wanted_events(entry);
	unsigned events;

	assert(!entry->closing && "a closed handle reports nothing");

	entry->trusted_in_turn = entry->reactor->turns;
	if (status < 0) {
		/* An error condition; libuv stopped the handle. */
		arm_descriptor(entry, 0);
		events = look_at_descriptor(entry) | ASYNC_FD_ERROR;
	} else {
		events = from_uv(uv_events);
		/* A turn that does not block comes while coroutines are ready, and one of them may be the reader. A turn that
		 * blocks comes when no coroutine is ready: no reader will come for this event soon, so it is disarmed. */
		if ((events & ~wanted) && entry->reactor->blocking) {
			int err = arm_descriptor(entry, entry->armed & ~(events & ~wanted));

			assert(err == 0 && "what was watched can be watched again");
			(void) err;
		}
		/* libuv may report a hang-up as any other event. A hang-up must also reach the waiters for other events
		 * (lifetime rule 3). Rare: a reader and a writer on one descriptor. */
		if (leaves_waiter(entry, events)) {
			events |= look_at_descriptor(entry) & FAILURE;
		}
	}
	wake_waiters(entry, events);
}

void async__fds_settle(async_reactor_t *reactor)
{
	while (reactor->fresh_descriptors) {
		async__descriptor_t *entry = reactor->fresh_descriptors;

		ASYNC_ASSERT(entry->fresh && "an entry on the list of fresh ones is fresh");
		reactor->fresh_descriptors = entry->next_fresh;
		entry->next_fresh = NULL;
		entry->fresh = false;
		if (entry->armed && !is_watchable(entry)) {
			close_descriptor(entry);
			wake_waiters(entry, ASYNC_FD_CLOSED);
		}
	}
}

/* ---- the API ---- */

int async_fd_watch(async_reactor_t *reactor, async_fd_waiter_t *waiter, int fd, unsigned events, async_fd_fn ready)
{
	async__descriptor_t *entry = find_descriptor(reactor, fd);
	int err = 0;

	assert(events && !(events & ~ASKABLE) && "asks for events, and only for those that can be asked for");
	assert(!waiter->descriptor && "a waiter waits for one descriptor at a time");

	/* Without waiters for a while: the number may be that of another file by now (lifetime rule 4). A look costs a
	 * system call, so it is left out where the kernel has just reported the descriptor. */
	if (entry && entry->armed && !entry->fresh
			&& !(entry->is_socket && entry->trusted_in_turn == reactor->turns)
			&& async_ring_is_empty(&entry->waiters) && !is_still_watched(entry)) {
		close_descriptor(entry);
		entry = NULL;
	}
	if (!entry) {
		err = open_descriptor(reactor, fd, &entry);
	}
	if (!err && (events & ~entry->armed)) {
		err = arm_descriptor(entry, wanted_events(entry) | events);
		if (err) {
			close_descriptor(entry);
			wake_waiters(entry, ASYNC_FD_ERROR);
		}
	}
	if (!err) {
		ASYNC_ASSERT(entry->fd == fd && !entry->closing && "the entry is that of the number");
		ASYNC_ASSERT(!(events & ~entry->armed) && "what a waiter asks for is watched");
		waiter->descriptor = entry;
		waiter->events = events;
		waiter->ready = ready;
		async_ring_insert_tail(&entry->waiters, &waiter->node);
	}
	return err;
}

void async_fd_unwatch(async_reactor_t *reactor, async_fd_waiter_t *waiter)
{
	(void) reactor;
	if (waiter->descriptor) {
		ASYNC_ASSERT(waiter->node.next && "a waiter that watches is on a ring");
		async_ring_remove(&waiter->node);
		waiter->descriptor = NULL;
	}
}

void async_fd_set_drained(async_reactor_t *reactor, int fd, bool drained)
{
	async__descriptor_t *entry = find_descriptor(reactor, fd);

	if (entry) {
		entry->drained = drained;
	}
}

bool async_fd_is_new(const async_reactor_t *reactor, int fd)
{
	return has_place(reactor, fd) && reactor->descriptors[fd] == NULL;
}

bool async_fd_has_waiters(const async_reactor_t *reactor, int fd)
{
	const async__descriptor_t *entry = find_descriptor(reactor, fd);

	return (entry && !async_ring_is_empty(&entry->waiters))
		|| (has_place(reactor, fd) && reactor->descriptor_uses[fd].holds > 0);
}

uint32_t async_fd_hold(async_reactor_t *reactor, int fd)
{
	assert(has_place(reactor, fd) && "holds what was watched, or is new");
	ASYNC_ASSERT(reactor->descriptor_uses[fd].holds < UINT32_MAX && "holds are given back");

	reactor->descriptor_uses[fd].holds++;
	return reactor->descriptor_uses[fd].closes;
}

bool async_fd_release(async_reactor_t *reactor, int fd, uint32_t held)
{
	async__fd_use_t *use = has_place(reactor, fd) ? &reactor->descriptor_uses[fd] : NULL;

	/* After a fork the table is a new one, which knows nothing of holds from before. */
	if (use == NULL || use->holds + use->outlived_holds == 0) {
		return true;
	}
	if (use->closes == held && use->holds > 0) {
		use->holds--;
		return true;
	}
	if (use->outlived_holds > 0) {
		use->outlived_holds--;
	}
	return false;
}

int async__fd_next_awaited(const async_reactor_t *reactor, int fd)
{
	for (size_t next = (size_t) (fd + 1); next < reactor->descriptor_capacity; next++) {
		if (reactor->descriptors[next] && !async_ring_is_empty(&reactor->descriptors[next]->waiters)) {
			return (int) next;
		}
	}
	return -1;
}

bool async_fd_is_drained(const async_reactor_t *reactor, int fd)
{
	const async__descriptor_t *entry = find_descriptor(reactor, fd);

	return entry && entry->drained;
}

void async_fd_forget(async_reactor_t *reactor, int fd)
{
	async__descriptor_t *entry = find_descriptor(reactor, fd);

	if (has_place(reactor, fd)) {
		async__fd_use_t *use = &reactor->descriptor_uses[fd];

		/* The next descriptor with the number does not have these holders. */
		use->outlived_holds += use->holds;
		use->holds = 0;
		use->closes++;
	}
	if (entry) {
		int saved_errno = errno;

		close_descriptor(entry);
		wake_waiters(entry, ASYNC_FD_CLOSED);
		errno = saved_errno;
	}
}

void async__fds_drop(async_reactor_t *reactor, bool owners_alive)
{
	reactor->fresh_descriptors = NULL;
	for (size_t fd = 0; fd < reactor->descriptor_capacity; fd++) {
		async__descriptor_t *entry = reactor->descriptors[fd];

		if (!entry) {
			continue;
		}
		while (owners_alive && !async_ring_is_empty(&entry->waiters)) {
			async_fd_unwatch(reactor, waiter_of(async_ring_first(&entry->waiters)));
		}
		close_descriptor(entry);
	}
	ASYNC_ASSERT(reactor->descriptor_count == 0 && reactor->descriptors_armed == 0 && "all entries are closed");
	free(reactor->descriptors);
	free(reactor->descriptor_uses);
	reactor->descriptors = NULL;
	reactor->descriptor_uses = NULL;
	reactor->descriptor_capacity = 0;
}
