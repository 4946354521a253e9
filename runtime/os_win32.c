/* os_win32.c — files, clock and heap on Windows 8.1 and later. See os.h; threads are those of os_pool.c. Paths are
 * UTF-8. What the functions of the system do: Microsoft's "Windows App Development" reference, by their names. */
#define _WIN32_WINNT 0x0603
#define WIN32_LEAN_AND_MEAN 1

#include "runtime/os.h"

#if defined(_WIN32)
#include <windows.h>

#include <malloc.h>

/* ---- files ---- */

#define OS_MAX_PATH 4096
/* The system's word for the last error; texts of it would come in the user's language. */
#define OS_CAUSE "error %u of Windows"
#define OS_ERROR ((unsigned)GetLastError())
/* Most bytes of one ReadFile. */
#define OS_READ ((size_t)1 << 30)

/* The n bytes of UTF-8 as a path of Windows. */
static bool os_wide(const char *p, size_t n, wchar_t wide[OS_MAX_PATH]) {
    if (n == 0 || n >= OS_MAX_PATH) return false;
    int k = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, p, (int)n, wide, OS_MAX_PATH - 1);
    wide[k] = 0;
    return k > 0;
}

/* Others may write, rename and delete the file meanwhile, as on other systems. `flags` as CreateFileW has them. */
static HANDLE os_open(const wchar_t *path, DWORD access, DWORD flags) {
    DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    return CreateFileW(path, access, share, NULL, OPEN_EXISTING, flags, NULL);
}

/* Reads the `size` bytes that the file had when it was opened. */
static cameo_status os_copy(HANDLE h, size_t size, const char *path, cm_os_file *file, cameo_error *e) {
    uint8_t *p = VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    CM_CHECK(p != NULL, e, CAMEO_E_NOMEM, "no memory for the %zu bytes of %s", size, path);
    *file = (cm_os_file){.data = p, .size = size, .copy = p};
    for (size_t n = 0; n < size;) {
        DWORD more = 0;
        bool read = ReadFile(h, p + n, (DWORD)(size - n < OS_READ ? size - n : OS_READ), &more, NULL) != 0;
        if (!read || more == 0) {
            unsigned cause = OS_ERROR;
            cm_os_unmap(file);
            if (read) return CM_FAIL(e, CAMEO_E_IO, "%s cannot be read: it was cut meanwhile", path);
            return CM_FAIL(e, CAMEO_E_IO, "%s cannot be read: " OS_CAUSE, path, cause);
        }
        n += more;
    }
    return CAMEO_OK;
}

static cameo_status os_map(HANDLE h, size_t size, const char *path, cm_os_file *file, cameo_error *e) {
    HANDLE section = CreateFileMappingW(h, NULL, PAGE_READONLY, 0, 0, NULL);
    void *map = section == NULL ? NULL : MapViewOfFile(section, FILE_MAP_READ, 0, 0, size);
    unsigned cause = OS_ERROR;
    if (section != NULL) (void)CloseHandle(section); /* the view keeps what it needs */
    CM_CHECK(map != NULL, e, CAMEO_E_IO, "%s cannot be mapped: " OS_CAUSE, path, cause);
    *file = (cm_os_file){.data = map, .size = size, .map = map};
    return CAMEO_OK;
}

static cameo_status os_get(HANDLE h, const char *path, uint64_t copy_most, cm_os_file *file, cameo_error *e) {
    BY_HANDLE_FILE_INFORMATION info;
    *file = (cm_os_file){0};
    bool regular = GetFileType(h) == FILE_TYPE_DISK && GetFileInformationByHandle(h, &info) != 0 &&
                   (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
    CM_CHECK(regular, e, CAMEO_E_IO, "%s is not a regular file", path);
    uint64_t size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
    if (size == 0) return CAMEO_OK;
    CM_CHECK(size <= SIZE_MAX, e, CAMEO_E_LIMIT, "%s has %llu bytes, more than addresses", path, CM_LLU(size));
    if (copy_most == 0) return os_map(h, (size_t)size, path, file, e);
    CM_CHECK(size <= copy_most, e, CAMEO_E_LIMIT, "%s has %llu bytes, more than limit memory_bytes of %llu", path,
             CM_LLU(size), CM_LLU(copy_most));
    return os_copy(h, (size_t)size, path, file, e);
}

/* Closes h. */
static cameo_status os_get_handle(HANDLE h, const char *path, uint64_t copy_most, cm_os_file *file, cameo_error *e) {
    cameo_status status = os_get(h, path, copy_most, file, e);
    (void)CloseHandle(h);
    return status;
}

cameo_status cm_os_map(const char *path, uint64_t copy_most, cm_os_file *file, cameo_error *e) {
    wchar_t wide[OS_MAX_PATH];
    CM_CHECK(os_wide(path, strlen(path), wide), e, CAMEO_E_IO, "%s cannot be opened: no path in UTF-8 of %d bytes",
             path, OS_MAX_PATH - 1);
    /* With the last flag a folder can be opened, and is refused by name. */
    HANDLE h = os_open(wide, GENERIC_READ, FILE_FLAG_BACKUP_SEMANTICS);
    CM_CHECK(h != INVALID_HANDLE_VALUE, e, CAMEO_E_IO, "%s cannot be opened: " OS_CAUSE, path, OS_ERROR);
    return os_get_handle(h, path, copy_most, file, e);
}

cm_str cm_os_folder(const char *path) {
    size_t n = strlen(path);
    while (n > 0 && path[n - 1] != '/' && path[n - 1] != '\\' && path[n - 1] != ':') n--;
    return n == 0 ? CM_STR(".") : (cm_str){path, n};
}

/* No absolute path, no drive and no stream of a file (':'), nothing that Windows takes for another separator or for a
 * wildcard. */
static bool os_is_plain(const char *p, size_t n) {
    if (n == 0 || n >= OS_MAX_PATH || p[0] == '/') return false;
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)p[i] < ' ' || memchr("\\:*?\"<>|", p[i], 8) != NULL) return false;
    }
    return true;
}

/* Appends location to a path, with '\\' for '/' and without parts that are empty or ".". Returns the new length, or 0
 * where it is too long, ends with such a part, or has one that Windows reads otherwise than it is written: "..", or an
 * end of '.' or ' '. */
static size_t os_append(wchar_t path[OS_MAX_PATH], size_t n, const wchar_t *location) {
    for (const wchar_t *p = location;;) {
        size_t k = wcscspn(p, L"/");
        bool last = p[k] == 0, stays = k == 0 || (k == 1 && p[0] == '.');
        bool odd = !stays && (p[k - 1] == '.' || p[k - 1] == ' ');
        if (odd || (stays && last) || n + k + 2 > OS_MAX_PATH) return 0;
        if (!stays) {
            if (path[n - 1] != '\\') path[n++] = '\\';
            memcpy(path + n, p, k * sizeof *p);
            n += k;
            path[n] = 0;
        }
        if (last) return n;
        p += k + 1;
    }
}

/* The path of an open file or folder, without any link; 0 where there is none. */
static size_t os_final(HANDLE h, wchar_t path[OS_MAX_PATH]) {
    DWORD n = GetFinalPathNameByHandleW(h, path, OS_MAX_PATH, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
    return n < OS_MAX_PATH ? n : 0;
}

/* Opens location below the folder. The system says where the file that was opened lies: without `links` that must be
 * where its name says. */
static HANDLE os_open_below(const wchar_t *folder, const wchar_t *location, bool links) {
    wchar_t at[OS_MAX_PATH], is[OS_MAX_PATH];
    HANDLE dir = os_open(folder, 0, FILE_FLAG_BACKUP_SEMANTICS);
    size_t n = dir == INVALID_HANDLE_VALUE ? 0 : os_final(dir, at);
    if (dir != INVALID_HANDLE_VALUE) (void)CloseHandle(dir);
    if (n != 0) n = os_append(at, n, location);
    if (n == 0) return INVALID_HANDLE_VALUE;
    HANDLE h = os_open(at, GENERIC_READ, FILE_FLAG_BACKUP_SEMANTICS | (links ? 0 : FILE_FLAG_OPEN_REPARSE_POINT));
    if (links || h == INVALID_HANDLE_VALUE) return h;
    BY_HANDLE_FILE_INFORMATION info;
    size_t k = os_final(h, is);
    bool here = GetFileInformationByHandle(h, &info) != 0 &&
                (info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0 &&
                CompareStringOrdinal(at, (int)n, is, (int)k, TRUE) == CSTR_EQUAL;
    if (here) return h;
    (void)CloseHandle(h);
    return INVALID_HANDLE_VALUE;
}

cameo_status cm_os_map_below(cm_str folder, cameo_string location, bool links, uint64_t copy_most, cm_os_file *file,
                             cameo_error *e) {
    wchar_t dir[OS_MAX_PATH], name[OS_MAX_PATH];
    cm_str text = {location.p, location.n};
    CM_CHECK(os_wide(folder.p, folder.n, dir), e, CAMEO_E_IO, "the path of the model's folder is too long");
    CM_CHECK(os_is_plain(location.p, location.n) && os_wide(location.p, location.n, name), e, CAMEO_E_IO,
             "external data location '%.*s' is not a plain relative path", CM_STR_ARG(text));
    HANDLE h = os_open_below(dir, name, links);
    CM_CHECK(h != INVALID_HANDLE_VALUE, e, CAMEO_E_IO, "external data '%.*s' cannot be opened below the model's folder",
             CM_STR_ARG(text));
    BY_HANDLE_FILE_INFORMATION info;
    bool is_file = GetFileInformationByHandle(h, &info) != 0 && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
    if (is_file && info.nNumberOfLinks > 1 && !links) {
        (void)CloseHandle(h);
        return CM_FAIL(e, CAMEO_E_IO, "external data '%.*s' has several names (hard links)", CM_STR_ARG(text));
    }
    return os_get_handle(h, "external data", copy_most, file, e);
}

cameo_status cm_os_map_beside(const char *model_path, cameo_string location, cm_os_file *file, cameo_error *e) {
    return cm_os_map_below(cm_os_folder(model_path), location, false, 0, file, e);
}

void cm_os_unmap(cm_os_file *file) {
    if (file->map != NULL) (void)UnmapViewOfFile(file->map);
    if (file->copy != NULL) (void)VirtualFree(file->copy, 0, MEM_RELEASE);
    *file = (cm_os_file){0};
}

/* Unlocking pages that are not locked takes them out of the working set. */
void cm_os_forget(const cm_os_file *file, const void *bytes, size_t size) {
    uintptr_t map = (uintptr_t)file->map, at = (uintptr_t)bytes;
    if (file->map == NULL || at < map || at - map > file->size || size > file->size - (at - map)) return;
    (void)VirtualUnlock((uint8_t *)file->map + (at - map), size);
}

void cm_os_discard(void *p, size_t size) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    uintptr_t page = info.dwPageSize, at = (uintptr_t)p;
    uintptr_t begin = (at + page - 1) / page * page, end = (at + size) / page * page;
    if (begin < end) (void)VirtualAlloc((uint8_t *)p + (begin - at), end - begin, MEM_RESET, PAGE_READWRITE);
}

void cm_os_touch(void *p, size_t size, bool scattered) { (void)p, (void)size, (void)scattered; }

/* ---- heap, clock, processors ---- */

/* Blocks from this size on come from the system, zeroed, and go back to it at once. */
#define OS_PAGES ((size_t)1 << 17)

static void *os_alloc(void *ctx, size_t size, size_t align) {
    (void)ctx;
    if (size >= OS_PAGES) return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return _aligned_malloc(size == 0 ? 1 : size, align < sizeof(void *) ? sizeof(void *) : align);
}

static void os_free(void *ctx, void *p, size_t size, size_t align) {
    (void)ctx;
    (void)align;
    if (size >= OS_PAGES && p != NULL) {
        (void)VirtualFree(p, 0, MEM_RELEASE);
    } else {
        _aligned_free(p);
    }
}

const cameo_allocator cm_os_allocator = {NULL, os_alloc, os_free};

uint64_t cm_os_clock_ns(void *ctx) {
    LARGE_INTEGER ticks, per_second;
    (void)ctx;
    (void)QueryPerformanceCounter(&ticks);
    (void)QueryPerformanceFrequency(&per_second);
    uint64_t n = (uint64_t)ticks.QuadPart, unit = (uint64_t)per_second.QuadPart;
    return n / unit * 1000000000u + n % unit * 1000000000u / unit;
}

/* Those of this process's group, of at most 64. */
uint32_t cm_os_n_cpus(void) {
    DWORD_PTR mine = 0, all = 0;
    uint32_t n = 0;
    (void)GetProcessAffinityMask(GetCurrentProcess(), &mine, &all);
    for (; mine != 0; mine &= mine - 1) n++;
    return n == 0 ? 1 : n;
}

/* The system would have to be asked, from Windows 11 on: EnableProcessOptionalXStateFeatures. */
bool cm_os_tiles(void) { return false; }
#endif
