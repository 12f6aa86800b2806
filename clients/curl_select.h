/*
 * curl_multi_select() in coroutines that share a multi handle.
 */
#ifndef ASYNC_CLIENTS_CURL_SELECT_H
#define ASYNC_CLIENTS_CURL_SELECT_H

#include "clients/globals.h"

/* Replaces the function. Called once, when ext/curl is there. */
void async_curl_select_replace(void);

/* curl_multi_exec() of a coroutine is about to serve the transfers of the handle.
 * returns: for async_curl_select_exec_ended(); suspends: no; runs PHP: no */
uint32_t async_curl_select_exec_begins(const zend_object *handle);

/* It has returned, and has left so many transfers running: ends the waits of other coroutines for what it has done.
 * running: the second argument of the call; suspends: no; runs PHP: no */
void async_curl_select_exec_ended(const zend_object *handle, zval *running, uint32_t begun);

/* A transfer was added to a multi handle: there is something to do. */
void async_curl_select_added(void);

/* The records of waits are in frames that a fatal error has abandoned, or of coroutines that a forked child does not
 * have. */
void async_curl_select_forget(void);

#endif
