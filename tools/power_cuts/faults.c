/* Lets system calls on files below a folder fail, in a process that loads this library first (LD_PRELOAD).
 *
 * fault_set() names the call, which one of them fails, for how many, and the error. With error 0 a write writes half of what
 * it was given. With the call "lock", no file below the folder can be locked. fault_hits() tells how often a call failed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[PATH_MAX], wanted[16];
static int first, most, error, calls, hits;

void fault_set(const char *below, const char *call, int nth, int count, int number)
{
    snprintf(folder, sizeof folder, "%s/", below);
    snprintf(wanted, sizeof wanted, "%s", call);
    first = nth, most = count, error = number, calls = hits = 0;
}

int fault_hits(void) { return hits; }

static int is_below(const char *path)
{
    size_t length = strlen(folder);
    return path && length > 1 && (!strncmp(path, folder, length) || (strlen(path) == length - 1 && !strncmp(path, folder, length - 1)));
}

static int fails(const char *call, const char *path)
{
    if (strcmp(call, wanted) || !is_below(path)) return 0;
    if (++calls < first || hits >= most) return 0;
    hits++;
    errno = error;
    return 1;
}

static int handle_fails(const char *call, int handle)
{
    char link[64], path[PATH_MAX];
    if (strcmp(call, wanted)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(call, path);
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/* Opening to write or to create is "open", other opening is "look". */
static int open_fails(const char *path, int flags)
{
    return fails(flags & (O_WRONLY | O_RDWR | O_CREAT) ? "open" : "look", path);
}

#define MODE(flags) mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *path, int flags, ...) { MODE(flags) REAL(open); return open_fails(path, flags) ? -1 : real(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) REAL(open64); return open_fails(path, flags) ? -1 : real(path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) REAL(openat); return open_fails(path, flags) ? -1 : real(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) REAL(openat64); return open_fails(path, flags) ? -1 : real(at, path, flags, mode); }

ssize_t write(int handle, const void *data, size_t size)
{
    REAL(write);
    if (handle_fails("write", handle)) { if (error) return -1; size = (size + 1) / 2; }
    return real(handle, data, size);
}
ssize_t pwrite(int handle, const void *data, size_t size, off_t place)
{
    REAL(pwrite);
    if (handle_fails("write", handle)) { if (error) return -1; size = (size + 1) / 2; }
    return real(handle, data, size, place);
}
ssize_t pwrite64(int handle, const void *data, size_t size, off64_t place)
{
    REAL(pwrite64);
    if (handle_fails("write", handle)) { if (error) return -1; size = (size + 1) / 2; }
    return real(handle, data, size, place);
}
ssize_t read(int handle, void *data, size_t size) { REAL(read); return handle_fails("read", handle) ? -1 : real(handle, data, size); }
int fsync(int handle) { REAL(fsync); return handle_fails("fsync", handle) ? -1 : real(handle); }
int fdatasync(int handle) { REAL(fdatasync); return handle_fails("fsync", handle) ? -1 : real(handle); }
int ftruncate(int handle, off_t size) { REAL(ftruncate); return handle_fails("ftruncate", handle) ? -1 : real(handle, size); }
int ftruncate64(int handle, off64_t size) { REAL(ftruncate64); return handle_fails("ftruncate", handle) ? -1 : real(handle, size); }
int rename(const char *from, const char *to) { REAL(rename); return fails("rename", to) ? -1 : real(from, to); }
int unlink(const char *path) { REAL(unlink); return fails("unlink", path) ? -1 : real(path); }
int mkdir(const char *path, mode_t mode) { REAL(mkdir); return fails("mkdir", path) ? -1 : real(path, mode); }

int flock(int handle, int how) { REAL(flock); return handle_fails("lock", handle) ? -1 : real(handle, how); }
static int is_lock(int command) { return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW; }
#define ARGUMENT void *argument; va_list list; va_start(list, command); argument = va_arg(list, void *); va_end(list)
int fcntl(int handle, int command, ...) { ARGUMENT; REAL(fcntl); return is_lock(command) && handle_fails("lock", handle) ? -1 : real(handle, command, argument); }
int fcntl64(int handle, int command, ...) { ARGUMENT; REAL(fcntl64); return is_lock(command) && handle_fails("lock", handle) ? -1 : real(handle, command, argument); }
