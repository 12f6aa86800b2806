/*
 * The lone statement "suspend;" is valid PHP, the fetch of a constant: a file that has no other keyword form is parsed.
 * There it is made a call in the syntax tree, unless there is such a constant (D20). Such files are found by the word
 * in lower case, the first letter aside.
 */
#ifndef ASYNC_SYNTAX_SUSPEND_STATEMENT_H
#define ASYNC_SYNTAX_SUSPEND_STATEMENT_H

#include "php.h"

/* Chain into what the engine does with a syntax tree; once per process. */
void async_suspend_statement_startup(void);
void async_suspend_statement_shutdown(void);

#endif
