// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A libtbb.so.12 that an application may have loaded before us: it has the functions of the first
// releases of oneTBB with that name that we use, and none of the later ones. Each task gets a
// thread.
//
// If a later liblanewise.so needs a symbol that is missing here, it cannot be loaded into a process
// with an older oneTBB. Do not add the symbol. Avoid its use instead.
#include <tbb/cache_aligned_allocator.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace tbb::detail::r1 {

TBB_EXPORT void __TBB_EXPORTED_FUNC initialize(d1::task_arena_base&) {}
TBB_EXPORT void __TBB_EXPORTED_FUNC terminate(d1::task_arena_base&) {}

TBB_EXPORT void __TBB_EXPORTED_FUNC create(d1::global_control&) {}
TBB_EXPORT void __TBB_EXPORTED_FUNC destroy(d1::global_control&) {}
TBB_EXPORT std::size_t __TBB_EXPORTED_FUNC global_control_active_value(int) {
  return std::thread::hardware_concurrency();
}

TBB_EXPORT std::size_t __TBB_EXPORTED_FUNC cache_line_size() { return 128; }
TBB_EXPORT void* __TBB_EXPORTED_FUNC cache_aligned_allocate(std::size_t bytes) {
  void* block = nullptr;
  return posix_memalign(&block, cache_line_size(), bytes) == 0 ? block : nullptr;
}
TBB_EXPORT void __TBB_EXPORTED_FUNC cache_aligned_deallocate(void* block) { std::free(block); }

TBB_EXPORT void* __TBB_EXPORTED_FUNC allocate(d1::small_object_pool*& pool, std::size_t bytes) {
  pool = nullptr;
  return cache_aligned_allocate(bytes);
}
TBB_EXPORT void __TBB_EXPORTED_FUNC deallocate(d1::small_object_pool&, void* block, std::size_t,
                                               const d1::execution_data&) {
  std::free(block);
}

TBB_EXPORT void __TBB_EXPORTED_FUNC enqueue(d1::task& task, d1::task_arena_base*) {
  static std::atomic<bool> said = false;
  if (!said.exchange(true)) std::fputs("an older libtbb runs a task\n", stderr);
  std::thread([&task] {
    d1::execution_data data{};
    for (d1::task* next = &task; next;) next = next->execute(data);
  }).detach();
}

// Later releases changed only names in its signature.
TBB_EXPORT void __TBB_EXPORTED_FUNC assertion_failure(const char* location, int line,
                                                      const char* expression, const char* comment) {
  std::fprintf(stderr, "%s:%d: %s: %s\n", location, line, expression, comment ? comment : "");
  std::abort();
}

}  // namespace tbb::detail::r1
