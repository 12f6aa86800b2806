#include "io/io.h"
void async_io_startup(void) {}
void async_io_shutdown(void) {}
void async_io_request_end(void) {}
void async_io_info(void) {}
