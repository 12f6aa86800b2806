/*
 * Validating a document by a DTD, an XML schema or RELAX NG: no other coroutine runs before the validator has left the
 * tree, because it might remove nodes that libxml has pointers to.
 */
#include "io/hooks/validation.h"

#include "scheduler/scheduler.h"

#include "engine/globals.h"

int (*async_original_xmlSchemaValidateDoc)(void *context, void *document);
int (*async_original_xmlRelaxNGValidateDoc)(void *context, void *document);
int (*async_original_xmlValidateDocument)(void *context, void *document);

/* A bailout skips the decrement; the end of the request sets the count to zero. */
static int validate(int (*original)(void *context, void *document), void *context, void *document)
{
	int result;

	ASYNC_ENGINE_G(unparked_calls)++;
	result = original(context, document);
	ASYNC_ENGINE_G(unparked_calls)--;
	return result;
}

int async_hooked_xmlSchemaValidateDoc(void *context, void *document)
{
	return validate(async_original_xmlSchemaValidateDoc, context, document);
}

int async_hooked_xmlRelaxNGValidateDoc(void *context, void *document)
{
	return validate(async_original_xmlRelaxNGValidateDoc, context, document);
}

int async_hooked_xmlValidateDocument(void *context, void *document)
{
	return validate(async_original_xmlValidateDocument, context, document);
}
