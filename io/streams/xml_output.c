/*
 * Documents that libxml writes to streams: DOMDocument::save(), SimpleXMLElement::asXML() and their kind.
 *
 * libxml opens and writes the stream while it holds pointers into the tree. Other coroutines may free nodes during such
 * a wait, and cannot be kept from that. So in a coroutine libxml writes to memory, where no coroutine parks. When it
 * closes its output, it has left the tree: then the stream is opened, written in the same pieces, and closed.
 */
#include "io/streams/xml_output.h"

#include "engine/handlers.h"
#include "io/globals.h"
#include "scheduler/scheduler.h"

#include "php_streams.h"

#include <dlfcn.h>

/* The xmlOutputBuffer of libxml. */
typedef struct async_xml_output {
	void *context;
	int (*write)(void *context, const char *data, int length);
	int (*close)(void *context);
	void *encoder;
	void *buffer;
	void *converted;
	int written;
	int error;
} output_t;

typedef output_t *(*create_fn)(const char *address, void *encoder, int compression);

#define BUFFER_SIZE 4000   /* libxml's MINLEN */

/* Of libxml. */
static output_t *(*output_new)(void *encoder);
static output_t *(*output_new_io)(void *write, void *close, void *context, void *encoder);
static int (*output_write)(output_t *output, int length, const char *data);
static int (*output_flush)(output_t *output);
static int (*output_close)(output_t *output);
static void *(*document_new)(const char *version);
static void (*document_free)(void *document);
static int (*canonical_save)(void *document, void *nodes, int mode, void *prefixes, int comments, output_t *output);
static create_fn (*set_create)(create_fn create);   /* for this thread; returns the previous one */

/* ---- calls of the methods ---- */

/* What a method returns. */
typedef struct {
	zend_long unopened;         /* when the stream cannot be opened … */
	bool is_unopened_false;     /* … or that is `false` */
	bool is_canonical;          /* it makes canonical XML: libxml tells of a failed write twice, and it returns false */
	bool is_position;           /* it returns the position of the stream; `false` after a failed write */
} method_t;

/* On the stack of the call, which may wait before libxml opens its output. */
typedef struct async_xml_save {
	struct async_xml_save *next;
	const zend_execute_data *frame;   /* key */
	const method_t *method;
	bool is_unopened;                 /* the stream could not be opened … */
	bool is_unwritten;                /* … or not be written */
	bool is_written;                  /* up to this position */
	zend_off_t position;
} save_t;

static save_t *running(void)
{
	save_t *save = ASYNC_IO_G(xml_saves);

	while (save && save->frame != EG(current_execute_data)) {
		save = save->next;
	}
	return save;
}

/* A forked child has forgotten it. */
static void unlink_save(const save_t *save)
{
	save_t **place = &ASYNC_IO_G(xml_saves);

	while (*place && *place != save) {
		place = &(*place)->next;
	}
	if (EXPECTED(*place != NULL)) {
		*place = save->next;
	}
}

/* ---- the output in memory ---- */

/* Outside of PHP's heap, as libxml's trees are: the memory limit does not count it. */
typedef struct {
	php_stream stream;         /* methods of the namespace Dom take the context for a stream and read its position */
	output_t *output;
	save_t *save;
	char *address;
	int compression;
	uint32_t unparked_calls;   /* of the thread, before this one */
	char *data;
	size_t size, room;
	size_t *ends;              /* of the pieces that libxml writes */
	size_t count, room_for_ends;
} memory_t;

static int write_to_memory(void *context, const char *data, int length)
{
	memory_t *memory = context;

	if ((size_t) length > memory->room - memory->size) {
		memory->room = 2 * memory->room + (size_t) length;
		memory->data = perealloc(memory->data, memory->room, true);
	}
	if (memory->count == memory->room_for_ends) {
		memory->room_for_ends = 2 * memory->room_for_ends + 16;
		memory->ends = safe_perealloc(memory->ends, memory->room_for_ends, sizeof(*memory->ends), 0, true);
	}
	memcpy(memory->data + memory->size, data, (size_t) length);
	memory->size += (size_t) length;
	memory->stream.position += length;
	memory->ends[memory->count++] = memory->size;
	return length;
}

static void release(memory_t *memory)
{
	pefree(memory->address, true);
	if (memory->data) {
		pefree(memory->data, true);
	}
	if (memory->ends) {
		pefree(memory->ends, true);
	}
	pefree(memory, true);
}

/* ---- the stream ---- */

static int fail(void *context, const char *data, int length)
{
	(void) context;
	(void) data;
	(void) length;
	return -1;
}

static void release_output(output_t *output)
{
	output->write = NULL;
	output->close = NULL;
	output_close(output);
}

/* libxml itself says that the write of a piece has failed: it is led to an output that fails. Only a flush writes
 * pieces that are shorter than its buffer, and then libxml says that the flush has failed.
 * returns: the error */
static int report_failure(const method_t *method, size_t piece)
{
	static const char bytes[BUFFER_SIZE];
	output_t *output = output_new_io(fail, NULL, NULL, NULL);
	void *document = method->is_canonical ? document_new(NULL) : NULL;
	int error = -1;

	if (EXPECTED(output != NULL)) {
		output_write(output, piece < BUFFER_SIZE ? 1 : BUFFER_SIZE, bytes);
		if (document) {
			canonical_save(document, NULL, 0, NULL, 0, output);
		} else {
			output_flush(output);
		}
		error = output->error;
		release_output(output);
	}
	if (document) {
		document_free(document);
	}
	return error;
}

/* As libxml: what a write leaves comes with the next piece, and after a failure there are no more. */
static void write_pieces(const memory_t *memory, const output_t *stream)
{
	size_t at = 0;

	memory->output->written = 0;
	for (size_t i = 0; i < memory->count; i++) {
		const int count = stream->write(stream->context, memory->data + at, (int) (memory->ends[i] - at));
		if (UNEXPECTED(count < 0)) {
			memory->save->is_unwritten = true;
			memory->output->error = report_failure(memory->save->method, memory->ends[i] - at);
			return;
		}
		memory->output->written += count;
		at += (size_t) count;
	}
	memory->save->is_written = true;
	memory->save->position = (zend_off_t) at;
}

/* libxml has left the tree. */
static int write_stream(void *context)
{
	memory_t *memory = context;
	output_t *stream;
	int result = -1;

	ASYNC_ENGINE_G(unparked_calls) = memory->unparked_calls;
	stream = ASYNC_IO_G(xml_create)(memory->address, NULL, memory->compression);
	if (EXPECTED(stream != NULL)) {
		write_pieces(memory, stream);
		result = stream->close(stream->context);
		release_output(stream);
	} else {
		memory->save->is_unopened = true;
	}
	release(memory);
	return result;
}

static output_t *create(const char *address, void *encoder, int compression)
{
	save_t *save = running();
	output_t *output;
	memory_t *memory;

	if (EXPECTED(save == NULL) || address == NULL || !async_can_park()) {
		return ASYNC_IO_G(xml_create)(address, encoder, compression);
	}
	output = output_new(encoder);
	if (UNEXPECTED(output == NULL)) {
		return NULL;
	}
	memory = pecalloc(1, sizeof(*memory), true);
	memory->output = output;
	memory->save = save;
	memory->address = pestrdup(address, true);
	memory->compression = compression;
	/* The user's error handler may be called while libxml walks over the tree. */
	memory->unparked_calls = ASYNC_ENGINE_G(unparked_calls)++;
	output->context = memory;
	output->write = write_to_memory;
	output->close = write_stream;
	return output;
}

/* ---- the methods ---- */

static void save_in_two_steps(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const method_t *method)
{
	save_t save;

	if (ASYNC_G(current) == NULL || ASYNC_IO_G(xml_create) == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	save = (save_t) { .frame = execute_data, .method = method, .next = ASYNC_IO_G(xml_saves) };
	ASYNC_IO_G(xml_saves) = &save;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	unlink_save(&save);
	if (method->is_position && save.is_written && Z_TYPE_P(return_value) == IS_LONG && Z_LVAL_P(return_value) >= 0) {
		RETVAL_LONG((zend_long) save.position);
		return;
	}
	if (EXPECTED(!save.is_unopened)
		&& EXPECTED(!save.is_unwritten || (!method->is_canonical && !method->is_position))) {
		return;
	}
	zval_ptr_dtor(return_value);
	if (method->is_unopened_false) {
		RETVAL_FALSE;
	} else {
		RETVAL_LONG(method->unopened);
	}
}

static const method_t plain = { .is_unopened_false = true };
static const method_t canonical = { .is_unopened_false = true, .is_canonical = true };
static const method_t position = { .is_unopened_false = true, .is_position = true };
static const method_t html = { .unopened = 0 };
static const method_t transformation = { .unopened = -1 };

#define METHODS(X) \
	X("domdocument", save, document_save, plain) \
	X("domdocument", savehtmlfile, document_save_html, html) \
	X("domnode", c14nfile, node_save, canonical) \
	X("simplexmlelement", asxml, element_as, plain) \
	X("simplexmlelement", savexml, element_save, plain) \
	X("xsltprocessor", transformtouri, transform, transformation) \
	X("dom\\xmldocument", savexmlfile, xml_document_save, position) \
	X("dom\\htmldocument", savexmlfile, html_document_save_xml, position) \
	X("dom\\node", c14nfile, new_node_save, canonical)

#define TRAMPOLINE(class_name, name, label, method) \
	static zif_handler original_##label; \
	static ZEND_NAMED_FUNCTION(label##_in_two_steps) \
	{ \
		save_in_two_steps(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##label, &method); \
	}
#define ROW(class_name, name, label, method) { class_name, #name, label##_in_two_steps, &original_##label },

METHODS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	METHODS(ROW)
};

/* ---- life cycle ---- */

static bool find(void)
{
	const struct {
		void **place;
		const char *name;
	} functions[] = {
		{ (void **) &output_new, "xmlAllocOutputBuffer" },
		{ (void **) &output_new_io, "xmlOutputBufferCreateIO" },
		{ (void **) &output_write, "xmlOutputBufferWrite" },
		{ (void **) &output_flush, "xmlOutputBufferFlush" },
		{ (void **) &output_close, "xmlOutputBufferClose" },
		{ (void **) &document_new, "xmlNewDoc" },
		{ (void **) &document_free, "xmlFreeDoc" },
		{ (void **) &canonical_save, "xmlC14NDocSaveTo" },
		{ (void **) &set_create, "xmlOutputBufferCreateFilenameDefault" },
	};

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		*functions[i].place = dlsym(RTLD_DEFAULT, functions[i].name);
		if (*functions[i].place == NULL) {
			set_create = NULL;
			return false;
		}
	}
	return true;
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	if (zend_hash_str_exists(&module_registry, ZEND_STRL("libxml")) && find()) {
		async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	}
}

/* ext/libxml sets the function at the start of each request, in most SAPIs. */
static void take_over(void)
{
	if (set_create != NULL) {
		ASYNC_IO_G(xml_create) = set_create(create);
		ZEND_ASSERT(ASYNC_IO_G(xml_create) != create && "it was given back at the end of the last request");
	}
}

static void forget(void)
{
	ASYNC_IO_G(xml_saves) = NULL;
}

static ASYNC_ALWAYS_RUNS void give_back(void)
{
	forget();
	if (set_create != NULL && ASYNC_IO_G(xml_create) != NULL) {
		set_create(ASYNC_IO_G(xml_create));
		ASYNC_IO_G(xml_create) = NULL;
	}
}

const async_part_t async_xml_output_part = {
	.startup = start,
	.scheduler_start = take_over,
	.after_fork = forget,
	.frames_abandoned = forget,
	.request_over = give_back,
};
