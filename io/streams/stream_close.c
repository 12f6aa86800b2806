/*
 * Closing a stream while other coroutines use it: their waits fail, and they leave it first.
 */
#include "io/streams/stream_turns.h"

#include "engine/handlers.h"
#include "io/streams/stream_order.h"
#include "io/wait_fd.h"

/* Rounds of the run queue: more than a stock function needs to fail and leave. */
#define LEAVING_ROUNDS_MAX 100

static const char closing_name[] = "turn to close a stream";

typedef async_stream_user_t stream_user_t;

/* In ASYNC_IO_G(stream_users). */
struct async_stream_user {
	async_record_t record;       /* its `place` is the handle of the resource */
	const zend_resource *resource;
	async_coroutine_t *coroutine;
	async_call_lock_t *turn;
	uintptr_t number;            /* key of this turn */
};

/* Key of the turns of users, together with their numbers; only its address is used. */
static const char use;

static zend_always_inline uintptr_t place_of(const zend_resource *resource, int direction)
{
	return async_stream_place_of(resource->handle, direction);
}

/* Key of the turn to close a stream. It is not the resource itself, which is the key of the other turns. */
static zend_always_inline const void *closing_of(const zend_resource *resource)
{
	return (const char *) resource + 1;
}

void async_stream_leave(stream_user_t *user)
{
	async_call_lock_t *turn = user->turn;

	if (UNEXPECTED(!async_records_retire_first(ASYNC_IO_G(stream_users), &user->record))) {
		async_records_retire(ASYNC_IO_G(stream_users), &user->record);
	}
	async_call_lock_give_back(turn);
}

static stream_user_t *enter_stream(const zend_resource *resource)
{
	const uintptr_t place = (uintptr_t) resource->handle;
	stream_user_t *user = (stream_user_t *) async_records_add_first(ASYNC_IO_G(stream_users), place);

	if (UNEXPECTED(user == NULL)) {
		user = (stream_user_t *) async_records_add(&ASYNC_IO_G(stream_users), place, sizeof(*user));
	}
	user->resource = resource;
	user->coroutine = ASYNC_G(current);
	user->number = ++ASYNC_IO_G(stream_user_number);
	(void) async_call_lock_take(&use, user->number, "use of a stream", &user->turn);
	return user;
}

/* Does a call of the current coroutine stay in the stream? The close waits for the end of that call, so that the
 * functions which its callbacks call must not wait for the close. */
static bool stays_in(const zend_resource *resource)
{
	const async_record_t *record = async_records_at(ASYNC_IO_G(stream_users), (uintptr_t) resource->handle);

	for (; record != NULL; record = record->next) {
		const stream_user_t *user = (const stream_user_t *) record;
		if (user->resource == resource && user->coroutine == ASYNC_G(current)) {
			return true;
		}
	}
	return false;
}

stream_user_t *async_stream_enter(const zend_resource *resource)
{
	async_call_lock_t *closing = NULL;

	/* While it is being closed: afterwards the function finds it closed. */
	if (UNEXPECTED(async_call_lock_find(closing_of(resource), place_of(resource, ASYNC_READING)) != NULL)
		&& !stays_in(resource)) {
		if (!async_stream_take_turn(closing_of(resource), resource->handle, ASYNC_READING, &closing)) {
			return NULL;
		}
		async_call_lock_give_back(closing);
	}
	return enter_stream(resource);
}

void async_stream_stays_in(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_resource *resource = async_stream_argument(execute_data, 1);
	stream_user_t *user;

	if (resource == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (EXPECTED((user = async_stream_enter(resource)) != NULL)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_stream_leave(user);
	}
}

/* stream_select() and others ask a user wrapper for the stream behind it. They must not hold a turn while they wait for
 * that one, so they use the wrapper's stream only here. */
static int (*original_cast)(php_stream *stream, int castas, void **result);

static int cast_of_wrapper(php_stream *stream, int castas, void **result)
{
	stream_user_t *user;
	int status;

	if (ASYNC_G(current) == NULL || stream->res == NULL) {
		return original_cast(stream, castas, result);
	}
	user = enter_stream(stream->res);
	status = original_cast(stream, castas, result);
	async_stream_leave(user);
	return status;
}

/* A call of another coroutine that async_stream_stays_in(); NULL: there is none. */
static zend_always_inline const stream_user_t *other_user(const zend_resource *resource)
{
	const async_record_t *record = async_records_at(ASYNC_IO_G(stream_users), (uintptr_t) resource->handle);

	for (; UNEXPECTED(record != NULL); record = record->next) {
		const stream_user_t *user = (const stream_user_t *) record;
		if (user->resource == resource && user->coroutine != ASYNC_G(current)) {
			return user;
		}
	}
	return NULL;
}

/* Wait until such calls have ended. The wait for the turn to close keeps new ones away. */
static void wait_for_users(const zend_resource *resource)
{
	const stream_user_t *user;
	async_call_lock_t *turn;

	while ((user = other_user(resource)) != NULL && async_can_park()) {
		if (!async_call_lock_take(&use, user->number, closing_name, &turn)) {
			break;
		}
		async_call_lock_give_back(turn);
	}
}

/* A fatal error has dropped all frames. */
static ASYNC_ALWAYS_RUNS void forget_users(void)
{
	async_records_release(&ASYNC_IO_G(stream_users), NULL);
}

static bool stays_in_child(async_record_t *record)
{
	return ((const stream_user_t *) record)->coroutine == ASYNC_G(current);
}

/* In a forked child only the current coroutine goes on. */
static void forget_other_users(void)
{
	async_records_forget(ASYNC_IO_G(stream_users), stays_in_child);
}

static bool is_closed_by_another(const zend_resource *resource)
{
	const async_call_lock_t *closing =
		async_call_lock_find(closing_of(resource), place_of(resource, ASYNC_READING));

	return UNEXPECTED(closing != NULL) && closing->lock.owner != ASYNC_G(current);
}

/* Is a call of another coroutine on this stream under way? */
static bool is_used_by_others(const zend_resource *resource)
{
	if (is_closed_by_another(resource) || other_user(resource)) {
		return true;
	}
	for (int direction = ASYNC_READING; direction <= ASYNC_WRITING; direction++) {
		const async_call_lock_t *turn = async_call_lock_find(resource, place_of(resource, direction));
		if (turn && turn->lock.owner != ASYNC_G(current)) {
			return true;
		}
	}
	return false;
}

/* The descriptor whose waits have to fail before the stream can be closed; -1: the stream has none, or stays open. */
static int descriptor_of(const zend_resource *resource)
{
	php_stream *stream = resource->ptr;
	int fd;

	if (!async_stream_is(resource) || (stream->flags & PHP_STREAM_FLAG_NO_FCLOSE)
		|| php_stream_is(stream, PHP_STREAM_IS_USERSPACE)
		|| php_stream_cast(stream, PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL, (void **) &fd, 0)
			!= SUCCESS) {
		return -1;
	}
	return fd;
}

/* In the forced phase of the end no coroutine may wait for a turn. The users of the stream were woken and are on their
 * way out, because their further waits fail: let them run. A fatal error in one of them ends that phase. */
static ZEND_COLD void let_others_leave(const zend_resource *resource)
{
	for (unsigned round = 0; round < LEAVING_ROUNDS_MAX && is_used_by_others(resource) && async_can_park(); round++) {
		(void) async_yield();
	}
}

/* May the current coroutine wait until the others have left the stream? Not for another close that waits for a call of
 * this coroutine: that one closes the stream as soon as the call has ended. */
static bool can_wait_for_others(const zend_resource *resource)
{
	return async_can_park() && !(is_closed_by_another(resource) && stays_in(resource));
}

/* Make all coroutines that use the stream leave it, and take its turns: it must not be freed while they use it.
 * Coroutines that wait for a turn get it after the close, and find the stream closed. Returns the turn to close. */
static ZEND_COLD async_call_lock_t *expel_others(const zend_resource *resource, int fd, async_call_lock_t *turns[2])
{
	async_coroutine_t *self = ASYNC_G(current);
	async_call_lock_t *refusal = fd >= 0 ? async_wait_fd_refuse(fd) : NULL;
	async_call_lock_t *closing = NULL;

	/* Shielded: a cancelled coroutine closes its streams all the same. */
	self->protect_depth++;
	(void) async_call_lock_take(closing_of(resource), place_of(resource, ASYNC_READING), closing_name, &closing);
	/* Before the turns: a callback in such a call may need one of them. */
	wait_for_users(resource);
	for (int direction = ASYNC_READING; direction <= ASYNC_WRITING; direction++) {
		turns[direction] = async_call_lock_reserve(resource, place_of(resource, direction), closing_name);
	}
	for (int direction = ASYNC_READING; direction <= ASYNC_WRITING; direction++) {
		/* When another coroutine is closing the stream already, this one waits behind it. */
		const bool is_there = turns[direction] ? async_call_lock_await(turns[direction])
			: async_call_lock_take(
				resource, place_of(resource, direction), closing_name, &turns[direction]);
		if (UNEXPECTED(!is_there)) {
			turns[direction] = NULL;
		}
	}
	wait_for_users(resource);
	if (UNEXPECTED(ASYNC_G(phase) == ASYNC_PHASE_FORCED)) {
		async_stream_give_back(turns);
		let_others_leave(resource);
	}
	self->protect_depth--;
	async_wait_fd_allow(refusal);
	return closing;
}

/* Take the turns that the coroutine does not have yet. No other coroutine has them, so this does not wait. */
static zend_always_inline void take_free_turns(const zend_resource *resource, async_call_lock_t *turns[2],
	async_call_lock_t **closing)
{
	for (int direction = ASYNC_READING; direction <= ASYNC_WRITING; direction++) {
		if (EXPECTED(turns[direction] == NULL)) {
			(void) async_call_lock_take(resource, place_of(resource, direction),
				async_stream_turn_names[direction], &turns[direction]);
		}
	}
	if (EXPECTED(*closing == NULL)) {
		(void) async_call_lock_take(closing_of(resource), place_of(resource, ASYNC_READING),
			closing_name, closing);
	}
}

bool async_stream_close_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const zend_resource *resource)
{
	async_call_lock_t *turns[2] = { NULL, NULL }, *closing = NULL;
	bool may_close;

	if (UNEXPECTED(resource != NULL) && UNEXPECTED(is_used_by_others(resource)) && can_wait_for_others(resource)) {
		closing = expel_others(resource, descriptor_of(resource), turns);
	}
	may_close = resource == NULL || !is_used_by_others(resource);
	if (EXPECTED(may_close)) {
		/* The close itself may wait, in a flush: until its end no other coroutine may begin to use the stream. */
		if (EXPECTED(resource != NULL)) {
			take_free_turns(resource, turns, &closing);
		}
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		/* Other coroutines use it, and this one cannot wait: it releases frames, runs in an output handler, or in a
		 * callback of a call that another close waits for. */
		php_error_docref(NULL, E_WARNING, "The stream is in use by another coroutine and stays open");
	}
	async_call_lock_give_back(closing);
	async_stream_give_back(turns);
	return may_close;
}

void async_stream_closing(const php_stream *stream, int fd)
{
	async_call_lock_t *turns[2];

	if (ASYNC_G(current) == NULL) {
		return;
	}
	if (UNEXPECTED(stream->res != NULL && is_used_by_others(stream->res)) && can_wait_for_others(stream->res)) {
		async_call_lock_t *closing = expel_others(stream->res, fd, turns);
		async_stream_give_back(turns);
		async_call_lock_give_back(closing);
	} else if (fd >= 0 && ASYNC_G(reactor) && UNEXPECTED(async_fd_has_waiters(ASYNC_G(reactor), fd))) {
		/* Only functions without a turn wait for the descriptor, such as stream_select(). */
		async_fd_forget(ASYNC_G(reactor), fd);
		if (async_io_may_park()) {
			/* The waiters are in the run queue now, in front of this coroutine: let them run first. A cancellation
			 * stays pending for the caller. */
			(void) async_yield();
		}
	}
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	if (async_table_unprotect(&php_stream_userspace_ops, sizeof(php_stream_userspace_ops))) {
		original_cast = php_stream_userspace_ops.cast;
		((php_stream_ops *) &php_stream_userspace_ops)->cast = cast_of_wrapper;
	}
}

static ASYNC_ALWAYS_RUNS void restore(void)
{
	if (original_cast && php_stream_userspace_ops.cast == cast_of_wrapper) {
		((php_stream_ops *) &php_stream_userspace_ops)->cast = original_cast;
	}
	original_cast = NULL;
}

const async_part_t async_stream_close_part = {
	.startup = start,
	.shutdown = restore,
	.after_fork = forget_other_users,
	.frames_abandoned = forget_users,
	.request_end = forget_users,
};
