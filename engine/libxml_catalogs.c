/*
 * The loader of documents that has libxml read its catalogs while no coroutine parks.
 */
#include "engine/libxml_catalogs.h"

#include "engine/flow.h"
#include "engine/globals.h"

#include <dlfcn.h>
#include <string.h>

typedef struct _xmlParserInput async_xml_input_t;
typedef async_xml_input_t *(*load_fn)(const char *address, const char *public_id, void *parser);
typedef unsigned char *(*resolve_fn)(const unsigned char *public_id, const unsigned char *address);

/* Of libxml. */
static void (*set_loader)(load_fn loader);
static load_fn (*get_loader)(void);
static resolve_fn resolve;
static unsigned char *(*resolve_again)(const unsigned char *address);
static int (*allowed_catalogs)(void);        /* bit 0: those of the process */
static int (*is_file)(const char *path);     /* as stat() sees it */
static void (**release)(void *text);         /* the place of libxml's free() */

static load_fn original_load;

/* libxml asks no catalog about a file that is there. */
static bool is_at_hand(const char *address)
{
	if (address == NULL) {
		return false;
	}
	if (strncmp(address, "file:///", strlen("file:///")) == 0) {
		address += strlen("file://");
	}
	return is_file(address) != 0;
}

/* Resolve the address as libxml is about to do, so that libxml has read all files of catalogs that it needs for this.
 * The answer is of no use here: libxml finds it again. */
static void read_catalogs(const char *address, const char *public_id)
{
	unsigned char *found, *again;

	ASYNC_ENGINE_G(unparked_calls)++;
	found = resolve((const unsigned char *) public_id, (const unsigned char *) address);
	again = resolve_again(found ? found : (const unsigned char *) address);
	(*release)(found);
	(*release)(again);
	ZEND_ASSERT(ASYNC_ENGINE_G(unparked_calls) > 0 && "this call was counted");
	ASYNC_ENGINE_G(unparked_calls)--;
}

static async_xml_input_t *load(const char *address, const char *public_id, void *parser)
{
	if (async_flow->is_coroutine() && address != NULL && (allowed_catalogs() & 1) && !is_at_hand(address)) {
		read_catalogs(address, public_id);
	}
	return original_load(address, public_id, parser);
}

static bool find(void)
{
	const struct {
		void **place;
		const char *name;
	} functions[] = {
		{ (void **) &set_loader, "xmlSetExternalEntityLoader" },
		{ (void **) &get_loader, "xmlGetExternalEntityLoader" },
		{ (void **) &resolve, "xmlCatalogResolve" },
		{ (void **) &resolve_again, "xmlCatalogResolveURI" },
		{ (void **) &allowed_catalogs, "xmlCatalogGetDefaults" },
		{ (void **) &is_file, "xmlCheckFilename" },
		{ (void **) &release, "xmlFree" },
	};

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		*functions[i].place = dlsym(RTLD_DEFAULT, functions[i].name);
		if (*functions[i].place == NULL) {
			return false;   /* no libxml, or one without catalogs */
		}
	}
	return true;
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	if (zend_hash_str_exists(&module_registry, ZEND_STRL("libxml")) && find()) {
		original_load = get_loader();
		set_loader(load);
	}
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	if (original_load != NULL && get_loader() == load) {
		set_loader(original_load);
	}
	original_load = NULL;
}

const async_part_t async_libxml_catalogs_part = { .startup = start, .shutdown = stop };
