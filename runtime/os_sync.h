/* os_sync.h — locks, conditions and threads for runtime/os_pool.c: names for those of POSIX and of Windows. */
#ifndef CM_RUNTIME_OS_SYNC_H
#define CM_RUNTIME_OS_SYNC_H

#include <stdbool.h>

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN 1
#endif
#include <windows.h>

typedef SRWLOCK os_lock;
typedef CONDITION_VARIABLE os_cond;
typedef HANDLE os_thread_id;
/* The head of a function that a thread begins with. It returns 0. */
#define OS_THREAD_MAIN(name, arg) DWORD WINAPI name(void *arg)

static inline bool os_lock_init(os_lock *m) { return InitializeSRWLock(m), true; }
static inline void os_lock_take(os_lock *m) { AcquireSRWLockExclusive(m); }
static inline bool os_lock_try(os_lock *m) { return TryAcquireSRWLockExclusive(m) != 0; }
static inline void os_lock_give(os_lock *m) { ReleaseSRWLockExclusive(m); }
static inline void os_lock_destroy(os_lock *m) { (void)m; }
static inline void os_cond_init(os_cond *c) { InitializeConditionVariable(c); }
static inline void os_cond_wait(os_cond *c, os_lock *m) { (void)SleepConditionVariableSRW(c, m, INFINITE, 0); }
static inline void os_cond_signal(os_cond *c) { WakeConditionVariable(c); }
static inline void os_cond_broadcast(os_cond *c) { WakeAllConditionVariable(c); }
static inline void os_cond_destroy(os_cond *c) { (void)c; }
static inline bool os_thread_begin(os_thread_id *id, DWORD(WINAPI *begin)(void *), void *arg) {
    *id = CreateThread(NULL, 0, begin, arg, 0, NULL);
    return *id != NULL;
}
static inline void os_thread_join(os_thread_id id) {
    (void)WaitForSingleObject(id, INFINITE);
    (void)CloseHandle(id);
}
#else
#include <pthread.h>

typedef pthread_mutex_t os_lock;
typedef pthread_cond_t os_cond;
typedef pthread_t os_thread_id;
#define OS_THREAD_MAIN(name, arg) void *name(void *arg)

static inline bool os_lock_init(os_lock *m) { return pthread_mutex_init(m, NULL) == 0; }
static inline void os_lock_take(os_lock *m) { pthread_mutex_lock(m); }
static inline bool os_lock_try(os_lock *m) { return pthread_mutex_trylock(m) == 0; }
static inline void os_lock_give(os_lock *m) { pthread_mutex_unlock(m); }
static inline void os_lock_destroy(os_lock *m) { pthread_mutex_destroy(m); }
static inline void os_cond_init(os_cond *c) { pthread_cond_init(c, NULL); }
static inline void os_cond_wait(os_cond *c, os_lock *m) { pthread_cond_wait(c, m); }
static inline void os_cond_signal(os_cond *c) { pthread_cond_signal(c); }
static inline void os_cond_broadcast(os_cond *c) { pthread_cond_broadcast(c); }
static inline void os_cond_destroy(os_cond *c) { pthread_cond_destroy(c); }
static inline bool os_thread_begin(os_thread_id *id, void *(*begin)(void *), void *arg) {
    return pthread_create(id, NULL, begin, arg) == 0;
}
static inline void os_thread_join(os_thread_id id) { pthread_join(id, NULL); }
#endif

#endif
