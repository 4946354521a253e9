/* value_npz.h — numpy's .npz files: zip archives of .npy files, one for each array. Format:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
#ifndef CM_TOOLS_VALUE_NPZ_H
#define CM_TOOLS_VALUE_NPZ_H

#include "tools/tool.h"

typedef struct tool_npz_member {
    cameo_string name;     /* of the array: without .npy */
    const uint8_t *packed; /* in the archive */
    size_t n_packed, n;
    uint32_t crc;
    uint16_t method; /* 0: as it is; 8: deflate */
} tool_npz_member;

typedef struct tool_npz {
    const char *path;
    tool_bytes file;
    tool_npz_member *member;
    size_t n;
} tool_npz;

/* Reads the archive's directory. Errors: E_IO; E_MALFORMED no archive, or one that breaks off. tool_npz_free in either
 * case. */
CM_NODISCARD cameo_status tool_npz_read(tool_npz *z, const char *path, cameo_error *e);
void tool_npz_free(tool_npz *z);
/* The array of that name, or NULL. */
const tool_npz_member *tool_npz_find(const tool_npz *z, cameo_string name);
/* The .npy file of a member; free(file->p). Errors: E_MALFORMED its bytes are damaged; E_UNSUPPORTED packed otherwise
 * than numpy does. */
CM_NODISCARD cameo_status tool_npz_unpack(const tool_npz_member *m, tool_bytes *file, cameo_error *e);

/* An archive in the making: members are added, nothing is packed. */
typedef struct tool_npz_writer {
    FILE *f;
    tool_bytes list; /* its directory */
    size_t n, at;
    bool failed;
} tool_npz_writer;

CM_NODISCARD cameo_status tool_npz_create(tool_npz_writer *w, const char *path, cameo_error *e);
void tool_npz_add(tool_npz_writer *w, const char *name, const tool_bytes *npy);
/* Closes the file. Errors: E_IO not all of it could be written; E_LIMIT more than zip files of 4 GiB hold. */
CM_NODISCARD cameo_status tool_npz_finish(tool_npz_writer *w, const char *path, cameo_error *e);

#endif
