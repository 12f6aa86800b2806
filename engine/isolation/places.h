/*
 * Places: where the slots of isolations lie, and with which value each begins.
 */
#ifndef ASYNC_ENGINE_ISOLATION_PLACES_H
#define ASYNC_ENGINE_ISOLATION_PLACES_H

#include "engine/globals.h"

typedef struct {
	zval initial;               /* a constant expression until its class has evaluated it; of functions always */
	zend_property_info *type;   /* of a typed static property; NULL: no type */
} async_isolation_place_t;

/* Slots that follow each other, numbers and places alike: the static properties of a class, or the static variables of
 * a function, each of which lies in a bucket of a table. */
typedef struct {
	zval *at;
	uint32_t count;
	bool is_in_buckets;
} async_isolation_run_t;

/* A class whose constant expressions were not evaluated when it was found. */
typedef struct {
	zend_class_entry *ce;
	uint32_t first;
	uint32_t count;
} async_isolation_unevaluated_t;

/* How far a table of the engine was looked through. PHP removes a class that cannot be linked: buckets may move. */
typedef struct {
	uint32_t used;
	const void *last;           /* what the last bucket held */
} async_isolation_seen_t;

struct async_isolation_places {
	/* The switch reads the runs only. */
	async_isolation_run_t *runs;
	uint32_t run_count;
	uint32_t run_capacity;
	zval **at;
	async_isolation_place_t *rows;
	uint32_t count;
	uint32_t capacity;
	uint32_t reserved;          /* all isolations have room for as many */

	async_isolation_seen_t classes;
	async_isolation_seen_t functions;
	bool has_destructors;       /* one of the classes has a destructor */
	HashTable found;            /* addresses of the classes and functions whose slots are here */
	/* Buckets of classes that were not linked when they were seen. */
	uint32_t *unlinked;
	uint32_t unlinked_count;
	uint32_t unlinked_capacity;

	async_isolation_unevaluated_t *unevaluated;
	uint32_t unevaluated_count;
	uint32_t unevaluated_capacity;
};

/* No places are known yet. owns: the caller owns the result until async_isolation_places_free(), which runs no PHP */
async_isolation_places_t *async_isolation_places_new(void);
void async_isolation_places_free(async_isolation_places_t *places);

/* Have classes or functions been added, or expressions evaluated, since the last look? */
bool async_isolation_places_are_new(const async_isolation_places_t *places);

/* Find new places. Static tables that PHP has not made yet are made.
 * suspends: no; runs PHP: no; errors: memory_limit is PHP's fatal error; the places found before it stay */
void async_isolation_places_find(async_isolation_places_t *places);

/* The next class whose expressions were evaluated since the last call; its initial values are ready. False: none. */
bool async_isolation_places_next_evaluated(async_isolation_places_t *places, async_isolation_unevaluated_t *found);

#endif
