/* case.cc — runs the tests of the CUDA kernels: all, or those whose names contain a word of the arguments. */
#include "tests/cuda/case.h"

cuda_case *cuda_case::first;
static const cuda_case *running;
static int n_failed_here;

void failed(const char *file, int line, const std::string &what) {
    if (n_failed_here++ < 5) std::printf("FAIL %s: %s:%d: %s\n", running->name, file, line, what.c_str());
}

int main(int argc, char **argv) {
    int passed = 0, n_failed = 0;
    for (const cuda_case *c = cuda_case::first; c != nullptr; c = c->next) {
        bool wanted = argc < 2;
        for (int i = 1; i < argc; i++) wanted = wanted || std::strstr(c->name, argv[i]) != nullptr;
        if (!wanted) continue;
        running = c;
        n_failed_here = 0;
        c->run();
        (n_failed_here == 0 ? passed : n_failed)++;
    }
    std::printf("%d passed, %d failed, 0 skipped\n", passed, n_failed);
    return n_failed != 0 || passed == 0;
}
