/*
 * The hook for select(), which waits for sets of descriptors.
 *
 * The coroutine parks on a list of the descriptors in the sets. Only the original select(), called with a time limit of
 * zero, decides what is ready and writes the answer.
 */
#include "io/hooks/hooks.h"

#include "io/wait_fd.h"
#include "scheduler/scheduler.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>

#define SETS 3   /* readable, writable, exceptional */
#define WORD_BITS (sizeof(unsigned long) * 8)
#define WORDS_INLINE (FD_SETSIZE / WORD_BITS)

/* Interval between two looks, in milliseconds, while a descriptor is silenced (see silence()). */
#define NOISE_MS 10

static __typeof__(select) *original_select = select;

/* One call. Lives in its frame. */
typedef struct {
	int nfds;                            /* descriptors from here on do not count */
	fd_set *sets[SETS];                  /* the caller's, each may be NULL; select() overwrites them */
	size_t words;                        /* in each set */
	unsigned long *asked[SETS];          /* copies of the sets, as the caller passed them */
	struct pollfd *fds;                  /* the same as a list, made when the call has to wait */
	nfds_t count;                        /* its length */
	unsigned long inline_words[SETS * WORDS_INLINE];   /* room for the copies of usual sets */
} selection_t;

static const short set_events[SETS] = { POLLIN, POLLOUT, POLLPRI };

static unsigned long word_of(const selection_t *selection, int set, size_t word)
{
	return selection->sets[set] ? selection->asked[set][word] : 0;
}

/* The bits of a word that are below nfds. */
static unsigned long mask_of(const selection_t *selection, size_t word)
{
	size_t rest = (size_t) selection->nfds - word * WORD_BITS;

	ZEND_ASSERT(word * WORD_BITS < (size_t) selection->nfds && "each word has a bit that counts");

	return rest >= WORD_BITS ? ~0UL : (1UL << rest) - 1;
}

/* Copy the sets: select() overwrites them, and each further look needs them as the caller passed them. */
static void keep_sets(selection_t *selection)
{
	unsigned long *copies = selection->inline_words;

	ZEND_ASSERT(selection->nfds >= 0 && "the original call refuses a negative number");
	selection->words = ((size_t) selection->nfds + WORD_BITS - 1) / WORD_BITS;
	if (selection->words > WORDS_INLINE) {
		copies = safe_emalloc(selection->words, SETS * sizeof(*copies), 0);
	}
	for (int set = 0; set < SETS; set++) {
		selection->asked[set] = copies + (size_t) set * selection->words;
		if (selection->sets[set]) {
			memcpy(selection->asked[set], selection->sets[set], selection->words * sizeof(*copies));
		}
	}
}

static void put_sets_back(const selection_t *selection)
{
	for (int set = 0; set < SETS; set++) {
		if (selection->sets[set]) {
			memcpy(selection->sets[set], selection->asked[set], selection->words * sizeof(unsigned long));
		}
	}
}

static nfds_t count_fds(const selection_t *selection)
{
	nfds_t count = 0;

	for (size_t word = 0; word < selection->words; word++) {
		count += (nfds_t) __builtin_popcountl(mask_of(selection, word)
			& (word_of(selection, 0, word) | word_of(selection, 1, word) | word_of(selection, 2, word)));
	}
	return count;
}

static void list_fds(selection_t *selection)
{
	struct pollfd *next;

	selection->count = count_fds(selection);
	selection->fds = next = safe_emalloc(selection->count + 1, sizeof(*next), 0);
	for (size_t word = 0; word < selection->words; word++) {
		unsigned long bits = mask_of(selection, word)
			& (word_of(selection, 0, word) | word_of(selection, 1, word) | word_of(selection, 2, word));
		for (; bits; bits &= bits - 1) {
			unsigned long bit = bits & -bits;
			next->fd = (int) (word * WORD_BITS) + __builtin_ctzl(bits);
			next->events = 0;
			for (int set = 0; set < SETS; set++) {
				next->events |= (word_of(selection, set, word) & bit) ? set_events[set] : 0;
			}
			next++;
		}
	}
	ZEND_ASSERT(next == selection->fds + selection->count && "as many descriptors as were counted");
}

static int look(const selection_t *selection)
{
	struct timeval zero = {0};
	int ready;

	/* Repeat the call after a signal: it does not wait, so a signal must not end it. */
	do {
		ready = original_select(selection->nfds, selection->sets[0], selection->sets[1], selection->sets[2], &zero);
	} while (ready < 0 && errno == EINTR);
	return ready;
}

/* The wait ended, but select() finds nothing: leave the descriptors out of the next wait that would end it at once.
 * They report what select() does not count, such as a hang-up in the set of exceptional ones. They are marked by an
 * inverted number, which is negative, and looked at again every NOISE_MS. False: no descriptor is like that. */
static bool silence(selection_t *selection)
{
	bool any = false;

	if (async_poll_now(selection->fds, selection->count) <= 0) {
		return false;
	}
	for (nfds_t i = 0; i < selection->count; i++) {
		if (selection->fds[i].revents) {
			ZEND_ASSERT(selection->fds[i].fd >= 0 && "poll() reports nothing for a negative number");
			selection->fds[i].fd = ~selection->fds[i].fd;
			any = true;
		}
	}
	return any;
}

static void unsilence(selection_t *selection)
{
	for (nfds_t i = 0; i < selection->count; i++) {
		if (selection->fds[i].fd < 0) {
			selection->fds[i].fd = ~selection->fds[i].fd;
		}
	}
}

/* The arrays that were passed to the waiting PHP function by reference. After the wait the function relies on what it
 * saw in them before, so another coroutine that has the variables must not change these arrays meanwhile. A reference
 * is held on each: writers separate and change a copy, and the original array is put back after the wait. */
typedef struct {
	zval *values[SETS];       /* NULL: no such argument */
	zval kept[SETS];
} pinned_t;

static void pin_arguments(pinned_t *pinned)
{
	zend_execute_data *call = EG(current_execute_data);

	memset(pinned, 0, sizeof(*pinned));
	if (call == NULL || call->func == NULL || ZEND_USER_CODE(call->func->type)) {
		return;
	}
	for (uint32_t i = 0; i < SETS && i < ZEND_CALL_NUM_ARGS(call); i++) {
		zval *argument = ZEND_CALL_ARG(call, i + 1);
		if (Z_ISREF_P(argument) && Z_TYPE_P(Z_REFVAL_P(argument)) == IS_ARRAY) {
			pinned->values[i] = Z_REFVAL_P(argument);
			ZVAL_COPY(&pinned->kept[i], pinned->values[i]);
		}
	}
}

/* Release the pinned arrays. put_back: the function goes on, so its variables get them back, and lose what other
 * coroutines wrote there meanwhile. */
static void unpin_arguments(const pinned_t *pinned, bool put_back)
{
	for (int i = 0; i < SETS; i++) {
		zval rest = pinned->kept[i];
		if (pinned->values[i] && put_back) {
			ZVAL_COPY_VALUE(&rest, pinned->values[i]);
			ZVAL_COPY_VALUE(pinned->values[i], &pinned->kept[i]);
		}
		if (pinned->values[i]) {
			zval_ptr_dtor(&rest);
		}
	}
}

/* A first look found nothing: wait and look again until select() finds something, the deadline has passed or a signal
 * has come. */
static int wait_and_look(selection_t *selection, uint64_t deadline, const async_call_signals_t *signals)
{
	pinned_t pinned;
	bool is_noisy = false;
	int ready = 0;
	int kept_errno;

	list_fds(selection);
	pin_arguments(&pinned);
	while (ready == 0) {
		uint64_t until = is_noisy ? MIN(deadline, async_deadline_after_ms(NOISE_MS)) : deadline;
		async_wait_result_t result = async_wait_fds(selection->fds, selection->count, until, signals);

		put_sets_back(selection);
		if (result == ASYNC_WAIT_CANCELLED || result == ASYNC_WAIT_ERROR) {
			ready = -1;
			break;
		}
		ready = look(selection);
		if (result == ASYNC_WAIT_TIMEOUT && until == deadline) {
			break;
		}
		if (UNEXPECTED(ready == 0 && result == ASYNC_WAIT_SIGNALLED)) {
			put_sets_back(selection);
			errno = EINTR;
			ready = -1;
			break;
		}
		if (is_noisy) {
			unsilence(selection);
		}
		is_noisy = ready == 0 && silence(selection);
	}
	kept_errno = errno;
	unpin_arguments(&pinned, ready >= 0);   /* may run destructors */
	efree(selection->fds);
	errno = kept_errno;
	return ready;
}

static int hooked_select(int nfds, fd_set *restrict readable, fd_set *restrict writable,
	fd_set *restrict exceptional, struct timeval *restrict limit)
{
	selection_t selection = { .nfds = nfds, .sets = { readable, writable, exceptional } };
	uint64_t deadline = ASYNC_WAIT_FOREVER;
	int errno_before = errno;
	async_call_signals_t signals;
	int ready, kept_errno;

	if (nfds < 0 || (limit && (limit->tv_sec < 0 || limit->tv_usec < 0 || (limit->tv_sec | limit->tv_usec) == 0))
		|| !async_io_may_park()) {
		return original_select(nfds, readable, writable, exceptional, limit);
	}
	if (limit) {
		deadline = async_deadline_after(limit->tv_sec + limit->tv_usec / 1000000, limit->tv_usec % 1000000 * 1000);
	}
	async_call_signals_begin(&signals, ASYNC_ENDED_BY_ALL);
	keep_sets(&selection);
	ready = look(&selection);
	if (ready == 0) {
		ready = wait_and_look(&selection, deadline, &signals);
	}
	kept_errno = ready >= 0 ? errno_before : errno;
	if (limit && deadline != ASYNC_WAIT_FOREVER) {
		/* Write back the time that is left, as Linux does. */
		uint64_t now = async_reactor_now();
		uint64_t left = deadline > now ? (deadline - now) / 1000 : 0;
		limit->tv_sec = (time_t) (left / 1000000);
		limit->tv_usec = (suseconds_t) (left % 1000000);
	}
	if (selection.words > WORDS_INLINE) {
		efree(selection.asked[0]);
	}
	errno = kept_errno;
	return ready;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(select),
};
ASYNC_HOOK_TABLE(select, "poll", hooks);
