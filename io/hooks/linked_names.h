/*
 * Renames the waiting functions of libc in the sources of PHP, when async is built into the php binary.
 *
 * Such a binary may have no import slots. If it has some, this extension calls libc through the same ones. So each
 * source of PHP is compiled with this file in front (config.m4): its calls go to functions of the extension, which jump
 * through slots of their own (linked_slots.c). The sources of this extension, libuv and all other libraries call libc.
 */
#ifndef ASYNC_IO_HOOKS_LINKED_NAMES_H
#define ASYNC_IO_HOOKS_LINKED_NAMES_H

/* All functions that have a hook and are in every libc. */
#define ASYNC_LINKED_NAMES(X) \
	X(close) X(fclose) X(dlopen) \
	X(sleep) X(usleep) X(nanosleep) \
	X(poll) X(select) \
	X(recv) X(recvfrom) X(recvmsg) X(send) X(sendto) X(sendmsg) \
	X(accept) X(accept4) X(connect) \
	X(getaddrinfo) X(gethostbyname_r) X(gethostbyname) X(gethostbyaddr) X(getnameinfo) X(res_search) \
	X(read) X(pread) X(write) X(pwrite) X(fsync) X(fdatasync) X(flock) X(open) X(copy_file_range) \
	X(mmap) X(fstat) X(lseek) X(unlink) X(rename) X(link) X(symlink) X(mkfifo) X(mknod) \
	X(wait) X(waitpid) X(wait3) X(wait4) X(waitid) X(popen) X(pclose)

/* Functions that are in glibc only. */
#define ASYNC_LINKED_NAMES_OF_GLIBC(X) \
	X(res_nsearch)

#if defined(__x86_64__) || defined(__aarch64__)
# define ASYNC_HAS_LINKED_SLOTS 1
#endif

#if defined(ASYNC_HAS_LINKED_SLOTS) && !defined(ASYNC_BUILT_IN) && !defined(__ASSEMBLER__)
# define ASYNC_LINKED_PRAGMA(text) _Pragma(#text)
# define ASYNC_LINKED_RENAME(name) ASYNC_LINKED_PRAGMA(redefine_extname name async_linked_##name)
ASYNC_LINKED_NAMES(ASYNC_LINKED_RENAME)
ASYNC_LINKED_NAMES_OF_GLIBC(ASYNC_LINKED_RENAME)
#endif

#endif
