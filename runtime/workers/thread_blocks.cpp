// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One allocation per thread; a pthread key frees it when the thread ends (and, unlike a
// thread_local destructor, not when the process exits).
#include "runtime/workers/thread_blocks.h"

#include "runtime/base/mutex.h"

#include <pthread.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <new>

namespace lanewise {
namespace {

constexpr uint64_t kFirstBytes = 64 * 1024;

struct Block {
  std::byte* memory;
  uint64_t sizeBytes;
};
thread_local constinit Block own{};

constinit pthread_key_t threadEndKey = 0;
constinit pthread_once_t keyOnce = PTHREAD_ONCE_INIT;

constexpr uint64_t aligned(uint64_t sizeBytes) {
  return (sizeBytes + abi::kBlockAlignment - 1) / abi::kBlockAlignment * abi::kBlockAlignment;
}

void release() {
  ::operator delete(own.memory, std::align_val_t(abi::kMostVariableAlignment));
  own = {};
}

void makeKey() {
  pthread_key_create(&threadEndKey, [](void*) { release(); });
}

bool grow(uint64_t sizeBytes) {
  pthread_once(&keyOnce, makeKey);
  release();
  const uint64_t wanted = std::max({sizeBytes, kFirstBytes});
  own.memory = static_cast<std::byte*>(
      ::operator new(wanted, std::align_val_t(abi::kMostVariableAlignment), std::nothrow));
  if (!own.memory) return false;
  own.sizeBytes = wanted;
  // Any value but null makes the key's function run at the end of this thread.
  pthread_setspecific(threadEndKey, &own);
  return true;
}

}  // namespace

abi::Worker threadBlocks(uint64_t localBytes, uint64_t spillBytes) {
  if (localBytes > kMaxThreadBlockBytes || spillBytes > kMaxThreadBlockBytes) return {};
  // At least one byte each, so that neither pointer is one past the end.
  const uint64_t localPart =
      aligned(std::max<uint64_t>(localBytes, 1)) + 2 * abi::kLocalMarginBytes;
  const uint64_t total = localPart + aligned(std::max<uint64_t>(spillBytes, 1));
  if (total > own.sizeBytes) [[unlikely]] {
    if (total > kMaxThreadBlockBytes || !grow(total)) return {};
  }
  static_assert(abi::kLocalMarginBytes % abi::kMostVariableAlignment == 0);
  return {own.memory + abi::kLocalMarginBytes, own.memory + localPart};
}

}  // namespace lanewise
