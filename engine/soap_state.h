/*
 * What ext/soap remembers of the call that is under way, per coroutine.
 *
 * The extension keeps the service's description, the options of the client and where errors go in globals from the
 * beginning of a call to its end, and waits for the answer in between. A coroutine takes them along at a park. Its
 * headers are not needed to build: the globals are found through the table of settings.
 */
#ifndef ASYNC_ENGINE_SOAP_STATE_H
#define ASYNC_ENGINE_SOAP_STATE_H

#include "compat.h"
#include "engine/globals.h"

/* What one coroutine took along: three runs of fields. */
typedef struct {
	bool taken;
	bool makes_faults;            /* of fatal errors */
	struct {
		HashTable *typemap;
		int cur_uniq_ns;
		int soap_version;
		void *sdl;
		ASYNC_COMPAT_SOAP_FLAG_BEFORE
		char *error_code;
		zval error_object;
	} call;
	struct {
		void *encoding;
		HashTable *class_map;
		int features;
	} options;
	struct {
		int cur_uniq_ref;
		HashTable *ref_map;
	} references;
} async_soap_state_t;

bool async_soap_state_is_dirty_slow(void);

/* Is a call under way? Only after a client or server was made in this request. */
static zend_always_inline bool async_soap_state_is_dirty(void)
{
	return UNEXPECTED(ASYNC_ENGINE_G(soap_globals) != NULL) && async_soap_state_is_dirty_slow();
}

/* Take the state along and leave what is there outside of calls; put it back. All of it is borrowed: a coroutine that
 * never comes back (a fatal error) leaves nothing to release. Neither suspends nor runs PHP code. */
void async_soap_state_detach(async_soap_state_t *state);
void async_soap_state_attach(const async_soap_state_t *state);

void async_soap_state_startup(void);
void async_soap_state_request_end(void);

#endif
