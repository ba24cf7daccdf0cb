// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that ispc calls for `launch` and `sync`: the tasks run on the threads of oneTBB. A
// launch returns when its tasks have ended, so `sync` has nothing to wait for.

#include <tbb/parallel_for.h>

#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace {

using Task = void(void* arguments, int thread, int threads, int index, int count, int index0,
                  int index1, int index2, int count0, int count1, int count2);

/// Memory of the arguments of a function's launches, until its sync.
struct Group {
  struct Free {
    std::align_val_t alignment;
    void operator()(void* memory) const { operator delete(memory, alignment); }
  };
  std::vector<std::unique_ptr<void, Free>> arguments;
};

}  // namespace

extern "C" {

void* ISPCAlloc(void** handle, int64_t sizeBytes, int32_t alignment) {
  if (!*handle) *handle = new Group;
  const std::align_val_t align{static_cast<size_t>(alignment)};
  auto& arguments = static_cast<Group*>(*handle)->arguments;
  return arguments
      .emplace_back(operator new(static_cast<size_t>(sizeBytes), align), Group::Free{align})
      .get();
}

void ISPCLaunch(void** handle, void* function, void* arguments, int count0, int count1,
                int count2) {
  const auto task = reinterpret_cast<Task*>(function);
  const int count = count0 * count1 * count2;
  tbb::parallel_for(0, count, [=](int index) {
    task(arguments, 0, 1, index, count, index % count0, index / count0 % count1,
         index / (count0 * count1), count0, count1, count2);
  });
}

void ISPCSync(void* handle) { delete static_cast<Group*>(handle); }
}
