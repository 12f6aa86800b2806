/*
 * Cancellations and turns of ext/soap.
 */
#ifndef ASYNC_CLIENTS_SOAP_H
#define ASYNC_CLIENTS_SOAP_H

#include "engine/part.h"

/* Replaces the methods that load the description of a service, talk to it, or serve it. */
extern const async_part_t async_soap_cancellations_part;

#endif
