/*
 * The loaded objects that are hooked: the php binary, PHP extensions and the client libraries of the table.
 */
#include "io/hooks/hooked_objects.h"

#include "io/hooks/extensions.h"
#include "io/hooks/import_slots.h"
#include "io/hooks/object_needs.h"
#include "io/hooks/tracers.h"

#include "php.h"
#include "zend_extensions.h"

#include <dlfcn.h>

/* Is this a Zend extension? In these no coroutine may park: a debugger that waits for its user has to stop the whole
 * program, and opcache waits for locks that another coroutine of this process may hold. */
static bool is_part_of_engine(void *handle)
{
	return dlsym(handle, "zend_extension_entry") != NULL || dlsym(handle, "extension_version_info") != NULL;
}

static void call_for_extension(const zend_module_entry *module, async_hooked_object_fn fn, void *context)
{
	async_hooked_object_t object = {
		.address = dlsym(module->handle, "get_module"),
		.left_alone = is_part_of_engine(module->handle) ? "works inside the engine" : NULL,
		.is_unknown = !async_extension_is_known(module->name),
		.is_tracer = async_is_tracer(module->name),
	};

	if (object.address) {
		object.name = async_import_slots_object(object.address);
		fn(&object, context);
	}
}

static void call_for_engine(async_hooked_object_fn fn, void *context)
{
	/* The engine may be in the binary or in a shared library: the address of any of its functions tells. */
	async_hooked_object_t object = { .address = (const void *) &zend_get_executed_lineno, .is_engine = true };

	object.name = async_import_slots_object(object.address);
	ZEND_ASSERT(object.name != NULL && object.library == NULL && "the engine is no client library");
	fn(&object, context);
}

/* ---- client libraries ---- */

#define NEEDED_BY_KNOWN 1u
#define NEEDED_BY_UNKNOWN 2u

/* What each library is needed for: by its marks. */
static async_object_needs_t *mark_libraries(void)
{
	async_object_needs_t *needs = async_object_needs_new();
	zend_module_entry *module;

	async_object_needs_mark(needs, (const void *) &zend_get_executed_lineno, NEEDED_BY_KNOWN);
	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		const void *address = module->handle ? dlsym(module->handle, "get_module") : NULL;
		if (address) {
			async_object_needs_mark(needs, address,
				async_extension_is_known(module->name) ? NEEDED_BY_KNOWN : NEEDED_BY_UNKNOWN);
		}
	} ZEND_HASH_FOREACH_END();
	return needs;
}

typedef struct {
	async_hooked_object_fn fn;
	void *context;
	const async_object_needs_t *needs;   /* NULL: all extensions are known */
} call_t;

static const char *left_alone(const call_t *call, const async_hooked_object_t *object)
{
	if (object->library->functions == NULL) {
		return object->library->left_alone;
	}
	/* FFI and others load libraries by name: such a library has no marks. */
	return call->needs && async_object_needs_marks(call->needs, object->address) == NEEDED_BY_UNKNOWN
		? "used by extensions that are not hooked" : NULL;
}

static void call_for_library(const char *soname, const void *address, void *data)
{
	const call_t *call = data;
	async_hooked_object_t object = {
		.address = address,
		.name = soname,
		.library = async_client_library_find(soname),
	};

	if (object.library) {
		object.left_alone = left_alone(call, &object);
		call->fn(&object, call->context);
	}
}

static bool has_unknown_extension(void)
{
	zend_module_entry *module;

	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		if (module->handle && !async_extension_is_known(module->name)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

static void each_library(async_hooked_object_fn fn, void *context)
{
	async_object_needs_t *needs = has_unknown_extension() ? mark_libraries() : NULL;
	call_t call = { fn, context, needs };

	async_import_slots_each_library(call_for_library, &call);
	if (needs) {
		async_object_needs_free(needs);
	}
}

void async_hooked_objects_each(async_hooked_object_fn fn, void *context)
{
	zend_module_entry *module;

	call_for_engine(fn, context);
	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		if (module->handle && module->name && strcmp(module->name, "async") != 0) {
			call_for_extension(module, fn, context);
		}
	} ZEND_HASH_FOREACH_END();
	each_library(fn, context);
}
