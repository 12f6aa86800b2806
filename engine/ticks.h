/*
 * Tick functions that suspend (declare(ticks), register_tick_function()).
 */
#ifndef ASYNC_ENGINE_TICKS_H
#define ASYNC_ENGINE_TICKS_H

/* Hook into the engine, once at module start; unhook. */
void async_ticks_startup(void);
void async_ticks_shutdown(void);

#endif
