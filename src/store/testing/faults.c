/*
 * Preloaded into a process (LD_PRELOAD), counts the calls that change files below GREPAI_FAULT_FOLDER and
 *   - kills the process at call number GREPAI_FAULT_AT, before it or, with GREPAI_FAULT_TORN, in the middle of a write;
 *   - writes each call with its data to GREPAI_FAULT_LOG, from which a power loss can be played.
 * SQLite's shared memory file is left out: it is written through a memory map and made anew after a crash.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Calls are counted and written down in the order in which they take effect. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static long at = -1;
static int torn;
static int log_fd = -1;
static long calls;

__attribute__((constructor)) static void start(void) {
  folder = getenv("GREPAI_FAULT_FOLDER");
  const char *number = getenv("GREPAI_FAULT_AT");
  if (number != NULL) at = atol(number);
  torn = getenv("GREPAI_FAULT_TORN") != NULL;
  const char *log = getenv("GREPAI_FAULT_LOG");
  if (log != NULL) log_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static int concerns(const char *path) {
  if (folder == NULL || path == NULL || strncmp(path, folder, strlen(folder)) != 0) return 0;
  size_t length = strlen(path);
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

static int path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return concerns(path);
}

static void raw_write(int fd, const void *data, size_t length) {
  const char *bytes = data;
  while (length > 0) {
    ssize_t done = syscall(SYS_write, fd, bytes, length);
    if (done <= 0) return;
    bytes += done;
    length -= (size_t)done;
  }
}

/* Record: kind, length of path, length of second path, offset, length of data; then the three. */
static void record(uint32_t kind, const char *path, const char *other, int64_t offset, const void *data, uint32_t size) {
  if (log_fd < 0) return;
  uint32_t path_size = (uint32_t)strlen(path);
  uint32_t other_size = other == NULL ? 0 : (uint32_t)strlen(other);
  char head[24];
  memcpy(head, &kind, 4);
  memcpy(head + 4, &path_size, 4);
  memcpy(head + 8, &other_size, 4);
  memcpy(head + 12, &size, 4);
  memcpy(head + 16, &offset, 8);
  raw_write(log_fd, head, sizeof head);
  raw_write(log_fd, path, path_size);
  if (other_size > 0) raw_write(log_fd, other, other_size);
  if (size > 0) raw_write(log_fd, data, size);
}

/* Whether this is the call to die at. */
static int is_due(void) { return ++calls == at; }
static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
enum { OPEN = 1, WRITE, TRUNCATE, SYNC, RENAME, LINK, UNLINK };

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  char path[4096];
  if (!path_of(fd, path, sizeof path)) return REAL(pwrite64)(fd, data, size, offset);
  pthread_mutex_lock(&mutex);
  if (is_due()) {
    if (torn) REAL(pwrite64)(fd, data, size / 2, offset);
    die();
  }
  record(WRITE, path, NULL, offset, data, (uint32_t)size);
  ssize_t done = REAL(pwrite64)(fd, data, size, offset);
  pthread_mutex_unlock(&mutex);
  return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }

ssize_t write(int fd, const void *data, size_t size) {
  char path[4096];
  if (!path_of(fd, path, sizeof path)) return REAL(write)(fd, data, size);
  pthread_mutex_lock(&mutex);
  if (is_due()) {
    if (torn) REAL(write)(fd, data, size / 2);
    die();
  }
  record(WRITE, path, NULL, lseek(fd, 0, SEEK_CUR), data, (uint32_t)size);
  ssize_t done = REAL(write)(fd, data, size);
  pthread_mutex_unlock(&mutex);
  return done;
}

#define ON_FILE(name, parameters, arguments, kind, offset)                  \
  int name parameters {                                                     \
    char path[4096];                                                        \
    if (path_of(fd, path, sizeof path)) {                                   \
      pthread_mutex_lock(&mutex);                                        \
      if (is_due()) die();                                                  \
      record(kind, path, NULL, offset, NULL, 0);                            \
      pthread_mutex_unlock(&mutex);                                      \
    }                                                                       \
    return REAL(name) arguments;                                            \
  }
ON_FILE(fsync, (int fd), (fd), SYNC, 0)
ON_FILE(fdatasync, (int fd), (fd), SYNC, 0)
ON_FILE(ftruncate64, (int fd, off64_t size), (fd, size), TRUNCATE, size)
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

#define ON_PATHS(name, kind)                                                \
  int name(const char *from, const char *to) {                              \
    if (concerns(from) || concerns(to)) {                                   \
      pthread_mutex_lock(&mutex);                                        \
      if (is_due()) die();                                                  \
      int done = REAL(name)(from, to);                                      \
      int code = errno;                                                     \
      if (done == 0) record(kind, from, to, 0, NULL, 0);                    \
      pthread_mutex_unlock(&mutex);                                      \
      errno = code;                                                         \
      return done;                                                          \
    }                                                                       \
    return REAL(name)(from, to);                                            \
  }
ON_PATHS(rename, RENAME)
ON_PATHS(link, LINK)

int unlink(const char *path) {
  if (!concerns(path)) return REAL(unlink)(path);
  pthread_mutex_lock(&mutex);
  if (is_due()) die();
  int done = REAL(unlink)(path);
  int code = errno;
  if (done == 0) record(UNLINK, path, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&mutex);
  errno = code;
  return done;
}

static int opened(const char *path, int flags, mode_t mode) {
  if ((flags & (O_CREAT | O_TRUNC)) == 0 || !concerns(path)) {
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  }
  pthread_mutex_lock(&mutex);
  struct stat stats;
  int changes = (flags & O_TRUNC) != 0 || stat(path, &stats) != 0;
  if (changes && is_due()) die();
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  int code = errno;
  if (changes && fd >= 0) record(OPEN, path, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&mutex);
  errno = code;
  return fd;
}
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return opened(path, flags | O_LARGEFILE, mode);
}
int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return opened(path, flags, mode);
}
