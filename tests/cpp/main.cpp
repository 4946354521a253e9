/* main.cpp — both forms of test_cpp.cpp in one program, over operators new that count and can fail. Only the forms that
 * cameo.hpp uses are replaced: aligned blocks, and arrays with std::nothrow. */
#include "counting.hpp"

#include <cstdio>
#include <cstdlib>
#include <new>

long n_allocations = 0, n_allowed = -1, n_open = 0;
int n_passed = 0, n_failed = 0;

void check(bool ok, const char *what, const char *file, int line) {
    if (ok) {
        n_passed++;
        return;
    }
    n_failed++;
    std::printf("FAIL %s:%d: %s\n", file, line, what);
}

static void *counted(std::size_t size, std::size_t align) {
    if (n_allowed == 0) return nullptr;
    if (n_allowed > 0) n_allowed--;
    n_allocations++;
    n_open++;
    return std::aligned_alloc(align, (size + align) / align * align);
}

void *operator new(std::size_t size, std::align_val_t align, const std::nothrow_t &) noexcept {
    return counted(size, static_cast<std::size_t>(align));
}
void operator delete(void *p, std::align_val_t) noexcept {
    n_open -= p != nullptr;
    std::free(p);
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
    return counted(size, alignof(std::max_align_t));
}
void operator delete[](void *p) noexcept {
    n_open -= p != nullptr;
    std::free(p);
}
void operator delete[](void *p, std::size_t) noexcept {
    n_open -= p != nullptr;
    std::free(p);
}

int main() {
    test_throwing();
    test_returning();
    check(n_open == 0, "all blocks are freed", __FILE__, __LINE__);
    std::printf("%d passed, %d failed\n", n_passed, n_failed);
    return n_failed != 0;
}
