/*
 * The hooks for libxml's validators of whole documents. Such a call waits for nothing itself, but it has pointers into
 * the tree, and a user's error handler that it calls may wait.
 */
#ifndef ASYNC_IO_HOOKS_VALIDATION_H
#define ASYNC_IO_HOOKS_VALIDATION_H

/* Validate the document; no coroutine parks meanwhile. Schemas are loaded before: such a load may wait.
 * A DTD that is not loaded yet is read by the validator itself, and its wait blocks the thread.
 * suspends: no; runs PHP: the user's error handler, a stream wrapper that has the DTD */
int async_hooked_xmlSchemaValidateDoc(void *context, void *document);
int async_hooked_xmlRelaxNGValidateDoc(void *context, void *document);
int async_hooked_xmlValidateDocument(void *context, void *document);

/* NULL until a slot is replaced: the extension does not link with libxml. */
extern int (*async_original_xmlSchemaValidateDoc)(void *context, void *document);
extern int (*async_original_xmlRelaxNGValidateDoc)(void *context, void *document);
extern int (*async_original_xmlValidateDocument)(void *context, void *document);

#endif
