/*
 * What var_dump() and the dump of a program show of a pool: its numbers, its places and their holders.
 */
#include "pool/internal.h"

#include "scheduler/debug_info.h"
#include "scheduler/report.h"
#include "scheduler/snapshot.h"

HashTable *async_pool_debug_info(zend_object *object, int *is_temp)
{
	const async_pool_t *pool = async_pool_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "state", pool->closed ? "closed" : "open");
	async_debug_add_place(info, "createdAt", pool->lock.made_file, pool->lock.made_line);
	async_debug_add_long(info, "max", pool->max);
	async_debug_add_long(info, "count", pool->count);
	async_debug_add_long(info, "idle", pool->idle_count);
	async_debug_add_long(info, "lent", pool->lent_count);
	async_debug_add_waiters(info, "waiters", &pool->lock.waiters);
	return info;
}

static const char *place_state(const async_place_t *place)
{
	static const char *const words[] = {
		[ASYNC_PLACE_IDLE] = "idle",
		[ASYNC_PLACE_PREPARED] = "being made or checked",
		[ASYNC_PLACE_LENT] = "lent",
		[ASYNC_PLACE_RETURNING] = "being reset or destroyed",
	};

	return words[place->state];
}

/* Places are numbered in each snapshot anew: the busy ones first, in the order in which they were taken. */
static void add_place_rows(zval *rows, const async_ring_t *places)
{
	for (const async_ring_t *at = places->next; at != places; at = at->next) {
		const async_place_t *place = (const async_place_t *) at;
		const zend_long number = (zend_long) zend_hash_num_elements(Z_ARRVAL_P(rows)) + 1;
		smart_str text = {0};
		zval row;

		array_init(&row);
		add_assoc_long(&row, "number", number);
		add_assoc_string(&row, "state", place_state(place));
		smart_str_append_printf(&text, "connection " ZEND_LONG_FMT ", %s", number, place_state(place));
		if (place->holder.coroutine) {
			add_assoc_long(&row, "holder", (zend_long) place->holder.coroutine->id);
			smart_str_appends(&text, ", held by coroutine ");
			async_report_append_number(&text, place->holder.coroutine->id);
		} else {
			add_assoc_null(&row, "holder");
		}
		if (place->state == ASYNC_PLACE_LENT) {
			async_snapshot_add_place(&row, "lent_at", place->lent_file, place->lent_line);
			smart_str_appends(&text, " since ");
			async_report_append_place(&text, place->lent_file, place->lent_line);
		} else if (place->state == ASYNC_PLACE_IDLE) {
			const uint64_t idle = async_reactor_now() - place->idle_since;
			add_assoc_double(&row, "idle_ms", (double) idle / 1e6);
			smart_str_appends(&text, " for ");
			async_report_append_time(&text, idle);
		}
		async_snapshot_add_text(&row, "text", &text);
		add_next_index_zval(rows, &row);
	}
}

bool async_pool_row(zend_object *object, zval *row)
{
	const async_pool_t *pool = async_pool_from_obj(object);
	const size_t waiters = async_wait_list_count(&pool->lock.waiters);
	smart_str text = {0};
	zval places;

	add_assoc_string(row, "class", pool->lock.name);
	async_snapshot_add_place(row, "place", pool->lock.made_file, pool->lock.made_line);
	add_assoc_string(row, "state", pool->closed ? "closed" : "open");
	add_assoc_long(row, "max", pool->max);
	add_assoc_long(row, "count", pool->count);
	add_assoc_long(row, "idle", pool->idle_count);
	add_assoc_long(row, "lent", pool->lent_count);
	add_assoc_long(row, "waiters", (zend_long) waiters);
	if (async_timer_is_armed(&pool->idle_timer)) {
		add_assoc_double(row, "idle_check_ms", (double) async_report_time_left(&pool->idle_timer) / 1e6);
	} else {
		add_assoc_null(row, "idle_check_ms");
	}
	array_init(&places);
	add_place_rows(&places, &pool->busy);
	add_place_rows(&places, &pool->idle);
	add_assoc_zval(row, "connections", &places);
	smart_str_appends(&text, pool->lock.name);
	async_report_append_made_at(&text, pool->lock.made_file, pool->lock.made_line);
	smart_str_append_printf(&text, ", %s, " ZEND_LONG_FMT " of " ZEND_LONG_FMT " lent, %zu waiter%s",
		pool->closed ? "closed" : "open", pool->lent_count, pool->max, waiters, waiters == 1 ? "" : "s");
	if (async_timer_is_armed(&pool->idle_timer)) {
		smart_str_appends(&text, ", next look at idle ones: ");
		async_report_append_time_left(&text, &pool->idle_timer);
	}
	async_snapshot_add_text(row, "text", &text);
	return true;
}
