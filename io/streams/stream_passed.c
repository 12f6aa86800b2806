/*
 * Streams that are passed to functions of other extensions, which read them or write to them: the same turns as in
 * PHP's own functions (D28). Without one, another coroutine could free the stream in the middle of the call.
 */
#include "io/streams/stream_passed.h"

#include "engine/handlers.h"
#include "io/streams/stream_turns.h"

static void reads_first(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_stream_argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 1, ASYNC_READING);
}

static void reads_third(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_stream_argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 3, ASYNC_READING);
}

static void writes_second(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_stream_argument_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, 2, ASYNC_WRITING);
}

/* The last ones ask a user wrapper for its position or its descriptor: no turn, another coroutine may be reading. */
#define FUNCTIONS(X) \
	X(exif_read_data, reads_first) \
	X(exif_thumbnail, reads_first) \
	X(mime_content_type, reads_first) \
	X(ftp_fput, reads_third) \
	X(ftp_nb_fput, reads_third) \
	X(ftp_fget, writes_second) \
	X(ftp_nb_fget, writes_second) \
	X(imageavif, writes_second) \
	X(imagebmp, writes_second) \
	X(imagegif, writes_second) \
	X(imagejpeg, writes_second) \
	X(imagepng, writes_second) \
	X(imagewbmp, writes_second) \
	X(imagewebp, writes_second) \
	X(bzopen, async_stream_stays_in) \
	X(posix_ttyname, async_stream_stays_in) \
	X(socket_import_stream, async_stream_stays_in)

#define TRAMPOLINE(name, in_turn) ASYNC_STREAM_TRAMPOLINE(function, name, in_turn)
#define ROW(name, in_turn) { NULL, #name, ordered_function_##name, &original_function_##name },

FUNCTIONS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(ROW)
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_stream_passed_part = { .startup = start };
