/*
 * Taking streams and sockets out of values, and putting them back into their places at the other end.
 */
#include "io/workers/passed_internal.h"

#include "exceptions.h"

/* Also the answer to arrays that contain themselves. */
#define DEPTH_MAX 64

typedef struct {
	async_passed_t *passed;
	const void *sources[ASYNC_LINK_DESCRIPTORS_MAX]; /* resources and objects, by the number of their descriptor */
	zval held;                                       /* the same, counted: a wait may let others drop them */
	zval words;
	zval places;
	zval path[DEPTH_MAX];                            /* keys that lead to the current array */
	uint32_t depth;
} taker_t;

/* ---- looking ---- */

static bool has_one(const zval *value);

static bool array_has_one(const HashTable *table)
{
	zval *element;

	ZEND_HASH_FOREACH_VAL((HashTable *) (uintptr_t) table, element) {
		if (UNEXPECTED(Z_TYPE_P(element) >= IS_ARRAY) && has_one(element)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* An array contains itself by reference only. */
static bool reference_has_one(const zval *value)
{
	HashTable *table;
	bool result;

	if (Z_TYPE_P(value) != IS_ARRAY || !Z_REFCOUNTED_P(value)) {
		return has_one(value);
	}
	table = Z_ARRVAL_P(value);
	if (GC_IS_RECURSIVE(table)) {
		return false;
	}
	GC_PROTECT_RECURSION(table);
	result = array_has_one(table);
	GC_UNPROTECT_RECURSION(table);
	return result;
}

static bool has_one(const zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_ARRAY:
			/* Constant arrays have plain values only. */
			return Z_REFCOUNTED_P(value) && array_has_one(Z_ARRVAL_P(value));
		case IS_REFERENCE:
			return reference_has_one(Z_REFVAL_P(value));
		default:
			return async_passed_is_one(value);
	}
}

/* ---- taking ---- */

/* The number of the descriptor for this value: one that occurs twice is one at the other end. errors: -1 */
static zend_long number_of(taker_t *self, zval *value)
{
	async_link_descriptors_t *descriptors = &self->passed->descriptors;
	const void *source = Z_COUNTED_P(value);
	zval own, words;
	int fd;

	for (uint16_t i = 0; i < descriptors->count; i++) {
		if (self->sources[i] == source) {
			return i;
		}
	}
	if (UNEXPECTED(descriptors->count == ASYNC_LINK_DESCRIPTORS_MAX)) {
		async_throw("At most %d streams and sockets can be passed to another process at once",
			ASYNC_LINK_DESCRIPTORS_MAX);
		return -1;
	}
	ZVAL_COPY(&own, value);
	add_next_index_zval(&self->held, &own);
	fd = async_passed_describe(&own, &words);
	if (UNEXPECTED(fd < 0)) {
		return -1;
	}
	add_next_index_zval(&self->words, &words);
	self->sources[descriptors->count] = source;
	descriptors->fds[descriptors->count] = fd;
	return descriptors->count++;
}

/* Take the stream or socket out of its place. False with an exception. */
static bool take_one(taker_t *self, zval *place)
{
	zval *value = place;
	zend_long number;
	zval row;

	ZVAL_DEREF(value);
	number = number_of(self, value);
	if (UNEXPECTED(number < 0)) {
		return false;
	}
	array_init_size(&row, self->depth + 1);
	add_next_index_long(&row, number);
	for (uint32_t i = 0; i < self->depth; i++) {
		Z_TRY_ADDREF(self->path[i]);
		add_next_index_zval(&row, &self->path[i]);
	}
	add_next_index_zval(&self->places, &row);
	zval_ptr_dtor(place);
	ZVAL_NULL(place);
	return true;
}

/* Go into the element with this key. The array keeps the key. */
static void enter(taker_t *self, zend_string *key, zend_ulong index)
{
	zval *step = &self->path[self->depth++];

	if (key) {
		ZVAL_STR(step, key);
	} else {
		ZVAL_LONG(step, (zend_long) index);
	}
}

/* Take all out of a value in a place of our own. Arrays on the way become copies. False with an exception. */
static bool take_all(taker_t *self, zval *place)
{
	zval *value = place;
	zval copy, *element;
	zend_ulong index;
	zend_string *key;
	bool is_done = true;

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return take_one(self, place);
	}
	if (UNEXPECTED(self->depth == DEPTH_MAX)) {
		async_throw("An array with a stream or socket in it is nested too deep to be passed to another process, or it "
			"contains itself");
		return false;
	}
	ZVAL_ARR(&copy, zend_array_dup(Z_ARRVAL_P(value)));
	zval_ptr_dtor(place);
	ZVAL_COPY_VALUE(place, &copy);
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(place), index, key, element) {
		if (is_done && Z_TYPE_P(element) >= IS_ARRAY && has_one(element)) {
			enter(self, key, index);
			is_done = take_all(self, element);
			self->depth--;
		}
	} ZEND_HASH_FOREACH_END();
	return is_done;
}

bool async_passed_take(zval *value, zval *message, async_passed_t **passed)
{
	taker_t self;
	zval copy;
	bool is_done;

	ZVAL_UNDEF(message);
	*passed = NULL;
	if (EXPECTED(!has_one(value))) {
		return true;
	}
	self.passed = async_passed_new();
	self.depth = 0;
	array_init(&self.held);
	array_init(&self.words);
	array_init(&self.places);
	ZVAL_COPY(&copy, value);
	is_done = take_all(&self, &copy);
	zval_ptr_dtor(&self.held);
	if (UNEXPECTED(!is_done)) {
		zval_ptr_dtor(&copy);
		zval_ptr_dtor(&self.words);
		zval_ptr_dtor(&self.places);
		async_passed_free(self.passed);
		return false;
	}
	array_init_size(message, 3);
	add_next_index_zval(message, &copy);
	add_next_index_zval(message, &self.words);
	add_next_index_zval(message, &self.places);
	*passed = self.passed;
	return true;
}

/* ---- putting back ---- */

/* Make all streams and sockets, as elements of *made. False with an exception. */
static bool make_all(async_link_t *link, const async_frame_t *frame, const zval *words, zval *made)
{
	const zval *row;
	zval one;

	for (uint16_t i = 0; i < frame->descriptors; i++) {
		const int fd = async_link_take_descriptor(link, i);
		if (UNEXPECTED(fd < 0)) {
			async_throw("The process cannot take over all streams and sockets that were passed to it: the limit of "
				"open files is reached, see ulimit -n");
			return false;
		}
		row = zend_hash_index_find(Z_ARRVAL_P(words), i);
		if (!async_passed_make(fd, row, &one)) {
			return false;
		}
		add_next_index_zval(made, &one);
	}
	return true;
}

/* Put one into its place. The arrays on the way have no other user. */
static void put_one(zval *value, const HashTable *place, zval *made)
{
	zval *at = value;
	zval *one = zend_hash_index_find(Z_ARRVAL_P(made), Z_LVAL_P(zend_hash_index_find(place, 0)));

	for (uint32_t i = 1; i < zend_hash_num_elements(place); i++) {
		const zval *key = zend_hash_index_find(place, i);
		ZVAL_DEREF(at);
		SEPARATE_ARRAY(at);
		at = Z_TYPE_P(key) == IS_STRING ? zend_hash_find(Z_ARRVAL_P(at), Z_STR_P(key))
			: zend_hash_index_find(Z_ARRVAL_P(at), (zend_ulong) Z_LVAL_P(key));
	}
	zval_ptr_dtor(at);
	ZVAL_COPY(at, one);
}

bool async_passed_put_back(zval *value, async_link_t *link, const async_frame_t *frame)
{
	HashTable *message = Z_ARRVAL_P(value);
	const zval *place;
	zval result, made;
	bool is_done;

	array_init_size(&made, frame->descriptors);
	is_done = make_all(link, frame, zend_hash_index_find(message, 1), &made);
	if (EXPECTED(is_done)) {
		ZVAL_COPY(&result, zend_hash_index_find(message, 0));
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(zend_hash_index_find(message, 2)), place) {
			put_one(&result, Z_ARRVAL_P(place), &made);
		} ZEND_HASH_FOREACH_END();
		zval_ptr_dtor(value);
		ZVAL_COPY_VALUE(value, &result);
	}
	zval_ptr_dtor(&made);
	return is_done;
}
