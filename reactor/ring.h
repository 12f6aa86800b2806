/*
 * A doubly linked list in a ring: the one list of all code that adds at the end and removes anywhere.
 *
 * Intrusive: the node is a member of the struct that is listed, so linking allocates nothing. The head is a node too,
 * which makes removing independent of it: a node can be removed without knowing on which ring it is, and the ring may
 * change while a loop takes its first node again and again.
 *
 *     typedef struct { async_ring_t node; … } job_t;
 *
 *     async_ring_t jobs;
 *     async_ring_init(&jobs);
 *     async_ring_insert_tail(&jobs, &job->node);
 *     while (!async_ring_is_empty(&jobs)) {
 *         job_t *job = async_container_of(async_ring_first(&jobs), job_t, node);
 *
 *         async_ring_remove(&job->node);
 *     }
 *
 * Owns nothing, allocates nothing, knows no types of PHP or libuv. A ring is of one thread, or under its owner's lock.
 * Heads and linked nodes must stay where they are: their neighbours point to them.
 */
#ifndef ASYNC_REACTOR_RING_H
#define ASYNC_REACTOR_RING_H

#include <stdbool.h>
#include <stddef.h>

#include "debug_assert.h"

/* The struct of the given type whose member `ptr` points to. */
#ifndef async_container_of
# define async_container_of(ptr, type, member) ((type *) (void *) ((char *) (ptr) - offsetof(type, member)))
#endif

typedef struct async_ring async_ring_t;

/* A head, or a node. The pointers of a node are NULL while it is on no ring, if it was zero in the beginning. */
struct async_ring {
	async_ring_t *next;   /* of a head: the first node, or itself */
	async_ring_t *prev;   /* of a head: the last node, or itself */
};

/* Make an empty ring of this head. Nodes that are still linked are left behind unwritten: their owners may be gone. */
static inline void async_ring_init(async_ring_t *head)
{
	head->next = head->prev = head;
}

static inline bool async_ring_is_empty(const async_ring_t *head)
{
	return head->next == head;
}

/* The oldest node. The ring is not empty. */
static inline async_ring_t *async_ring_first(const async_ring_t *head)
{
	ASYNC_ASSERT(!async_ring_is_empty(head) && "only a ring with nodes has a first one");
	return head->next;
}

/* Link a node that is on no ring, behind all others. */
static inline void async_ring_insert_tail(async_ring_t *head, async_ring_t *node)
{
	ASYNC_ASSERT(head->prev->next == head && "the last node of a ring points to its head");
	node->prev = head->prev;
	node->next = head;
	head->prev->next = node;
	head->prev = node;
}

/* Unlink a node from its ring; the order of the other nodes stays. */
static inline void async_ring_remove(async_ring_t *node)
{
	ASYNC_ASSERT(node->prev->next == node && node->next->prev == node && "a linked node is between its neighbours");
	node->prev->next = node->next;
	node->next->prev = node->prev;
	node->next = node->prev = NULL;
}

/* Move all nodes of a ring to an empty one, in their order. */
static inline void async_ring_move(async_ring_t *to, async_ring_t *from)
{
	async_ring_init(to);
	if (!async_ring_is_empty(from)) {
		*to = *from;
		to->next->prev = to->prev->next = to;
		async_ring_init(from);
	}
}

#endif
