/*
 * The events of inotify, and what they mean.
 *
 * A file is watched through its folder, with a filter of names: a watch of the file itself would end when an editor
 * puts a new file in its place. The kernel tells the two halves of a move one after the other, with one cookie. The
 * first half is held until the second one comes, or a moment has passed: then the file was moved away.
 */
#include "io/files/notify.h"

#include "scheduler/scheduler.h"

#include <errno.h>

#ifdef __linux__

#include "io/files/notify_folders.h"

#include <sys/inotify.h>
#include <unistd.h>

#define SELF_GONE (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)

/* How long the second half of a move may need. The kernel makes both in one system call. */
#define MOVE_NS UINT64_C(5000000)

/* Other coroutines want to run, too: after so many reads the rest waits for the next turn. */
#define READS_AT_ONCE 64

/* ---- events ---- */

static void report(async_notify_t *notify, async_notify_kind_t kind, zend_string *path)
{
	notify->ops->report(notify->owner, kind, path, NULL);
}

/* The second half of the move does not come: the path is away. */
static void give_up_held(async_notify_t *notify)
{
	zend_string *path = notify->held;

	if (path) {
		notify->held = NULL;
		report(notify, notify->held_is_folder ? ASYNC_NOTIFY_FOLDER_GONE : ASYNC_NOTIFY_DELETED, path);
		if (notify->held_is_folder) {
			async_notify_drop_below(notify, path);
		}
		zend_string_release(path);
	}
}

/* A folder that the owner has named is deleted, moved or unmounted: its path means nothing any more. */
static void root_gone(async_notify_t *notify, const async_notify_folder_t *folder)
{
	zend_string *path = zend_string_copy(folder->path);

	async_notify_report_lost(notify, folder);
	async_notify_drop_below(notify, path);
	zend_string_release(path);
}

/* A folder may have moved on before its creation was read: then it is watched where it is now. */
static void add_new_folder(async_notify_t *notify, const async_notify_folder_t *folder, zend_string *path,
	uint32_t mask)
{
	if ((mask & IN_ISDIR) && notify->recursive && folder->only == NULL) {
		const int error = async_notify_add_tree(notify, path, false, true);

		notify->misses_new |= error == ENOENT || error == ENOTDIR;
	}
}

static void appeared(async_notify_t *notify, const async_notify_folder_t *folder, zend_string *path,
	uint32_t mask, bool existed)
{
	report(notify, existed ? ASYNC_NOTIFY_CHANGED : mask & IN_MOVED_TO ? ASYNC_NOTIFY_PUT : ASYNC_NOTIFY_CREATED, path);
	add_new_folder(notify, folder, path, mask);
}

static void moved_here(async_notify_t *notify, const async_notify_folder_t *folder, zend_string *path,
	const struct inotify_event *event, bool existed)
{
	zend_string *old = notify->held;

	if (old == NULL || notify->held_cookie != event->cookie) {
		appeared(notify, folder, path, event->mask, existed);
		return;
	}
	notify->held = NULL;
	notify->ops->report(notify->owner, ASYNC_NOTIFY_MOVED, path, old);
	if (event->mask & IN_ISDIR) {
		async_notify_rename_below(notify, old, path);
		if (notify->misses_new || !async_notify_knows(notify, path)) {
			add_new_folder(notify, folder, path, event->mask);
		}
	}
	zend_string_release(old);
}

/* Something happened to an entry of a folder. */
static void entry_event(async_notify_t *notify, const async_notify_folder_t *folder, const struct inotify_event *event,
	zend_string *path, bool existed)
{
	if (event->mask & IN_MOVED_FROM) {
		ZEND_ASSERT(notify->held == NULL && "the first half of another move was given up");
		notify->held = zend_string_copy(path);
		notify->held_cookie = event->cookie;
		notify->held_is_folder = (event->mask & IN_ISDIR) != 0;
	} else if (event->mask & IN_MOVED_TO) {
		moved_here(notify, folder, path, event, existed);
	} else if (event->mask & IN_CREATE) {
		appeared(notify, folder, path, event->mask, false);
	} else {
		report(notify, event->mask & IN_DELETE ? ASYNC_NOTIFY_DELETED : ASYNC_NOTIFY_CHANGED, path);
	}
}

/* The folder that the event is about; NULL: it is not watched any more. */
static async_notify_folder_t *folder_of(async_notify_t *notify, const struct inotify_event *event)
{
	async_notify_folder_t *folder = zend_hash_index_find_ptr(&notify->folders, (zend_ulong) event->wd);

	if (EXPECTED(notify->held == NULL) || folder == NULL) {
		return folder;
	}
	/* A folder tells of its move after the second half. Without that it is away, and what happens in it is no event.
	 * What comes to its place is told of afterwards. */
	if ((event->mask & (IN_CREATE | IN_MOVED_FROM))
		|| ((event->mask & IN_MOVED_TO) && event->cookie != notify->held_cookie)
		|| ((event->mask & IN_MOVE_SELF) && !folder->is_root && zend_string_equals(folder->path, notify->held))) {
		give_up_held(notify);
		folder = zend_hash_index_find_ptr(&notify->folders, (zend_ulong) event->wd);
	}
	return folder;
}

static void handle(async_notify_t *notify, const struct inotify_event *event)
{
	async_notify_folder_t *folder;
	zend_string *path;
	zval *exists = NULL;
	bool existed = false;

	if (event->mask & IN_Q_OVERFLOW) {
		give_up_held(notify);
		async_notify_find_again(notify);
		return;
	}
	folder = folder_of(notify, event);
	if (folder == NULL) {
		return;
	}
	if ((event->mask & (SELF_GONE | IN_IGNORED)) || event->len == 0) {
		if (folder->is_root && (event->mask & IN_MOVE_SELF) && async_notify_has_parent(notify, folder)) {
			folder->is_root = false;
		} else if (folder->is_root && (event->mask & (SELF_GONE | IN_IGNORED))) {
			root_gone(notify, folder);
		} else if (event->mask & IN_IGNORED) {
			zend_hash_index_del(&notify->folders, (zend_ulong) event->wd);
		}
		return;
	}
	if (folder->only) {
		exists = zend_hash_str_find(folder->only, event->name, strlen(event->name));
		if (exists == NULL) {
			return;
		}
		existed = Z_TYPE_P(exists) == IS_TRUE;
		ZVAL_BOOL(exists, !(event->mask & (IN_DELETE | IN_MOVED_FROM)));
	}
	path = async_notify_join(folder->path, event->name);
	entry_event(notify, folder, event, path, existed);
	zend_string_release(path);
}

/* ---- reading ---- */

static void read_events(void *argument)
{
	async_notify_t *notify = argument;
	char buffer[16 * 1024] __attribute__((aligned(__alignof__(struct inotify_event))));
	ssize_t size = 1;

	for (int i = 0; i < READS_AT_ONCE && notify->error == 0; i++) {
		do {
			size = read(notify->fd, buffer, sizeof(buffer));
		} while (size < 0 && errno == EINTR);
		if (size <= 0) {
			break;
		}
		for (ssize_t at = 0; at < size;) {
			const struct inotify_event *event = (const struct inotify_event *) (const void *) (buffer + at);

			handle(notify, event);
			at += (ssize_t) (sizeof(*event) + event->len);
		}
	}
	if (size < 0 && errno != EAGAIN) {
		async_notify_fail(notify, errno, NULL);
	} else if (size < 0) {
		notify->misses_new = false;
		if (UNEXPECTED(notify->has_lost_track)) {
			async_notify_find_again(notify);
		}
	}
}

static void give_up(void *argument)
{
	give_up_held(argument);
}

static void no_second_half(async_timer_t *timer)
{
	async_notify_t *notify = async_container_of(timer, async_notify_t, timer);

	async_scheduler_shield(give_up, notify);
	notify->ops->reported(notify->owner);
}

static void on_ready(async_fd_waiter_t *waiter, unsigned events)
{
	async_notify_t *notify = async_container_of(waiter, async_notify_t, waiter);
	int error = EBADF;

	if (!(events & ASYNC_FD_CLOSED)) {
		async_scheduler_shield(read_events, notify);
		error = -async_fd_watch(ASYNC_G(reactor), waiter, notify->fd, ASYNC_FD_READABLE, on_ready);
	}
	if (error) {
		async_notify_fail(notify, error, NULL);
	}
	async_timer_stop(ASYNC_G(reactor), &notify->timer);
	if (notify->held && !async_timer_start(ASYNC_G(reactor), &notify->timer, async_reactor_limit_after(MOVE_NS),
			no_second_half)) {
		async_scheduler_shield(give_up, notify);
	}
	notify->ops->reported(notify->owner);
}

/* ---- the set ---- */

/* How often paths on network file systems are looked at. */
#define POLL_MS 1000

/* Watch a new descriptor of inotify. errors: false with errno */
static bool open_inotify(async_notify_t *notify)
{
	int error;

	notify->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (notify->fd < 0) {
		return false;
	}
	error = -async_fd_watch(ASYNC_G(reactor), &notify->waiter, notify->fd, ASYNC_FD_READABLE, on_ready);
	if (error) {
		close(notify->fd);
		errno = error;
		return false;
	}
	return true;
}

async_notify_t *async_notify_open(bool recursive, uint64_t poll_ms, const async_notify_ops_t *ops, void *owner)
{
	async_notify_t *notify = ecalloc(1, sizeof(*notify));

	notify->fd = -1;
	if (poll_ms == 0 && !open_inotify(notify)) {
		const int error = errno;

		efree(notify);
		errno = error;
		return NULL;
	}
	notify->recursive = recursive;
	notify->poll_ms = poll_ms ? poll_ms : POLL_MS;
	notify->ops = ops;
	notify->owner = owner;
	zend_hash_init(&notify->folders, 8, NULL, async_notify_free_folder, 0);
	if (ASYNC_IO_G(notify_sets).next == NULL) {
		async_ring_init(&ASYNC_IO_G(notify_sets));
	}
	async_ring_insert_tail(&ASYNC_IO_G(notify_sets), &notify->node);
	return notify;
}

bool async_notify_is_empty(const async_notify_t *notify)
{
	return zend_hash_num_elements(&notify->folders) == 0 && notify->held == NULL
		&& (notify->poll == NULL || async_notify_poll_is_empty(notify->poll));
}

int async_notify_error(const async_notify_t *notify, zend_string **path)
{
	*path = notify->error_path;
	return notify->error;
}

void async_notify_count(zend_long *sets, zend_long *paths)
{
	const async_ring_t *head = &ASYNC_IO_G(notify_sets);

	*sets = *paths = 0;
	for (const async_ring_t *at = head->next; at && at != head; at = at->next) {
		const async_notify_t *notify = async_container_of(at, async_notify_t, node);

		++*sets;
		*paths += zend_hash_num_elements(&notify->folders)
			+ (notify->poll ? async_notify_poll_count(notify->poll) : 0);
	}
}

/* The reactor of a child has forgotten all waiters. */
bool async_notify_is_ours(const async_notify_t *notify)
{
	return notify->error != 0 || notify->waiter.descriptor != NULL
		|| (notify->fd < 0 && (notify->poll == NULL || async_notify_poll_is_ours(notify->poll)));
}

void async_notify_close(async_notify_t *notify)
{
	async_ring_remove(&notify->node);
	if (notify->fd >= 0) {
		if (ASYNC_G(reactor)) {
			async_fd_unwatch(ASYNC_G(reactor), &notify->waiter);
			async_timer_stop(ASYNC_G(reactor), &notify->timer);
			async_fd_forget(ASYNC_G(reactor), notify->fd);
		}
		close(notify->fd);
	}
	if (notify->poll) {
		async_notify_poll_close(notify->poll);
	}
	zend_hash_destroy(&notify->folders);
	if (notify->held) {
		zend_string_release(notify->held);
	}
	if (notify->error_path) {
		zend_string_release(notify->error_path);
	}
	efree(notify);
}

#else

async_notify_t *async_notify_open(bool recursive, uint64_t poll_ms, const async_notify_ops_t *ops, void *owner)
{
	(void) recursive;
	(void) poll_ms;
	(void) ops;
	(void) owner;
	errno = ENOSYS;
	return NULL;
}

int async_notify_add(async_notify_t *notify, zend_string *path)
{
	(void) notify;
	(void) path;
	return ENOSYS;
}

bool async_notify_is_empty(const async_notify_t *notify)
{
	(void) notify;
	return true;
}

int async_notify_error(const async_notify_t *notify, zend_string **path)
{
	(void) notify;
	*path = NULL;
	return ENOSYS;
}

void async_notify_count(zend_long *sets, zend_long *paths)
{
	*sets = *paths = 0;
}

bool async_notify_is_ours(const async_notify_t *notify)
{
	(void) notify;
	return false;
}

void async_notify_close(async_notify_t *notify)
{
	(void) notify;
}

#endif
