/*
 * Available parallelism: the CPUs of the process, by its affinity and by the time limits of its cgroups.
 *
 * A limit of 150 % of a CPU gives 1: with a second busy process both would stand still for a part of each period.
 */
#include "io/workers/parallelism.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__

#define CGROUP_ROOT "/sys/fs/cgroup"
#define MASK_CPUS_MAX (1 << 16)

/* The mask has a bit for each CPU that the kernel could have: it grows until the kernel takes it. 0: not known. */
static long affinity(void)
{
	for (int cpus = CPU_SETSIZE; cpus <= MASK_CPUS_MAX; cpus *= 2) {
		cpu_set_t *mask = CPU_ALLOC(cpus);
		const size_t size = CPU_ALLOC_SIZE(cpus);
		long count = 0;
		int failed;

		if (mask == NULL) {
			return 0;
		}
		failed = sched_getaffinity(0, size, mask) == 0 ? 0 : errno;
		if (failed == 0) {
			count = CPU_COUNT_S(size, mask);
		}
		CPU_FREE(mask);
		if (failed != EINVAL) {
			return count;
		}
	}
	return 0;
}

static long least(long count, double limit)
{
	const long cpus = limit < 1 ? 1 : limit < (double) LONG_MAX ? (long) limit : LONG_MAX;

	return cpus < count ? cpus : count;
}

/* The first line of a file, without its end. False: there is none. */
static bool read_line(const char *folder, const char *name, char *line, int size)
{
	char path[PATH_MAX];
	FILE *file;
	bool has_line;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int) sizeof(path)) {
		return false;
	}
	file = fopen(path, "re");
	if (file == NULL) {
		return false;
	}
	has_line = fgets(line, size, file) != NULL;
	fclose(file);
	return has_line;
}

/* The limit of one cgroup, of version 2 or 1 of the interface. */
static long limited_by(const char *folder, long count)
{
	char line[64];
	double quota, period;

	if (read_line(folder, "cpu.max", line, sizeof(line))) {
		if (sscanf(line, "%lf %lf", &quota, &period) == 2 && quota > 0 && period > 0) {
			return least(count, quota / period);
		}
		return count;
	}
	if (!read_line(folder, "cpu.cfs_quota_us", line, sizeof(line)) || sscanf(line, "%lf", &quota) != 1 || quota <= 0
		|| !read_line(folder, "cpu.cfs_period_us", line, sizeof(line)) || sscanf(line, "%lf", &period) != 1
		|| period <= 0) {
		return count;
	}
	return least(count, quota / period);
}

/* The least of the limits of a cgroup and of those above it. In a container the path may lead to a folder that is not
 * there: the root of the container's own tree is looked at in any case. */
static long limited_by_tree(const char *root, const char *path, long count)
{
	char folder[PATH_MAX];
	const size_t root_length = strlen(root);

	if (snprintf(folder, sizeof(folder), "%s%s", root, path) < (int) sizeof(folder) && strstr(path, "..") == NULL) {
		for (char *end; strlen(folder) > root_length; *end = '\0') {
			count = limited_by(folder, count);
			end = strrchr(folder, '/');
			if (end == NULL || end < folder + root_length) {
				break;
			}
		}
	}
	return limited_by(root, count);
}

/* Does a list of controllers such as "cpu,cpuacct" name the one that limits time? */
static bool has_cpu(const char *controllers, const char *end)
{
	while (controllers < end) {
		const char *comma = memchr(controllers, ',', (size_t) (end - controllers));
		const char *stop = comma ? comma : end;

		if (stop - controllers == 3 && memcmp(controllers, "cpu", 3) == 0) {
			return true;
		}
		controllers = stop + 1;
	}
	return false;
}

static long limited_by_cgroups(long count)
{
	char line[PATH_MAX];
	FILE *file = fopen("/proc/self/cgroup", "re");

	if (file == NULL) {
		return count;
	}
	while (fgets(line, sizeof(line), file)) {
		char *controllers = strchr(line, ':');
		char *path = controllers ? strchr(controllers + 1, ':') : NULL;

		if (path == NULL) {
			continue;
		}
		path[strcspn(path, "\n")] = '\0';
		controllers++;
		if (controllers == path) {
			count = limited_by_tree(CGROUP_ROOT, path + 1, count);
		} else if (has_cpu(controllers, path)) {
			count = limited_by_tree(CGROUP_ROOT "/cpu", path + 1, count);
		}
	}
	fclose(file);
	return count;
}

#else
static long affinity(void)
{
	return 0;
}

static long limited_by_cgroups(long count)
{
	return count;
}
#endif

long async_available_parallelism(void)
{
	const int kept_errno = errno;
	long count = affinity();

	if (count < 1) {
		count = sysconf(_SC_NPROCESSORS_ONLN);
	}
	count = limited_by_cgroups(count < 1 ? 1 : count);
	errno = kept_errno;
	return count;
}
