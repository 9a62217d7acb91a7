/*
 * A disk that is full, for PostgreSQL's temporary files: loaded with
 * LD_PRELOAD it lets no write go beyond the first megabyte of a file whose
 * path contains "pgsql_tmp", and fails such writes with ENOSPC.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define LIMIT (1024 * 1024)

/* Returns whether a write up to "end" of file "fd" finds no room. */
static int
no_room(int fd, off_t end)
{
	char		link[64];
	char		path[4096];
	ssize_t		length;

	if (end <= LIMIT)
		return 0;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, sizeof(path) - 1);
	if (length < 0)
		return 0;
	path[length] = '\0';
	return strstr(path, "pgsql_tmp") != NULL;
}

/* pwrite(2), also under the name that it has for programs with large files */
ssize_t
pwrite64(int fd, const void *buffer, size_t size, off_t offset)
{
	static ssize_t (*real) (int, const void *, size_t, off_t);

	if (no_room(fd, offset + (off_t) size))
	{
		errno = ENOSPC;
		return -1;
	}
	if (real == NULL)
		*(void **) &real = dlsym(RTLD_NEXT, "pwrite64");
	return real(fd, buffer, size, offset);
}

ssize_t
pwrite(int fd, const void *buffer, size_t size, off_t offset)
{
	return pwrite64(fd, buffer, size, offset);
}

/* pwritev(2), likewise */
ssize_t
pwritev64(int fd, const struct iovec *parts, int count, off_t offset)
{
	static ssize_t (*real) (int, const struct iovec *, int, off_t);
	off_t		end = offset;

	for (int i = 0; i < count; i++)
		end += parts[i].iov_len;
	if (no_room(fd, end))
	{
		errno = ENOSPC;
		return -1;
	}
	if (real == NULL)
		*(void **) &real = dlsym(RTLD_NEXT, "pwritev64");
	return real(fd, parts, count, offset);
}

ssize_t
pwritev(int fd, const struct iovec *parts, int count, off_t offset)
{
	return pwritev64(fd, parts, count, offset);
}
