/*
 * Questions of engine/ to the scheduler above it: which flow of control runs now.
 */
#ifndef ASYNC_ENGINE_FLOW_H
#define ASYNC_ENGINE_FLOW_H

#include "php.h"

/* None of these suspends or runs PHP code. */
typedef struct {
	bool (*is_coroutine)(void);   /* a coroutine runs: the scheduler has started in this request and has not ended */
	bool (*has_started)(void);    /* the scheduler has started in this request; also true after its end */
	bool (*is_main_flow)(void);   /* the running code is on the engine's own stack; true before the scheduler starts */
	bool (*is_main_script)(void); /* the main script itself runs; true before the scheduler starts and after its end */
	bool (*is_unwinding)(void);   /* frames are being released after exit() or a fatal error */
} async_flow_ops_t;

/* Set once, at module start, before the other functions of engine/ are called. */
void async_flow_set_ops(const async_flow_ops_t *ops);

extern const async_flow_ops_t *async_flow;

#endif
