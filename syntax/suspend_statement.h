/*
 * The lone statement "suspend;" is valid PHP, the fetch of a constant, so a file without another keyword form is parsed
 * at the first attempt. There the statement is made a call in the syntax tree, unless there is such a constant (D20).
 * It is seen in lower case only; the first letter may be in upper case.
 */
#ifndef ASYNC_SYNTAX_SUSPEND_STATEMENT_H
#define ASYNC_SYNTAX_SUSPEND_STATEMENT_H

#include "php.h"

/* Chain into the engine's hook for syntax trees, once in a process, at module start; and unchain at its end. */
void async_suspend_statement_startup(void);
void async_suspend_statement_shutdown(void);

#endif
