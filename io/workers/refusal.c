/*
 * The words for the limits that keep worker processes from being made and from getting jobs.
 */
#include "io/workers/refusal.h"

#include <errno.h>

const char *async_worker_limit(int error)
{
	switch (error) {
		case EAGAIN:
			return ", see ulimit -u and pids.max of the cgroup";
		case EMFILE:
		case ETOOMANYREFS:
			return ", see ulimit -n";
		case EFBIG:
			return ", see ulimit -f";
		case ENFILE:
			return ", see the sysctl fs.file-max";
		default:
			return "";
	}
}
