/* cuda_host.cc — runs grids of kernels that cuda_host.h let compile for the host. A fiber is a stack of its own; a
 * thread that ends without waiting leaves its fiber to the next, so that kernels without barriers use one. */
#include "tests/support/cuda_host.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sys/mman.h>
#include <vector>

#include "kernels/cuda/cuda.h"

#if !defined(__x86_64__)
#include <ucontext.h>
#endif
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

/* ---- the kernels ---- */

#define X(family, name, params)                                         \
    extern "C" void cm_cuda_##name(struct cm_cuda_##params##_params p); \
    static void call_##name(const void *p) { cm_cuda_##name(*(const struct cm_cuda_##params##_params *)p); }
CM_CUDA_KERNELS(X)
#undef X

static const cuda_host_kernel kernels[] = {
#define X(family, name, params) {"cm_cuda_" #name, sizeof(struct cm_cuda_##params##_params), call_##name},
    CM_CUDA_KERNELS(X)
#undef X
};

const cuda_host_kernel *cuda_host_at(size_t i) { return i < sizeof kernels / sizeof *kernels ? &kernels[i] : nullptr; }

const cuda_host_kernel *cuda_host_find(const char *name) {
    for (const cuda_host_kernel &k : kernels)
        if (std::strcmp(k.name, name) == 0) return &k;
    return nullptr;
}

/* ---- fibers ---- */

static const size_t STACK = (size_t)256 << 10;
static const uint32_t MOST = 1024, WARP = 32;

struct fiber {
#if defined(__x86_64__)
    void *at; /* its stack pointer while it does not run */
#else
    ucontext_t at;
#endif
    char *stack; /* NULL: the scheduler's, which is that of the caller */
    void *fake;  /* of the address sanitizer */
};

static fiber scheduler, *fibers[MOST];
static uint32_t n_fibers;
#if defined(__SANITIZE_ADDRESS__)
static const void *scheduler_stack;
static size_t scheduler_size;
#endif

static void fiber_body();

#if defined(__x86_64__)
/* Keeps what the calling convention wants kept on the stack, and goes on where the other left. */
extern "C" void cuda_host_switch(void **from, void *to);
asm(".text\n.globl cuda_host_switch\n.type cuda_host_switch,@function\ncuda_host_switch:\n"
    "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
    "mov %rsp,(%rdi)\nmov %rsi,%rsp\n"
    "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n"
    ".size cuda_host_switch,.-cuda_host_switch\n");
static void fiber_init(fiber *f) {
    void **top = (void **)(f->stack + STACK) - 2; /* where a return address lies when a function begins */
    top[0] = (void *)fiber_body;
    top[1] = nullptr;
    f->at = top - 6;
}
static void fiber_jump(fiber *from, fiber *to) { cuda_host_switch(&from->at, to->at); }
#else
static void fiber_init(fiber *f) {
    getcontext(&f->at);
    f->at.uc_stack.ss_sp = f->stack;
    f->at.uc_stack.ss_size = STACK;
    makecontext(&f->at, fiber_body, 0);
}
static void fiber_jump(fiber *from, fiber *to) { swapcontext(&from->at, &to->at); }
#endif

/* What a fiber does first when it goes on. */
static void fiber_arrive(fiber *f) {
#if defined(__SANITIZE_ADDRESS__)
    if (f->stack == nullptr) __sanitizer_finish_switch_fiber(f->fake, nullptr, nullptr);
    else __sanitizer_finish_switch_fiber(f->fake, &scheduler_stack, &scheduler_size);
#else
    (void)f;
#endif
}

static void fiber_switch(fiber *from, fiber *to) {
#if defined(__SANITIZE_ADDRESS__)
    const void *stack = to->stack != nullptr ? to->stack : scheduler_stack;
    __sanitizer_start_switch_fiber(&from->fake, stack, to->stack != nullptr ? STACK : scheduler_size);
#endif
    fiber_jump(from, to);
    fiber_arrive(from);
}

static fiber *fiber_new() {
    fiber *f = (fiber *)std::calloc(1, sizeof *f);
    void *stack = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (f == nullptr || stack == MAP_FAILED) {
        std::fprintf(stderr, "cuda_host: no memory for a stack\n");
        std::abort();
    }
    f->stack = (char *)stack;
    fiber_init(f);
    return f;
}

/* ---- a block ---- */

cuda_host_index threadIdx, blockIdx, blockDim, gridDim;

struct barrier {
    uint32_t arrived, want, generation;
};
struct copy {
    void *to;
    const void *from;
    uint32_t n, group;
};
struct thread {
    cuda_host_index index;
    fiber *on; /* NULL: has not begun, or has ended */
    bool ended;
    barrier *waits; /* NULL: may go on */
    uint32_t generation;
    uint32_t parity; /* which of the two sets of slots the next exchange uses */
    uint32_t group;  /* of its next asynchronous copy */
};
struct warp {
    barrier meet;
    cuda_host_slot slot[2][WARP];
};

static thread threads[MOST], *current;
static warp warps[MOST / WARP];
static barrier everyone;
static uint32_t n_threads;
static const cuda_host_kernel *running;
static const void *running_params;

static void fiber_body() {
    for (;;) {
        fiber *f = current->on;
        fiber_arrive(f);
        running->call(running_params);
        current->ended = true;
        current->on = nullptr;
        fibers[n_fibers++] = f;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(&f->fake, scheduler_stack, scheduler_size);
#endif
        fiber_jump(f, &scheduler);
    }
}

static void wait_at(barrier *b) {
    if (++b->arrived == b->want) {
        b->arrived = 0;
        b->generation++;
        return;
    }
    thread *me = current;
    me->waits = b;
    me->generation = b->generation;
    fiber_switch(me->on, &scheduler);
}

void cuda_host_barrier() { wait_at(&everyone); }

static uint32_t thread_number() { return (uint32_t)(current - threads); }
uint32_t cuda_host_lane() { return thread_number() % WARP; }
uint32_t cuda_host_lanes() { return warps[thread_number() / WARP].meet.want; }

const cuda_host_slot *cuda_host_exchange(const void *mine, size_t size) {
    warp *w = &warps[thread_number() / WARP];
    uint32_t set = current->parity;
    current->parity ^= 1;
    std::memcpy(w->slot[set][cuda_host_lane()], mine, size);
    wait_at(&w->meet);
    return w->slot[set];
}

static std::vector<copy> copies[MOST];
static bool copies_async;

bool cuda_host_copies_async() { return copies_async; }
void cuda_host_copy_async(void *to, const void *from, uint32_t n) {
    if ((uintptr_t)to % 16 != 0 || (n != 0 && (uintptr_t)from % 16 != 0)) {
        std::fprintf(stderr, "cuda_host: %s: an asynchronous copy of 16 bytes at a wrong alignment\n", running->name);
        std::abort();
    }
    copies[thread_number()].push_back({to, from, n, current->group});
}
void cuda_host_copy_commit() { current->group++; }
void cuda_host_copy_wait(uint32_t left) {
    std::vector<copy> &mine = copies[thread_number()];
    size_t n = 0;
    for (; n < mine.size() && mine[n].group + left < current->group; n++) {
        std::memset(mine[n].to, 0, 16);
        if (mine[n].n != 0) std::memcpy(mine[n].to, mine[n].from, mine[n].n);
    }
    mine.erase(mine.begin(), mine.begin() + (std::ptrdiff_t)n);
}

/* Which of n threads or blocks is the i-th in this order; MIXED: 5 i + 7 pass modulo n, and where that is no
 * permutation, i + 7 pass. */
static uint64_t in_order(uint64_t i, uint64_t n, uint32_t pass, int order) {
    if (order == CUDA_HOST_BACKWARD) return n - 1 - i;
    if (order == CUDA_HOST_MIXED) return (i * (n % 5 ? 5 : 1) + pass * 7) % n;
    return i;
}

static void run_block(int order) {
    everyone = {0, n_threads, 0};
    for (uint32_t t = 0; t < n_threads; t++) {
        threads[t] = {};
        copies[t].clear();
        threads[t].index = {t % blockDim.x, t / blockDim.x % blockDim.y, t / blockDim.x / blockDim.y};
    }
    for (uint32_t w = 0; w * WARP < n_threads; w++) {
        uint32_t left = n_threads - w * WARP;
        warps[w].meet = {0, left < WARP ? left : WARP, 0};
    }
    uint32_t left = n_threads;
    for (uint32_t pass = 0; left > 0; pass++) {
        bool moved = false;
        for (uint32_t i = 0; i < n_threads; i++) {
            thread *t = &threads[in_order(i, n_threads, pass, order)];
            if (t->ended || (t->waits != nullptr && t->waits->generation == t->generation)) continue;
            t->waits = nullptr;
            if (t->on == nullptr) t->on = n_fibers > 0 ? fibers[--n_fibers] : fiber_new();
            current = t;
            threadIdx = t->index;
            fiber_switch(&scheduler, t->on);
            moved = true;
            left -= t->ended;
        }
        if (!moved) {
            std::fprintf(stderr, "cuda_host: %s: %u threads wait at a barrier that others of the block do not reach\n",
                         running->name, left);
            std::abort();
        }
    }
}

int cuda_host_launch(const cuda_host_kernel *k, const uint32_t grid[3], const uint32_t block[3], const void *params,
                     int order) {
    static std::mutex one;
    std::lock_guard<std::mutex> hold(one);
    uint64_t n = (uint64_t)block[0] * block[1] * block[2];
    if (n < 1 || n > MOST || block[2] > 64) return 0;
    if (grid[0] < 1 || grid[1] < 1 || grid[2] < 1 || grid[0] > INT32_MAX || grid[1] > 65535 || grid[2] > 65535)
        return 0;
    running = k;
    running_params = params;
    copies_async = order != CUDA_HOST_MIXED;
    n_threads = (uint32_t)n;
    blockDim = {block[0], block[1], block[2]};
    gridDim = {grid[0], grid[1], grid[2]};
    const uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    for (uint64_t i = 0; i < blocks; i++) {
        const uint64_t b = in_order(i, blocks, 0, order), line = b / grid[0];
        blockIdx = {(uint32_t)(b % grid[0]), (uint32_t)(line % grid[1]), (uint32_t)(line / grid[1])};
        run_block(order);
    }
    return 1;
}
