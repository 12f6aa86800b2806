# What makes a build of ./dev faster, read after the Makefile of phpize: GCC parses the headers of PHP once, and libtool
# is left out.

# reactor/ does without the headers of PHP, and its assert() stays: those headers switch it off.
with_php := $(filter-out reactor/%,$(shared_objects_async))

$(with_php): | tools/php-headers.h.gch
$(with_php): override EXTRA_CFLAGS += -Winvalid-pch -include tools/php-headers.h

# With the same options as the objects: GCC takes it for no others.
tools/php-headers.h.gch: tools/php-headers.h config.h
	$(CC) -I. $(COMMON_FLAGS) $(CFLAGS_CLEAN) -std=gnu11 -fvisibility=hidden -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 \
		-DZEND_COMPILE_DL_EXT=1 -fPIC -x c-header -c $< -o $@

# libtool takes longer than GCC for a small file.
LIBTOOL = $(SHELL) tools/compile-object
