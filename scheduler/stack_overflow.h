/*
 * A stack that overflows into its guard page: a message names the coroutine, the place and the setting to raise.
 */
#ifndef ASYNC_SCHEDULER_STACK_OVERFLOW_H
#define ASYNC_SCHEDULER_STACK_OVERFLOW_H

/* Install the SIGSEGV handler on an alternate stack; made with the first context of a request.
 * A fault elsewhere goes on to the handler found then. Failure to install costs the message only. */
void async_stack_overflow_handler_install(void);

/* Remove the handler, unless another one was installed over it. */
void async_stack_overflow_handler_remove(void);

#endif
