/*
 * State that ext/soap keeps in globals during a call: each coroutine has its own.
 *
 * From the beginning of a call to its end the extension keeps the service's description, the client's options and its
 * error mode in globals, and it waits for the answer in between. A coroutine takes them along at a park. The
 * headers of the extension are not needed to build: its globals are found through the table of settings.
 */
#ifndef ASYNC_ENGINE_SOAP_STATE_H
#define ASYNC_ENGINE_SOAP_STATE_H

#include "compat.h"
#include "engine/globals.h"

/* State of one coroutine while it is parked: three runs of fields. */
typedef struct {
	bool taken;
	bool makes_faults;            /* the extension turns fatal errors into SoapFaults */
	bool allow_url_fopen;         /* the setting, which the extension turns on for its calls */
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

/* Move the state of the current coroutine into *state and leave the values that hold between calls; move it back.
 * owns: nothing, so that a coroutine which never goes on (a fatal error) leaves nothing to release
 * suspends: no; runs PHP: no */
void async_soap_state_detach(async_soap_state_t *state);
void async_soap_state_attach(const async_soap_state_t *state);

extern const async_part_t async_soap_state_part;

#endif
