/* Makes chosen system calls on the files of the store fail. Loaded with LD_PRELOAD; controlled through a shared file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum operation { NONE, WRITE, SYNC, TRUNCATE };

/* The test uses the same layout. */
struct control {
    _Atomic int operation;
    _Atomic int skip;     /* calls that still succeed */
    _Atomic int failures; /* calls that fail after them */
    _Atomic int error;
    _Atomic int injected; /* calls that have failed */
};

static struct control *control;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("STORE_FAULTS");
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) control = memory;
    close(file);
}

static int is_store(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, ".sqlite") != NULL;
}

static int fails(enum operation operation, int file) {
    if (!control || control->operation != (int)operation || !is_store(file)) return 0;
    if (atomic_fetch_sub(&control->skip, 1) > 0) return 0;
    if (atomic_fetch_sub(&control->failures, 1) <= 0) return 0;
    atomic_fetch_add(&control->injected, 1);
    errno = control->error;
    return 1;
}

#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(ssize_t, write, int, const void *, size_t);
    return fails(WRITE, file) ? -1 : real(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    return fails(WRITE, file) ? -1 : real(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    return fails(WRITE, file) ? -1 : real(file, bytes, count, offset);
}

int fsync(int file) {
    REAL(int, fsync, int);
    return fails(SYNC, file) ? -1 : real(file);
}

int fdatasync(int file) {
    REAL(int, fdatasync, int);
    return fails(SYNC, file) ? -1 : real(file);
}

int ftruncate(int file, off_t length) {
    REAL(int, ftruncate, int, off_t);
    return fails(TRUNCATE, file) ? -1 : real(file, length);
}

int ftruncate64(int file, off64_t length) {
    REAL(int, ftruncate64, int, off64_t);
    return fails(TRUNCATE, file) ? -1 : real(file, length);
}
