/* Tells the program that a page has 64 KiB, as on many systems with aarch64. All that is right there is right here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

long sysconf(int name)
{
	long (*original)(int) = (long (*)(int)) dlsym(RTLD_NEXT, "sysconf");
	return name == _SC_PAGESIZE ? 65536 : original(name);
}

int getpagesize(void)
{
	return 65536;
}
