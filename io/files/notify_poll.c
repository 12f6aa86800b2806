/*
 * Looking at paths in intervals: a worker lists them, and the listing is compared with what is known.
 */
#include "io/files/notify_compare.h"

#include "scheduler/scheduler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
# include <sys/vfs.h>
#endif

struct async_notify_look {
	async_job_t job;          /* first: the reactor passes it to the functions below */
	async_notify_poll_t *poll;    /* used by complete() only */
	async_listing_t listing;
};

typedef struct async_notify_look look_t;

bool async_notify_needs_poll(const char *path)
{
#ifdef __linux__
	/* NFS, SMB1, SMB2, CIFS, FUSE, 9P, Ceph, AFS, Coda, VirtualBox, VMware */
	static const uint32_t types[] = { 0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x65735546, 0x01021997, 0x00c36400,
		0x5346414f, 0x73757245, 0x786f4256, 0xbacbacbc };
	struct statfs status;

	if (statfs(path, &status) == 0) {
		for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
			if ((uint32_t) status.f_type == types[i]) {
				return true;
			}
		}
	}
#else
	(void) path;
#endif
	return false;
}

/* ---- looks ---- */

static void wait_for_next(async_notify_poll_t *poll);

static void work(async_job_t *job)
{
	async_listing_read(&((look_t *) job)->listing);
}

static void compare(void *argument)
{
	const look_t *look = argument;

	async_notify_compare(look->poll, &look->listing);
}

static void complete(async_job_t *job)
{
	async_notify_poll_t *poll = ((look_t *) job)->poll;

	async_scheduler_shield(compare, job);
	poll->look = NULL;
	wait_for_next(poll);
	poll->ops->reported(poll->owner);
}

static void destroy(async_job_t *job)
{
	async_listing_free(&((look_t *) job)->listing);
	free(job);
}

/* A look at the paths, in memory that a worker may use; NULL: there is none. */
static look_t *new_look(async_notify_poll_t *poll)
{
	look_t *look = calloc(1, sizeof(*look));
	async_poll_root_t *root;

	if (look == NULL) {
		return NULL;
	}
	look->job = (async_job_t) {
		.kind = ASYNC_JOB_FAST,
		.lane = poll->device,
		.name = "look at watched files",
		.work = work,
		.complete = complete,
		.destroy = destroy,
	};
	look->poll = poll;
	look->listing.is_recursive = poll->is_recursive;
	ZEND_HASH_FOREACH_PTR(&poll->roots, root) {
		if (!async_listing_add_root(&look->listing, ZSTR_VAL(root->path), root->is_folder)) {
			destroy(&look->job);
			return NULL;
		}
	} ZEND_HASH_FOREACH_END();
	return look;
}

/* Without memory or a thread this look is left out. */
static void due(async_timer_t *timer)
{
	async_notify_poll_t *poll = async_container_of(timer, async_notify_poll_t, timer);
	look_t *look = new_look(poll);

	if (look && async_job_submit(ASYNC_G(reactor), &look->job) == 0) {
		poll->look = look;
		return;
	}
	if (look) {
		destroy(&look->job);
	}
	wait_for_next(poll);
}

static void wait_for_next(async_notify_poll_t *poll)
{
	/* Without memory for the timer nothing will be seen any more, but all other work goes on. */
	(void) async_timer_start(ASYNC_G(reactor), &poll->timer, async_reactor_limit_after(poll->interval), due);
}

/* ---- the set ---- */

static void free_known(zval *value)
{
	async_known_t *known = Z_PTR_P(value);

	zend_string_release(known->path);
	efree(known);
}

static void free_root(zval *value)
{
	async_poll_root_t *root = Z_PTR_P(value);

	zend_string_release(root->path);
	efree(root);
}

async_notify_poll_t *async_notify_poll_open(bool recursive, uint64_t interval_ns, const async_notify_ops_t *ops,
	void *owner)
{
	async_notify_poll_t *poll = ecalloc(1, sizeof(*poll));

	ZEND_ASSERT(interval_ns > 0 && "a look takes place now and then");
	poll->is_recursive = recursive;
	poll->interval = interval_ns;
	poll->ops = ops;
	poll->owner = owner;
	poll->process = getpid();
	zend_hash_init(&poll->roots, 8, NULL, free_root, 0);
	zend_hash_init(&poll->known, 8, NULL, free_known, 0);
	return poll;
}

/* What the path has now is known, and nothing of it is reported. */
static int learn(async_notify_poll_t *poll, const zend_string *path, bool is_folder)
{
	async_listing_t listing = { .is_recursive = poll->is_recursive };
	int error = ENOMEM;

	if (async_listing_add_root(&listing, ZSTR_VAL(path), is_folder)) {
		async_listing_read(&listing);
		error = listing.error ? listing.error : listing.roots[0].error;
	}
	for (size_t i = 0; i < listing.count && error == 0; i++) {
		zend_string *name = zend_string_init(listing.entries[i].path, strlen(listing.entries[i].path), 0);

		async_notify_add_known(poll, name, &listing.entries[i].status);
		zend_string_release(name);
	}
	async_listing_free(&listing);
	return error;
}

int async_notify_poll_add(async_notify_poll_t *poll, const zend_string *path)
{
	struct stat status;
	async_poll_root_t *root;
	int error;

	if (stat(ZSTR_VAL(path), &status) != 0) {
		return errno;
	}
	error = learn(poll, path, S_ISDIR(status.st_mode));
	if (error) {
		return error;
	}
	root = emalloc(sizeof(*root));
	root->path = zend_string_init(ZSTR_VAL(path), ZSTR_LEN(path), 0);
	root->is_folder = S_ISDIR(status.st_mode);
	zend_hash_next_index_insert_ptr(&poll->roots, root);
	if (zend_hash_num_elements(&poll->roots) == 1) {
		poll->device = (uint64_t) status.st_dev;
	}
	if (!async_timer_is_armed(&poll->timer) && poll->look == NULL) {
		wait_for_next(poll);
	}
	return 0;
}

bool async_notify_poll_is_empty(const async_notify_poll_t *poll)
{
	return zend_hash_num_elements(&poll->roots) == 0;
}

/* The reactor of a child has disarmed all timers, and does not know the look that was on its way. */
bool async_notify_poll_is_ours(const async_notify_poll_t *poll)
{
	return async_timer_is_armed(&poll->timer) || (poll->look && poll->process == getpid());
}

uint32_t async_notify_poll_count(const async_notify_poll_t *poll)
{
	return zend_hash_num_elements(&poll->known);
}

void async_notify_poll_close(async_notify_poll_t *poll)
{
	if (ASYNC_G(reactor)) {
		async_timer_stop(ASYNC_G(reactor), &poll->timer);
		if (poll->look) {
			async_job_abandon(ASYNC_G(reactor), &poll->look->job);
		}
	}
	zend_hash_destroy(&poll->roots);
	zend_hash_destroy(&poll->known);
	efree(poll);
}
