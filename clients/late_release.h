/*
 * Late release of connections that an instruction replaces.
 */
#ifndef ASYNC_CLIENTS_LATE_RELEASE_H
#define ASYNC_CLIENTS_LATE_RELEASE_H

/* In `$pdo = $this->pdo = new PDO(…)` PHP releases the old connection, and reads the property again afterwards. While
 * the release waits for the server, another coroutine could free the object that has the property. So there, and in the
 * like of it (engine/operands.h), a service coroutine releases objects that wait for a server.
 *
 * Patch the classes of such objects, once per process, when the guards have. Neither suspends nor runs PHP code. */
void async_late_release_patch(void);

#endif
