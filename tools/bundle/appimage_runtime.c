/* The head of an AppImage: unpacks the squashfs image behind it into the user's cache, once, and runs the AppRun in there.
 *
 * It needs no FUSE and no library of the system (link it statically). Format: AppImage type 2, that is, an ELF program with the
 * letters A, I and byte 2 at offset 8, followed by a squashfs image. "--appimage-extract" unpacks into ./squashfs-root. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <squashfuse/squashfuse.h>

static void fail(const char *what, const char *path)
{
    fprintf(stderr, "fairground: cannot %s %s: %s\n", what, path, errno ? strerror(errno) : "the file is damaged");
    exit(1);
}

/* Return where the ELF program ends, and so where the image begins. */
static size_t image_offset(const char *path)
{
    Elf64_Ehdr head;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, &head, sizeof head) != (ssize_t)sizeof head)
        fail("read", path);
    close(file);
    return head.e_shoff + (size_t)head.e_shentsize * head.e_shnum;
}

/* Return a number that differs between images: FNV-1a of the image's first 64 kB, where its size and time stand. */
static unsigned long long image_number(const char *path, size_t offset)
{
    static unsigned char start[1 << 16];
    unsigned long long number = 14695981039346656037ULL;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : pread(file, start, sizeof start, (off_t)offset);
    if (count <= 0)
        fail("read", path);
    close(file);
    for (ssize_t at = 0; at < count; at++)
        number = (number ^ start[at]) * 1099511628211ULL;
    return number;
}

static void unpack_file(sqfs *image, sqfs_inode *inode, const char *path)
{
    static char block[1 << 20];
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, inode->base.mode & 0777);
    if (file < 0)
        fail("write", path);
    for (sqfs_off_t done = 0; done < (sqfs_off_t)inode->xtra.reg.file_size;) {
        sqfs_off_t count = sizeof block;
        errno = 0;
        if (sqfs_read_range(image, inode, done, &count, block) || count <= 0)
            fail("unpack", path);
        for (sqfs_off_t written = 0; written < count;) {
            ssize_t more = write(file, block + written, (size_t)(count - written));
            if (more < 0)
                fail("write", path);
            written += more;
        }
        done += count;
    }
    if (close(file))
        fail("write", path);
}

static void unpack_entry(sqfs *image, sqfs_traverse *walk, const char *path)
{
    sqfs_inode inode;
    char target[PATH_MAX];
    size_t length = sizeof target;
    errno = 0;
    if (sqfs_inode_get(image, &inode, sqfs_dentry_inode(&walk->entry)))
        fail("unpack", path);
    if (S_ISDIR(inode.base.mode)) {
        if (mkdir(path, 0755) && errno != EEXIST)
            fail("make", path);
    } else if (S_ISREG(inode.base.mode)) {
        unpack_file(image, &inode, path);
    } else if (S_ISLNK(inode.base.mode)) {
        if (sqfs_readlink(image, &inode, target, &length) || symlink(target, path))
            fail("link", path);
    }
}

static void unpack(const char *program, size_t offset, const char *folder)
{
    sqfs image;
    sqfs_traverse walk;
    sqfs_err error = SQFS_OK;
    char path[PATH_MAX];
    errno = 0;
    if (sqfs_open_image(&image, program, offset))
        fail("read", program);
    if (mkdir(folder, 0755))
        fail("make", folder);
    if (sqfs_traverse_open(&walk, &image, sqfs_inode_root(&image)))
        fail("read", program);
    while (sqfs_traverse_next(&walk, &error)) {
        if (walk.dir_end)
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, walk.path) >= (int)sizeof path)
            fail("unpack", walk.path);
        unpack_entry(&image, &walk, path);
    }
    if (error)
        fail("unpack", program);
    sqfs_traverse_close(&walk);
}

/* Write the folder of the cache to "folder", and make it: $XDG_CACHE_HOME, else ~/.cache, else the temporary folder. */
static void cache_folder(char *folder, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache)
        snprintf(folder, size, "%s", cache);
    else if (home && *home)
        snprintf(folder, size, "%s/.cache", home);
    else
        snprintf(folder, size, "%s", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    mkdir(folder, 0700);
    strncat(folder, "/fairground-appimage", size - strlen(folder) - 1);
    mkdir(folder, 0700);
}

int main(int count, char **arguments)
{
    char program[PATH_MAX] = "", folder[PATH_MAX - 128], home[PATH_MAX], fresh[PATH_MAX + 32], start[PATH_MAX + 32];
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        fail("find", arguments[0]);
    size_t offset = image_offset(program);
    if (count > 1 && !strcmp(arguments[1], "--appimage-extract")) {
        unpack(program, offset, "squashfs-root");
        puts("squashfs-root");
        return 0;
    }
    cache_folder(folder, sizeof folder);
    snprintf(home, sizeof home, "%s/%016llx", folder, image_number(program, offset));
    if (access(home, F_OK)) {
        /* Under another name first: a start that is interrupted leaves no half of it behind. */
        snprintf(fresh, sizeof fresh, "%s.%d", home, (int)getpid());
        fputs("Unpacking Fairground for its first start...\n", stderr);
        unpack(program, offset, fresh);
        if (rename(fresh, home) && errno != EEXIST && errno != ENOTEMPTY)
            fail("make", home);
    }
    setenv("APPIMAGE", program, 1);
    setenv("APPDIR", home, 1);
    setenv("ARGV0", arguments[0], 1);
    snprintf(start, sizeof start, "%s/AppRun", home);
    execv(start, arguments);
    fail("start", start);
}
