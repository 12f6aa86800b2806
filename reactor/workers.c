/*
 * Worker threads of the process, for the jobs of all its reactors.
 *
 * Not those of libuv: in a forked child it can neither use nor leave the parent's, whose lock may be held and whose
 * condition has waiters that do not exist. It would have to start new ones only to be able to end (reactor.h,
 * async_reactor_process_end()). These are simply forgotten.
 */
#include "internal.h"

#define WORKERS_DEFAULT 4
#define WORKERS_MAX 1024

static struct {
	pthread_mutex_t lock;
	pthread_cond_t queued;
	pthread_t *threads;         /* room for `limit` */
	unsigned limit;             /* 0 until the first work */
	unsigned count;
	unsigned idle;
	unsigned length;            /* of the queue */
	bool ending;
	async__work_t *first;       /* FIFO of what no worker has begun */
	async__work_t *last;
} workers = {.lock = PTHREAD_MUTEX_INITIALIZER, .queued = PTHREAD_COND_INITIALIZER};

unsigned async__workers_limit(void)
{
	const char *value = getenv("UV_THREADPOOL_SIZE");
	const unsigned limit = value ? (unsigned) atoi(value) : WORKERS_DEFAULT;

	return limit == 0 ? 1 : limit > WORKERS_MAX ? WORKERS_MAX : limit;
}

/* ---- the queue; the lock is held ---- */

static void enqueue(async__work_t *work)
{
	work->next = NULL;
	work->prev = workers.last;
	if (work->prev) {
		work->prev->next = work;
	} else {
		workers.first = work;
	}
	workers.last = work;
	work->is_queued = true;
	workers.length++;
}

static void dequeue(async__work_t *work)
{
	assert(work->is_queued && workers.length > 0 && "what is in the queue is counted");
	if (work->prev) {
		work->prev->next = work->next;
	} else {
		workers.first = work->next;
	}
	if (work->next) {
		work->next->prev = work->prev;
	} else {
		workers.last = work->prev;
	}
	work->is_queued = false;
	workers.length--;
}

/* ---- the threads ---- */

static void *worker(void *unused)
{
	(void) unused;
	pthread_mutex_lock(&workers.lock);
	while (workers.first || !workers.ending) {
		async__work_t *work = workers.first;

		if (work == NULL) {
			workers.idle++;
			pthread_cond_wait(&workers.queued, &workers.lock);
			workers.idle--;
			continue;
		}
		dequeue(work);
		pthread_mutex_unlock(&workers.lock);
		work->run(work);
		pthread_mutex_lock(&workers.lock);
	}
	pthread_mutex_unlock(&workers.lock);
	return NULL;
}

void async__threads_block_signals(sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGFPE);
	sigdelset(&all, SIGILL);
	pthread_sigmask(SIG_SETMASK, &all, before);
}

/* The lock is held. errors: -errno */
static int start_worker(void)
{
	sigset_t before;
	int err;

	if (!workers.threads) {
		workers.limit = async__workers_limit();
		workers.threads = calloc(workers.limit, sizeof(*workers.threads));
		if (!workers.threads) {
			return -ENOMEM;
		}
	}
	async__threads_block_signals(&before);
	err = pthread_create(&workers.threads[workers.count], NULL, worker, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err == 0) {
		workers.count++;
	}
	return -err;
}

int async__workers_ready(void)
{
	int err = 0;

	async__forks_prepare_once();
	pthread_mutex_lock(&workers.lock);
	if (workers.count == 0) {
		err = start_worker();
	}
	pthread_mutex_unlock(&workers.lock);
	return err;
}

void async__work_submit(async__work_t *work)
{
	pthread_mutex_lock(&workers.lock);
	assert(workers.count > 0 && !workers.ending && "somebody takes the work");
	enqueue(work);
	/* Those that are idle may have been woken for what was queued before. If there is no more, it takes longer. */
	if (workers.length > workers.idle && workers.count < workers.limit) {
		(void) start_worker();
	}
	pthread_cond_signal(&workers.queued);
	pthread_mutex_unlock(&workers.lock);
}

bool async__work_take_back(async__work_t *work)
{
	bool taken;

	pthread_mutex_lock(&workers.lock);
	taken = work->is_queued;
	if (taken) {
		dequeue(work);
	}
	pthread_mutex_unlock(&workers.lock);
	return taken;
}

void async__workers_end(void)
{
	unsigned count;

	pthread_mutex_lock(&workers.lock);
	workers.ending = true;
	count = workers.count;
	pthread_cond_broadcast(&workers.queued);
	pthread_mutex_unlock(&workers.lock);

	for (unsigned i = 0; i < count; i++) {
		int err = pthread_join(workers.threads[i], NULL);

		assert(err == 0 && "each worker is joined once");
		(void) err;
	}
	free(workers.threads);
	workers.threads = NULL;
	workers.count = workers.limit = 0;
	workers.ending = false;
}

/* ---- fork ---- */

void async__workers_before_fork(void)
{
	pthread_mutex_lock(&workers.lock);
}

void async__workers_after_fork(bool is_child)
{
	if (is_child) {
		/* Its waiters are the parent's. */
		pthread_cond_init(&workers.queued, NULL);
		while (workers.first) {
			dequeue(workers.first);
		}
		workers.count = workers.idle = 0;
	}
	pthread_mutex_unlock(&workers.lock);
}
