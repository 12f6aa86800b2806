/*
 * The list of recursion marks of a parked coroutine, and the memory for the marks that its parking frame has no room
 * for.
 */
#include "engine/recursion_marks.h"

/* Memory for more marks than the parking frame has room for. A fatal error abandons that frame: the end of the request
 * frees the block then. */
struct async_mark_block {
	async_mark_block_t *next, *prev;
	async_mark_t list[];
};

static async_mark_block_t *block_of(const async_recursion_marks_t *marks)
{
	return marks->list == marks->own ? NULL : async_container_of(marks->list, async_mark_block_t, list);
}

static void link_block(async_mark_block_t *block)
{
	block->prev = NULL;
	block->next = ASYNC_ENGINE_G(mark_blocks);
	if (block->next) {
		block->next->prev = block;
	}
	ASYNC_ENGINE_G(mark_blocks) = block;
}

static void unlink_block(async_mark_block_t *block)
{
	if (block->next) {
		block->next->prev = block->prev;
	}
	if (block->prev) {
		block->prev->next = block->next;
	} else {
		ASYNC_ENGINE_G(mark_blocks) = block->next;
	}
}

/* Twice as much room. False: there is no memory. */
static bool grow(async_recursion_marks_t *marks)
{
	async_mark_block_t *old = block_of(marks);
	async_mark_block_t *block = malloc(sizeof(*block) + 2 * (size_t) marks->capacity * sizeof(async_mark_t));

	if (block == NULL) {
		return false;
	}
	memcpy(block->list, marks->list, marks->count * sizeof(async_mark_t));
	link_block(block);
	if (old) {
		unlink_block(old);
		free(old);
	}
	marks->list = block->list;
	marks->capacity *= 2;
	return true;
}

void async_recursion_marks_init(async_recursion_marks_t *marks)
{
	marks->list = marks->own;
	marks->count = 0;
	marks->capacity = ASYNC_MARKS_INLINE;
}

bool async_recursion_marks_add(async_recursion_marks_t *marks, const async_mark_t *mark)
{
	if (marks->count == marks->capacity && !grow(marks)) {
		return false;
	}
	marks->list[marks->count++] = *mark;
	return true;
}

void async_recursion_marks_free(async_recursion_marks_t *marks)
{
	async_mark_block_t *block = block_of(marks);

	if (block) {
		unlink_block(block);
		free(block);
	}
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	async_mark_block_t *block;

	while ((block = ASYNC_ENGINE_G(mark_blocks)) != NULL) {
		unlink_block(block);
		free(block);
	}
}

const async_part_t async_mark_list_part = { .request_end = end_request };
