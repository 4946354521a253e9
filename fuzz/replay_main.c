/* replay_main.c — a main for any fuzz target, without libFuzzer: runs each file, and each file
 * below each folder, through LLVMFuzzerTestOneInput once.
 *   cc -std=c11 -I. fuzz/fuzz_wire.c fuzz/replay_main.c build/libcameo.a -o replay_wire
 *   ./replay_wire tests/regress build/bad
 * Status: 0 all files were read (a finding aborts); 1 one could not be read, or none was given. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Paths that are still to be visited: folders add to it. */
typedef struct replay_list {
    char **paths;
    size_t n;
    size_t cap;
} replay_list;

static void *replay_checked(void *p) {
    if (p == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static void replay_push(replay_list *l, const char *folder, const char *name) {
    if (l->n == l->cap) {
        l->cap = l->cap * 2 + 16;
        l->paths = replay_checked(realloc(l->paths, l->cap * sizeof *l->paths));
    }
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = replay_checked(malloc(size));
    snprintf(path, size, "%s%s%s", folder, folder[0] != 0 ? "/" : "", name);
    l->paths[l->n++] = path;
}

/* Adds the entries of a folder, hidden ones left out; false if path is no folder. */
static bool replay_folder(replay_list *l, const char *path) {
    DIR *dir = opendir(path);
    if (dir == NULL) return false;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] != '.') replay_push(l, path, entry->d_name);
    }
    closedir(dir);
    return true;
}

/* Runs one file in a buffer of exactly its size; false if it cannot be read. */
static bool replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    size_t size = 0;
    size_t cap = 4096;
    uint8_t *data = replay_checked(malloc(cap));
    for (size_t n; (n = fread(data + size, 1, cap - size, file)) > 0;) {
        size += n;
        if (size == cap) data = replay_checked(realloc(data, cap *= 2));
    }
    bool ok = ferror(file) == 0;
    fclose(file);
    uint8_t *exact = replay_checked(malloc(size > 0 ? size : 1));
    memcpy(exact, data, size);
    free(data);
    if (ok) LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return ok;
}

int main(int argc, char **argv) {
    replay_list list = {NULL, 0, 0};
    size_t n_files = 0;
    bool ok = argc > 1;
    for (int i = argc - 1; i > 0; i--) replay_push(&list, "", argv[i]);
    while (list.n > 0) {
        char *path = list.paths[--list.n];
        if (!replay_folder(&list, path)) {
            bool read = replay_file(path);
            if (!read) fprintf(stderr, "%s: cannot be read\n", path);
            ok = ok && read;
            n_files += read;
        }
        free(path);
    }
    free(list.paths);
    printf("%zu files replayed\n", n_files);
    return ok ? 0 : 1;
}
