/*
 * A cancellation that leaves the main script is silent and never reaches the user's exception handler (D14, D29).
 *
 * The engine has no hook where an exception leaves the main script. But it calls EG(user_exception_handler): once a
 * cancellation has been thrown in the main flow, a stand-in is put there. It ignores cancellations and does for all
 * other exceptions what the engine would have done. It also notes that main has failed, which the drain has to know
 * (D21) even if the user's handler took the exception. set_exception_handler() and restore_exception_handler() never
 * see it.
 */
#ifndef ASYNC_ENGINE_MAIN_HANDLER_H
#define ASYNC_ENGINE_MAIN_HANDLER_H

/* Listen to thrown exceptions and swap the two functions; once per process, after all functions are registered. */
void async_main_handler_startup(void);

/* The main script is over: put the user's own handler back. */
void async_main_handler_disarm(void);

#endif
