/* Writes down what a process does to the files of one folder, so that the disk after a power cut can be worked out.

   Loaded with LD_PRELOAD. POWERCUT_FOLDER is the folder (an absolute path without links), POWERCUT_LOG the file to which
   operations are appended; log.py reads it and has the same table of kinds.

   An operation that changes what can be seen is written down just before it is carried out, while a mutex keeps others
   out, and revoked if it fails. So after kill -9 the log lacks nothing, and at most its last operation did not happen.
   A sync is written down when it begins and when it has returned: only what was written before it began is on disk then.

   What is not followed (memory maps, sendfile, stdio, hard links, ...) shows when the log is compared with the folder. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind {
    CREATE = 1, /* file, path */
    OPEN,       /* file, path: a file that was there is given a number */
    WRITE,      /* file, offset, bytes */
    TRUNCATE,   /* file, size */
    SYNC_FILE,  /* file, ticket */
    SYNC_FOLDER,/* ticket, path */
    SYNCED,     /* ticket */
    UNLINK,     /* path */
    RENAME,     /* path, zero byte, path */
    MKDIR,      /* path */
    RMDIR,      /* path */
    FAILED,     /* the operation before did not happen */
    SHORT,      /* count: of the write before only so many bytes were written */
    CROSSED,    /* path: something was moved into the folder or out of it, which is not followed */
    PROCESS,    /* number of the process that goes on from here */
};

struct header {
    uint32_t kind;
    uint32_t length; /* of what follows */
    uint64_t file;
    uint64_t number; /* offset, size, ticket or count */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static dev_t device;
static int log_file = -1;
static pid_t writer;
static uint64_t files, tickets;

static int (*real_openat)(int, const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static ssize_t (*real_pwritev2)(int, const struct iovec *, int, off_t, int);
static int (*real_ftruncate)(int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_unlinkat)(int, const char *, int);
static int (*real_renameat2)(int, const char *, int, const char *, unsigned);
static int (*real_mkdirat)(int, const char *, mode_t);

static void give_up(const char *what)
{
    fprintf(stderr, "powercut: %s: %s\n", what, strerror(errno));
    abort();
}

static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        give_up(name);
    return found;
}

/* A process that is forked while another thread is in here must not find the mutex locked for ever. */
static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }

static void begin(void)
{
    real_openat = next("openat");
    real_write = next("write");
    real_pwrite = next("pwrite");
    real_writev = next("writev");
    real_pwritev = next("pwritev");
    real_pwritev2 = next("pwritev2");
    real_ftruncate = next("ftruncate");
    real_fsync = next("fsync");
    real_fdatasync = next("fdatasync");
    real_unlinkat = next("unlinkat");
    real_renameat2 = next("renameat2");
    real_mkdirat = next("mkdirat");

    const char *watched = getenv("POWERCUT_FOLDER"), *log_path = getenv("POWERCUT_LOG");
    struct stat found;
    if (!watched || !log_path)
        return;
    folder_length = strlen(watched);
    if (folder_length >= sizeof folder || stat(watched, &found))
        give_up(watched);
    strcpy(folder, watched);
    device = found.st_dev;
    log_file = real_openat(AT_FDCWD, log_path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (log_file < 0 || pthread_atfork(lock, unlock, unlock))
        give_up(log_path);
}

static int watching(void)
{
    pthread_once(&once, begin);
    return log_file >= 0;
}

/* ---------------------------------------------------------------- the log; the mutex is held */

static void put(struct iovec *parts, int count)
{
    while (count) {
        ssize_t done = real_writev(log_file, parts, count < IOV_MAX ? count : IOV_MAX);
        if (done < 0 && errno != EINTR)
            give_up("the log cannot be written");
        for (; done > 0 || (count && !parts->iov_len); parts++, count--) {
            if ((size_t)done < parts->iov_len) {
                parts->iov_base = (char *)parts->iov_base + done;
                parts->iov_len -= done;
                break;
            }
            done -= parts->iov_len;
        }
    }
}

static void note_parts(enum kind kind, uint64_t file, uint64_t number, const struct iovec *parts, int count)
{
    int error = errno;
    if (writer != getpid()) {
        writer = getpid();
        note_parts(PROCESS, 0, writer, NULL, 0);
    }
    struct header header = {kind, 0, file, number};
    struct iovec all[count + 1];
    all[0] = (struct iovec){&header, sizeof header};
    for (int i = 0; i < count; i++) {
        all[i + 1] = parts[i];
        header.length += parts[i].iov_len;
    }
    put(all, count + 1);
    errno = error;
}

static void note(enum kind kind, uint64_t file, uint64_t number, const void *bytes, size_t length)
{
    struct iovec part = {(void *)bytes, length};
    note_parts(kind, file, number, &part, 1);
}

static void note_path(enum kind kind, uint64_t file, const char *path)
{
    note(kind, file, 0, path, strlen(path));
}

static int unless_failed(int result)
{
    if (result < 0)
        note(FAILED, 0, 0, NULL, 0);
    return result;
}

/* ---------------------------------------------------------------- which file is meant */

/* Files of the folder by inode. An inode that is used again gets a new number when the new file is created. */
static struct known {
    struct known *next;
    ino_t inode;
    uint64_t file;
} *known[4096];

static struct known **slot(ino_t inode)
{
    struct known **place = &known[inode % (sizeof known / sizeof *known)];
    while (*place && (*place)->inode != inode)
        place = &(*place)->next;
    return place;
}

static void remember(ino_t inode, uint64_t file)
{
    struct known **place = slot(inode);
    if (!*place) {
        *place = calloc(1, sizeof **place);
        if (!*place)
            give_up("no memory");
        (*place)->inode = inode;
    }
    (*place)->file = file;
}

static void forget(ino_t inode)
{
    struct known **place = slot(inode), *old = *place;
    if (old) {
        *place = old->next;
        free(old);
    }
}

/* Whether an absolute path is in the folder; the part after the folder, empty for the folder itself. */
static const char *inside(const char *path)
{
    if (strncmp(path, folder, folder_length))
        return NULL;
    if (!path[folder_length])
        return path + folder_length;
    return path[folder_length] == '/' ? path + folder_length + 1 : NULL;
}

/* Where an open file or folder is. */
static const char *place_of(int fd, char *buffer)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, buffer, PATH_MAX - 1);
    if (length < 0)
        return NULL;
    buffer[length] = 0;
    return inside(buffer);
}

/* Where a name is, whether or not there is anything of that name: links are followed up to the last part. */
static const char *place_named(int at, const char *path, char *buffer)
{
    char given[PATH_MAX], above[PATH_MAX];
    int error = errno;
    const char *found = NULL;
    if (path[0] == '/' || at == AT_FDCWD)
        given[0] = 0;
    else
        snprintf(given, sizeof given, "/proc/self/fd/%d/", at);
    if (strlen(given) + strlen(path) < sizeof given) {
        strcat(given, path);
        for (size_t end = strlen(given); end > 1 && given[end - 1] == '/'; end--)
            given[end - 1] = 0;
        char *slash = strrchr(given, '/');
        const char *name = slash ? slash + 1 : given;
        if (slash)
            *slash = 0;
        if (realpath(slash ? (slash == given ? "/" : given) : ".", above) && strlen(above) + strlen(name) + 1 < PATH_MAX) {
            stpcpy(stpcpy(stpcpy(buffer, above), "/"), name);
            found = inside(buffer);
        }
    }
    errno = error;
    return found && *found ? found : NULL;
}

/* The number of an open file if it is one of the folder's, or 0. */
static uint64_t number_of(int fd, struct stat *found)
{
    int error = errno;
    uint64_t file = 0;
    if (!fstat(fd, found) && S_ISREG(found->st_mode) && found->st_dev == device) {
        lock();
        struct known *entry = *slot(found->st_ino);
        file = entry ? entry->file : 0;
        unlock();
    }
    errno = error;
    return file;
}

/* ---------------------------------------------------------------- opening */

static int open_watched(int at, const char *path, int flags, mode_t mode)
{
    char buffer[PATH_MAX];
    struct stat before, after;
    int error = errno;
    const char *place = place_named(at, path, buffer);
    int was_there = !fstatat(at, path, &before, 0);
    int creating = place && (flags & O_CREAT) && !was_there;
    int emptying = place && (flags & O_TRUNC) && was_there && S_ISREG(before.st_mode) && before.st_size;
    uint64_t file = 0;
    errno = error;
    if (creating) {
        file = ++files;
        note_path(CREATE, file, place);
    } else if (emptying) {
        struct known *entry = *slot(before.st_ino);
        file = entry ? entry->file : ++files;
        if (!entry) {
            note_path(OPEN, file, place);
            remember(before.st_ino, file);
        }
        note(TRUNCATE, file, 0, NULL, 0);
    }
    int fd = real_openat(at, path, flags, mode);
    if (creating || emptying)
        unless_failed(fd);
    error = errno;
    if (fd >= 0 && !fstat(fd, &after) && S_ISREG(after.st_mode) && after.st_dev == device) {
        place = place_of(fd, buffer);
        if (!place) {
            forget(after.st_ino);
        } else if (creating) {
            remember(after.st_ino, file);
        } else if (!*slot(after.st_ino)) {
            remember(after.st_ino, ++files);
            note_path(OPEN, files, place);
        }
    }
    errno = error;
    return fd;
}

static int open_any(int at, const char *path, int flags, mode_t mode)
{
    if (!watching())
        return real_openat(at, path, flags, mode);
    lock();
    int fd = open_watched(at, path, flags, mode);
    unlock();
    return fd;
}

#define MODE_IF_GIVEN                                            \
    mode_t mode = 0;                                             \
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) { \
        va_list rest;                                            \
        va_start(rest, flags);                                   \
        mode = va_arg(rest, mode_t);                             \
        va_end(rest);                                            \
    }

int open(const char *path, int flags, ...) { MODE_IF_GIVEN return open_any(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_IF_GIVEN return open_any(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE_IF_GIVEN return open_any(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE_IF_GIVEN return open_any(at, path, flags, mode); }
/* What calls of open become in programs that were compiled with _FORTIFY_SOURCE. */
int __open_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __openat_2(int at, const char *path, int flags) { return open_any(at, path, flags, 0); }
int __openat64_2(int at, const char *path, int flags) { return open_any(at, path, flags, 0); }

/* ---------------------------------------------------------------- writing */

/* Offset -1: where the file stands, which is its end when it was opened to append. */
static ssize_t write_parts(int fd, const struct iovec *parts, int count, off_t offset)
{
    struct stat found;
    uint64_t file = watching() ? number_of(fd, &found) : 0;
    size_t wanted = 0;
    ssize_t done;
    if (file) {
        lock();
        off_t start = offset;
        /* Linux appends even with pwrite when the file was opened to append. */
        if (fcntl(fd, F_GETFL) & O_APPEND) {
            fstat(fd, &found);
            start = found.st_size;
        } else if (offset < 0) {
            start = lseek(fd, 0, SEEK_CUR);
        }
        note_parts(WRITE, file, start, parts, count);
    }
    if (count == 1)
        done = offset < 0 ? real_write(fd, parts->iov_base, parts->iov_len)
                          : real_pwrite(fd, parts->iov_base, parts->iov_len, offset);
    else
        done = offset < 0 ? real_writev(fd, parts, count) : real_pwritev(fd, parts, count, offset);
    if (file) {
        for (int i = 0; i < count; i++)
            wanted += parts[i].iov_len;
        if (done < 0)
            note(FAILED, 0, 0, NULL, 0);
        else if ((size_t)done < wanted)
            note(SHORT, 0, done, NULL, 0);
        unlock();
    }
    return done;
}

static ssize_t refused(void)
{
    errno = EINVAL;
    return -1;
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    struct iovec part = {(void *)bytes, length};
    return write_parts(fd, &part, 1, -1);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset)
{
    struct iovec part = {(void *)bytes, length};
    return offset < 0 ? refused() : write_parts(fd, &part, 1, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) { return pwrite(fd, bytes, length, offset); }

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    return count < 1 || count > IOV_MAX ? refused() : write_parts(fd, parts, count, -1);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset)
{
    return count < 1 || count > IOV_MAX || offset < 0 ? refused() : write_parts(fd, parts, count, offset);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev(fd, parts, count, offset); }

ssize_t pwritev2(int fd, const struct iovec *parts, int count, off_t offset, int flags)
{
    if (flags)
        return watching(), real_pwritev2(fd, parts, count, offset, flags);
    return offset == -1 ? writev(fd, parts, count) : pwritev(fd, parts, count, offset);
}

ssize_t pwritev64v2(int fd, const struct iovec *parts, int count, off_t offset, int flags)
{
    return pwritev2(fd, parts, count, offset, flags);
}

int ftruncate(int fd, off_t size)
{
    struct stat found;
    uint64_t file = watching() ? number_of(fd, &found) : 0;
    if (!file)
        return real_ftruncate(fd, size);
    lock();
    note(TRUNCATE, file, size, NULL, 0);
    int result = unless_failed(real_ftruncate(fd, size));
    unlock();
    return result;
}

int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }

/* ---------------------------------------------------------------- syncing */

/* Others go on writing while it waits for the disk. */
static int sync_with(int (*real)(int), int fd)
{
    struct stat found;
    char buffer[PATH_MAX];
    uint64_t file = number_of(fd, &found), ticket;
    const char *place = NULL;
    int error = errno;
    if (!file && !fstat(fd, &found) && S_ISDIR(found.st_mode))
        place = place_of(fd, buffer);
    errno = error;
    if (!file && !place)
        return real(fd);
    lock();
    ticket = ++tickets;
    if (file)
        note(SYNC_FILE, file, ticket, NULL, 0);
    else
        note(SYNC_FOLDER, 0, ticket, place, strlen(place));
    unlock();
    int result = real(fd);
    if (!result) {
        lock();
        note(SYNCED, 0, ticket, NULL, 0);
        unlock();
    }
    return result;
}

int fsync(int fd) { return watching() ? sync_with(real_fsync, fd) : real_fsync(fd); }
int fdatasync(int fd) { return watching() ? sync_with(real_fdatasync, fd) : real_fdatasync(fd); }

/* ---------------------------------------------------------------- names */

int unlinkat(int at, const char *path, int flags)
{
    char buffer[PATH_MAX];
    const char *place = watching() ? place_named(at, path, buffer) : NULL;
    if (!place)
        return real_unlinkat(at, path, flags);
    lock();
    note_path(flags & AT_REMOVEDIR ? RMDIR : UNLINK, 0, place);
    int result = unless_failed(real_unlinkat(at, path, flags));
    unlock();
    return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int at, const char *path, mode_t mode)
{
    char buffer[PATH_MAX];
    const char *place = watching() ? place_named(at, path, buffer) : NULL;
    if (!place)
        return real_mkdirat(at, path, mode);
    lock();
    note_path(MKDIR, 0, place);
    int result = unless_failed(real_mkdirat(at, path, mode));
    unlock();
    return result;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int renameat2(int old_at, const char *old_path, int new_at, const char *new_path, unsigned flags)
{
    char old_buffer[PATH_MAX], new_buffer[PATH_MAX];
    const char *old = NULL, *new = NULL;
    if (watching()) {
        old = place_named(old_at, old_path, old_buffer);
        new = place_named(new_at, new_path, new_buffer);
    }
    if (!old && !new)
        return real_renameat2(old_at, old_path, new_at, new_path, flags);
    lock();
    if (old && new && !(flags & ~RENAME_NOREPLACE)) {
        struct iovec paths[] = {{(void *)old, strlen(old) + 1}, {(void *)new, strlen(new)}};
        note_parts(RENAME, 0, 0, paths, 2);
    } else {
        note_path(CROSSED, 0, old ? old : new);
    }
    int result = unless_failed(real_renameat2(old_at, old_path, new_at, new_path, flags));
    unlock();
    return result;
}

int renameat(int old_at, const char *old_path, int new_at, const char *new_path)
{
    return renameat2(old_at, old_path, new_at, new_path, 0);
}

int rename(const char *old_path, const char *new_path) { return renameat2(AT_FDCWD, old_path, AT_FDCWD, new_path, 0); }
