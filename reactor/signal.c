/*
 * Signals: one libuv handle for each signal that has a waiter, closed with the last waiter.
 *
 * libuv installs its own handler and leaves SIG_DFL behind. Ours stands in for it: it calls libuv's, and the handler
 * that was found (pcntl's), which is put back in the end. One that pcntl installs meanwhile becomes the found one
 * (async_signal_reclaim()); any other that was installed meanwhile stays.
 */
#include "internal.h"

#include <string.h>

struct async__signal {
	uv_signal_t handle;
	async_reactor_t *reactor;
	int signo;
	bool delivering;                 /* on_signal() runs and closes the handle itself, if no waiter is left */
	async_ring_t waiters;            /* oldest first */
};

/* Dispositions belong to the process: among the reactors of several threads, the first reactor that waits for a signal
 * takes its disposition over, and the last one gives it back. */
static struct {
	pthread_mutex_t lock;
	struct {
		unsigned holders;         /* reactors that wait for the signal */
		struct sigaction found;   /* what the signal would meet without the holders */
		struct sigaction libuv;
		struct sigaction ours;    /* calls both of them */
	} taken[NSIG];
	async_signal_found_fn call_found;   /* async_signal_on_found() */
} dispositions = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_same_handler(const struct sigaction *a, const struct sigaction *b)
{
	return (a->sa_flags & SA_SIGINFO) == (b->sa_flags & SA_SIGINFO) && a->sa_handler == b->sa_handler;
}

static bool has_waiters(const async__signal_t *entry)
{
	return !async_ring_is_empty(&entry->waiters);
}

static async_signal_waiter_t *first_waiter(const async_ring_t *waiters)
{
	return async_container_of(async_ring_first(waiters), async_signal_waiter_t, node);
}

static void unlink_waiter(async_signal_waiter_t *waiter)
{
	ASYNC_ASSERT(waiter->signo && "a waiter on a ring waits for a signal");
	async_ring_remove(&waiter->node);
	waiter->signo = 0;
}

/* Our signal handler. */
static void on_caught(int signo, siginfo_t *info, void *context)
{
	const int kept_errno = errno;

	dispositions.taken[signo].libuv.sa_handler(signo);
	if (dispositions.call_found) {
		dispositions.call_found(signo, &dispositions.taken[signo].found, info, context);
	}
	errno = kept_errno;
}

/* Set our handler. Whether the kernel restarts calls of the system stays as the found one wants it. */
static void install(int signo, const struct sigaction *found)
{
	struct sigaction *ours = &dispositions.taken[signo].ours;
	const bool is_caught = (found->sa_flags & SA_SIGINFO)
		|| (found->sa_handler != SIG_DFL && found->sa_handler != SIG_IGN);
	int err;

	dispositions.taken[signo].found = *found;
	memset(ours, 0, sizeof(*ours));
	ours->sa_sigaction = on_caught;
	ours->sa_flags = SA_SIGINFO | (is_caught ? found->sa_flags & (SA_RESTART | SA_ONSTACK) : SA_RESTART);
	/* libuv's handler has a lock: no other signal may come meanwhile. */
	sigfillset(&ours->sa_mask);
	err = sigaction(signo, ours, NULL);
	assert(err == 0 && "a signal that was taken can be caught");
	(void) err;
}

/* Start libuv's handle, which replaces the disposition. errors: -errno, the disposition is unchanged */
static int take_signal(async__signal_t *entry, uv_signal_cb deliver)
{
	int signo = entry->signo;
	struct sigaction found = {.sa_flags = 0};
	sigset_t all, before;
	int err;

	ASYNC_ASSERT(signo > 0 && signo < NSIG && "the number was checked");
	sigfillset(&all);
	pthread_mutex_lock(&dispositions.lock);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	if (sigaction(signo, NULL, &found) == -1) {
		err = -errno;
		goto unlock;
	}
	err = uv_signal_start(&entry->handle, deliver, signo);
	if (err) {
		goto unlock;
	}
	if (dispositions.taken[signo].holders++ == 0) {
		if (sigaction(signo, NULL, &dispositions.taken[signo].libuv) == -1) {
			assert(false && "a signal that was taken has a disposition");
		}
		install(signo, &found);
	}
unlock:
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_mutex_unlock(&dispositions.lock);
	return err;
}

/* Stop libuv's handle and put the disposition back. The signal is blocked in between: otherwise it could meet SIG_DFL,
 * which libuv leaves behind, and end the process. */
static void give_signal_back(async__signal_t *entry)
{
	int signo = entry->signo;
	struct sigaction current = {.sa_flags = 0};
	sigset_t held, before;
	int err;

	sigemptyset(&held);
	sigaddset(&held, signo);
	pthread_mutex_lock(&dispositions.lock);
	pthread_sigmask(SIG_BLOCK, &held, &before);
	err = sigaction(signo, NULL, &current);
	assert(err == 0 && "a signal that was taken has a disposition");
	err = uv_signal_stop(&entry->handle);
	assert(err == 0 && "an open signal handle can be stopped");

	assert(dispositions.taken[signo].holders > 0 && "a signal is given back once");
	if (--dispositions.taken[signo].holders == 0) {
		bool untouched = is_same_handler(&current, &dispositions.taken[signo].ours);

		err = sigaction(signo, untouched ? &dispositions.taken[signo].found : &current, NULL);
		assert(err == 0 && "a disposition that was found can be put back");
	}
	(void) err;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_mutex_unlock(&dispositions.lock);
}

static void on_signal_closed(uv_handle_t *handle)
{
	async__signal_t *entry = handle->data;

	async__handle_closed(entry->reactor);
	free(entry);
}

static void close_signal(async__signal_t *entry)
{
	async_reactor_t *reactor = entry->reactor;

	assert(reactor->signals[entry->signo] == entry && "a signal is closed once");
	ASYNC_ASSERT(reactor->signal_count > 0 && !entry->delivering && "a signal with a handle is counted");
	reactor->signals[entry->signo] = NULL;
	reactor->signal_count--;
	give_signal_back(entry);
	async__handle_close(reactor, (uv_handle_t *) &entry->handle, on_signal_closed);
}

void async_signal_on_found(async_signal_found_fn fn)
{
	dispositions.call_found = fn;
}

bool async_signal_disposition(int signo, struct sigaction *found)
{
	bool known = true;

	if (signo <= 0 || signo >= NSIG) {
		return false;
	}
	pthread_mutex_lock(&dispositions.lock);
	if (dispositions.taken[signo].holders > 0) {
		*found = dispositions.taken[signo].found;
	} else {
		known = sigaction(signo, NULL, found) == 0;
	}
	pthread_mutex_unlock(&dispositions.lock);
	return known;
}

void async_signal_reclaim(int signo, bool was_missed)
{
	struct sigaction current = {.sa_flags = 0};
	sigset_t all, before;

	if (signo <= 0 || signo >= NSIG) {
		return;
	}
	sigfillset(&all);
	pthread_mutex_lock(&dispositions.lock);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	if (dispositions.taken[signo].holders > 0 && sigaction(signo, NULL, &current) == 0
		&& !is_same_handler(&current, &dispositions.taken[signo].ours)) {
		install(signo, &current);
		if (was_missed) {
			dispositions.taken[signo].libuv.sa_handler(signo);
		}
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_mutex_unlock(&dispositions.lock);
}

/* Called by libuv in a turn: wake all waiters. A waiter that watches again from ready() waits for the next delivery,
 * because the ring of this delivery is apart. */
static void on_signal(uv_signal_t *handle, int signo)
{
	async__signal_t *entry = handle->data;
	async_ring_t batch;

	assert(has_waiters(entry) && "the handle is closed with the last waiter");
	assert(!entry->delivering && "deliveries do not nest");

	async_ring_move(&batch, &entry->waiters);
	entry->delivering = true;
	while (!async_ring_is_empty(&batch)) {
		async_signal_waiter_t *waiter = first_waiter(&batch);

		ASYNC_ASSERT(waiter->signo == signo && waiter->ready && "a waiter is on the ring of its signal");
		unlink_waiter(waiter);
		entry->reactor->deliveries++;
		waiter->ready(waiter, signo);
	}
	entry->delivering = false;
	if (!has_waiters(entry)) {
		close_signal(entry);
	}
}

/* errors: -errno, nothing is left behind */
static int open_signal(async_reactor_t *reactor, int signo, async__signal_t **result)
{
	async__signal_t *entry = calloc(1, sizeof(*entry));
	int err;

	if (!entry) {
		return -ENOMEM;
	}
	err = uv_signal_init(&reactor->loop->uv, &entry->handle);
	if (err) {
		free(entry);
		return err;
	}
	entry->reactor = reactor;
	entry->handle.data = entry;
	entry->signo = signo;
	async_ring_init(&entry->waiters);
	async__handle_opened(reactor);

	err = take_signal(entry, on_signal);
	if (err) {
		async__handle_close(reactor, (uv_handle_t *) &entry->handle, on_signal_closed);
		return err;
	}
	ASYNC_ASSERT(reactor->signals[signo] == NULL && "a signal has one handle");
	reactor->signals[signo] = entry;
	reactor->signal_count++;
	reactor->stale = true;
	*result = entry;
	return 0;
}

int async_signal_watch(async_reactor_t *reactor, async_signal_waiter_t *waiter, int signo, async_signal_fn ready)
{
	async__signal_t *entry;

	assert(!waiter->signo && "a waiter waits for one signal at a time");
	ASYNC_ASSERT(ready && "a waiter has a function to call");
	if (signo <= 0 || signo >= NSIG) {
		return -EINVAL;
	}
	entry = reactor->signals[signo];
	if (!entry) {
		int err = open_signal(reactor, signo, &entry);

		if (err) {
			return err;
		}
	}

	waiter->signo = signo;
	waiter->ready = ready;
	async_ring_insert_tail(&entry->waiters, &waiter->node);
	return 0;
}

void async_signal_unwatch(async_reactor_t *reactor, async_signal_waiter_t *waiter)
{
	async__signal_t *entry;

	if (!waiter->signo) {
		return;
	}
	entry = reactor->signals[waiter->signo];
	assert(entry && "a signal with a waiter has a handle");
	unlink_waiter(waiter);
	if (!has_waiters(entry) && !entry->delivering) {
		close_signal(entry);
	}
}

/* libuv closes a handle only when it has dispatched all signals that it caught; these two counters are its own. */
static void forget_caught(uv_handle_t *handle, void *unused)
{
	(void) unused;
	if (handle->type == UV_SIGNAL) {
		uv_signal_t *signal = (uv_signal_t *) handle;

		signal->dispatched_signals = signal->caught_signals;
	}
}

void async__signals_forget_caught(async_reactor_t *reactor)
{
	uv_walk(&reactor->loop->uv, forget_caught, NULL);
}

void async__signals_drop(async_reactor_t *reactor, bool owners_alive)
{
	for (int signo = 1; signo < NSIG; signo++) {
		async__signal_t *entry = reactor->signals[signo];

		if (!entry) {
			continue;
		}
		ASYNC_ASSERT(entry->signo == signo && "a handle is at the place of its signal");
		while (owners_alive && has_waiters(entry)) {
			unlink_waiter(first_waiter(&entry->waiters));
		}
		close_signal(entry);
	}
}
