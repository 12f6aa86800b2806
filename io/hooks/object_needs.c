/*
 * The graph of loaded objects: which of them needs which library, and which libraries can be reached from an object.
 */
#include "io/hooks/object_needs.h"

#include "io/hooks/import_slots.h"

#include "php.h"

typedef struct {
	uintptr_t address;      /* of its lowest byte */
	zend_ulong soname;      /* hash; 0: it has no name */
	uint32_t first;         /* its needs in the array below: from here … */
	uint32_t end;           /* … to before here */
	unsigned marks;
} node_t;

struct async_object_needs {
	node_t *nodes;
	uint32_t count;
	zend_ulong *needed;     /* hashes of names */
	uint32_t needed_count;
};

/* Room for one more entry. The arrays double at powers of two. */
static void *grow(void *array, uint32_t count, size_t size)
{
	return (count & (count - 1)) == 0 ? safe_perealloc(array, count ? 2 * count : 1, size, 0, true) : array;
}

static zend_ulong hash_of(const char *name)
{
	return name ? zend_inline_hash_func(name, strlen(name)) : 0;
}

static void add(const void *address, const char *soname, const char *needed, void *context)
{
	async_object_needs_t *needs = context;

	if (needed == NULL) {
		needs->nodes = grow(needs->nodes, needs->count, sizeof(*needs->nodes));
		needs->nodes[needs->count++] = (node_t) {
			.address = (uintptr_t) address, .soname = hash_of(soname),
			.first = needs->needed_count, .end = needs->needed_count,
		};
	} else {
		ZEND_ASSERT(needs->count > 0 && "an object comes before its needs");
		needs->needed = grow(needs->needed, needs->needed_count, sizeof(*needs->needed));
		needs->needed[needs->needed_count++] = hash_of(needed);
		needs->nodes[needs->count - 1].end = needs->needed_count;
	}
}

async_object_needs_t *async_object_needs_new(void)
{
	async_object_needs_t *needs = pecalloc(1, sizeof(*needs), true);

	async_import_slots_each_need(add, needs);
	return needs;
}

void async_object_needs_free(async_object_needs_t *needs)
{
	if (needs->nodes) {
		pefree(needs->nodes, true);
	}
	if (needs->needed) {
		pefree(needs->needed, true);
	}
	pefree(needs, true);
}

/* Objects do not overlap: the one that begins last before the address has it. */
static node_t *find(const async_object_needs_t *needs, const void *address)
{
	node_t *found = NULL;

	for (uint32_t i = 0; i < needs->count; i++) {
		if (needs->nodes[i].address <= (uintptr_t) address && (!found || needs->nodes[i].address > found->address)) {
			found = &needs->nodes[i];
		}
	}
	return found;
}

static void mark_needs(async_object_needs_t *needs, const node_t *of, unsigned bit)
{
	for (uint32_t n = of->first; n < of->end; n++) {
		for (uint32_t i = 0; i < needs->count; i++) {
			node_t *node = &needs->nodes[i];
			if (node->soname == needs->needed[n] && !(node->marks & bit)) {
				node->marks |= bit;
				mark_needs(needs, node, bit);
			}
		}
	}
}

void async_object_needs_mark(async_object_needs_t *needs, const void *address, unsigned bit)
{
	const node_t *node = find(needs, address);

	if (node) {
		mark_needs(needs, node, bit);
	}
}

unsigned async_object_needs_marks(const async_object_needs_t *needs, const void *address)
{
	const node_t *node = find(needs, address);

	return node ? node->marks : 0;
}
